"""Seeds of lazily drawn resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array

__all__ = ["draw_seeds"]


def draw_seeds(count: int, rng: np.random.Generator) -> Array:
    """One seed per resample: more resamples keep the seeds of the first ones."""
    return rng.integers(0, 2**63, size=count, dtype=np.int64)
