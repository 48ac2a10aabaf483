"""0-1 loss after Webb: errors the vote makes too, and errors of single models alone."""

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

__all__ = ["Webb"]


@final
@dataclass(frozen=True)
class Webb(DecompositionMethod):
    """bias = P(f ≠ y, f = y_m), variance = P(f ≠ y, f ≠ y_m): both are shares of errors (METHODS E.5).

    Noise is not taken apart. Neither part is ever negative.

    References
    ----------
    webb2000.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = Webb().decompose(Runs.of_labels([1], [[0, 0, 1, 0, 2]]))
    >>> round(found.bias, 4), round(found.variance, 4)
    (0.6, 0.2)
    """

    name: ClassVar[str] = "webb"
    summary: ClassVar[str] = "errors that agree with the commonest prediction, and errors that do not"
    loss: ClassVar[str] = "0-1"
    kind: ClassVar[RunKind] = RunKind.LABELS
    corrects: ClassVar[bool] = False

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:  # noqa: ARG002 - there is no correction
        """Errors by whether the main prediction makes them."""
        votes = Votes(runs)
        bias = votes.of_main(votes.predicted) * (1 - votes.of_main(votes.truth))
        return {
            "losses": votes.losses,
            "biases": bias,
            "variances": votes.losses - bias,
            "noises": np.zeros(bias.size),
            "main prediction": np.asarray(runs.classes)[votes.main],
        }

    def notes(self, runs: Runs) -> tuple[str, ...]:
        """Ties of the main prediction."""
        return tie_notes(runs)
