"""Differences from the interval of each."""

import numpy as np
import pytest

from foldwise.comparisons import UnpairedPair, mover_ends, newcombe
from foldwise.errors import ValidityError
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from tests.comparisons.unpaired_worlds import compared_by, counts_pair, scores_table, values_pair


def test_from_wilsons_intervals_it_is_newcombes():
    result = compared_by(counts_pair(20, 100, 40, 120), "mover")
    assert (result.low, result.high) == pytest.approx(newcombe(20, 100, 40, 120, level=0.95))
    assert result.note == "from the intervals by wilson"


@pytest.mark.parametrize("name", ["mcc", "kappa", "balanced-error", "macro-f1", "average-precision"])
def test_the_p_value_belongs_to_the_interval(name):
    rng = np.random.default_rng(3)
    tables = scores_table(rng, 100, 1.0, "a"), scores_table(rng, 140, 2.2, "b")
    pair = UnpairedPair.of(*tables, measure(name))
    result = compared_by(pair, "mover")
    at = compared_by(pair, "mover", 1 - result.p_value)
    nearest = at.low if result.difference > 0 else at.high
    if result.p_value > 2 / 2001:  # the least that a bootstrap can tell
        assert nearest == pytest.approx(0, abs=2e-3)
    assert (result.low <= 0 <= result.high) == (result.p_value > 0.05)


def test_measures_without_a_test_of_their_own_are_compared_by_it():
    rng = np.random.default_rng(4)
    result = compared_by(values_pair(rng.normal(size=60), 2 * rng.normal(size=80), "median-absolute-error"))
    assert (result.method, result.note) == ("mover", "from the intervals by carried-share")


def test_groups_are_the_unit_where_the_intervals_have_them():
    rng = np.random.default_rng(5)
    truth = np.tile([0, 1], 60)
    groups = np.repeat(np.arange(12), 10)
    tables = [
        Predictions.build(truth, {name: np.where(rng.random(120) < 0.3, 1 - truth, truth)}, groups=groups)
        for name in "ab"
    ]
    pair = UnpairedPair.of(*tables, measure("mcc"))
    ends = [(one.value, *(lambda i: (i.low, i.high))(make_interval(one))) for one in pair.sides]
    result = compared_by(pair, "mover")
    assert (result.low, result.high) == pytest.approx(mover_ends(*ends))


def test_a_system_without_an_interval_is_refused():
    short = Predictions.build([0.5, 1.5, 2.5], {"a": [0.5, 1.5, 2.5]})
    other = Predictions.build(np.arange(40) + 0.5, {"b": np.arange(40) + np.random.default_rng(0).normal(size=40)})
    with pytest.raises(ValidityError, match="'a' has no interval"):
        compared_by(UnpairedPair.of(short, other, measure("mae")), "mover")


@pytest.mark.slow
def test_of_equal_systems_few_are_called_different():
    """MCC of 80 and 120 rows: at most about 5 % of equal systems."""
    rng, rejected = np.random.default_rng(11), 0
    for _ in range(600):
        tables = []
        for name, n in (("a", 80), ("b", 120)):
            truth = np.arange(n) % 2
            tables.append(Predictions.build(truth, {name: np.where(rng.random(n) < 0.25, 1 - truth, truth)}))
        low, high = mover_ends(
            *(
                (one.value, i.low, i.high)
                for t in tables
                for one in [ModelScores(t, t.models[0], measure("mcc"))]
                for i in [make_interval(one)]
            )
        )
        rejected += not low <= 0 <= high
    assert rejected / 600 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 600)


def test_ends_far_away_neither_overflow_nor_vanish():
    assert mover_ends((0.9, -1e200, 1.0), (0.9, 0.0, 1e300)) == (-1e300, 0.9055385138137417)
    assert mover_ends((0.0, 0.0, np.inf), (1.0, 0.0, np.inf))[1] == np.inf
