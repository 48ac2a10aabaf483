"""The z-test of one cross-validation."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import compare_pair
from foldwise.comparisons.methods.wald_cv import wald_z
from foldwise.errors import ValidityError
from tests.comparisons.pairs import error_pair, of_errors
from tests.worlds import partition

rng = np.random.default_rng(0)


def test_it_is_the_mean_over_its_standard_error():
    a, b = rng.random(100) < 0.4, rng.random(100) < 0.2
    d = a.astype(int) - b.astype(int)
    result = compare_pair(error_pair(of_errors(a, b)), "wald-cv")
    z = d.mean() * 10 / d.std()
    assert result.statistic == pytest.approx(z)
    assert result.p_value == pytest.approx(2 * stats.norm.sf(abs(z)))
    assert result.high - result.low == pytest.approx(2 * 1.959964 * d.std() / 10)
    assert "liberal" in result.note


def test_no_difference_and_a_certain_one():
    assert wald_z(np.zeros(5)) == (0, 0)
    assert wald_z(-np.ones(5)) == (-np.inf, 0)


def test_repeats_are_refused():
    predictions = of_errors(rng.random(60) < 0.4, rng.random(60) < 0.2, partition(n=60, k=10, repeats=2))
    with pytest.raises(ValidityError, match="it needs 1 repeat of the plan, and there are 2; try test='corrected-t'"):
        compare_pair(error_pair(predictions), "wald-cv")
