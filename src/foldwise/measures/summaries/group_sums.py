"""Sums of columns within groups of rows, such as patients, whose rows may lie in several parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats

__all__ = ["GroupSums"]


@final
@dataclass(frozen=True, eq=False)
class GroupSums:
    """Sums of m columns within each group.

    Counts are exact. Sums of other numbers are rounded, in the order in which parts are merged; that order is fixed by the
    table, so that the same table gives the same bits on any number of workers.

    Parameters
    ----------
    labels
        Names of the groups, in order (G,).
    sums
        Sums of the columns (G, m).

    Examples
    --------
    >>> first = GroupSums.of(np.array(["x", "y"]), np.array([0, 1, 1]), np.array([[1.0], [2], [3]]))
    >>> both = first + GroupSums.of(np.array(["y", "z"]), np.array([0, 1]), np.array([[1.0], [7]]))
    >>> both.labels.tolist(), both.sums[:, 0].tolist()
    (['x', 'y', 'z'], [1.0, 6.0, 7.0])
    """

    labels: Array
    sums: Floats

    @classmethod
    def of(cls, labels: Array, codes: Codes, columns: Floats) -> GroupSums:
        """Add up columns (n, m) by the code of the group of each row; groups without rows are left out."""
        used = np.flatnonzero(np.bincount(codes, minlength=labels.size))
        sums = [np.bincount(codes, weights=column, minlength=labels.size)[used] for column in columns.T]
        order = np.argsort(labels[used], kind="stable")
        return cls(labels[used][order], np.stack(sums, axis=1)[order].astype(np.float64))

    def __add__(self, other: GroupSums) -> GroupSums:
        """Merge two disjoint sets of rows."""
        labels, place = np.unique(np.concatenate([self.labels, other.labels]), return_inverse=True)
        sums = np.zeros((labels.size, self.sums.shape[1]))
        sums[place[: self.labels.size]] = self.sums
        sums[place[self.labels.size :]] += other.sums
        return GroupSums(labels, sums)
