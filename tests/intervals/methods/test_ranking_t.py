"""The interval for points and areas of curves over thresholds."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, make_interval
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions

NAMES = ("average-precision", "ks", "eer", "gain", "lift", "recall-at-fpr", "ovr-auc", "weighted-ovr-auc")


def scored(name: str, *, n: int = 100, seed: int = 0, shift: float = 1.2, groups=None, weights=None, share=0.3):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < share).astype(int)
    truth[:2] = [0, 1]
    said = 1 / (1 + np.exp(-(rng.normal(size=n) + shift * truth)))
    table = Predictions.build(
        truth,
        {"m": (said > 0.5).astype(int)},
        scores={"m": np.column_stack([1 - said, said])},
        classes=[0, 1],
        groups=groups,
        weights=weights,
    )
    return ModelScores(table, "m", measure(name))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_the_default_and_contains_the_value(name):
    one = scored(name)
    found = make_interval(one)
    assert found.method == "ranking-t"
    assert found.low < one.value < found.high
    assert measure(name).low <= found.low
    assert found.high <= measure(name).high


@pytest.mark.parametrize("name", ["average-precision", "eer", "gain", "ovr-auc"])
@pytest.mark.parametrize("how", ["rows", "groups", "weights"])
def test_most_intervals_contain_the_truth(name, how):
    truth = scored(name, n=200_000, seed=99).value
    inside = []
    for seed in range(60):
        groups = np.arange(96) // 8 if how == "groups" else None
        weights = np.random.default_rng(seed).exponential(size=96) if how == "weights" else None
        found = make_interval(scored(name, n=96, seed=seed, groups=groups, weights=weights))
        inside.append(found.low <= truth <= found.high)
    assert np.mean(inside) >= 0.85


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shift", [50.0, -50.0])
def test_scores_that_part_the_classes_leave_a_width(name, shift):
    found = make_interval(scored(name, shift=shift))
    assert found.high - found.low > 0.01


@pytest.mark.parametrize("name", ["average-precision", "ks", "recall-at-fpr", "ovr-auc", "weighted-ovr-auc"])
def test_scores_that_part_the_classes_in_groups_are_worth_their_groups(name):
    """Where no group moves the measure, rounding says nothing of how many of them make up its variance."""
    found = make_interval(scored(name, n=120, shift=50.0, groups=np.arange(120) % 15))
    assert 0.6 < found.low < 0.8


def test_scores_that_rank_the_wrong_way_round_part_the_classes_as_well():
    there, back = (make_interval(scored("ks", shift=shift)) for shift in (50.0, -50.0))
    assert back.low == pytest.approx(there.low, abs=0.02)
    assert back.low > 0.8


def test_a_rare_class_bounds_what_is_known():
    few, many = (make_interval(scored("ovr-auc", n=400, share=share, shift=50.0)) for share in (0.03, 0.5))
    assert few.low < many.low < 1


def test_weights_times_a_constant_change_nothing():
    weights = np.random.default_rng(5).exponential(size=100)
    one, other = (make_interval(scored("average-precision", weights=weights * times)) for times in (1.0, 1e9))
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-9)


def test_groups_of_one_row_are_nearly_rows():
    one, other = (make_interval(scored("eer", groups=groups)) for groups in (None, np.arange(100)))
    assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.15)


def test_too_few_groups_with_positives_have_no_interval_and_no_bootstrap_either():
    truth = scored("average-precision").predictions.truth
    groups = np.where(truth == 1, np.arange(100) % 3, 10 + np.arange(100) % 20)
    choice = choose_interval(scored("average-precision", groups=groups))
    assert choice.method is None
    assert "5 groups with rows of every class, and there is a class with 3" in choice.reason


def test_less_than_one_false_alarm_is_not_assessable():
    choice = choose_interval(scored("recall-at-fpr(0.01)", n=60))
    assert choice.method is None
    assert "less than one false alarm" in choice.reason


def test_other_measures_are_refused():
    with pytest.raises(ValidityError, match="average-precision"):
        make_interval(scored("brier"), "ranking-t")


def test_a_point_that_no_row_moves_is_refused():
    assert choose_interval(scored("gain(1)")).method is None
