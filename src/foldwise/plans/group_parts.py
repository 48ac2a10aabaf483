"""K-fold cross-validation of whole groups: what its plans share."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from foldwise.plans.argument import check_whole
from foldwise.plans.plan import Plan

__all__ = ["GroupParts"]


@dataclass(frozen=True)
class GroupParts(Plan):
    """Put whole groups into k parts and test on each part in turn.

    Parameters
    ----------
    k
        Number of parts, from 2 to the number of groups.
    repeats
        How many partitions to draw.
    """

    random: ClassVar[bool] = False

    k: int = 5
    _: KW_ONLY
    repeats: int = 1

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "k", 2)
        check_whole(self, "repeats", 1)

    @property
    def structure(self) -> str:
        """Made for groups."""
        return "groups"
