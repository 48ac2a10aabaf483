"""0-1 loss after Breiman: bias on the rows where aggregation is wrong, variance on those where it is right."""

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

__all__ = ["Breiman"]


@final
@dataclass(frozen=True)
class Breiman(DecompositionMethod):
    """error = Bayes error + bias + variance; each row adds P(y* = y) - P(f = y) to one of the two (METHODS E.4).

    To the variance where the commonest prediction is the likeliest class y*, to the bias elsewhere. Both are never
    negative. Variance is what aggregation by vote would take away on unbiased rows.

    References
    ----------
    breimanarcing1996.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> found = Breiman().decompose(Runs.of_labels([1, 1], [[1, 1, 1, 0, 1], [0, 0, 1, 0, 0]]))
    >>> round(found.bias, 4), round(found.variance, 4), round(found.loss, 4)
    (0.4, 0.1, 0.5)
    """

    name: ClassVar[str] = "breiman"
    summary: ClassVar[str] = "Bayes error, bias on rows the vote gets wrong and variance on rows it gets right"
    loss: ClassVar[str] = "0-1"
    kind: ClassVar[RunKind] = RunKind.LABELS
    corrects: ClassVar[bool] = False

    def parts(self, runs: Runs, *, corrected: bool) -> dict[str, Array]:  # noqa: ARG002 - there is no correction
        """What each row loses against the Bayes rule."""
        votes = Votes(runs)
        noise = 1 - votes.of_optimal(votes.truth)
        excess, unbiased = votes.losses - noise, votes.main == votes.optimal
        return {
            "losses": votes.losses,
            "biases": np.where(unbiased, 0.0, excess),
            "variances": np.where(unbiased, excess, 0.0),
            "noises": noise,
            "main prediction": np.asarray(runs.classes)[votes.main],
        }

    def notes(self, runs: Runs) -> tuple[str, ...]:
        """Ties of the main prediction."""
        return tie_notes(runs)
