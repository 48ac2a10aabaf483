"""Time: rows in the order of their time, where rows of the same time share a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import PlanError

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Mask
    from foldwise.data import Dataset
    from foldwise.plans.plan import Plan

__all__ = ["Timeline"]


@final
@dataclass(frozen=True, eq=False)
class Timeline:
    """The time position of each row.

    Parameters
    ----------
    rank
        Position of each row, from 0; rows of the same time share a position (n,).

    Examples
    --------
    >>> Timeline(np.array([1, 0, 1, 2])).between(1, 2)
    array([0, 2])
    """

    rank: Codes

    @classmethod
    def of(cls, plan: Plan, dataset: Dataset) -> Timeline:
        """Give the time order of a dataset; a plan for time cannot do without."""
        if dataset.time_rank is None:
            message = f"{plan} follows the time order of the rows, and no order was given"
            raise PlanError(message, hint="order=… or kfold(10)")
        return cls(dataset.time_rank)

    @property
    def length(self) -> int:
        """Number of distinct times."""
        return int(self.rank.max()) + 1

    @cached_property
    def _sorted(self) -> tuple[Codes, Codes]:
        """Rows in time order, and where each position starts among them."""
        order = np.argsort(self.rank, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(self.rank))])
        return order, starts

    def between(self, start: int, stop: int) -> Codes:
        """Rows at positions start … stop-1, ascending."""
        order, starts = self._sorted
        return np.sort(order[starts[start] : starts[stop]])

    def where(self, positions: Mask) -> Codes:
        """Rows at the marked positions, ascending."""
        return np.flatnonzero(positions[self.rank])
