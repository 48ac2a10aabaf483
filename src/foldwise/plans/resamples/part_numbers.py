"""Part numbers, (repeats, n): how a partition is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import freeze, smallest_unsigned
from foldwise.errors import PlanError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.plans.resamples.pairs_out import PairsOut
    from foldwise.plans.resamples.partition import Partition

__all__ = ["checked_parts", "part_sizes", "parts_of_arrays", "parts_to_arrays"]


FEW = 100_000
"""Part numbers that are counted together; above, one repeat after the other, which needs less memory."""


def checked_parts(parts: Array, k: int) -> Array:
    """Return the part numbers read-only and in the smallest type, so that equal parts have equal bytes."""
    if parts.ndim != 2 or not parts.size:
        message = f"part numbers are an array (repeats, n) with at least one row, not one of shape {parts.shape}"
        raise PlanError(message)
    if parts.min() < 0 or parts.max() >= k:
        message = f"part numbers go from 0 to {k - 1} for {k} parts, not from {parts.min()} to {parts.max()}"
        raise PlanError(message)
    return freeze(parts.astype(smallest_unsigned(k - 1), copy=False))


def parts_to_arrays(resamples: Partition | PairsOut) -> dict[str, Array]:
    """The part numbers, their number and the note, as plain arrays."""
    return {"parts": resamples.parts, "k": np.array(resamples.k), "note": np.array(resamples.note)}


def parts_of_arrays(arrays: dict[str, Array]) -> tuple[Array, int, str]:
    """Undo `parts_to_arrays`."""
    return arrays["parts"], int(arrays["k"]), str(arrays["note"])


def part_sizes(parts: Array, k: int) -> Floats:
    """Rows in each part of each repeat (repeats, k)."""
    if parts.size <= FEW:
        keys = parts + np.arange(0, len(parts) * k, k)[:, None]
        return np.bincount(keys.ravel(), minlength=len(parts) * k).reshape(-1, k).astype(np.float64)
    sizes = np.empty((len(parts), k))
    for at, row in enumerate(parts):
        sizes[at] = np.bincount(row, minlength=k)
    return sizes
