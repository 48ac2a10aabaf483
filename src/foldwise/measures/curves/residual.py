"""Residuals: what is left of the truth when the prediction is taken away, over the range of predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.curves.curve import Curve
from foldwise.measures.definitions.regression_errors import quantile

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["ResidualCurve"]

RESIDUAL_BINS = 10
"""Bins of predictions, of equal weight."""
QUANTILE_LEVELS = (0.1, 0.5, 0.9)
"""Quantiles of the residuals that are shown of each bin."""


@final
@dataclass(frozen=True, eq=False)
class ResidualCurve(Curve):
    """Residuals y - ŷ against predictions, with their 10 %, 50 % and 90 % quantiles in tenths of the predictions.

    Parameters
    ----------
    fitted, residual
        Prediction and residual of each prediction (N,).
    centre
        Mean prediction of each bin (B,).
    quantiles
        Lower, middle and upper quantile of the residuals in each bin (B, 3).
    note
        What the reader should know.
    about
        The class that is found, where it is about one.
    """

    name: ClassVar[str] = "residuals"
    title: ClassVar[str] = "residuals"

    fitted: Floats
    residual: Floats
    centre: Floats
    quantiles: Floats
    note: str = ""
    about: str = ""

    @classmethod
    def pooled(cls, outcomes: Outcomes, times: float) -> ResidualCurve:
        """Collect the residuals of rows that were each tested so many times."""
        fitted, residual = outcomes.output.astype(np.float64), outcomes.truth - outcomes.output
        group = np.unique(fitted, return_inverse=True)[1]
        mass = np.bincount(group)
        place = ((np.cumsum(mass) - mass / 2) * RESIDUAL_BINS / fitted.size).astype(np.intp)[group]
        bins = [place == code for code in np.unique(place)]
        weights = np.ones(fitted.size) if outcomes.weights is None else outcomes.weights
        centre = np.array([np.average(fitted[rows], weights=weights[rows]) for rows in bins])
        quantiles = np.array(
            [
                [quantile(residual[rows], weights[rows], level, between=True) for level in QUANTILE_LEVELS]
                for rows in bins
            ]
        )
        note = f"each row was tested {times:g} times on average" if times > 1 else ""
        return cls(freeze(fitted), freeze(residual), freeze(centre), freeze(quantiles), note)

    def some(self, most: int) -> Codes:
        """Places of at most so many predictions to be drawn: evenly, with the largest residuals and the ends of the range.

        Examples
        --------
        >>> fitted, residual = np.arange(100.0), np.where(np.arange(100) == 33, 9.0, 0.0)
        >>> ResidualCurve(fitted, residual, fitted[:1], np.zeros((1, 3))).some(8).tolist()
        [0, 33, 49, 99]
        """
        size = self.fitted.size
        if size <= most:
            return np.arange(size)
        extreme = np.argsort(-np.abs(self.residual), kind="stable")[: max(1, most // 30)]
        ends = [
            int(self.fitted.argmin()),
            int(self.fitted.argmax()),
            int(self.residual.argmin()),
            int(self.residual.argmax()),
        ]
        room = max(2, most - extreme.size - len(ends))
        even = np.linspace(0, size - 1, room).astype(np.intp)
        return np.unique(np.concatenate([even, extreme, np.array(ends, dtype=np.intp)]))

    def columns(self) -> dict[str, Array]:
        """Prediction and residual of each prediction."""
        return {"fitted": self.fitted, "residual": self.residual}
