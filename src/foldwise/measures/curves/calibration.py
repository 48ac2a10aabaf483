"""The calibration curve: how often what was said with a probability came true, with a band for chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.curve import Curve
from foldwise.measures.tallies.bins import make_bins, predicted_and_observed
from foldwise.measures.weights import effective_size

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["CalibrationCurve", "wilson_band"]

CURVE_BINS, WILSON_LEVEL = 10, 0.95
POOLED_NOTE = "the rows of all resamples are put together, because probabilities are on one scale"


@final
@dataclass(frozen=True, eq=False)
class CalibrationCurve(Curve):
    """Observed share against mean probability in bins of equal mass; the diagonal is perfect calibration.

    Parameters
    ----------
    predicted, observed
        Mean probability and share that came true in each bin (B,).
    low, high
        Wilson band of the observed share at the level (B,); every row counts once, however often it was tested.
    rows
        Rows in each bin (B,).
    level
        Level of the band.
    note
        What the reader should know.
    about
        The class that is found, where it is about one.

    References
    ----------
    murphy1977; wilson1927.
    """

    name: ClassVar[str] = "calibration"
    title: ClassVar[str] = "calibration curve"

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    rows: Floats
    level: float = WILSON_LEVEL
    note: str = ""
    about: str = ""

    @classmethod
    def pooled(cls, outcomes: Outcomes, times: float) -> CalibrationCurve:
        """Draw the curve of rows that were each tested so many times."""
        probability, came_true = predicted_and_observed(outcomes)
        found = make_bins(probability, came_true, outcomes.weights, bins=CURVE_BINS)
        rows = float(outcomes.size) if outcomes.weights is None else effective_size(outcomes.weights)
        evidence = found.share * rows / times  # a row tested r times carries that of one
        low, high = wilson_band(found.observed * evidence, evidence, WILSON_LEVEL)
        note = POOLED_NOTE if times > 1 else ""
        band = freeze(low), freeze(high)
        return cls(freeze(found.predicted), freeze(found.observed), *band, freeze(found.weight), WILSON_LEVEL, note)

    def columns(self) -> dict[str, Array]:
        """Predicted and observed, the band, and the rows."""
        names = ("predicted", "observed", "low", "high", "rows")
        return {name: getattr(self, name) for name in names}


def wilson_band(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Ends of Wilson's interval for k of n, for many at once.

    Examples
    --------
    >>> low, high = wilson_band(np.array([85.0]), np.array([100.0]), 0.95)
    >>> round(float(low[0]), 4), round(float(high[0]), 4)
    (0.7672, 0.9069)
    """
    from scipy.special import ndtri

    z, p = float(ndtri((1 + level) / 2)), k / n
    middle, scale = p + z**2 / (2 * n), 1 + z**2 / n
    half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    # At the edges the root is 0 or 1 exactly; rounding must not leave 1e-17.
    return np.where(k <= 0, 0.0, (middle - half) / scale), np.where(k >= n, 1.0, (middle + half) / scale)
