"""0-1 loss after Kohavi and Wolpert: sums of squares over the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.diagnoses.bias_variance.decomposition import DecompositionMethod
from foldwise.diagnoses.bias_variance.runs import RunKind
from foldwise.diagnoses.bias_variance.zero_one import Votes
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["KohaviWolpert"]


@final
@dataclass(frozen=True)
class KohaviWolpert(DecompositionMethod):
    """bias² = ½Σ(P_F - P_H)², variance = ½(1 - ΣP_H²), noise = ½(1 - ΣP_F²), sums over the classes (METHODS E.2).

    P_H are the shares of the models that predict each class, P_F the probabilities of the classes. With T models the
    corrected variance is T/(T - 1) times the plug-in, and the bias² smaller by as much; where P_F was counted from m
    replicates the noise is m/(m - 1) times the plug-in, again at the expense of the bias². The sum is the expected 0-1
    loss exactly. Variance is never negative, and does not depend on a main prediction.

    References
    ----------
    kohavi1996.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = KohaviWolpert().decompose(Runs.of_labels([1], [[1, 1, 1, 0, 1]]), corrected=False)
    >>> round(found.bias, 4), round(found.variance, 4), round(found.loss, 4)
    (0.04, 0.16, 0.2)
    """

    name: ClassVar[str] = "kohavi-wolpert"
    summary: ClassVar[str] = "bias², variance and noise of 0-1 loss by squares of class shares"
    loss: ClassVar[str] = "0-1"
    kind: ClassVar[RunKind] = RunKind.LABELS
    corrects: ClassVar[bool] = True

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:
        """Squares of shares of each row."""
        votes, T = Votes(runs), runs.counts
        variance = (1 - (votes.predicted**2).sum(axis=1)) / 2
        noise = (1 - (votes.truth**2).sum(axis=1)) / 2
        if corrected:
            variance = variance * T / (T - 1)
            if runs.noise.replicates is not None:
                m = runs.noise.replicates
                noise = np.where(m > 1, noise * m / np.maximum(m - 1, 1), 0.0)
        biases = votes.losses - variance - noise
        return {"losses": votes.losses, "biases": biases, "variances": variance, "noises": noise}

    def notes(self, runs: Runs) -> tuple[str, ...]:
        """Rows without replicates have their noise in the bias."""
        alone = 0 if runs.noise.replicates is None else int((runs.noise.replicates < 2).sum())
        return (f"{count_of(alone, 'row')} without a replicate, with noise in the bias",) if alone else ()
