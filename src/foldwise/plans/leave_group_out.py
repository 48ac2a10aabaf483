"""Leave-group-out: every group is tested by a model of all the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.plans.group import group_codes_of
from foldwise.plans.kfold import check_parts
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import Partition

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset

__all__ = ["LeaveGroupOut"]


@final
@dataclass(frozen=True)
class LeaveGroupOut(Plan):
    """Test each group on its own; with two groups: train on town A, test on town B, and the other way round.

    Notes
    -----
    Estimates the error on rows of a *new* group. The unit of every interval is the group.

    References
    ----------
    arlot2010

    Examples
    --------
    >>> str(LeaveGroupOut())
    'leave-group-out'
    """

    name: ClassVar[str] = "leave-group-out"
    summary: ClassVar[str] = "leave one group out at a time: train on town A, test on town B"
    random: ClassVar[bool] = False

    @property
    def structure(self) -> str:
        """Made for groups."""
        return "groups"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Partition:  # noqa: ARG002 - nothing is drawn
        """Make every group a part of its own."""
        groups = group_codes_of(self, dataset)
        count = int(groups.max()) + 1
        check_parts(self, 2, count, "groups")
        return Partition(groups[None, :], count, plan=str(self), unit="group")
