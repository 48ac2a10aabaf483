"""Bands of curves: an interval of the height at every place, for as many independent rows as the curve rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.weights import effective_size

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats, Mask

__all__ = ["BAND_LEVEL", "CurveBand", "independent_rows", "mean_band", "share_band"]

BAND_LEVEL = 0.95
"""Level of the limits at each point of a curve."""


@final
@dataclass(frozen=True, eq=False)
class CurveBand:
    """Ends of the interval of the height of a curve at each place, each on its own (K,)."""

    x: Floats
    low: Floats
    high: Floats


def independent_rows(units: Array, weights: Floats | None, chosen: Mask) -> float:
    """How many independent rows of equal weight the chosen ones are worth: rows of a unit are one, (Σw)²/Σw² of them.

    Examples
    --------
    >>> independent_rows(np.array([0, 0, 1]), np.ones(3), np.array([True, True, True]))
    1.8
    """
    if not chosen.any():
        return 0.0
    own = units[chosen]
    codes = own if own.dtype.kind in "iu" and own.min() >= 0 else np.unique(own, return_inverse=True)[1].ravel()
    return effective_size(np.bincount(codes, weights=None if weights is None else weights[chosen]).astype(np.float64))


def share_band(x: Floats, share: Floats, rows: Floats | float) -> CurveBand | None:
    """Wilson's interval of a share at each place; None where there are no rows, places without any are left out.

    Examples
    --------
    >>> band = share_band(np.array([0.5]), np.array([0.85]), 100)
    >>> round(float(band.low[0]), 4), round(float(band.high[0]), 4)
    (0.7672, 0.9069)
    """
    from foldwise.measures.curves.calibration import wilson_band

    of = np.broadcast_to(np.asarray(rows, dtype=np.float64), share.shape)
    known = (of > 0) & np.isfinite(share)
    if not known.any():
        return None
    held = np.clip(share[known], 0.0, 1.0)
    return CurveBand(x[known], *wilson_band(held * of[known], of[known], BAND_LEVEL))


def mean_band(x: Floats, mean: Floats, error: Floats) -> CurveBand:
    """Normal interval of a mean with its standard error at each place."""
    from scipy.special import ndtri

    reach = float(ndtri((1 + BAND_LEVEL) / 2)) * error
    return CurveBand(x, mean - reach, mean + reach)
