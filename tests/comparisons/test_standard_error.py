"""A comparison from a difference and its standard error."""

from math import inf

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import comparison_method
from foldwise.comparisons.standard_error import compare_by_error
from tests.comparisons.pairs import error_pair, of_errors

PAIR = error_pair(of_errors(np.arange(60) % 5 == 0, np.arange(60) % 3 == 0))
METHOD = comparison_method("nested-cv")


@pytest.mark.parametrize("df", [inf, 9])
def test_it_is_students_t(df):
    found = compare_by_error(METHOD, PAIR, 0.9, centre=-0.2, error=0.1, df=df)
    assert found.p_value == pytest.approx(2 * stats.t.sf(2, df))
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.9, df, -0.2, 0.1))
    assert (found.statistic, found.method) == (-2, "nested-cv")


def test_no_error_is_no_certainty():
    found = compare_by_error(METHOD, PAIR, 0.9, centre=-0.2, error=0.0)
    assert (found.p_value, found.has_interval) == (1, False)
