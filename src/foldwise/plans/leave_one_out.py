"""Leave-one-out: every row is tested by a model of all the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import smallest_unsigned
from foldwise.errors import PlanError
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import Partition

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["LeaveOneOut"]


@final
@dataclass(frozen=True)
class LeaveOneOut(Plan):
    """Test each row on its own: k-fold with k = n, without chance.

    Notes
    -----
    Almost unbiased, but it cannot be stratified and its intervals are liberal: the classic warning is the majority rule
    on balanced classes, which is always wrong under it. No measure that ranks rows, such as AUC, can be computed from it.

    References
    ----------
    kohavi1995

    Examples
    --------
    >>> str(LeaveOneOut())
    'loo'
    """

    name: ClassVar[str] = "loo"
    summary: ClassVar[str] = "leave one row out at a time; n fits"
    random: ClassVar[bool] = False

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Partition:  # noqa: ARG002 - nothing is drawn
        """Put every row in a part of its own."""
        n = dataset.n
        if n < 2:
            message = f"loo needs at least 2 rows, not {n}"
            raise PlanError(message)
        return Partition(np.arange(n, dtype=smallest_unsigned(n - 1))[None, :], n, plan=str(self))
