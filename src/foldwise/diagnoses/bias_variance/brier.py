"""Brier score: bias, variance and noise of probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.diagnoses.bias_variance.decomposition import DecompositionMethod
from foldwise.diagnoses.bias_variance.runs import RunKind

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["BrierDecomposition"]


@final
@dataclass(frozen=True)
class BrierDecomposition(DecompositionMethod):
    """Σ(p̄ - P)² + ΣVar p + ΣP(1 - P) over the classes, p̄ the mean of the models' probabilities and P the truth's.

    The squared loss of METHODS E.1, class by class; for two classes half the sum, as the Brier score of the measures is.
    With T models the corrected variance is T/(T - 1) times the plug-in, at the expense of the bias. The sum is the mean
    Brier score exactly: it is a Bregman loss.

    References
    ----------
    brier1950; degroot1983; pfau2013.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = BrierDecomposition().decompose(Runs.of_probabilities([1], [[0.5, 0.9]]), corrected=False)
    >>> round(found.bias, 4), round(found.variance, 4), round(found.loss, 4)
    (0.09, 0.04, 0.13)
    """

    name: ClassVar[str] = "brier"
    summary: ClassVar[str] = "bias, variance and noise of probabilities under the Brier score"
    loss: ClassVar[str] = "brier"
    kind: ClassVar[RunKind] = RunKind.PROBABILITIES
    corrects: ClassVar[bool] = True

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:
        """Mean and variance of the probabilities of each row."""
        T, truth = runs.counts, runs.truth_shares()
        half = 2 if len(runs.classes) == 2 else 1
        p = np.where(runs.given[:, :, None], runs.predicted, 0.0)
        mean = p.sum(axis=1) / T[:, None]
        away = np.where(runs.given[:, :, None], (p - mean[:, None]) ** 2, 0.0)
        spread = away.sum(axis=(1, 2)) / T / half
        noise = (truth * (1 - truth)).sum(axis=1) / half
        losses = ((mean - truth) ** 2).sum(axis=1) / half + spread + noise
        variance = spread * T / (T - 1) if corrected else spread
        return {"losses": losses, "biases": losses - variance - noise, "variances": variance, "noises": noise}
