"""Measures of the user's own."""

import numpy as np
import pytest
from sklearn import metrics

import foldwise
from foldwise import measures
from foldwise.errors import MeasureError
from foldwise.measures import Direction, ModelScores, as_measures, custom_measure, measure
from tests.worlds import classes

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
    own = custom_measure(function, needs="score", name="own")
    table = foldwise.Predictions.build(TRUTH, {"m": LABELS}, scores={"m": P})
    first, second = (ModelScores(table, "m", one).value for one in (own, measure(known)))
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
    def weighted_share(truth, predicted, sample_weight):
        return np.average(truth == predicted, weights=sample_weight)

    weights = rng.random(120)
    result = foldwise.score(TRUTH, LABELS, weights=weights, measures=weighted_share)
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
    assert custom_measure(function).direction is direction
    assert custom_measure(function, lower_is_better=True).direction is Direction.LOWER


def test_a_regression_gets_values():
    def mean_squared_error(truth, predicted):
        return np.mean((truth - predicted) ** 2)

    result = foldwise.score([1.5, 2.5, 4.0] * 10, [1.0, 2.5, 4.5] * 10, measures=mean_squared_error)
    assert result.findings[0].estimate.value == pytest.approx(0.5 / 3)


def test_a_function_that_fails_is_told_in_one_sentence():
    with pytest.raises(MeasureError, match=r"f1-score fails on these predictions: pos_label=1 .*; try a function f"):
        foldwise.score(["no", "yes"] * 10, ["no", "yes"] * 10, measures=metrics.f1_score)


def test_scores_are_ranked_within_each_resample():
    # Scores of differently trained models are not on one scale, so an area of one's own is that of the catalogue.
    own = custom_measure(metrics.roc_auc_score, needs="score", name="own")
    result = foldwise.assess("lda", classes(60, k=2, spread=0.5), measures=[own, "auc"], plan="kfold(5, repeats=2)")
    mine, known = (result.finding("lda", name) for name in ("own", "auc"))
    assert mine.estimate.value == pytest.approx(known.estimate.value, abs=1e-12)
    # The range of a function of one's own is not known, so its interval is symmetric.
    assert mine.interval.method == known.interval.method
    assert mine.interval.high - mine.estimate.value == pytest.approx(mine.estimate.value - mine.interval.low)
    assert known.interval.low < mine.interval.low < mine.estimate.value


def test_scores_of_shifted_folds_count_for_nothing_unless_pooling_is_asked_for():
    # Perfect within each of two parts, and useless where the parts are put together.
    truth = np.tile([0, 1], 40)
    part = np.arange(80) // 40
    scores = truth + 10.0 * part
    table = foldwise.Predictions.build(truth, {"m": truth}, scores={"m": scores}, parts=part)
    within, pooled = (
        custom_measure(metrics.roc_auc_score, needs="score", pooled=how, name="own") for how in (None, True)
    )
    assert ModelScores(table, "m", within).value == 1
    assert ModelScores(table, "m", pooled).value == pytest.approx(metrics.roc_auc_score(truth, scores))


def test_a_resample_of_one_class_has_no_value():
    truth = np.repeat([0, 1, 0, 1], 10)
    part = np.repeat([0, 1, 1, 1], 10)
    scores = np.random.default_rng(0).normal(truth)
    table = foldwise.Predictions.build(truth, {"m": truth}, scores={"m": scores}, parts=part)
    scored = ModelScores(table, "m", custom_measure(metrics.roc_auc_score, needs="score", name="own"))
    assert (scored.undefined, scored.value) == (1, pytest.approx(metrics.roc_auc_score(truth[10:], scores[10:])))


def test_the_old_name_still_works_and_says_the_new_one():
    with pytest.warns(FutureWarning, match="own_measure is now custom_measure, and will be gone in version 0.3"):
        assert measures.own_measure is custom_measure
    with pytest.raises(AttributeError, match="no attribute 'my_measure'"):
        _ = measures.my_measure


@pytest.mark.parametrize(
    ("scorer", "named", "higher"),
    [
        (metrics.make_scorer(metrics.fbeta_score, beta=2), "f(2)", True),
        (metrics.get_scorer("accuracy"), "accuracy", True),
        (metrics.get_scorer("roc_auc"), "auc", True),
        (metrics.get_scorer("neg_brier_score"), "brier", False),
        (metrics.get_scorer("neg_log_loss"), "log-loss", False),
    ],
)
def test_a_scorer_of_scikit_learn_brings_its_function_and_direction(scorer, named, higher):
    answers = foldwise.Predictions.build(TRUTH, {"system": LABELS}, scores={"system": P})
    own, ours = (ModelScores(answers, "system", one) for one in as_measures([scorer, named]))
    assert own.value == pytest.approx(ours.value, abs=1e-12)
    assert (own.measure.direction is Direction.HIGHER) is higher


@pytest.mark.parametrize("given", [share_of_right, metrics.make_scorer(share_of_right)], ids=["function", "scorer"])
def test_functions_and_scorers_serve_every_verb(given):
    X, y = np.stack([TRUTH + P, P**2], axis=1), TRUTH
    options = {"plan": "kfold(3)"}
    truth = foldwise.assess("lda", X, y, measures="accuracy", **options).findings[0].estimate.value
    assert foldwise.assess("lda", X, y, measures=given, **options).findings[0].estimate.value == truth
    assert foldwise.compare(["lda", "knn"], X, y, measures=[given], plan="holdout(1/3)").judgements
    assert foldwise.select("knn", {"n_neighbors": [1, 3]}, X, y, measure=given, **options).chosen
    assert foldwise.experiment(["lda", "knn"], {"a": foldwise.read(X, y)}, measures=given, **options).cells


def test_model_scores_are_known_by_their_former_name():
    from foldwise import measures

    with pytest.warns(FutureWarning, match="Scored is now ModelScores, and will be gone in version 0.3"):
        assert measures.Scored is measures.ModelScores
