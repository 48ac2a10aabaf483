"""0-1 loss after James: the effects of bias and of variance on the error."""

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

__all__ = ["James"]


@final
@dataclass(frozen=True)
class James(DecompositionMethod):
    """error = noise + systematic effect + variance effect (METHODS E.5).

    noise = P(y ≠ y*), systematic effect = P(y ≠ y_m) - P(y ≠ y*), variance effect = P(y ≠ f) - P(y ≠ y_m). The variance
    effect is negative where the models are better than their commonest prediction.

    References
    ----------
    james2003.

    Examples
    --------
    >>> from foldwise.diagnoses import Noise, Runs
    >>> runs = Runs.of_labels([1], [[0, 0, 1, 0, 0]]).with_noise(Noise(shares=np.array([[0.1, 0.9]])))
    >>> found = James().decompose(runs)
    >>> [round(one, 4) for one in (found.noise, found.bias, found.variance, found.loss)]
    [0.1, 0.8, -0.16, 0.74]
    """

    name: ClassVar[str] = "james"
    summary: ClassVar[str] = "noise, and the effects of bias and variance on the error"
    loss: ClassVar[str] = "0-1"
    kind: ClassVar[RunKind] = RunKind.LABELS
    corrects: ClassVar[bool] = False

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:  # noqa: ARG002 - there is no correction
        """Errors of the Bayes rule, of the main prediction and of the models."""
        votes = Votes(runs)
        noise, main = 1 - votes.of_optimal(votes.truth), 1 - votes.of_main(votes.truth)
        return {
            "losses": votes.losses,
            "biases": main - noise,
            "variances": votes.losses - main,
            "noises": noise,
            "main prediction": np.asarray(runs.classes)[votes.main],
        }

    def notes(self, runs: Runs) -> tuple[str, ...]:
        """Ties of the main prediction."""
        return tie_notes(runs)
