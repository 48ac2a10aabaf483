"""The order of scores: exact while it fits, in bins with a known error when it does not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.outcomes import Outcomes
from foldwise.measures.summaries.moments import whole_sum
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.measure import Measure

__all__ = ["ALL_BITS", "MOST_DISTINCT_SCORES", "Ranking", "key_value", "order_keys"]

MOST_DISTINCT_SCORES = 1 << 20
"""Distinct scores kept; 24 bytes each for two classes."""
ALL_BITS = 64
"""Bits of the key of a score of which none is dropped."""
MOST_BORDERS = 100
"""Most borders of calibration bins."""
MOST_EMPTY_BINS = 8
"""Bins are merged by position, not by sorting, where their span is at most this multiple of the budget."""


@final
@dataclass(frozen=True, eq=False)
class Ranking:
    """How many rows of each class have each score.

    While there are at most `budget` distinct scores all are kept. Then scores are told apart by their leading bits only
    (sign, exponent, part of the mantissa), as many as leave at most `budget` distinct ones: bins that do not depend on
    the data but by their number, so merging stays associative, and an area is known up to half the pairs that share a
    bin.

    Parameters
    ----------
    keys
        Leading bits of the distinct scores, ascending (K,).
    counts
        Rows of each class with such a score (K, C).
    bits
        How many leading bits; 64 is exact.
    budget
        Most distinct scores.

    Examples
    --------
    >>> scores, codes = np.array([0.1, 0.4, 0.35, 0.8]), np.array([0, 0, 1, 1])
    >>> whole = Ranking.of(scores[:2], codes[:2], 2) + Ranking.of(scores[2:], codes[2:], 2)
    >>> whole.area(1, 0), whole.error(1, 0)
    (0.75, 0.0)
    """

    keys: Array
    counts: Array
    bits: int = ALL_BITS
    budget: int = MOST_DISTINCT_SCORES

    @classmethod
    def of(
        cls,
        scores: Floats,
        codes: Codes,
        classes: int,
        *,
        budget: int = MOST_DISTINCT_SCORES,
        bits: int = ALL_BITS,
        weights: Floats | None = None,
    ) -> Ranking:
        """Summarise the scores of rows of these classes; to `bits` at once where a ranking to merge with has no more.

        Weights are whole numbers, and a row counts as many times.
        """
        keys = order_keys(scores)
        if bits < ALL_BITS:
            keys >>= np.uint64(ALL_BITS - bits)
        if weights is not None:
            order = np.argsort(keys, kind="stable")
            counts = np.zeros((keys.size, classes), dtype=np.int64)
            counts[np.arange(keys.size), codes[order]] = weights[order]
            return cls(*_grouped(keys[order], counts), bits, budget)._within_budget()
        return cls.of_keys(keys, codes, classes, budget=budget, bits=bits)

    @classmethod
    def of_keys(
        cls, keys: Array, codes: Array, classes: int, *, budget: int = MOST_DISTINCT_SCORES, bits: int = ALL_BITS
    ) -> Ranking:
        """Summarise rows by the leading bits of their scores."""
        if keys.size and bits < ALL_BITS:
            low, span = keys.min(), int(keys.max() - keys.min()) + 1
            if span <= MOST_EMPTY_BINS * budget:
                table = np.bincount((keys - low).astype(np.intp) * classes + codes, minlength=span * classes)
                counts = table.reshape(span, classes)
                filled = _filled(counts)
                return cls(filled.astype(np.uint64) + low, counts[filled], bits, budget)._within_budget()
        parts = [_distinct(np.sort(keys[codes == code])) for code in range(classes)]
        joined = np.concatenate([part for part, _ in parts])
        counts = np.zeros((joined.size, classes), dtype=np.int64)
        owner = np.repeat(np.arange(classes), [part.size for part, _ in parts])
        counts[np.arange(joined.size), owner] = np.concatenate([times for _, times in parts])
        order = np.argsort(joined, kind="stable")
        return cls(*_grouped(joined[order], counts[order]), bits, budget)._within_budget()

    def __add__(self, other: Ranking) -> Ranking:
        """Merge two disjoint sets of rows."""
        bits = min(self.bits, other.bits)
        a, b = self._coarser(bits), other._coarser(bits)
        if bits < ALL_BITS and a.keys.size and b.keys.size:
            low = min(a.keys[0], b.keys[0])
            span = int(max(a.keys[-1], b.keys[-1]) - low) + 1
            if span <= MOST_EMPTY_BINS * min(self.budget, other.budget):
                return _by_place(a, b, low, span)._within_budget()
        keys, counts = np.concatenate([a.keys, b.keys]), np.concatenate([a.counts, b.counts])
        order = np.argsort(keys, kind="stable")
        merged = Ranking(*_grouped(keys[order], counts[order]), bits, min(self.budget, other.budget))
        return merged._within_budget()

    def _coarser(self, bits: int) -> Ranking:
        """Keep fewer leading bits."""
        if bits == self.bits:
            return self
        keys = self.keys >> np.uint64(self.bits - bits)
        return Ranking(*_grouped(keys, self.counts), bits, self.budget)

    def _within_budget(self) -> Ranking:
        """Keep the most leading bits that leave at most `budget` distinct scores."""
        if self.keys.size <= self.budget:
            return self
        # Neighbours stay apart after a shift by s where their difference has more than s bits.
        lengths = np.bincount(bit_lengths(self.keys[1:] ^ self.keys[:-1]), minlength=ALL_BITS + 1)
        apart = 1 + lengths.sum() - np.cumsum(lengths)
        shift = int(np.argmax(apart <= self.budget))
        return self._coarser(self.bits - shift)

    @property
    def exact(self) -> bool:
        """Whether every distinct score is kept."""
        return self.bits == ALL_BITS

    @cached_property
    def rows(self) -> Array:
        """Rows of each class (C,)."""
        return self.counts.sum(axis=0)

    def ranges(self, most: int) -> list[tuple[int, int]]:
        """Cut the bins into runs of at most `most` rows, or of one bin: places of the first and behind the last of each.

        Examples
        --------
        >>> ranking = Ranking.of(np.array([1.0, 2, 2, 2, 3, 4]), np.zeros(6, dtype=np.intp), 1)
        >>> ranking.ranges(2)
        [(0, 1), (1, 2), (2, 4)]
        """
        ends = np.cumsum(self.counts.sum(axis=1))
        found, start = [], 0
        while start < ends.size:
            before = int(ends[start - 1]) if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, before + most, side="right")))
            found.append((start, stop))
            start = stop
        return found

    def span(self, first: int, stop: int) -> tuple[int, int]:
        """First and last whole key, all 64 bits of it, that bins from place `first` to before `stop` can hold."""
        shift = ALL_BITS - self.bits
        return int(self.keys[first]) << shift, ((int(self.keys[stop - 1]) + 1) << shift) - 1

    def area(self, up: int, down: int) -> float:
        """Probability that a row of class `up` scores above one of class `down`, rows of one bin being ties."""
        pairs = int(self.rows[up]) * int(self.rows[down])
        if pairs == 0:
            return float("nan")
        ups, downs = self.counts[:, up], self.counts[:, down]
        below = np.cumsum(downs) - downs
        return whole_sum(ups, 2 * below + downs) / (2 * pairs)

    def error(self, up: int, down: int) -> float:
        """Guaranteed bound of the error of `area`: half the pairs that share a bin; 0 where no score was lost."""
        pairs = int(self.rows[up]) * int(self.rows[down])
        if self.exact or pairs == 0:
            return 0.0
        return whole_sum(self.counts[:, up], self.counts[:, down]) / (2 * pairs)

    def placements(self, up: int, down: int) -> Floats:
        """For each bin the share of class `down` below it, and of class `up` above it; ties half (K, 2)."""
        shares = []
        for code in (down, up):
            counts = self.counts[:, code]
            shares.append((np.cumsum(counts) - counts / 2) / max(1, int(self.rows[code])))
        return np.stack([shares[0], 1 - shares[1]], axis=1)

    def place(self, scores: Floats) -> Codes:
        """Bin of each score."""
        return np.searchsorted(self.keys, order_keys(scores) >> np.uint64(ALL_BITS - self.bits))

    def bracket(self, measure: Measure, positive: int) -> tuple[float, float]:
        """Least and largest value of a ranking measure of two classes, over all orders within the bins."""
        if self.exact:
            value = measure.value(self._rows(positive, 0.0))
            return value, value
        ends = [measure.value(self._rows(positive, shift)) for shift in (-0.25, 0.25)]
        return min(ends), max(ends)

    def limits(self) -> tuple[Floats, Floats]:
        """Smallest and largest score that each bin can hold (K,), (K,)."""
        shift = np.uint64(ALL_BITS - self.bits)
        low = self.keys << shift
        return key_values(low), key_values(low | ((np.uint64(1) << shift) - np.uint64(1)))

    def expected_error(self, measure: Measure, positive: int) -> tuple[float, float]:
        """A calibration error of two classes, and how wrong it may be.

        Scores are known to the width of a bin, and rows of a bin at a border may belong on its other side.
        """
        low, high = self.limits()
        low, high = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
        place, code = np.nonzero(self.counts)
        scores = (low + high)[place] / 2
        table = np.stack([1 - scores, scores] if positive == 1 else [scores, 1 - scores], axis=1)
        weights = self.counts[place, code].astype(np.float64)
        rows = Outcomes(code, code, table, ScoreKind.PROBABILITY, classes=2, positive=positive, weights=weights)
        if self.exact:
            return measure.value(rows), 0.0
        sizes = self.counts.sum(axis=1) / self.counts.sum()
        most = np.sort(sizes)[-MOST_BORDERS:].sum()
        return measure.value(rows), float(np.max(high - low) / 2 + 2 * most)

    def median(self) -> tuple[float, float]:
        """Median of all scores, and how wrong it may be: half the width of its bin."""
        ends, n = np.cumsum(self.counts.sum(axis=1)), int(self.counts.sum())
        if n == 0:
            return float("nan"), 0.0
        places = np.searchsorted(ends, [(n - 1) // 2, n // 2], side="right")
        low, high = (ends_of[places] for ends_of in self.limits())
        return float(np.mean((low + high) / 2)), float(np.mean(high - low)) / 2

    def _rows(self, positive: int, shift: float) -> Outcomes:
        """One weighted row per bin and class; within a bin positives are moved by `shift` bins."""
        place, code = np.nonzero(self.counts)
        scores = place.astype(np.float64) + np.where(code == positive, shift, -shift)
        table = np.stack([-scores, scores] if positive == 1 else [scores, -scores], axis=1)
        weights = self.counts[place, code].astype(np.float64)
        return Outcomes(code, code, table, ScoreKind.DECISION, classes=2, positive=positive, weights=weights)


def _by_place(a: Ranking, b: Ranking, low: Array, span: int) -> Ranking:
    """Merge by counting at the place of each key, where the keys lie close together."""
    table = np.zeros((span, a.counts.shape[1]), dtype=a.counts.dtype)
    table[(a.keys - low).astype(np.intp)] = a.counts
    table[(b.keys - low).astype(np.intp)] += b.counts
    filled = _filled(table)
    return Ranking(filled.astype(np.uint64) + low, table[filled], a.bits, min(a.budget, b.budget))


def order_keys(scores: Floats) -> Array:
    """Whole numbers in the order of the scores: the bits of a float, turned so that negative numbers come first.

    Examples
    --------
    >>> keys = order_keys(np.array([-2.0, -0.0, 0.0, 1e-300, 3.0]))
    >>> bool(np.all(np.diff(keys.astype(object)) >= 0)), bool(keys[1] == keys[2])
    (True, True)
    """
    bits = (np.asarray(scores, dtype=np.float64) + 0.0).view(np.uint64)
    negative = bits >> np.uint64(63) == 1
    return np.where(negative, ~bits, bits | np.uint64(1 << 63))


def key_values(keys: Array) -> Floats:
    """Scores of many keys."""
    top = np.uint64(1 << 63)
    return np.where(keys >> np.uint64(63) == 1, keys ^ top, ~keys).astype(np.uint64).view(np.float64)


def key_value(key: int) -> float:
    """The score that a key of 64 bits stands for.

    Examples
    --------
    >>> [key_value(int(key)) for key in order_keys(np.array([-2.5, 0.0, 0.1]))]
    [-2.5, 0.0, 0.1]
    """
    bits = key ^ (1 << 63) if key >> 63 else ~key & ((1 << 64) - 1)
    return float(np.array([bits], dtype=np.uint64).view(np.float64)[0])


def bit_lengths(words: Array) -> Codes:
    """Number of bits of each word; 0 for 0."""
    high, low = words >> np.uint64(32), words & np.uint64(0xFFFFFFFF)
    # Halves are exact as floats; a whole word would be rounded up to the next power of two.
    return np.where(high > 0, np.frexp(high.astype(np.float64))[1] + 32, np.frexp(low.astype(np.float64))[1])


def _distinct(ordered: Array) -> tuple[Array, Array]:
    """Distinct values of a sorted array and how often each occurs."""
    if ordered.size == 0:
        return ordered, np.zeros(0, dtype=np.int64)
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return ordered[starts], np.diff(np.append(starts, ordered.size))


def _grouped(keys: Array, counts: Array) -> tuple[Array, Array]:
    """Add up the counts of equal neighbours."""
    if keys.size == 0:
        return keys, counts
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    if starts.size == keys.size:
        return keys, counts
    return keys[starts], np.add.reduceat(counts, starts, axis=0)


def _filled(counts: Array) -> Codes:
    """Rows of a table of counts that are not all 0."""
    filled = counts[:, 0] != 0
    for column in counts.T[1:]:
        filled |= column != 0
    return np.flatnonzero(filled)
