"""The bound by Rademacher complexity."""

from __future__ import annotations

from math import log, sqrt

from foldwise.diagnoses.capacity.bound import CapacityBound
from foldwise.errors import InputError

__all__ = ["rademacher_bound"]


def rademacher_bound(
    training_error: float, complexity: float, n: int, *, level: float = 0.95, trivial: float = 1.0
) -> CapacityBound:
    """Err + R̂ + 3√(ln(2/δ)/(2n)), with probability 1 - δ, R̂ the empirical complexity of rules of ±1 (METHODS F.7).

    It looks at the features at hand, and is tighter than the bound by VC dimension, though still far above the gap that is
    measured. Where R̂ was estimated by a learner that does not minimise the training error exactly, it is too small, and
    the bound does not hold strictly.

    Parameters
    ----------
    training_error
        Share of errors on the training rows.
    complexity
        Empirical Rademacher complexity of the family on these rows, between 0 and 1.
    n
        Number of training rows.
    level
        Probability 1 - δ with which the bound holds.
    trivial
        Error of a rule that ignores the features; the bound is vacuous from there on.

    References
    ----------
    bartlett2002; mohri2018.

    Examples
    --------
    >>> round(rademacher_bound(0.1, 0.15, 1000).value, 4)
    0.3788
    """
    if not 0 <= training_error <= 1 or not 0 <= complexity <= 1 or n < 1 or not 0 < level < 1:
        message = (
            "a bound takes a training error, a complexity and a level between 0 and 1, and rows, "
            f"not {training_error:g}, {complexity:g}, {level:g} and {n}"
        )
        raise InputError(message)
    value = training_error + complexity + 3 * sqrt(log(2 / (1 - level)) / (2 * n))
    return CapacityBound("Rademacher", training_error, value, level, trivial)
