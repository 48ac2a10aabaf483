"""Intervals of a share that are carried over to a median error or the uncertainty of the classes."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions


def errors(n: int = 101, *, seed: int = 0, groups=None, weights=None) -> ModelScores:
    truth = np.random.default_rng(seed).normal(size=n)
    table = Predictions.build(truth, {"m": np.zeros(n)}, task="regression", groups=groups, weights=weights)
    return ModelScores(table, "m", measure("median-absolute-error"))


def classes(shares: list[float], *, n: int = 200, seed: int = 0, groups=None) -> ModelScores:
    truth = np.random.default_rng(seed).choice(len(shares), size=n, p=shares)
    scores = np.full((n, len(shares)), 1 / len(shares))
    codes = list(range(len(shares)))
    table = Predictions.build(truth, {"m": np.zeros(n, int)}, scores={"m": scores}, classes=codes, groups=groups)
    return ModelScores(table, "m", measure("brier-uncertainty"))


def test_the_median_of_independent_rows_has_order_statistics():
    one = errors()
    found, ordered = make_interval(one), np.sort(np.abs(one.outcomes.truth))
    # The exact binomial interval for 101 rows: the 41st and the 61st of them.
    assert found.method == "carried-share"
    assert abs(int(np.searchsorted(ordered, found.low)) - 40) <= 1
    assert abs(int(np.searchsorted(ordered, found.high)) - 60) <= 1


@pytest.mark.parametrize("how", ["rows", "groups", "weights"])
def test_most_medians_are_covered(how):
    inside = []
    for seed in range(100):
        groups = np.arange(120) // 10 if how == "groups" else None
        weights = np.random.default_rng(seed + 1000).exponential(size=120) if how == "weights" else None
        found = make_interval(errors(120, seed=seed, groups=groups, weights=weights))
        inside.append(found.low <= 0.6745 <= found.high)
    assert np.mean(inside) >= 0.88


@pytest.mark.parametrize("shares", [[0.5, 0.5], [0.9, 0.1], [0.4, 0.3, 0.3], [0.7, 0.2, 0.1]])
def test_most_uncertainties_are_covered(shares):
    truth = sum(share * (1 - share) for share in shares) / (2 if len(shares) == 2 else 1)
    inside = []
    for seed in range(100):
        found = make_interval(classes(shares, seed=seed))
        inside.append(found.low <= truth <= found.high)
    assert np.mean(inside) >= 0.88


def test_equal_shares_reach_the_largest_uncertainty():
    found = make_interval(classes([0.5, 0.5]))
    assert found.high == 0.25
    assert found.low < 0.25


def test_other_measures_are_refused():
    one = errors()
    with pytest.raises(ValidityError, match="median-absolute-error"):
        make_interval(ModelScores(one.predictions, "m", measure("mae")), "carried-share")
