"""The z-test of one cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.simulations.size import false_positives
from foldwise.estimates import Target
from foldwise.intervals import MeasureGroup, Validity

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["WaldCVTest", "wald_z"]


@final
@dataclass(frozen=True)
class WaldCVTest(ComparisonMethod):
    """z = d̄ √n / σ̂ over the differences of the n rows of one cross-validation, σ̂² = (1/n) Σ (dᵢ - d̄)² (METHODS D.6).

    Exact for large n and stable models, about the mean risk of the models that were fitted. It ignores that they share
    training rows, which makes it liberal; its note gives the simulated rate of false positives.

    References
    ----------
    bayle2020.
    """

    name: ClassVar[str] = "wald-cv"
    summary: ClassVar[str] = "z over the rows of one cross-validation; liberal"
    plan: ClassVar[str] = "kfold(10)"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "loo"),
        measures=MeasureGroup.LOSSES,
        max_repeats=1,
        instead="test='corrected-t' with plan='kfold(10, repeats=3)'",
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows."""
        z, error = wald_z(pair.row_losses)
        from scipy.special import ndtr, ndtri

        half = float(ndtri((1 + level) / 2)) * error
        return self.made(
            pair,
            float(2 * ndtr(-abs(z))),
            level,
            ends=(pair.difference - half, pair.difference + half),
            statistic=z,
            note=f"liberal: calls equal models different in {false_positives(self.name)} of simulated comparisons at 5 %",
        )


def wald_z(differences: Floats) -> tuple[float, float]:
    """Give z and the standard error of the mean; without any difference z is 0.

    Examples
    --------
    >>> z, error = wald_z(np.array([1.0, 0, 0, -1, 1, 1, 0, 0]))
    >>> round(z, 4), round(error, 4)
    (1.069, 0.2339)
    """
    mean, error = float(differences.mean()), sqrt(float(np.var(differences)) / differences.size)
    if error == 0:
        return (0.0 if mean == 0 else float(np.copysign(np.inf, mean))), 0.0
    return mean / error, error
