"""What the decompositions of 0-1 loss share: shares of the models and of the truth, and main predictions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["Votes", "tie_notes"]


@final
@dataclass(frozen=True, eq=False)
class Votes:
    """Shares of the models that predict each class, and the probabilities of the classes, row by row.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> votes = Votes(Runs.of_labels([1], [[1, 1, 0]]))
    >>> votes.main.tolist(), votes.losses.round(3).tolist()
    ([1], [0.333])
    """

    runs: Runs

    @cached_property
    def predicted(self) -> Floats:
        """Share of the models that predict each class (n, C)."""
        return self.runs.shares()

    @cached_property
    def truth(self) -> Floats:
        """Probability of each class (n, C)."""
        return self.runs.truth_shares()

    @cached_property
    def main(self) -> Codes:
        """The commonest prediction; of equally common ones the first class (n,)."""
        return self.predicted.argmax(axis=1)

    @cached_property
    def optimal(self) -> Codes:
        """The likeliest class (n,)."""
        return self.truth.argmax(axis=1)

    @cached_property
    def losses(self) -> Floats:
        """Chance that a model and the truth differ (n,)."""
        return 1 - (self.truth * self.predicted).sum(axis=1)

    @property
    def tied(self) -> Mask:
        """Rows with several commonest predictions (n,)."""
        return (self.predicted == self.predicted.max(axis=1, keepdims=True)).sum(axis=1) > 1

    def of_main(self, shares: Floats) -> Floats:
        """Share of the main prediction (n,)."""
        return shares[np.arange(self.main.size), self.main]

    def of_optimal(self, shares: Floats) -> Floats:
        """Share of the likeliest class (n,)."""
        return shares[np.arange(self.optimal.size), self.optimal]


def tie_notes(runs: Runs) -> tuple[str, ...]:
    """Say how many rows have no single commonest prediction."""
    tied = int((Votes(runs).tied & (runs.counts > 0)).sum())
    return (f"{count_of(tied, 'row')} with several commonest predictions, of which the first is taken",) if tied else ()
