"""What a draw keeps in proportion: the classes, the range of a numeric target, or nothing; and rows assigned to parts so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.arrays import smallest_unsigned
from foldwise.cached import cached_property, filled_at_once
from foldwise.phrases import count_of, listed

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset

__all__ = ["Strata", "apportion", "assign_parts", "note_on_rare_classes"]

MOST_NAMED = 3
"""Of more rare classes only the first are named."""
STEP, HALF, LOWER = native.STEP, np.uint64(32), np.uint64(0xFFFFFFFF)


class StratifiedBy(Enum):
    """What is kept in proportion."""

    NOTHING = "nothing"
    CLASSES = "classes"
    VALUES = "values"


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Strata:
    """Rows with the key that a draw keeps in proportion.

    Parameters
    ----------
    keys
        Class codes, or the places of the values among the distinct ones, in a small integer type (n,).
    kept
        What the keys are.

    Examples
    --------
    >>> strata = Strata.of_classes(np.array([0] * 6 + [1] * 3))
    >>> parts = strata.assign_parts(3, np.random.default_rng(0))[0]
    >>> np.bincount(parts[:6]), np.bincount(parts[6:])
    (array([2, 2, 2]), array([1, 1, 1]))
    """

    keys: Array
    kept: StratifiedBy

    @classmethod
    def of(cls, dataset: Dataset, *, stratify: bool) -> Strata:
        """Give the classes, the values of a numeric target, or nothing where no stratification is wanted."""
        if not stratify:
            return cls(np.zeros(dataset.n, dtype=np.uint8), StratifiedBy.NOTHING)
        if dataset.is_classification:
            return cls.of_classes(dataset.codes)
        return cls(_in_smallest_type(np.unique(dataset.truth, return_inverse=True)[1]), StratifiedBy.VALUES)

    @classmethod
    def of_classes(cls, codes: Codes) -> Strata:
        """Keep classes in proportion."""
        return cls(_in_smallest_type(codes), StratifiedBy.CLASSES)

    def __getstate__(self) -> dict[str, object]:
        """Keep only what defines the strata: a cached order would burden every worker process."""
        return {"keys": self.keys, "kept": self.kept}

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.keys.size)

    def take(self, rows: Codes) -> Strata:
        """Keep the chosen rows only."""
        return Strata(self.keys[rows], self.kept)

    def assign_parts(self, k: int, rng: np.random.Generator, repeats: int = 1) -> Array:
        """Assign the rows to k parts in turn, stratum after stratum; sizes differ by at most one (METHODS A.4), (repeats, n).

        The turn goes on from class to class, so both the parts and each class within the parts differ by at most one
        row. A numeric target is sorted, cut into blocks of k, and the rows of every block go to the parts in random order.
        """
        order, edges = self._sorted
        seed = int(rng.integers(1 << 63))
        return assign_parts(order, edges, k, afresh=self.kept is StratifiedBy.VALUES, seed=seed, repeats=repeats)

    @cached_property
    def _sorted(self) -> tuple[Array, Codes]:
        """Rows in the order of their keys, and where each key starts, with the end of the last."""
        if self.kept is StratifiedBy.NOTHING:
            return np.arange(self.n), np.array([0, self.n])
        if not native.COMPILED:
            order = _sort_by(self.keys, np.arange(self.n))
            return order, np.concatenate([[0], np.cumsum(np.bincount(self.keys))])
        kinds = int(self.keys.max()) + 1
        numbers, order = np.empty((2, self.n), dtype=np.int64)
        edges = np.empty(kinds + 1, dtype=np.int64)
        native._native.rows_by_part(
            parts=self.keys[None], k=kinds, threads=1, numbers=numbers, rows=order, starts=edges
        )
        return order, edges

    def choose(
        self, size: int, rng: np.random.Generator, *, both_sides: bool = True, every_row_alike: bool = False
    ) -> Codes:
        """Choose `size` rows in proportion, ascending.

        With `both_sides` every class with two rows or more is among the chosen and among the others (METHODS A.2), which can need
        more than `size` rows where there are many classes. With `every_row_alike` shares are rounded up or down at random instead, so that
        many draws choose all rows equally often.
        """
        order = self._shuffled(rng)
        if self.kept is StratifiedBy.CLASSES:
            rounded = _rounded_at_random if every_row_alike else partial(apportion, both_sides=both_sides)
            chosen = self._leading(order, rounded(np.bincount(self.keys), size, rng))
        elif self.kept is StratifiedBy.VALUES:
            chosen = _spread(order, size, rng)
        else:
            chosen = order[:size]
        return np.sort(chosen).astype(np.intp)

    def _shuffled(self, rng: np.random.Generator) -> Array:
        """Rows in the order of their keys, in random order where keys are equal."""
        if self._distinct is not None:
            return self._distinct
        order = rng.permutation(np.arange(self.n, dtype=smallest_unsigned(self.n)))
        return order if self.kept is StratifiedBy.NOTHING else _sort_by(self.keys, order)

    @cached_property
    def _distinct(self) -> Array | None:
        """Rows in the order of their values where no two are equal: then one sort serves every draw."""
        if self.kept is not StratifiedBy.VALUES:
            return None
        order = np.argsort(self.keys)
        return None if (np.diff(self.keys[order]) == 0).any() else order

    def _leading(self, order: Array, shares: Codes) -> Array:
        """Take the first rows of each class, as many as its apportioned share."""
        counts = np.bincount(self.keys)
        ranks = np.arange(self.n) - np.repeat(np.cumsum(counts) - counts, counts)
        return order[ranks < np.repeat(shares, counts)]


def _in_smallest_type(codes: Codes) -> Array:
    """Codes in the smallest type, which makes them quick to sort."""
    return codes.astype(smallest_unsigned(int(codes.max(initial=0))))


def _sort_by(keys: Array, order: Array) -> Array:
    """Sort rows by their keys, keeping their order where keys are equal.

    numpy sorts keys of at most two bytes in linear time, so longer ones are sorted by their lower half, then the upper.
    """
    if keys.dtype.itemsize <= 2:
        return order[np.argsort(keys[order], kind="stable")]
    order = order[np.argsort((keys[order] & 0xFFFF).astype(np.uint16), kind="stable")]
    return order[np.argsort((keys[order] >> 16).astype(np.uint16), kind="stable")]


def _spread(order: Array, size: int, rng: np.random.Generator) -> Array:
    """Choose rows evenly along a sorted order, each with the same probability size / n.

    Neighbours are shuffled within short blocks; then row i is chosen where ⌊(i + 1)f + u⌋ steps above ⌊i f + u⌋ with
    f = size / n and one uniform u, which gives exactly `size` rows.
    """
    n = order.size
    width = max(2, ceil(n / max(1, min(size, n - size))))
    mixed = np.argsort(np.arange(n) // width + rng.random(n), kind="stable")
    # In whole numbers (u = start / n), so that rounding cannot change the count.
    steps = (np.arange(n + 1) * size + rng.integers(n)) // n
    return order[mixed][np.diff(steps) == 1]


def apportion(counts: Codes, total: int, rng: np.random.Generator, *, both_sides: bool = True) -> Codes:
    """Divide `total` seats over classes by largest remainder, ties at random (METHODS A.2).

    With `both_sides` a class with two rows or more gets at least one seat and keeps at least one row, even if the seats
    then add up to more or less than `total`.

    Examples
    --------
    >>> apportion(np.array([90, 9, 1]), 10, np.random.default_rng(0))
    array([9, 1, 0])
    """
    quotas = counts * total / max(1, counts.sum())
    shared = (counts >= 2) & both_sides
    low, high = np.where(shared, 1, 0), np.where(shared, counts - 1, counts)
    seats = np.clip(np.floor(quotas).astype(np.intp), low, high)
    remainders = quotas + rng.random(counts.size) * 1e-9
    _settle(seats, total, remainders, (low, high))
    return seats


def _rounded_at_random(counts: Codes, total: int, rng: np.random.Generator) -> Codes:
    """Divide `total` seats over classes, each quota rounded up with the probability of its fraction, by one uniform number.

    Every row is chosen with the probability total / n then, whatever its class. Of a class with two rows or more one is left out, where another
    class can give a row for it.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> seats = np.array([_rounded_at_random(np.array([94, 6]), 10, rng) for _ in range(1000)])
    >>> set(seats.sum(axis=1).tolist()), set(seats[:, 1].tolist()), round(float(seats[:, 1].mean()), 1)
    ({10}, {0, 1}, 0.6)
    """
    ends = np.concatenate([[0], np.cumsum(counts)]) * total
    n = max(1, int(counts.sum()))
    seats = np.diff((ends + rng.integers(n)) // n)
    low, high = np.zeros_like(counts), np.where(counts >= 2, counts - 1, counts)
    np.clip(seats, low, high, out=seats)
    _settle(seats, total, counts * total / n, (low, high))
    return seats


def _settle(seats: Codes, total: int, wanted: Floats, bounds: tuple[Codes, Codes]) -> None:
    """Give or take single seats, where the remainder is largest, until they add up to the total."""
    low, high = bounds
    while seats.sum() < total and (seats < high).any():
        seats[np.argmax(np.where(seats < high, wanted - seats, -np.inf))] += 1
    while seats.sum() > total and (seats > low).any():
        seats[np.argmin(np.where(seats > low, wanted - seats, np.inf))] -= 1


def note_on_rare_classes(dataset: Dataset, k: int) -> str:
    """Say which classes have fewer rows than there are parts, so that some parts do not test them (METHODS A.4); else nothing.

    Such a class is assigned like any other, one row to a part, and takes no part from the other classes.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> rows = Dataset(np.zeros((94, 1)), np.repeat(["a", "b", "c"], [90, 3, 1]), Task.CLASSIFICATION)
    >>> note_on_rare_classes(rows, 10)
    "some of the 10 parts test no row of class 'b' (3 rows) and class 'c' (1 row)"
    """
    if not dataset.is_classification or k == dataset.n:
        return ""
    counts = dataset.class_counts
    rare = (counts < k).nonzero()[0].tolist()
    rare_classes = [
        f"class '{dataset.classes[code]}' ({count_of(int(counts[code]), 'row')})" for code in rare[:MOST_NAMED]
    ]
    rare_classes += (
        [f"{count_of(len(rare) - MOST_NAMED, 'more class', 'more classes')}"] if len(rare) > MOST_NAMED else []
    )
    return f"some of the {k} parts test no row of {listed(rare_classes)}" if rare_classes else ""


def assign_parts(order: Array, edges: Codes, k: int, *, afresh: bool, seed: int, repeats: int) -> Array:
    """Assign rows to k parts in turn, as often as there are repeats (repeats, n).

    Parameters
    ----------
    order
        Rows, stratum after stratum (n,).
    edges
        Where each stratum starts, and the end of the last: its rows are shuffled.
    k
        Number of parts.
    afresh
        Draw the order of the parts for every k rows; otherwise once.
    seed
        Seed of the words (Fisher & Yates 1938, from the end).
    repeats
        How often; the first ones do not depend on how many follow.

    Examples
    --------
    >>> assign_parts(np.arange(4), np.array([0, 2, 4]), 2, afresh=False, seed=1, repeats=2)
    array([[0, 1, 1, 0],
           [1, 0, 1, 0]], dtype=uint8)
    """
    small = smallest_unsigned(k - 1)
    n = order.size
    if native.COMPILED and small.itemsize <= 4 and n < 1 << 32:
        parts = np.empty((repeats, n), dtype=small)
        threads = native.cores() if parts.size >= native.WORTH_THREADS else 1
        rows, ends = np.ascontiguousarray(order, np.uint32), np.ascontiguousarray(edges, np.int64)
        native._native.assign_parts(order=rows, edges=ends, k=k, afresh=afresh, seed=seed, threads=threads, parts=parts)
        return parts
    return np.stack([_assign(order, edges, k, afresh=afresh, key=(seed, t)).astype(small) for t in range(repeats)])


def _assign(order: Array, edges: Codes, k: int, *, afresh: bool, key: tuple[int, int]) -> Array:
    n = order.size
    rows = _shuffled(order, edges, native.key_of_stratum(*key, 0))
    cycles = ceil(n / k) if afresh else 1
    sequence = np.tile(np.arange(k), cycles)
    sequence = _shuffled(sequence, np.arange(cycles + 1) * k, native.key_of_stratum(*key, 1))
    parts = np.empty(n, dtype=np.intp)
    parts[rows] = sequence[:n] if afresh else np.resize(sequence, n)
    return parts


def _shuffled(items: Array, edges: Codes, key: Array) -> Array:
    """Shuffle the items between one edge and the next: each changes places with one that is not after it."""
    places = np.arange(items.size, dtype=np.uint64)
    starts = np.repeat(edges[:-1], np.diff(edges)).astype(np.uint64)
    spans = places - starts + np.uint64(1)
    with np.errstate(over="ignore"):
        words = native.mix(key + (places + np.uint64(1)) * STEP)
    others = (((words >> HALF) * spans + (((words & LOWER) * spans) >> HALF)) >> HALF) + starts
    mixed = items.tolist()
    for at, other in zip(range(items.size - 1, -1, -1), others[::-1].tolist(), strict=True):
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return np.array(mixed, dtype=np.intp)
