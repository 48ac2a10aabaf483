"""What one more group may add to a measure of values."""

import numpy as np
import pytest

import foldwise
from foldwise.intervals.influence_steps.worse_group import group_multiple, worse_group
from foldwise.measures import ModelScores, measure

NORMAL = np.random.default_rng(0).normal(size=2000)


def grouped(name, *, groups=8, rows=20, seed=0):
    """Least squares on groups whose noise is common to a half."""
    rng, own = np.random.default_rng(seed), np.repeat(np.arange(groups), rows)
    X = rng.normal(size=(own.size, 3))
    y = X.sum(axis=1) + rng.normal(size=groups)[own] + rng.normal(size=own.size)
    table = foldwise.assess("linear", X, y, groups=own, measures=name, baseline=False).predictions
    return ModelScores(table, "linear", measure(name)), own


def test_few_groups_show_nothing_of_a_tail():
    assert group_multiple(NORMAL[:8], NORMAL**2) == pytest.approx(2, abs=0.05)
    assert group_multiple(NORMAL, NORMAL**2) < 1.2


def test_many_groups_with_heavy_effects_are_told_by_them():
    heavy = np.random.default_rng(1).standard_t(3, size=500)
    assert group_multiple(heavy, NORMAL**2) > group_multiple(NORMAL[:500], NORMAL**2) + 0.1


def test_no_group_is_more_than_twice_as_bad():
    assert group_multiple(np.r_[np.zeros(50), 1e3], NORMAL**4) <= 2


def test_losses_that_are_all_the_same_have_no_worse_group():
    assert group_multiple(NORMAL[:8], np.ones(50)) == 1


def test_the_worst_group_is_supposed_twice_over():
    scored, own = grouped("mse")
    up, down = worse_group(scored, scored.influence.rows)
    sums = np.bincount(own, weights=scored.influence.rows.means) / own.size
    assert up == pytest.approx(2 * sums.max(), rel=0.1)
    assert down == pytest.approx(-2 * sums.min(), rel=0.1)


def test_absolute_errors_suppose_less():
    squared, absolute = (grouped(name)[0] for name in ("mse", "mae"))
    multiples = [
        worse_group(one, one.influence.rows)[0] / np.bincount(own, weights=one.influence.rows.means / own.size).max()
        for one, own in ((squared, grouped("mse")[1]), (absolute, grouped("mae")[1]))
    ]
    assert 1 < multiples[1] < multiples[0]


@pytest.mark.parametrize("name", ["r2", "rse", "explained-variance"])
def test_ratios_suppose_half_as_much_more(name):
    scored, own = grouped(name)
    up, down = worse_group(scored, scored.influence.rows)
    shares = np.bincount(own, weights=scored.influence.rows.means) / own.size
    assert down == pytest.approx(-1.5 * shares.min(), rel=0.1)
    assert up == pytest.approx(1.5 * shares.max(), rel=0.1)


def test_classes_and_single_rows_suppose_no_group():
    X = np.random.default_rng(3).normal(size=(80, 2))
    y, own = (X[:, 0] > 0).astype(int), np.repeat(np.arange(8), 10)
    table = foldwise.assess("lda", X, y, groups=own, measures="log-loss", baseline=False).predictions
    scored = ModelScores(table, "lda", measure("log-loss"))
    assert worse_group(scored, scored.influence.rows) == (0, 0)
    table = foldwise.assess("linear", X, X.sum(axis=1), measures="mse", baseline=False).predictions
    scored = ModelScores(table, "linear", measure("mse"))
    assert worse_group(scored, scored.influence.rows) == (0, 0)
