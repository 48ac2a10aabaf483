"""0-1 loss after Domingos: variance helps where the main prediction is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.diagnoses.bias_variance.decomposition import DecompositionMethod
from foldwise.diagnoses.bias_variance.runs import RunKind
from foldwise.diagnoses.bias_variance.zero_one import Votes, tie_notes

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["Domingos"]


@final
@dataclass(frozen=True)
class Domingos(DecompositionMethod):
    """E loss = c₁N + B + c₂V: main prediction wrong B, models that differ from it V, noise N (METHODS E.3).

    y_m is the commonest prediction and y* the likeliest class; B = 1 where they differ, V = P(f ≠ y_m), N = P(y ≠ y*).
    c₂ = 1 where B = 0 and -P(f = y* | f ≠ y_m) where B = 1: variance adds errors on rows that are right on average and
    takes some away on rows that are wrong. c₁ = P(f = y*) - P(f = y | y ≠ y*), with f and y independent, which is
    2P(f = y*) - 1 for two classes. `variance` is the net variance c₂V and `noise` is c₁N, so that the sum is exact; V
    itself, and its means over unbiased and biased rows, are in `further`.

    `bias` and the mean of ``further["raw variance"]`` are what `mlxtend.evaluate.bias_variance_decomp` gives for 0-1 loss.

    References
    ----------
    domingos2000.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = Domingos().decompose(Runs.of_labels([1, 1], [[1, 1, 1, 0, 1], [0, 0, 1, 0, 0]]))
    >>> found.bias, found.variance, found.loss
    (0.5, 0.0, 0.5)
    """

    name: ClassVar[str] = "domingos"
    summary: ClassVar[str] = "bias, net variance and noise of 0-1 loss around the commonest prediction"
    loss: ClassVar[str] = "0-1"
    kind: ClassVar[RunKind] = RunKind.LABELS
    corrects: ClassVar[bool] = False

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:  # noqa: ARG002 - there is no correction
        """Main prediction, optimal class and how often models differ from them."""
        votes = Votes(runs)
        right = votes.of_optimal(votes.predicted)
        raw, noise = 1 - votes.of_main(votes.predicted), 1 - votes.of_optimal(votes.truth)
        biased = votes.main != votes.optimal
        net = np.where(biased, -right, raw)
        # P(f = y, y ≠ y*): both shares of every class but the likeliest.
        agree = (votes.truth * votes.predicted).sum(axis=1) - right * (1 - noise)
        return {
            "losses": votes.losses,
            "biases": biased.astype(np.float64),
            "variances": net,
            "noises": right * noise - agree,
            "raw variance": raw,
            "raw noise": noise,
            "main prediction": np.asarray(runs.classes)[votes.main],
        }

    def notes(self, runs: Runs) -> tuple[str, ...]:
        """Ties of the main prediction."""
        return tie_notes(runs)
