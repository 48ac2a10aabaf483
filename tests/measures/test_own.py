"""Measures of the user's own."""

import numpy as np
import pytest
from sklearn import metrics

import foldwise
from foldwise.errors import MeasureError
from foldwise.measures import Direction, own_measure

rng = np.random.default_rng(5)
TRUTH = rng.integers(0, 2, 120)
P = 1 / (1 + np.exp(-rng.normal(1.5 * TRUTH - 0.7)))
LABELS = (P > 0.5).astype(int)


def share_of_right(truth, predicted):
    return np.mean(truth == predicted)


def test_a_function_is_a_measure_with_a_bootstrap_interval():
    result = foldwise.score(TRUTH, LABELS, measures=[share_of_right, "accuracy"])
    own, known = (result.finding("system", name) for name in ("share-of-right", "accuracy"))
    assert own.estimate.value == known.estimate.value
    assert own.interval.method == "bca"
    assert (own.interval.low, own.interval.high) == pytest.approx((known.interval.low, known.interval.high), abs=0.02)


def test_systems_are_compared_by_it():
    other = np.where(np.arange(120) % 4 == 0, 1 - LABELS, LABELS)
    pairs = foldwise.score(TRUTH, {"a": LABELS, "b": other}, measures=share_of_right).pairs()
    assert pairs["verdict"].tolist() == ["better"]
    assert pairs["difference"][0] == pytest.approx(np.mean(TRUTH == LABELS) - np.mean(other == TRUTH))


@pytest.mark.parametrize(
    ("function", "known"), [(metrics.roc_auc_score, "auc"), (metrics.average_precision_score, "ap")]
)
def test_a_function_of_scores(function, known):
    result = foldwise.score(TRUTH, LABELS, scores=P, measures=[own_measure(function, needs="score", name="own"), known])
    first, second = (one.estimate.value for one in result.findings)
    assert first == pytest.approx(second, abs=1e-12)


def test_labels_come_as_they_were_given():
    seen = []

    def look(truth, predicted):
        seen.append((truth[0], predicted[-1]))
        return 0.0

    for truth, predicted in (([3, 4] * 15, [4, 4] * 15), ([True, False] * 15, [True, True] * 15)):
        foldwise.score(truth, predicted, measures=look)
    foldwise.score(["x", "y"] * 15, ["x", None] * 15, measures=look)
    assert seen[0] == (3, 4)
    assert any(one == (True, True) for one in seen)
    assert ("x", None) in seen


def test_weights_go_to_a_function_that_takes_them():
    weights = rng.random(120)
    result = foldwise.score(TRUTH, LABELS, weights=weights, measures=metrics.accuracy_score)
    assert result.findings[0].estimate.value == pytest.approx(np.average(TRUTH == LABELS, weights=weights))
    with pytest.raises(MeasureError, match="share-of-right takes no sample_weight, and the rows have weights"):
        foldwise.score(TRUTH, LABELS, weights=weights, measures=share_of_right)


@pytest.mark.parametrize(
    ("name", "direction"),
    [("hinge_loss", Direction.LOWER), ("max_error", Direction.LOWER), ("f1_score", Direction.HIGHER)],
)
def test_the_name_says_which_way_is_better(name, direction):
    def function(truth, predicted):
        return share_of_right(truth, predicted)

    function.__name__ = name
    assert own_measure(function).direction is direction
    assert own_measure(function, lower_is_better=True).direction is Direction.LOWER


def test_a_regression_gets_values():
    result = foldwise.score([1.5, 2.5, 4.0] * 10, [1.0, 2.5, 4.5] * 10, measures=metrics.mean_squared_error)
    assert result.findings[0].estimate.value == pytest.approx(0.5 / 3)


def test_a_function_that_fails_is_told_in_one_sentence():
    with pytest.raises(MeasureError, match=r"f1-score fails on these predictions: pos_label=1 .*; try a function f"):
        foldwise.score(["no", "yes"] * 10, ["no", "yes"] * 10, measures=metrics.f1_score)
