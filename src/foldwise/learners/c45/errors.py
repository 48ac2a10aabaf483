"""Pessimistic errors: what C4.5 expects a leaf to make on new cases."""

from __future__ import annotations

import math

__all__ = ["extra_errors", "upper_error_rate"]

PROBABILITIES = (0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
DEVIATIONS = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00)
"""Quinlan's table of the normal distribution, between whose points is interpolated."""


def upper_error_rate(errors: float, cases: float, confidence: float = 0.25) -> float:
    """Upper confidence limit of the error rate of a leaf, as C4.5 computes it.

    Examples
    --------
    >>> [round(upper_error_rate(0, cases), 3) for cases in (1, 6, 9)]
    [0.75, 0.206, 0.143]
    """
    return (errors + extra_errors(errors, cases, confidence)) / cases


def extra_errors(errors: float, cases: float, confidence: float = 0.25) -> float:
    """How many more errors than on its own cases a leaf is expected to make on as many new ones.

    Without errors the limit is exact, 1 - c^(1/N); from one error up it is normal with a continuity correction; between,
    it is interpolated.

    Parameters
    ----------
    errors
        Weight of the cases of other classes.
    cases
        Weight of all its cases, N.
    confidence
        The confidence factor c; the smaller, the more errors.

    References
    ----------
    quinlan1993.

    Examples
    --------
    >>> round(extra_errors(1, 16), 3)
    1.507
    """
    if errors < 1:
        none = cases * (1 - confidence ** (1 / cases)) if cases > 0 else 0.0
        return none if errors < 1e-6 else none + errors * (extra_errors(1.0, cases, confidence) - none)
    if errors + 0.5 >= cases:
        return max(0.67 * (cases - errors), 0.0)
    square = _deviation(confidence) ** 2
    half = errors + 0.5
    root = math.sqrt(square * (half * (1 - half / cases) + square / 4))
    return cases * (half + square / 2 + root) / (cases + square) - errors


def _deviation(confidence: float) -> float:
    """Number of standard deviations that are exceeded with this probability."""
    at = next(place for place in range(1, len(PROBABILITIES)) if confidence <= PROBABILITIES[place])
    low, high = PROBABILITIES[at - 1], PROBABILITIES[at]
    return DEVIATIONS[at - 1] + (DEVIATIONS[at] - DEVIATIONS[at - 1]) * (confidence - low) / (high - low)
