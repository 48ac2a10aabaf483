"""What scores from another tool are: probabilities or decision values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.predictions.outputs import ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["PROBABILITY_ROUNDING", "as_probabilities", "kind_of"]

PROBABILITY_ROUNDING = 1e-6
"""Probabilities this far outside 0 to 1, or sums this far from 1, are rounding."""


def as_probabilities(scores: Floats) -> Floats:
    """Bring back what rounding put outside 0 to 1; scores that are no probabilities stay as they are.

    Examples
    --------
    >>> as_probabilities(np.array([0.2, 1.0000001])).tolist(), as_probabilities(np.array([0.2, 1.2])).tolist()
    ([0.2, 1.0], [0.2, 1.2])
    """
    rounded = bool(np.all((scores >= -PROBABILITY_ROUNDING) & (scores <= 1 + PROBABILITY_ROUNDING)))
    return np.clip(scores, 0.0, 1.0) if rounded else scores


def kind_of(scores: Floats) -> ScoreKind:
    """Probabilities, where every row lies between 0 and 1 and sums to 1; decision values otherwise."""
    sums = scores.sum(axis=1)
    inside = bool(np.all((scores >= 0) & (scores <= 1)))
    return (
        ScoreKind.PROBABILITY
        if inside and bool(np.allclose(sums, 1, atol=PROBABILITY_ROUNDING))
        else ScoreKind.DECISION
    )
