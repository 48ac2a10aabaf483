"""Log loss: bias, variance and noise around the geometric mean of the models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np
from scipy.special import logsumexp, xlogy

from foldwise.diagnoses.bias_variance.decomposition import DecompositionMethod
from foldwise.diagnoses.bias_variance.runs import RunKind
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["LogLossDecomposition"]

CLIP = float(np.finfo(np.float64).eps)
"""Smaller probabilities are raised to it, as in the measure."""


@final
@dataclass(frozen=True)
class LogLossDecomposition(DecompositionMethod):
    """E(-ln p_y) = H(P) + KL(P ‖ p°) + E KL(p° ‖ p), with p° ∝ exp E(ln p) the geometric mean of the models.

    Noise is the entropy of the truth, bias the divergence of p° from it, variance -ln Σ exp E(ln p). The sum is exact:
    log loss is a Bregman loss, whose central model is the mean in the dual coordinates, not the mean of the
    probabilities. The corrected variance is the jackknife over the models, at the expense of the bias.

    References
    ----------
    heskes1998; pfau2013.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = LogLossDecomposition().decompose(Runs.of_probabilities([1], [[0.5, 0.9]]), corrected=False)
    >>> round(found.bias, 4), round(found.variance, 4), round(found.loss, 4)
    (0.2877, 0.1116, 0.3993)
    """

    name: ClassVar[str] = "log-loss"
    summary: ClassVar[str] = "bias, variance and noise of probabilities under log loss"
    loss: ClassVar[str] = "log-loss"
    kind: ClassVar[RunKind] = RunKind.PROBABILITIES
    corrects: ClassVar[bool] = True

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:
        """Log probabilities of each row, and their means."""
        T, truth, logs = runs.counts, runs.truth_shares(), self._logs(runs)
        total = logs.sum(axis=1)
        noise = -xlogy(truth, truth).sum(axis=1)
        losses = -(truth * total).sum(axis=1) / T
        variance = -logsumexp(total / T[:, None], axis=1)
        if corrected:
            less = total[:, None] - logs  # without each of the models
            without = -logsumexp(less / (T - 1)[:, None, None], axis=2)
            left = np.where(runs.given, without, 0.0).sum(axis=1) / T
            variance = T * variance - (T - 1) * left
        return {"losses": losses, "biases": losses - variance - noise, "variances": variance, "noises": noise}

    @staticmethod
    def _logs(runs: Runs) -> Floats:
        """Logarithms of clipped probabilities that sum to 1; 0 where none is given (n, T, C)."""
        p = np.clip(np.where(runs.given[:, :, None], runs.predicted, 1.0), CLIP, 1.0)
        logs = np.log(p / p.sum(axis=2, keepdims=True))
        return np.where(runs.given[:, :, None], logs, 0.0)

    def notes(self, runs: Runs) -> tuple[str, ...]:
        """Probabilities of zero."""
        raised = int((runs.predicted[runs.given] < CLIP).sum())
        return (
            (f"{count_of(raised, 'probability', 'probabilities')} below {CLIP:.2g} counted as that",) if raised else ()
        )
