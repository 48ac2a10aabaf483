"""Resamples kept as a matrix of training counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import freeze, smallest_unsigned
from foldwise.fingerprints import digest
from foldwise.plans.resamples.resamples import Resamples

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats, Mask

__all__ = ["CountMatrix", "rows_of_counts", "weights_of_counts"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class CountMatrix(Resamples):
    """Training counts kept as a matrix; what was not drawn is tested.

    Parameters
    ----------
    matrix
        How often each row was drawn, (R, n): small integers, or real weights.
    plan
        Text of the plan.
    unit
        What was drawn: ``row`` or ``group``.
    test_all
        Test every row instead of those that were not drawn.
    note
        What a report should say about the draw.
    redrawn
        How many draws were thrown away.
    origin
        Fingerprint of the lazily drawn resamples this is a copy of, so that the copy counts as identical.

    Examples
    --------
    >>> drawn = CountMatrix(np.array([[2, 0, 1]]))
    >>> drawn.train_rows(0), drawn.test_rows(0)
    (array([0, 0, 2]), array([1]))
    """

    matrix: Counts
    plan: str = "bootstrap"
    unit: str = "row"
    test_all: bool = False
    note: str = ""
    redrawn: int = 0
    origin: str = ""

    def __post_init__(self) -> None:
        """Compress integer counts, so that equal counts have equal bytes."""
        counts = self.matrix
        if not np.issubdtype(counts.dtype, np.floating):
            counts = counts.astype(smallest_unsigned(int(counts.max(initial=0))), copy=False)
        object.__setattr__(self, "matrix", freeze(counts))

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.matrix.shape[1])

    @property
    def count(self) -> int:
        """Number of resamples."""
        return int(self.matrix.shape[0])

    @property
    def repeat(self) -> Codes:
        """Every resample is its own repeat."""
        return np.arange(self.count)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the counts."""
        return self.origin or digest(["counts", str(self.test_all), self.matrix])

    @cached_property
    def overlapping(self) -> bool:
        """Whether every row is tested."""
        return self.test_all

    @property
    def redraws(self) -> int:
        """How many draws were thrown away."""
        return self.redrawn

    def train_counts(self, start: int, stop: int) -> Counts:
        """The counts themselves."""
        return self.matrix[start:stop]

    def test_mask(self, start: int, stop: int) -> Mask:
        """Rows that were not drawn, or all."""
        block = self.matrix[start:stop]
        return np.ones(block.shape, dtype=np.bool_) if self.test_all else block == 0

    def train_rows(self, r: int) -> Codes:
        """Rows drawn, with repeats; each once where the counts are weights."""
        return rows_of_counts(self.matrix[r])

    def train_weights(self, r: int) -> Floats | None:
        """The real weights, where the counts are no integers."""
        return weights_of_counts(self.matrix[r])

    @cached_property
    def train_sizes(self) -> Floats:
        """Sums of the counts."""
        return self.matrix.sum(axis=1, dtype=np.float64)

    @cached_property
    def test_sizes(self) -> Floats:
        """Rows tested."""
        if self.test_all:
            return np.full(self.count, float(self.n))
        return (self.matrix == 0).sum(axis=1).astype(np.float64)

    def to_arrays(self) -> dict[str, Array]:
        """The matrix and what is known about it."""
        return {
            "matrix": self.matrix,
            "test_all": np.array(self.test_all),
            "note": np.array(self.note),
            "redrawn": np.array(self.redrawn),
            "origin": np.array(self.fingerprint),
        }

    @classmethod
    def from_arrays(cls, arrays: dict[str, Array], plan: str, unit: str) -> CountMatrix:
        """Undo `to_arrays`."""
        return cls(
            arrays["matrix"],
            plan,
            unit,
            test_all=bool(arrays["test_all"]),
            note=str(arrays["note"]),
            redrawn=int(arrays["redrawn"]),
            origin=str(arrays["origin"]),
        )


def rows_of_counts(counts: Counts) -> Codes:
    """Rows with repeats; each weighted row once."""
    if np.issubdtype(counts.dtype, np.floating):
        return np.flatnonzero(counts)
    return np.repeat(np.arange(counts.size), counts)


def weights_of_counts(counts: Counts) -> Floats | None:
    """Real weights of the rows, or None for integer counts."""
    if not np.issubdtype(counts.dtype, np.floating):
        return None
    return counts[counts != 0]
