"""Many comparisons at once: adjusted p-values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Floats

__all__ = ["ADJUSTMENTS", "adjust"]


def adjust(p_values: Sequence[float] | Floats, how: str = "holm") -> Floats:
    """Adjust the p-values of one family of comparisons (METHODS D.14); those that are not numbers stay so.

    ``holm``, ``hochberg`` and ``bonferroni`` bound the chance of a single false finding, ``hochberg`` for independent or
    positively related tests; ``bh`` and ``by`` bound the share of false findings among all; ``none`` adjusts nothing.

    References
    ----------
    holm1979; hochberg1988; benjamini1995; benjamini2001.

    Examples
    --------
    >>> adjust([0.01, 0.04, 0.03]).round(3)
    array([0.03, 0.06, 0.06])
    """
    if how not in ADJUSTMENTS:
        raise UnknownNameError.of("adjustment", how, ADJUSTMENTS)
    given = np.asarray(p_values, dtype=np.float64)
    known = ~np.isnan(given)
    if ((given[known] < 0) | (given[known] > 1)).any():
        message = "a p-value lies between 0 and 1"
        raise InputError(message)
    adjusted = given.copy()
    if known.any():
        order = np.argsort(given[known], kind="stable")
        back = np.empty_like(order)
        back[order] = np.arange(order.size)
        adjusted[known] = np.minimum(1.0, ADJUSTMENTS[how](given[known][order]))[back]
    return adjusted


def _holm(p: Floats) -> Floats:
    """Step down: max over j ≤ i of (m - j + 1) p₍ⱼ₎."""
    return np.maximum.accumulate(np.arange(p.size, 0, -1) * p)


def _hochberg(p: Floats) -> Floats:
    """Step up: min over j ≥ i of (m - j + 1) p₍ⱼ₎."""
    return _from_the_end(np.arange(p.size, 0, -1) * p)


def _benjamini_hochberg(p: Floats) -> Floats:
    """Step up: min over j ≥ i of m p₍ⱼ₎ / j."""
    return _from_the_end(p.size * p / np.arange(1, p.size + 1))


def _benjamini_yekutieli(p: Floats) -> Floats:
    """The same times Σ 1/j, for tests related in any way."""
    return _from_the_end(float((1 / np.arange(1, p.size + 1)).sum()) * p.size * p / np.arange(1, p.size + 1))


def _from_the_end(values: Floats) -> Floats:
    return np.minimum.accumulate(values[::-1])[::-1]


ADJUSTMENTS: dict[str, Callable[[Floats], Floats]] = {
    "holm": _holm,
    "hochberg": _hochberg,
    "bonferroni": lambda p: p.size * p,
    "bh": _benjamini_hochberg,
    "by": _benjamini_yekutieli,
    "none": lambda p: p,
}
"""Ways to adjust sorted p-values (m,)."""
