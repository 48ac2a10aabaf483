"""K-fold cross-validation of whole groups that keeps the classes in proportion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.errors import PlanError
from foldwise.native import count_pairs
from foldwise.plans.group import balance_classes, group_codes_of, partition_groups
from foldwise.plans.group_parts import GroupParts

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset
    from foldwise.plans.resamples import Partition

__all__ = ["StratifiedGroup"]


@final
@dataclass(frozen=True)
class StratifiedGroup(GroupParts):
    """Put whole groups into k parts whose class counts are as alike as a greedy search makes them.

    Parameters
    ----------
    k
        Number of parts, from 2 to the number of groups.
    repeats
        How many partitions to draw.

    Notes
    -----
    Takes the groups by size, largest first, and puts each where Σ over classes of the variance of the class counts over
    the parts grows least; ties go to the smaller part. For classification only.

    References
    ----------
    graham1969

    Examples
    --------
    >>> str(StratifiedGroup(5))
    'stratified-group(5)'
    """

    name: ClassVar[str] = "stratified-group"
    summary: ClassVar[str] = "k-fold of whole groups with the classes in proportion"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Partition:
        """Put the groups into parts, once per repeat."""
        groups = group_codes_of(self, dataset)
        if not dataset.is_classification:
            message = f"{self} keeps classes in proportion, and the target is numeric"
            raise PlanError(message, hint=f"group-kfold({self.k})")
        table = count_pairs(groups, dataset.codes, (int(groups.max()) + 1, len(dataset.classes)))
        return partition_groups(self, groups, partial(balance_classes, table, k=self.k), rng)
