"""The truth of rows that are read in pieces, in the first pass: labels, segments, sums of values and of weights."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data import NO_SEGMENT, Task
from foldwise.errors import InputError
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE, exact_product_sum
from foldwise.native import exact_sum
from foldwise.predictions import Coded, as_numbers, factorise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats
    from foldwise.predictions import Roles
    from foldwise.scoring.parts import SourcePart
    from foldwise.typing import Given

__all__ = ["TruthSeen", "look_at_truth", "row_weights", "rows_of_column"]


@final
@dataclass(frozen=True)
class TruthSeen:
    """Labels, segments and sums of the truth of some rows; two of them add up.

    Parameters
    ----------
    labels, segments
        Labels of the truth, and names of the segments.
    total, n
        Exact sum of the values, times their weights, in units of 2⁻¹⁰⁷⁴, and the number of rows.
    weight
        Exact sum of the weights in the same units; 0 without weights.
    largest
        Largest value, whatever its sign.
    unknown
        Whether any row has no segment.
    zero_weights
        Rows of weight 0.
    lightest, heaviest
        Smallest and largest weight.
    sums
        Of values, the exact sum in each segment and its weight, or number of rows, in the same units.
    """

    labels: frozenset[str] = frozenset()
    segments: frozenset[str] = frozenset()
    total: int = 0
    n: int = 0
    largest: float = 0.0
    unknown: bool = False
    weight: int = 0
    zero_weights: int = 0
    sums: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    lightest: float = inf
    heaviest: float = 0.0

    @property
    def mean(self) -> float:
        """Mean of the values."""
        if self.weight:
            return float(Fraction(self.total, self.weight))
        return self.total / 2**1074 / max(1, self.n)

    def mean_of(self, segment: str) -> float:
        """Mean of the values in a segment; 0 where nothing in it has a weight."""
        total, weight = self.sums.get(segment, (0, 0))
        return float(Fraction(total, weight)) if weight else 0.0

    def __add__(self, other: TruthSeen) -> TruthSeen:
        """Merge two disjoint sets of rows."""
        return TruthSeen(
            self.labels | other.labels,
            self.segments | other.segments,
            self.total + other.total,
            self.n + other.n,
            max(self.largest, other.largest),
            self.unknown or other.unknown,
            self.weight + other.weight,
            self.zero_weights + other.zero_weights,
            _added(self.sums, other.sums),
            min(self.lightest, other.lightest),
            max(self.heaviest, other.heaviest),
        )


def look_at_truth(part: SourcePart, *, roles: Roles, task: Task) -> TruthSeen:
    """Labels, exact sum and number of values, and names of the segments of one part."""
    found = TruthSeen()
    for chunk in part.source.chunks(list(filter(None, [roles.truth, roles.segment, roles.weights]))):
        found += _look(chunk, roles, task, start=max(0, part.start) + found.n)
    return found


def _look(chunk: Mapping[str, Any], roles: Roles, task: Task, *, start: int) -> TruthSeen:
    truth, labels, total, largest, weight = chunk[roles.truth], frozenset[str](), 0, 0.0, 0
    values = np.empty(0)
    weights = row_weights(chunk, roles, start) if roles.weights else None
    weight = 0 if weights is None else exact_sum(weights)
    zero_weights = 0 if weights is None else int(np.sum(weights == 0))
    if task is Task.CLASSIFICATION:
        labels = frozenset(_used(factorise(truth)))
    else:
        values = as_numbers(truth, "truth", start)
        total = exact_sum(values) if weights is None else exact_product_sum(values, weights)
        largest = float(np.abs(values).max(initial=0.0))
    segments, unknown, sums = frozenset[str](), False, {}
    if roles.segment:
        coded = factorise(chunk[roles.segment])
        segments, unknown = frozenset(_used(coded)), bool(np.any(coded.codes < 0))
        sums = _sums(values, coded, weights) if task is Task.REGRESSION else {}
    ends = (inf, 0.0) if weights is None else (float(weights.min(initial=inf)), float(weights.max(initial=0.0)))
    return TruthSeen(
        labels, segments, total, rows_of_column(truth), largest, unknown, weight, zero_weights, sums, *ends
    )


def _sums(values: Floats, coded: Coded, weights: Floats | None) -> dict[str, tuple[int, int]]:
    """Exact sum of the values in each segment, and its weight."""
    found = {}
    for code in np.unique(coded.codes).tolist():
        rows = coded.codes == code
        some = values[rows]
        name = NO_SEGMENT if code < 0 else coded.labels[code]
        if weights is None:
            found[name] = exact_sum(some), some.size * SMALLEST_FLOATS_IN_ONE
        else:
            found[name] = exact_product_sum(some, weights[rows]), exact_sum(weights[rows])
    return found


def _added(mine: Mapping[str, tuple[int, int]], yours: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Sums over both sets of rows."""
    nothing = (0, 0)
    pairs = {name: (mine.get(name, nothing), yours.get(name, nothing)) for name in mine.keys() | yours.keys()}
    return {name: (a[0] + b[0], a[1] + b[1]) for name, (a, b) in pairs.items()}


def row_weights(chunk: Mapping[str, Any], roles: Roles, start: int) -> Floats:
    """Weights of the rows, none of them negative."""
    found = as_numbers(chunk[roles.weights], "weights", start)
    if found.size and found.min() < 0:
        message = f"weights must not be negative; the smallest is {found.min()}"
        raise InputError(message, hint="weights of 0 or more")
    return found


def _used(coded: Coded) -> list[str]:
    counts = np.bincount(coded.codes[coded.codes >= 0], minlength=len(coded.labels))
    return [label for label, count in zip(coded.labels, counts, strict=True) if count]


def rows_of_column(column: Given) -> int:
    """Rows of a column as it was read."""
    return len(column.codes if isinstance(column, Coded) else column)
