"""Whether the tail of a loss is so heavy that the spread of a sample says little about the mean."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["NO_VARIANCE", "tail_index", "tail_rows"]

SHARE, FEWEST = 0.1, 5
NO_VARIANCE = 2.0
"""A tail index below this means that the loss has no finite variance, so that no interval for its mean holds its level."""


def tail_rows(size: int) -> int:
    """How many of the largest losses make the tail: a tenth of them, five at least.

    Examples
    --------
    >>> tail_rows(60), tail_rows(20)
    (6, 5)
    """
    return max(FEWEST, int(SHARE * size))


def tail_index(losses: Floats) -> float:
    """Hill's estimate of α in P(loss > x) ~ x^-α, from the largest tenth of the losses; infinite where they are equal.

    A sample that did not meet the tail has a small spread, so the spread cannot tell; the shape of the largest losses
    that it did meet can, whether or not the worst is among them.

    References
    ----------
    hill1975.

    Examples
    --------
    >>> rng = np.random.default_rng(2)
    >>> round(tail_index(rng.normal(size=1000) ** 2), 1), round(tail_index(rng.standard_t(3, size=1000) ** 2), 1)
    (2.4, 1.2)
    """
    k = tail_rows(losses.size)
    if losses.size <= k:
        return inf
    largest = np.partition(losses, losses.size - k - 1)[losses.size - k - 1 :]
    end = float(largest.min())
    if end <= 0:
        return inf if largest.max() <= 0 else 0.0
    total = float(np.log(largest / end).sum())
    return k / total if total > 0 else inf
