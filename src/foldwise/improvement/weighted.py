"""Blends with one weight for each base model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.improvement.improvement_method import Combiner, ImprovementCase

__all__ = ["goal_of", "weighted"]


def goal_of(truth: Array, case: ImprovementCase) -> Floats:
    """What predictions should be: the values, or one column for each class with a 1 for the true one."""
    if not case.is_classification:
        return np.asarray(truth, dtype=np.float64)
    return np.asarray(truth[:, None] == np.arange(len(case.dataset.classes)), dtype=np.float64)


def weighted(
    columns: Sequence[Floats],
    truth: Array,
    case: ImprovementCase,
    weigh: Callable[[Sequence[Floats], Floats, Floats | None], Floats],
    *,
    weights: Floats | None = None,
) -> Combiner:
    """Weigh base models by their out-of-fold predictions; the mean of new ones is taken with these weights."""
    found = weigh(columns, goal_of(truth, case), weights)

    def mean(new: Sequence[Floats]) -> Floats:
        used = [weight * one for weight, one in zip(found.tolist(), new, strict=True) if weight > 0]
        return np.asarray(sum(used), dtype=np.float64)

    return mean
