"""Ranks over datasets, against Demšar's published numbers and scipy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from foldwise.comparisons import friedman, rank_rows
from foldwise.errors import ValidityError
from tests.reference.make_comparisons import DEMSAR

tables = hnp.arrays(float, st.tuples(st.integers(2, 15), st.integers(3, 6)), elements=st.integers(0, 9).map(float))


def test_demsars_table():
    """Ranks 3.143 2.000 2.893 1.964, χ² 9.28, F 3.69 (Demšar 2006; METHODS L.5)."""
    result = friedman(1 - DEMSAR)
    assert result.ranks == pytest.approx((3.143, 2.000, 2.893, 1.964), abs=5e-4)
    assert result.chi2 == pytest.approx(9.28, abs=5e-3)
    assert result.f == pytest.approx(3.69, abs=5e-3)
    assert result.p_value_f == pytest.approx(stats.f.sf(result.f, 3, 39))
    assert (result.models, result.datasets) == (4, 14)


def test_the_table_as_it_is_printed():
    """From the rounded data: ranks 3.143 2.000 2.929 1.929, χ² 9.857, tie-corrected 10.952, F 3.987 (METHODS L.5)."""
    printed = DEMSAR.round(3)
    result = friedman(1 - printed)
    assert result.ranks == pytest.approx((3.143, 2.000, 2.929, 1.929), abs=5e-4)
    assert (result.chi2, result.chi2_ties, result.f) == pytest.approx((9.857, 10.952, 3.987), abs=5e-4)


@given(tables)
def test_corrected_for_ties_it_is_scipys(table):
    result = friedman(table)
    if np.ptp(table, axis=1).any():
        theirs = stats.friedmanchisquare(*table.T)
        assert (result.chi2_ties, result.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


@given(tables)
def test_ranks_are_scipys(table):
    assert rank_rows(table) == pytest.approx(stats.rankdata(table, axis=1))


def test_datasets_that_all_agree():
    result = friedman(np.tile([0.1, 0.2, 0.3], (5, 1)))
    assert (result.f, result.p_value_f) == (np.inf, pytest.approx(1 / 6**4))
    assert friedman(np.tile([0.1, 0.2, 0.3], (2, 1))).p_value_f == pytest.approx(1 / 6)


def test_models_that_never_differ():
    result = friedman(np.ones((5, 3)))
    assert (result.chi2_ties, result.p_value, result.f) == pytest.approx((0, 1, 0))


@pytest.mark.parametrize("shape", [(5, 2), (1, 4)])
def test_too_little_to_rank_is_refused(shape):
    with pytest.raises(ValidityError, match="needs 3 models on 2 datasets"):
        friedman(np.random.default_rng(0).random(shape))


def test_statistic_p_value_and_degrees_of_freedom_belong_together():
    result = friedman(1 - DEMSAR)
    assert result.p_value == pytest.approx(stats.chi2.sf(result.statistic, result.df))
    assert result.p_value_f == pytest.approx(stats.f.sf(result.f, *result.df_f))
    assert (result.df, result.df_f) == (3, (3, 39))
