"""Resamples that leave out every part and every pair of parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.plans.resamples.part_numbers import PartedResamples, part_sizes

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["PairsOut"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class PairsOut(PartedResamples):
    """Each repeat leaves out every single part and every pair of parts: k + k(k-1)/2 resamples.

    Parameters
    ----------
    parts
        Part number of each row in each repeat (repeats, n); kept in the smallest unsigned type.
    k
        Number of parts.
    plan
        Text of the plan.
    unit
        What was assigned to parts: ``row`` or ``group``.
    note
        What a report should say about the draw.

    Examples
    --------
    >>> PairsOut(np.array([[0, 1, 2]]), 3).left_out.tolist()
    [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]]
    """

    KIND: ClassVar[str] = "pairs"

    plan: str = "two-folds-out"

    @cached_property
    def left_out(self) -> Codes:
        """Parts left out by each resample of a repeat, (k + k(k-1)/2, 2); a single part stands there twice."""
        singles = [(i, i) for i in range(self.k)]
        pairs = [(i, j) for i in range(self.k) for j in range(i + 1, self.k)]
        return np.array(singles + pairs, dtype=np.intp)

    @cached_property
    def main(self) -> Mask:
        """The resamples that leave out one part: together they are a k-fold."""
        return np.tile(self.left_out[:, 0] == self.left_out[:, 1], int(self.parts.shape[0]))

    @property
    def count(self) -> int:
        """Repeats times k(k+1)/2."""
        return int(self.parts.shape[0]) * len(self.left_out)

    @property
    def repeat(self) -> Codes:
        """Repeat of each resample."""
        return np.repeat(np.arange(self.parts.shape[0]), len(self.left_out))

    def test_mask(self, start: int, stop: int) -> Mask:
        """Rows of the parts left out."""
        repeat, which = np.divmod(np.arange(start, stop), len(self.left_out))
        parts = self.parts[repeat]
        first, second = self.left_out[which].T.astype(parts.dtype)
        return (parts == first[:, None]) | (parts == second[:, None])

    @cached_property
    def test_sizes(self) -> Floats:
        """Sizes of the parts left out."""
        sizes = part_sizes(self.parts, self.k)
        first, second = self.left_out.T
        return (sizes[:, first] + np.where(first == second, 0, sizes[:, second])).ravel()
