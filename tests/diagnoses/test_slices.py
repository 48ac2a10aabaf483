"""Slices with a higher loss: those that are there are found, and no others."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from foldwise.diagnoses import find_slices
from foldwise.errors import InputError

rng = np.random.default_rng(0)
N = 1200
X = pd.DataFrame({
    "age": rng.uniform(20, 80, N), "town": rng.choice(["A", "B", "C"], N), "size": rng.normal(size=N)
})  # fmt: skip


def test_a_category_with_more_errors_is_found():
    wrong = rng.random(N) < np.where(X["town"] == "B", 0.4, 0.1)
    found = find_slices(X, wrong)
    best = found.shown[0]
    assert "town = B" in str(best)
    assert best.difference > 0.1
    assert best.low < best.difference < best.high
    assert found.searched > len(found.tested)


def test_a_pair_of_conditions_is_found():
    bad = (X["age"] > 65) & (X["town"] == "C")
    found = find_slices(X, np.where(bad, 3.0, 0.0) + rng.normal(size=N), fewest=15)
    assert {one.column for one in found.shown[0].conditions} == {"age", "town"}
    assert str(found.shown[0]).count(" and ") == 1


def test_p_values_are_those_of_scipy():
    half = np.random.default_rng(3).permutation(N) >= N // 2

    def sides(one, losses):
        mask = np.all([each.rows(np.asarray(X[each.column])) for each in one.conditions], axis=0)
        return losses[half & mask], losses[half & ~mask]

    wrong = (rng.random(N) < np.where(X["town"] == "B", 0.3, 0.1)).astype(float)
    for found in find_slices(X, wrong, seed=3).tested:
        here, there = sides(found, wrong)
        table = [[one.sum(), (1 - one).sum()] for one in (here, there)]
        assert found.p_value == pytest.approx(stats.fisher_exact(table, alternative="greater").pvalue)
        welch = stats.ttest_ind(here, there, equal_var=False).confidence_interval()
        assert (found.low, found.high) == pytest.approx((welch.low, welch.high))
        assert (found.rows, found.loss, found.elsewhere) == (
            here.size,
            pytest.approx(here.mean()),
            pytest.approx(there.mean()),
        )
    numbers = wrong + rng.normal(scale=0.1, size=N)
    for found in find_slices(X, numbers, seed=3).tested:
        theirs = stats.ttest_ind(*sides(found, numbers), equal_var=False, alternative="greater")
        assert found.p_value == pytest.approx(theirs.pvalue)


def test_p_values_are_adjusted_by_holm():
    found = find_slices(X, rng.random(N))
    p = np.array([one.p_value for one in found.tested])
    expected = np.minimum(1, np.maximum.accumulate(np.arange(p.size, 0, -1) * p))
    assert [one.p_adjusted for one in found.tested] == pytest.approx(expected.tolist())


def test_without_any_slice_few_are_shown():
    """At 95 %, 60 times: 0.05 and three standard errors are 8."""
    draws = np.random.default_rng(1)
    table = draws.normal(size=(300, 4))
    shown = sum(bool(find_slices(table, draws.random(300) < 0.3, seed=one).shown) for one in range(60))
    assert shown <= 8


def test_groups_stay_together_and_widen_the_interval():
    groups = np.repeat(np.arange(60), 20)
    noise = np.repeat(rng.normal(size=60), 20)
    level = np.repeat(rng.integers(0, 2, 60), 20)
    table = {"kind": np.where(level == 1, "u", "v"), "other": rng.normal(size=N)}
    together, apart = (
        next(
            one
            for one in find_slices(table, noise, groups=given).tested
            if one.conditions[0].column == "kind" and len(one.conditions) == 1
        )
        for given in (groups, None)
    )
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_the_table_names_the_slices():
    frame = find_slices(X, rng.random(N)).to_frame()
    assert {"slice", "rows", "loss", "p_adjusted", "difference"} <= set(frame.columns)


def test_equal_losses_have_no_slice():
    assert find_slices(X, np.zeros(N)).tested == ()
    assert len(find_slices(X, np.zeros(N)).to_frame()) == 0


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="a finite loss for each of 1200 rows"):
        find_slices(X, np.zeros(5))
    with pytest.raises(InputError, match="fewest ≥ 5"):
        find_slices(X, np.zeros(N), fewest=1)


@pytest.mark.parametrize("worst", [1.0, 4.0])
@pytest.mark.parametrize("grouped", [False, True])
def test_a_slice_that_always_fails_is_found(worst, grouped):
    town = np.random.default_rng(0).choice(["A", "B", "C"], 900)
    losses = np.where(town == "B", worst, worst - 1)
    found = find_slices({"town": town}, losses, groups=np.arange(900) // 3 if grouped else None)
    assert str(found.shown[0]) == "town = B"
    assert found.shown[0].p_adjusted < 1e-6


def test_equal_losses_have_no_weak_slice():
    town = np.random.default_rng(0).choice(["A", "B", "C"], 300)
    assert find_slices({"town": town}, np.ones(300)).shown == ()


@pytest.mark.parametrize("groups", [[1], np.arange(60), np.zeros((300, 1))])
def test_groups_of_another_length_are_refused(groups):
    with pytest.raises(InputError, match="one value for each of 300 rows"):
        find_slices({"town": np.repeat(["A", "B", "C"], 100)}, np.ones(300), groups=groups)
