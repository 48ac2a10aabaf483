"""Bounds from a test set."""

from math import log, sqrt

import pytest
from scipy.stats import binom, binomtest

from foldwise.diagnoses import binomial_bound, hoeffding_bound
from foldwise.errors import InputError


def test_the_binomial_bound_is_the_one_of_scipy():
    theirs = binomtest(12, 200, alternative="less").proportion_ci(0.95, "exact").high
    found = binomial_bound(12, 200)
    assert found.value == pytest.approx(theirs)
    assert binom.cdf(12, 200, found.value) == pytest.approx(0.05)
    assert binomial_bound(5, 5).value == 1


def test_hoeffding_is_looser():
    assert hoeffding_bound(0.06, 200).value == pytest.approx(0.06 + sqrt(log(40) / 400))
    assert hoeffding_bound(0.06, 200).value > binomial_bound(12, 200).value


def test_what_is_no_error_is_refused():
    with pytest.raises(InputError, match="between 0 and n are errors"):
        binomial_bound(6, 5)
    with pytest.raises(InputError, match="lie between 0 and 1"):
        hoeffding_bound(1.2, 5)
