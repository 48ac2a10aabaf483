"""Names for the kinds of array that travel through foldwise, and how to freeze and hash one."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Array", "Codes", "Counts", "Floats", "Mask", "Scores", "digest", "freeze", "smallest_unsigned"]

Array: TypeAlias = NDArray[Any]
"""Any array."""
Floats: TypeAlias = NDArray[np.float64]
"""Real values, one per row or per resample."""
Codes: TypeAlias = NDArray[np.intp]
"""Row numbers, class codes, part numbers; -1 is 'none'."""
Counts: TypeAlias = NDArray[Any]
"""How often a row is in a training set: small integers, or real weights."""
Mask: TypeAlias = NDArray[np.bool_]
"""Which rows."""
Scores: TypeAlias = NDArray[np.float64]
"""One value of a measure per resample."""


def freeze(array: Array) -> Array:
    """Return the array as a read-only view, so that a frozen value cannot change under its owner."""
    view = array.view()
    view.flags.writeable = False
    return view


def digest(parts: Iterable[Array | str]) -> str:
    """Hash arrays (with their type and shape) and texts into 16 hexadecimal digits."""
    state = blake2b(digest_size=8)
    for part in parts:
        if isinstance(part, str):
            state.update(part.encode())
        else:
            state.update(f"{part.dtype.str}{part.shape}".encode())
            state.update(np.ascontiguousarray(part).data.cast("B") if part.size else b"")
        state.update(b"\x1f")
    return state.hexdigest()


def smallest_unsigned(largest: int) -> np.dtype[Any]:
    """Give the smallest unsigned type that holds `largest`."""
    return np.min_scalar_type(largest)
