"""Drawing resamples: the one way from a plan and a dataset to resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks import shown
from foldwise.errors import InputError, PlanError
from foldwise.plans.structure import check_drawn, check_structure, with_overlap

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans.plan import Plan
    from foldwise.plans.resamples import Resamples

__all__ = ["draw", "draw_checked"]


def draw(plan: Plan, dataset: Dataset, seed: int) -> Resamples:
    """Draw the resamples of a plan after checking that it suits the rows.

    The generator is the first child of ``SeedSequence(seed)``, so the resamples depend on the seed and the plan only:
    adding a model never changes them. Fits take later children.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> from foldwise.plans import LeaveOneOut
    >>> rows = Dataset(np.zeros((3, 1)), np.array([0, 1, 0]), Task.CLASSIFICATION)
    >>> draw(LeaveOneOut(), rows, seed=0).count
    3
    """
    try:
        first = np.random.SeedSequence(seed, spawn_key=(0,))
    except (TypeError, ValueError) as error:
        message = f"the seed must be a whole number from 0, not {shown(seed)}"
        raise InputError(message) from error
    return draw_checked(plan, dataset, np.random.default_rng(first))


def draw_checked(plan: Plan, dataset: Dataset, rng: np.random.Generator) -> Resamples:
    """Draw from a generator, with the checks of structure before and after."""
    check_structure(plan, dataset)
    try:
        resamples = plan.draw(dataset, rng)
    except MemoryError as error:
        message = f"the resamples of {plan} on {dataset.n:,} rows need more memory than there is"
        raise PlanError(message, hint="fewer repeats or draws") from error
    resamples = with_overlap(plan, resamples)
    check_drawn(plan, resamples, dataset)
    return resamples
