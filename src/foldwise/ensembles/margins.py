"""Margins of votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["vote_margins"]


def vote_margins(votes: Floats, codes: Codes) -> Floats:
    """Margin of each row: share of the votes of its class less that of the strongest other class, from -1 to 1.

    Parameters
    ----------
    votes
        Votes or probabilities of each class (N, C), on any scale.
    codes
        True class of each row (N,).

    Examples
    --------
    >>> vote_margins(np.array([[3.0, 1.0], [1.0, 3.0]]), np.array([0, 0]))
    array([ 0.5, -0.5])
    """
    rows = np.arange(codes.size)
    own = votes[rows, codes]
    others = votes.astype(np.float64)
    others[rows, codes] = -np.inf if votes.shape[1] > 1 else 0.0
    total = votes.sum(axis=1)
    return np.asarray((own - others.max(axis=1)) / np.where(total == 0, 1.0, total))
