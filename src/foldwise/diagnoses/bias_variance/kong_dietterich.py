"""0-1 loss after Kong and Dietterich: the vote's error, and what single models add to it."""

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

__all__ = ["KongDietterich"]


@final
@dataclass(frozen=True)
class KongDietterich(DecompositionMethod):
    """bias = error of the commonest prediction, variance = error - bias, which may be negative (METHODS E.5).

    There is no term for noise: it is part of the bias, known or not. For two classes without noise bias and variance are
    those of `domingos`.

    References
    ----------
    kong1995.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = KongDietterich().decompose(Runs.of_labels([1], [[0, 0, 1, 0, 0]]))
    >>> found.bias, round(found.variance, 4)
    (1.0, -0.2)
    """

    name: ClassVar[str] = "kong-dietterich"
    summary: ClassVar[str] = "error of the commonest prediction, and what single models add to it"
    loss: ClassVar[str] = "0-1"
    kind: ClassVar[RunKind] = RunKind.LABELS
    corrects: ClassVar[bool] = False

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:  # noqa: ARG002 - there is no correction
        """Error of the main prediction of each row."""
        votes = Votes(runs)
        bias = 1 - votes.of_main(votes.truth)
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
