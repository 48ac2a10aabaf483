"""Memory as the compiled kernels like it: lines of whole vectors that do not lie across two lines of the cache."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["LANES", "cache_aligned", "round_up_to_lanes"]

LANES = 8
"""Numbers of a vector."""
LINE = 64
"""Bytes of a line of the cache."""


def round_up_to_lanes(size: int) -> int:
    """Fill up to whole vectors."""
    return -(-size // LANES) * LANES


def cache_aligned(*shape: int) -> Floats:
    """Memory for real numbers that starts with a line of the cache."""
    size = prod(shape)
    block = np.empty(size + LANES)
    skip = -block.__array_interface__["data"][0] % LINE // block.itemsize
    return block[skip : skip + size].reshape(shape)
