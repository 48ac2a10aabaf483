"""The VC bound, by hand and by simulation."""

from math import inf

import pytest

from foldwise.diagnoses import vc_bound, vc_regression_bound
from foldwise.errors import InputError


def test_a_bound_worked_by_hand():
    """h = 3, n = 10,000, η = 0.05: ε = 4(3·9.80488 + 4.38203)/10,000 = 0.0135187."""
    assert vc_bound(0.1, 3, 10_000).value == pytest.approx(0.1 + 0.00675933 * (1 + 30.5886**0.5), abs=1e-6)
    assert vc_bound(0.0, 3, 10_000).value == pytest.approx(0.0135187, abs=1e-6)


def test_it_falls_with_rows_and_grows_with_the_dimension():
    assert vc_bound(0.1, 3, 1000).value > vc_bound(0.1, 3, 10_000).value
    assert vc_bound(0.1, 30, 10_000).value > vc_bound(0.1, 3, 10_000).value


def test_an_infinite_dimension_bounds_nothing():
    assert vc_bound(0.0, inf, 1000).value == inf
    assert vc_bound(0.0, 2000, 1000).vacuous
    assert vc_regression_bound(1.0, inf, 1000).value == inf


def test_squared_error_is_bounded_by_a_factor():
    """h = 5, n = 500: ε = (5·5.60517 + 4.38203)/500 = 0.0648157."""
    assert vc_regression_bound(2.0, 5, 500).value == pytest.approx(2 / (1 - 0.0648157**0.5), abs=1e-5)
    assert vc_regression_bound(2.0, 5, 6).value == inf


def test_what_is_no_error_is_refused():
    with pytest.raises(InputError, match="between 0 and 1"):
        vc_bound(1.5, 3, 100)
    with pytest.raises(InputError, match="not negative"):
        vc_regression_bound(-1.0, 3, 100)
