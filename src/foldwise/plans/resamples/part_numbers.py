"""Part numbers, (repeats, n): how a partition is kept, and what resamples made of one share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from foldwise import native
from foldwise.arrays import freeze, smallest_unsigned
from foldwise.cached import cached_property
from foldwise.errors import PlanError
from foldwise.fingerprints import digest
from foldwise.plans.resamples.resamples import Resamples

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats

__all__ = ["PartedResamples", "checked_parts", "part_sizes"]


def checked_parts(parts: Array, k: int) -> Array:
    """Return the part numbers read-only and in the smallest type, so that equal parts have equal bytes."""
    if parts.ndim != 2 or not parts.size:
        message = f"part numbers are an array (repeats, n) with at least one row, not one of shape {parts.shape}"
        raise PlanError(message)
    if (parts.dtype.kind != "u" and parts.min() < 0) or parts.max() >= k:
        message = f"part numbers go from 0 to {k - 1} for {k} parts, not from {parts.min()} to {parts.max()}"
        raise PlanError(message)
    return freeze(parts.astype(smallest_unsigned(k - 1), copy=False))


def part_sizes(parts: Array, k: int) -> Floats:
    """Rows in each part of each repeat (repeats, k)."""
    sizes = np.empty((len(parts), k))
    if native.COMPILED and parts.flags.c_contiguous and parts.dtype in native.KEY_TYPES:
        threads = native.cores() if parts.size >= native.WORTH_THREADS else 1
        native._native.part_sizes(parts=parts, threads=threads, sizes=sizes)
        return sizes
    for at, row in enumerate(parts):
        sizes[at] = np.bincount(row, minlength=k)
    return sizes


@dataclass(frozen=True, eq=False, repr=False)
class PartedResamples(Resamples):
    """Resamples that leave out parts of the rows.

    Parameters
    ----------
    parts
        Part number of each row in each repeat (repeats, n); kept in the smallest unsigned type.
    k
        Number of parts.
    plan
        Text of the plan.
    unit
        What was assigned to parts: ``row`` or ``group``.
    note
        What a report should say about the draw.
    """

    KIND: ClassVar[str]
    """Which parts are left out together, for the fingerprint."""

    parts: Array
    k: int
    plan: str
    unit: str = "row"
    note: str = ""

    def __post_init__(self) -> None:
        """Check and compress the part numbers."""
        object.__setattr__(self, "parts", checked_parts(self.parts, self.k))

    @cached_property
    def n(self) -> int:
        """Number of rows."""
        return int(self.parts.shape[1])

    @cached_property
    def repeats(self) -> int:
        """Number of partitions."""
        return int(self.parts.shape[0])

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the part numbers."""
        return digest([self.KIND, str(self.k), self.parts])

    def to_arrays(self) -> dict[str, Array]:
        """The part numbers, how many there are, and the note."""
        return {"parts": self.parts, "k": np.array(self.k), "note": np.array(self.note)}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Array], plan: str, unit: str) -> Self:
        """Undo `to_arrays`."""
        return cls(arrays["parts"], int(arrays["k"]), plan, unit, str(arrays["note"]))
