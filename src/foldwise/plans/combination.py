"""Sets of rows: how many there are, all of them, or a random sample."""

from __future__ import annotations

from itertools import chain, combinations
from math import comb, inf, lgamma, log
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import smallest_unsigned

if TYPE_CHECKING:
    from foldwise.arrays import Array

__all__ = ["MOST_RESAMPLES", "all_sets", "count_sets", "random_sets", "written_count"]

MOST_RESAMPLES = 100_000
"""Above this many test sets a plan is sampled or refused, not enumerated (METHODS A.5)."""


def count_sets(n: int, size: int) -> float:
    """Number of sets of `size` of n rows; infinity where the number has more than 15 digits.

    Examples
    --------
    >>> count_sets(10, 5), count_sets(10**6, 10**5)
    (252, inf)
    """
    return comb(n, size) if _log10(n, size) < 15 else inf


def written_count(n: int, size: int) -> str:
    """Write the number of sets for a message.

    Examples
    --------
    >>> written_count(1000, 2), written_count(1000, 500)
    ('499,500', 'about 10^299')
    """
    count = count_sets(n, size)
    return f"about 10^{_log10(n, size):.0f}" if count == inf else f"{count:,}"


def all_sets(n: int, size: int) -> Array:
    """Every set of `size` of n rows (C(n, size), size).

    Examples
    --------
    >>> all_sets(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    rows = chain.from_iterable(combinations(range(n), size))
    return np.fromiter(rows, dtype=smallest_unsigned(n), count=comb(n, size) * size).reshape(-1, size)


def random_sets(n: int, size: int, draws: int, rng: np.random.Generator) -> Array:
    """Independent random sets of `size` of n rows (draws, size)."""
    sets = np.empty((draws, size), dtype=smallest_unsigned(n))
    for at in range(draws):
        sets[at] = np.sort(rng.choice(n, size, replace=False, shuffle=False))
    return sets


def _log10(n: int, size: int) -> float:
    return (lgamma(n + 1) - lgamma(size + 1) - lgamma(n - size + 1)) / log(10)
