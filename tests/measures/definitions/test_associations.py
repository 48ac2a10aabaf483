"""Rank correlations, concordance and explained variance."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.measures import Outcomes, measure
from foldwise.measures.definitions.associations import inversions, midranks
from tests.worlds import outcomes


def test_ranks_with_ties_worked_by_hand():
    rows = outcomes(np.array([1.0, 2, 2, 3]), np.array([1.0, 3, 2, 2]), n_classes=0)
    assert measure("kendall").value(rows) == pytest.approx(stats.kendalltau(rows.truth, rows.output).statistic)
    assert midranks(rows.truth).tolist() == [1, 2.5, 2.5, 4]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=30))
def test_inversions_by_looking_at_every_pair(rows):
    codes = np.array([code for code, _ in rows], dtype=np.intp)
    weights = np.array([weight for _, weight in rows], dtype=float)
    direct = sum(
        weights[i] * weights[j] for i in range(codes.size) for j in range(i + 1, codes.size) if codes[i] > codes[j]
    )
    assert inversions(codes, weights) == direct


def test_a_monotone_bend_leaves_the_ranks_alone():
    y = np.random.default_rng(0).normal(size=50)
    rows = outcomes(y, np.exp(y), n_classes=0)
    assert [measure(name).value(rows) for name in ("spearman", "kendall")] == pytest.approx([1, 1])
    assert measure("correlation").value(rows) < 0.95


def test_concordance_punishes_a_shift_that_correlation_forgives():
    y = np.arange(10.0)
    rows = outcomes(y, y + 5, n_classes=0)
    assert measure("correlation").value(rows) == pytest.approx(1)
    assert measure("ccc").value(rows) == pytest.approx(2 * y.var() / (2 * y.var() + 25))
    assert measure("explained-variance").value(rows) == pytest.approx(1)
    assert measure("r2").value(rows) < 0


def test_a_large_offset_does_not_drown_the_variance():
    rng = np.random.default_rng(0)
    y, f = rng.normal(size=50), rng.normal(size=50)
    near, far = (measure("explained-variance").value(outcomes(y + at, f + at, n_classes=0)) for at in (0, 1e8))
    assert near == pytest.approx(far, abs=1e-5)


@pytest.mark.parametrize("name", ["spearman", "kendall", "squared-correlation", "correlation"])
def test_constant_predictions_have_no_association(name):
    assert np.isnan(measure(name).value(outcomes(np.arange(4.0), np.ones(4), n_classes=0)))


def test_one_row_has_no_concordance_and_two_equal_rows_neither():
    assert np.isnan(measure("ccc").value(outcomes(np.ones(1), np.ones(1), n_classes=0)))
    assert np.isnan(measure("ccc").value(outcomes(np.ones(2), np.ones(2), n_classes=0)))


def test_a_hundred_thousand_rows_are_ranked_without_looking_at_every_pair():
    rng = np.random.default_rng(0)
    y = rng.normal(size=100_000)
    f = (y + rng.normal(size=100_000)).round(3)
    start = time.perf_counter()
    found = measure("kendall").value(outcomes(y, f, n_classes=0))
    assert time.perf_counter() - start < 10  # all pairs would take minutes
    assert found == pytest.approx(stats.kendalltau(y, f).statistic, abs=1e-12)


def test_adjusted_r2_worked_by_hand():
    rng = np.random.default_rng(0)
    rows = outcomes(rng.normal(size=20), rng.normal(size=20), n_classes=0)
    r2 = measure("r2").value(rows)
    assert measure("adjusted-r2(3)").value(rows) == pytest.approx(1 - (1 - r2) * 19 / 16)
    assert np.isnan(measure("adjusted-r2(19)").value(rows))


@pytest.mark.parametrize("name", ["adjusted-r2(3)", "ccc(ddof=1)"])
def test_what_counts_rows_does_not_change_with_the_unit_of_the_weights(name):
    rng = np.random.default_rng(0)
    y, f, weights = rng.normal(size=20), rng.normal(size=20), rng.exponential(1, 20)
    plain, scaled = (measure(name).value(Outcomes(y, f, weights=factor * weights)) for factor in (1, 100))
    assert scaled == pytest.approx(plain)
    equal, without = (measure(name).value(Outcomes(y, f, weights=some)) for some in (np.full(20, 3.0), None))
    assert equal == pytest.approx(without)


def test_concordance_pools_the_rows_of_a_repeat():
    """Test sets of one group each have means of their own, which the mean of their concordances would hold against the model."""
    y = np.array([0.0, 1.0, 10.0, 11.0, 20.0, 21.0])
    f = y + np.array([1.0, 0.0, -1.0, -2.0, 1.0, 1.0])
    rows, parts = outcomes(y, f, n_classes=0), np.array([0, 0, 1, 1, 2, 2])
    pooled = measure("ccc").aggregate(rows, parts, np.zeros(3, dtype=np.intp))
    assert pooled == pytest.approx(measure("ccc").value(rows))
    assert pooled > 0.98
    assert np.nanmean(measure("ccc").values(rows, parts, 3)) < 0.7
