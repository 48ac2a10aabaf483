"""The influence of each row or group on a measure, by formula where there is one, else by the delete-a-group jackknife."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.bootstrapping.canonical import canonical_order
from foldwise.measures import measure_influence

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Measure, Outcomes

__all__ = ["standard_error", "unit_influence"]

JACKKNIFE_BLOCKS = 200
"""Most blocks of rows that are left out one after the other."""


def unit_influence(
    measure: Measure, outcomes: Outcomes, groups: Codes | None = None, *, blocks: int = JACKKNIFE_BLOCKS
) -> Floats:
    """Influence of each row or group on the measure, or of blocks of them where there is no formula; their sum of squares is its variance."""
    psi = measure_influence(measure, outcomes)
    if psi is None:
        return _delete_a_group(measure, outcomes, groups, blocks)
    weights = np.ones(psi.size) if outcomes.weights is None else outcomes.weights
    moves = psi * weights / weights.sum()
    if groups is not None:
        moves = np.bincount(np.unique(groups, return_inverse=True)[1], weights=moves)
    return moves * sqrt(moves.size / max(1, moves.size - 1))


def _delete_a_group(measure: Measure, outcomes: Outcomes, groups: Codes | None, blocks: int) -> Floats:
    """θ̄ - θ₍ₖ₎ for the values θ₍ₖ₎ without each block, by the delete-a-group jackknife."""
    seen, bare = measure.view(outcomes), replace(measure, about="")
    # Rows that are next to each other in order fall into different blocks, so that every block is like the whole.
    unit = np.argsort(canonical_order([seen])) if groups is None else np.unique(groups, return_inverse=True)[1]
    block = unit % min(blocks, int(unit.max()) + 1)
    count = int(block.max()) + 1
    values = np.array([bare.value(seen.where(block != b)) for b in range(count)])
    defined = values[~np.isnan(values)]
    return (defined.mean() - defined) * sqrt((count - 1) / count) if defined.size else np.zeros(1)


def standard_error(
    measure: Measure, outcomes: Outcomes, groups: Codes | None = None, *, blocks: int = JACKKNIFE_BLOCKS
) -> float:
    """Standard error of a measure on one sample of rows.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(truth=np.zeros(4), output=np.array([1.0, 2.0, 3.0, 4.0]))
    >>> round(standard_error(measure("mae"), rows), 4)  # sd/√n
    0.6455
    """
    return sqrt(float(np.sum(unit_influence(measure, outcomes, groups, blocks=blocks) ** 2)))
