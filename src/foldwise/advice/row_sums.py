"""Sums of hashes by which rows are equal in some columns: leaving one out is a subtraction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.advice.numbers import hash_rows, tied_places

if TYPE_CHECKING:
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats

__all__ = ["column_hashes", "columns_apart", "pairs_of", "ring", "sets_of"]

FEWEST_IN_RING, RING = 3, 6
"""Columns that are looked at two by two."""
LEAST_AGREED = 0.5


def column_hashes(table: Floats) -> Array:
    """One word of 64 bits for each value (p, n), another one in another column, whose sums are equal for equal rows.

    Examples
    --------
    >>> words = column_hashes(np.array([[1.0, 2.0], [1.0, 2.0], [2.0, 1.0]])).sum(axis=0)
    >>> bool(words[0] == words[1]), bool(words[0] == words[2])
    (True, False)
    """
    n = len(table)
    return np.stack([hash_rows([column] * 2, np.full(n, j + 1, np.uint64)) for j, column in enumerate(table.T)])


def sets_of(key: Array) -> tuple[Codes, Codes]:
    """Number of the set of equal rows that each row belongs to (n,), and the size of each set."""
    _, sets, sizes = np.unique(key, return_inverse=True, return_counts=True)
    return sets, sizes


def pairs_of(sizes: Codes) -> float:
    """Pairs of rows within sets of these sizes."""
    return float((sizes * (sizes - 1) / 2).sum())


def ring(levels: Codes, many: int) -> list[tuple[int, int]]:
    """Pairs of columns, neighbours in a ring of the six of most values, as far as these are more than `many`.

    One column of three without a partner in common cannot spoil all pairs, nor can two of five or six.

    Examples
    --------
    >>> ring(np.array([100, 3, 90, 100]), 20)
    [(0, 3), (3, 2), (2, 0)]
    """
    order = np.argsort(-levels, kind="stable")[:RING]
    places = [int(place) for place in order if levels[place] > many]
    if len(places) < FEWEST_IN_RING:
        return []
    pairs = list(zip(places, [*places[1:], *places[:1]], strict=True))
    return pairs[::2] if len(places) == RING else pairs


def columns_apart(case: Case, many: int, fewest: float) -> tuple[int, ...]:
    """Columns of many values in which rows differ that agree in two others; none where that is no more than chance.

    Parameters
    ----------
    case
        The rows.
    many
        Columns of more values are looked at.
    fewest
        Rows that agree with another one in two columns, from which on they are looked at.
    """
    places = np.flatnonzero(case.levels > many).tolist()
    for pair in ring(case.levels, many):
        key = hash_rows([case.column(place) for place in pair])
        tied = tied_places(key)
        if tied.size < fewest:
            continue
        order = tied[np.argsort(key[tied], kind="stable")]
        first, second = order[:-1], order[1:]
        equal = key[first] == key[second]
        first, second = first[equal], second[equal]
        apart = [place for place in places if not _agree(case.column(place), first, second)]
        if apart and len(places) - len(apart) >= max(2, len(apart)):
            return tuple(apart)
    return ()


def _agree(column: Floats, first: Codes, second: Codes) -> bool:
    """Whether most pairs of rows have the same value."""
    one, other = column[first], column[second]
    return bool(((one == other) | ((one != one) & (other != other))).mean() >= LEAST_AGREED) if one.size else False
