"""Rows for which a class was given the probability 0."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["LEAST_VOTE", "RuledOut"]

LEAST_VOTE = 1e-5
"""Votes, and the shares of the rows of leaves, are no smaller than this unless they are 0; a 0 beside smaller ones is rounded."""
LARGEST_ZERO = 2e-15
"""A probability up to this is 0: tools clip at 1e-15, and sums of votes round to as little."""


class RuledOut(NamedTuple):
    """Rows for which a class was given the probability 0; two counts of disjoint rows add up.

    Parameters
    ----------
    zero
        Rows with a class that has probability 0.
    tiny
        Rows whose least probability is next to 0, but above it: where there are such, 0 is a matter of rounding.
    """

    zero: int
    tiny: int

    @classmethod
    def of(cls, scores: Floats | None) -> RuledOut:
        """Look at probabilities (N, C).

        Examples
        --------
        >>> RuledOut.of(np.array([[1.0, 0.0], [0.9, 0.1]])).rows, RuledOut.of(np.array([[1.0, 0.0], [1.0, 1e-9]])).rows
        (1, 0)
        """
        if scores is None or not scores.size:
            return cls(0, 0)
        least = scores.min(axis=1)
        zero = int(np.count_nonzero(least <= LARGEST_ZERO))
        return cls(zero, int(np.count_nonzero(least < LEAST_VOTE)) - zero)

    @property
    def rows(self) -> int:
        """Rows for which votes, leaves or rounding to few digits gave a class the probability 0."""
        return 0 if self.tiny else self.zero

    def share_of_a_row(self, level: float) -> float:
        """What one more row of a class that was ruled out counts for: less where few rows could have been such.

        With probability (1 + level)/2 at most the share 1 - α^(1/k) of k rows is, α = (1 - level)/2, if none of them was;
        of many that is -ln α rows.

        Examples
        --------
        >>> round(RuledOut(1, 0).share_of_a_row(0.95), 2), round(RuledOut(100, 0).share_of_a_row(0.95), 2)
        (0.26, 0.98)
        """
        k, alpha = self.rows, (1 - level) / 2
        return k * (1 - alpha ** (1 / k)) / -log(alpha) if k else 0.0
