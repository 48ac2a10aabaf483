"""Resubstitution: test on the rows the model was trained on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["Resubstitution"]


@final
@dataclass(frozen=True)
class Resubstitution(Plan):
    """Train on every row and test on every row.

    Notes
    -----
    Gives the apparent error (1/n) Σ ℓᵢ, which is optimistic: 0 for one nearest neighbour without duplicates, whatever
    the truth. Valid as an ingredient (.632, .632+, optimism), never as an estimate of the risk.

    References
    ----------
    efron1983

    Examples
    --------
    >>> str(Resubstitution())
    'resubstitution'
    """

    name: ClassVar[str] = "resubstitution"
    summary: ClassVar[str] = "train on every row and test on every row; optimistic"
    random: ClassVar[bool] = False

    @property
    def structure(self) -> str:
        """It claims nothing about new rows, so groups and time do not matter."""
        return "any"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:  # noqa: ARG002 - nothing is drawn
        """Give the one resample."""
        rows = (np.arange(dataset.n),)
        return RowLists(rows, rows, dataset.n, plan=str(self), overlap=True)
