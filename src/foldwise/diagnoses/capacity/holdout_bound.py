"""Bounds from a test set, to hold those from training rows against."""

from __future__ import annotations

from math import log, sqrt

from foldwise.diagnoses.capacity.bound import CapacityBound
from foldwise.errors import InputError

__all__ = ["binomial_bound", "hoeffding_bound"]


def hoeffding_bound(test_error: float, n: int, *, level: float = 0.95) -> CapacityBound:
    """Test error + √(ln(2/δ)/(2n)) from n test rows, for any rule that they did not help to choose (METHODS F.7).

    References
    ----------
    hoeffding1963.

    Examples
    --------
    >>> round(hoeffding_bound(0.1, 1000).value, 4)
    0.1429
    """
    if not 0 <= test_error <= 1 or n < 1 or not 0 < level < 1:
        message = (
            f"a test error and a level lie between 0 and 1, and there are rows, not {test_error:g}, {level:g} and {n}"
        )
        raise InputError(message)
    return CapacityBound("Hoeffding", test_error, test_error + sqrt(log(2 / (1 - level)) / (2 * n)), level)


def binomial_bound(errors: int, n: int, *, level: float = 0.95) -> CapacityBound:
    """Largest error rate under which so few errors on n test rows have a chance of 1 - level: exact, and the tightest.

    References
    ----------
    clopper1934; langford2005.

    Examples
    --------
    >>> round(binomial_bound(100, 1000).value, 4)
    0.1171
    """
    from scipy.special import betaincinv

    if not 0 <= errors <= n or n < 1 or not 0 < level < 1:
        message = f"of n ≥ 1 rows between 0 and n are errors, and a level lies between 0 and 1, not {n}, {errors} and {level:g}"
        raise InputError(message)
    value = 1.0 if errors == n else float(betaincinv(errors + 1, n - errors, level))
    return CapacityBound("binomial", errors / n, value, level)
