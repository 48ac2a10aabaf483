"""K-fold cross-validation of whole groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.plans.group import balance, group_codes_of, partition_groups
from foldwise.plans.group_parts import GroupParts

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans.resamples import Partition

__all__ = ["GroupKFold"]


@final
@dataclass(frozen=True)
class GroupKFold(GroupParts):
    """Put whole groups into k parts of near-equal size and test on each part in turn.

    Parameters
    ----------
    k
        Number of parts, from 2 to the number of groups.
    repeats
        How many partitions to draw.

    Notes
    -----
    The first repeat takes the groups by size, largest first, and puts each into the part that is lightest so far; ties are
    broken at random. Later repeats first mix groups of similar size. Estimates the error on rows of *new* groups; the unit
    of every interval is the group.

    References
    ----------
    graham1969

    Examples
    --------
    >>> str(GroupKFold(5))
    'group-kfold(5)'
    """

    name: ClassVar[str] = "group-kfold"
    summary: ClassVar[str] = "k-fold that never cuts a group of rows apart"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Partition:
        """Put the groups into parts, once per repeat."""
        groups = group_codes_of(self, dataset)
        sizes = np.bincount(groups)
        return partition_groups(self, groups, lambda order: balance(sizes, order, self.k), rng)
