"""Calibration instability: how the calibration of models of bootstrap samples scatters on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnoses.calibration.recalibration import recalibrate
from foldwise.diagnoses.instability import model_table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["CalibrationInstability", "calibration_instability"]


@final
@dataclass(frozen=True, eq=False)
class CalibrationInstability:
    """Calibration of each model on the same rows.

    Parameters
    ----------
    slopes
        Slope of the truth on the logit of the probability; 1 is calibrated, less is too extreme (B,).
    intercepts
        Intercept beside that slope (B,).
    in_the_large
        Share of positives less the mean probability; 0 is calibrated (B,).
    """

    slopes: Floats
    intercepts: Floats
    in_the_large: Floats

    def range_of(self, name: str, level: float = 0.95) -> tuple[float, float]:
        """Range of one of the three over the middle share of the models."""
        values = getattr(self, name)
        low, high = np.nanquantile(values, [(1 - level) / 2, (1 + level) / 2])
        return float(low), float(high)


def calibration_instability(
    truth: ArrayLike, probabilities: ArrayLike, *, trained: ArrayLike | None = None
) -> CalibrationInstability:
    """Calibrate every model of the bootstrap samples on the rows it is asked about.

    Parameters
    ----------
    truth
        1 for rows of the positive class, 0 for others (n,).
    probabilities
        Probability of the positive class by each model (n, B).
    trained
        Which rows each model was trained on, where those shall not count (n, B).

    References
    ----------
    riley2023; cox1958.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> p = rng.uniform(0.1, 0.9, 300)
    >>> y = (rng.random(300) < p).astype(int)
    >>> extreme = p**2 / (p**2 + (1 - p) ** 2)
    >>> found = calibration_instability(y, np.stack([p, extreme], axis=1))
    >>> (found.slopes[0] / found.slopes[1]).round(6)
    np.float64(2.0)
    """
    y = np.asarray(truth, dtype=np.float64)
    table, given = model_table(probabilities, trained)
    fits = [recalibrate(y[mine], table[mine, at]) for at, mine in enumerate(given.T)]
    large = [float((y[mine] - table[mine, at]).mean()) for at, mine in enumerate(given.T)]
    return CalibrationInstability(
        np.array([fit.slope for fit in fits]), np.array([fit.intercept for fit in fits]), np.array(large)
    )
