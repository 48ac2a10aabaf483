"""The bound of Vapnik and Chervonenkis."""

from __future__ import annotations

from math import inf, isinf, log, sqrt

from foldwise.diagnoses.capacity.bound import CapacityBound
from foldwise.errors import InputError

__all__ = ["vc_bound", "vc_regression_bound"]


def vc_bound(
    training_error: float, dimension: float, n: int, *, level: float = 0.95, trivial: float = 1.0
) -> CapacityBound:
    """Err + (ε/2)(1 + √(1 + 4 err/ε)), ε = 4[h(ln(2n/h) + 1) - ln(η/4)]/n, with probability 1 - η (METHODS F.5).

    For rules that were chosen from a family of VC dimension h by their training error. It holds for every distribution of
    rows and is therefore very loose: below some 20 rows for each unit of h it says nothing.

    Parameters
    ----------
    training_error
        Share of errors on the training rows.
    dimension
        VC dimension h of the family.
    n
        Number of training rows.
    level
        Probability 1 - η with which the bound holds.
    trivial
        Error of a rule that ignores the features; the bound is vacuous from there on.

    References
    ----------
    vapnik1998; cherkassky2007.

    Examples
    --------
    >>> found = vc_bound(0.1, 3, 10_000)
    >>> round(found.value, 4), found.vacuous, vc_bound(0.1, 3, 50).vacuous
    (0.1441, False, True)
    """
    _check(training_error, dimension, n, level)
    if isinf(dimension) or dimension > n:
        return CapacityBound("VC", training_error, inf, level, trivial)
    h, eta = dimension, 1 - level
    epsilon = 4 * (h * (log(2 * n / h) + 1) - log(eta / 4)) / n
    value = training_error + epsilon / 2 * (1 + sqrt(1 + 4 * training_error / epsilon))
    return CapacityBound("VC", training_error, value, level, trivial)


def vc_regression_bound(
    training_error: float, dimension: float, n: int, *, level: float = 0.95, trivial: float = inf
) -> CapacityBound:
    """Err / (1 - √ε)₊ with ε = [h(ln(n/h) + 1) - ln(η/4)]/n, for squared error (METHODS F.5).

    The constants 1 are the practical ones of Cherkassky and Mulier, not a proof for every distribution.

    References
    ----------
    cherkassky2007.

    Examples
    --------
    >>> round(vc_regression_bound(1.0, 5, 500).value, 3)
    1.342
    """
    if training_error < 0:
        message = f"a squared error is not negative, and the training error is {training_error:g}"
        raise InputError(message)
    _check(0.0, dimension, n, level)
    if isinf(dimension) or dimension > n:
        return CapacityBound("VC regression", training_error, inf, level, trivial)
    epsilon = (dimension * (log(n / dimension) + 1) - log((1 - level) / 4)) / n
    left = 1 - sqrt(epsilon)
    return CapacityBound("VC regression", training_error, training_error / left if left > 0 else inf, level, trivial)


def _check(training_error: float, dimension: float, n: int, level: float) -> None:
    if not 0 <= training_error <= 1 or n < 1 or not dimension > 0 or not 0 < level < 1:
        message = (
            "a bound takes a training error between 0 and 1, a dimension above 0, rows and a level between 0 and 1, "
            f"not {training_error:g}, {dimension:g}, {n} and {level:g}"
        )
        raise InputError(message)
