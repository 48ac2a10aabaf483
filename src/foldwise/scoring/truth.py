"""The first look at the truth of rows that are read in pieces: labels, segments, sums of values and of weights."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.measures.summaries import exact_product_sum
from foldwise.native import exact_sum
from foldwise.predictions import Coded, as_numbers, factorise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats
    from foldwise.predictions import Roles
    from foldwise.scoring.parts import SourcePart
    from foldwise.typing import Given

__all__ = ["TruthSeen", "look_at_truth", "row_count", "row_weights"]


@final
@dataclass(frozen=True)
class TruthSeen:
    """What one look at the truth of some rows finds; two of them add up.

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
    weightless
        Rows of weight 0.
    """

    labels: frozenset[str] = frozenset()
    segments: frozenset[str] = frozenset()
    total: int = 0
    n: int = 0
    largest: float = 0.0
    unknown: bool = False
    weight: int = 0
    weightless: int = 0

    @property
    def mean(self) -> float:
        """Mean of the values."""
        if self.weight:
            return float(Fraction(self.total, self.weight))
        return self.total / 2**1074 / max(1, self.n)

    def __add__(self, other: TruthSeen) -> TruthSeen:
        """Put two sets of rows together."""
        return TruthSeen(
            self.labels | other.labels,
            self.segments | other.segments,
            self.total + other.total,
            self.n + other.n,
            max(self.largest, other.largest),
            self.unknown or other.unknown,
            self.weight + other.weight,
            self.weightless + other.weightless,
        )


def look_at_truth(part: SourcePart, *, roles: Roles, task: Task) -> TruthSeen:
    """Labels, exact sum and number of values, and names of the segments of one part."""
    found = TruthSeen()
    for chunk in part.source.chunks(list(filter(None, [roles.truth, roles.segment, roles.weights]))):
        found += _look(chunk, roles, task, start=max(0, part.start) + found.n)
    return found


def _look(chunk: Mapping[str, Any], roles: Roles, task: Task, *, start: int) -> TruthSeen:
    truth, labels, total, largest, weight = chunk[roles.truth], frozenset[str](), 0, 0.0, 0
    weights = row_weights(chunk, roles, start) if roles.weights else None
    weight = 0 if weights is None else exact_sum(weights)
    weightless = 0 if weights is None else int(np.sum(weights == 0))
    if task is Task.CLASSIFICATION:
        labels = frozenset(_used(factorise(truth)))
    else:
        values = as_numbers(truth, "truth", start)
        total = exact_sum(values) if weights is None else exact_product_sum(values, weights)
        largest = float(np.abs(values).max(initial=0.0))
    segments, unknown = frozenset[str](), False
    if roles.segment:
        coded = factorise(chunk[roles.segment])
        segments, unknown = frozenset(_used(coded)), bool(np.any(coded.codes < 0))
    return TruthSeen(labels, segments, total, row_count(truth), largest, unknown, weight, weightless)


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


def row_count(column: Given) -> int:
    """Rows of a column as it was read."""
    return len(column.codes if isinstance(column, Coded) else column)
