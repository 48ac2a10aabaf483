"""Shifts of single columns, against scipy."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from foldwise.diagnoses import column_shifts
from foldwise.errors import InputError

rng = np.random.default_rng(0)


def frame(n, shift=0.0, share=0.5):
    return pd.DataFrame({"age": rng.normal(shift, size=n), "town": rng.choice(["A", "B"], n, p=[share, 1 - share])})


def test_statistics_are_those_of_scipy():
    a, b = frame(100), frame(150, 0.5, 0.7)
    found = {one.column: one for one in column_shifts(a, b)}
    theirs = stats.ks_2samp(a["age"], b["age"])
    assert (found["age"].distance, found["age"].p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    table = [[(one["town"] == town).sum() for town in "AB"] for one in (a, b)]
    assert found["town"].p_value == pytest.approx(stats.chi2_contingency(table, correction=False).pvalue)
    assert found["town"].distance == pytest.approx(abs((a["town"] == "A").mean() - (b["town"] == "A").mean()))


def test_more_missing_values_are_a_shift():
    a, b = {"x": rng.choice([0.0, 1.0], 200)}, {"x": np.where(rng.random(200) < 0.5, np.nan, 1.0)}
    assert column_shifts(a, b)[0].p_adjusted < 0.001


def test_equal_distributions_are_seldom_called_shifted():
    """100 pairs of sets with five columns: at most 0.05 and three standard errors."""
    found = [column_shifts(*rng.normal(size=(2, 80, 5)))[0].p_adjusted <= 0.05 for _ in range(100)]
    assert np.mean(found) < 0.12


def test_a_constant_column_has_not_shifted():
    (found,) = column_shifts(np.ones((20, 1)), np.ones((30, 1)))
    assert (found.distance, found.p_value) == (0, 1)


def test_other_columns_and_few_rows_are_refused():
    with pytest.raises(InputError, match="the same columns"):
        column_shifts({"a": np.ones(20)}, {"b": np.ones(20)})
    with pytest.raises(InputError, match="10 rows or more"):
        column_shifts(np.ones((5, 1)), np.ones((20, 1)))


def test_missing_values_do_not_hide_a_shift_of_the_known_ones():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(200, 1)), rng.normal(size=(200, 1)) + 3
    a[0] = np.nan
    assert column_shifts(a, b)[0].p_value < 1e-50
    assert column_shifts(a, a + 0.0)[0].p_value > 0.5


def test_a_column_that_has_gone_missing_is_a_shift():
    a = np.random.default_rng(0).normal(size=(60, 1))
    b = np.where(np.arange(60)[:, None] < 30, np.nan, a)
    assert column_shifts(a, b)[0].p_value < 1e-6
    assert column_shifts(a, np.full((60, 1), np.nan))[0].distance == 1
