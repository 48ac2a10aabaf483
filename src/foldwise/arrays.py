"""Names for the kinds of array that travel through foldwise, how to freeze one, and what counts as rounding."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ApiArray",
    "Array",
    "Codes",
    "Counts",
    "Floats",
    "Mask",
    "Scores",
    "freeze",
    "smallest_unsigned",
    "trapezoid",
]

Array: TypeAlias = NDArray[Any]
"""Any array."""
ApiArray: TypeAlias = Any
"""An array of any library of the array API, numpy among them: its functions are those of `array_namespace`."""
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
ROUNDING_TOLERANCE = 1e-12
"""Differences up to this share of what is compared are rounding; where something else was found to be, a module says so itself."""


def freeze(array: Array) -> Array:
    """Return the array as a read-only view, so that a frozen value cannot change under its owner."""
    view = array.view()
    view.flags.writeable = False
    return view


@lru_cache(maxsize=256)
def smallest_unsigned(largest: int) -> np.dtype[Any]:
    """Give the smallest unsigned type that holds `largest`."""
    return np.min_scalar_type(largest)


def trapezoid(y: Floats, x: Floats) -> float:
    """Area under the line through points, as numpy has it from 2.0 on.

    Examples
    --------
    >>> trapezoid(np.array([0.0, 1.0, 1.0]), np.array([0.0, 1.0, 3.0]))
    2.5
    """
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2.0).sum())
