"""Drawing resamples: the one way from a plan and a dataset to resamples.

Plan and dataset must go together: groups are not cut apart and the future is not trained on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random.bit_generator import ISpawnableSeedSequence

from foldwise.arrays import freeze
from foldwise.cached import cached_property
from foldwise.data.checks import shown
from foldwise.errors import InputError, PlanError
from foldwise.plans.resamples import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes
    from foldwise.data import Dataset
    from foldwise.plans.plan import Plan
    from foldwise.plans.resamples import Resamples
    from foldwise.typing import Untyped

__all__ = ["check_structure", "draw", "draw_checked"]


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
        rng = np.random.default_rng(FirstChild(index(seed)))  # type: ignore[arg-type]  # numpy takes every ISeedSequence
    except (TypeError, ValueError) as error:
        message = f"the seed must be a whole number from 0, not {shown(seed)}"
        raise InputError(message) from error
    return draw_checked(plan, dataset, rng)


class FirstChild(ISpawnableSeedSequence):
    """The first child of ``SeedSequence(seed)``, whose words are kept from call to call: to mix them takes as long as to draw parts.

    Examples
    --------
    >>> plain = np.random.SeedSequence(7, spawn_key=(0,))
    >>> [int(np.random.default_rng(one).integers(1000)) for one in (FirstChild(7), plain)]
    [305, 305]
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @cached_property
    def sequence(self) -> np.random.SeedSequence:
        """The child itself, which counts its own children."""
        return np.random.SeedSequence(self.seed, spawn_key=(0,))

    def generate_state(self, n_words: int, dtype: Untyped = np.uint32) -> Array:
        """Its words."""
        return _first_words(self.seed, n_words, np.dtype(dtype))

    def spawn(self, n_children: int) -> list[np.random.SeedSequence]:  # type: ignore[override]  # children of another kind
        """Its children."""
        return self.sequence.spawn(n_children)


@lru_cache(maxsize=256)
def _first_words(seed: int, count: int, kind: np.dtype[Any]) -> Array:
    return freeze(np.random.SeedSequence(seed, spawn_key=(0,)).generate_state(count, kind.type))


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


def check_structure(plan: Plan, dataset: Dataset) -> None:
    """Refuse a plan that ignores the groups or the time order of the rows, or that needs what is not there.

    Notes
    -----
    Rows in groups need a plan for groups, rows in time order a plan for time. Rows with both need a plan for time, and
    `check_drawn` then refuses resamples that cut a group: where every group lives through all of time, only one of the
    two can be respected, and the user has to say which by giving `groups` or `order` alone.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> from foldwise.plans import KFold
    >>> rows = Dataset(np.zeros((4, 1)), np.array([0, 1, 0, 1]), Task.CLASSIFICATION, groups=np.array([1, 1, 2, 2]))
    >>> check_structure(KFold(2), rows)
    Traceback (most recent call last):
    foldwise.errors.PlanError: kfold(2) would train and test on rows of the same group; try group-kfold(2)
    """
    structure = plan.structure
    if structure == "groups" and dataset.groups is None:
        message = f"groups missing: {plan} keeps groups of rows together, and no groups were given"
        raise PlanError(message, hint="groups=… or kfold(10)")
    if structure == "time" and dataset.order is None:
        message = f"order missing: {plan} follows the time order of the rows, and no order was given"
        raise PlanError(message, hint="order=… or kfold(10)")
    if dataset.order is not None and structure in {"rows", "groups"}:
        message = f"{plan} would train on the future of the rows it tests, and the rows are in time order"
        raise PlanError(message, hint="forward(5)")
    if dataset.group_codes is not None and structure == "rows":
        message = f"{plan} would train and test on rows of the same group"
        raise PlanError(message, hint=f"group-kfold({min(5, int(dataset.group_codes.max()) + 1)})")


def with_overlap(plan: Plan, resamples: Resamples) -> Resamples:
    """Mark lists of rows that test rows they train on, where the plan is not one of ours and does not say so itself."""
    if type(plan).__module__.startswith("foldwise.") or not isinstance(resamples, RowLists) or resamples.overlap:
        return resamples
    shared = any(np.isin(test, train).any() for train, test in zip(resamples.train, resamples.test, strict=True))
    return replace(resamples, overlap=True) if shared else resamples


def check_drawn(plan: Plan, resamples: Resamples, dataset: Dataset) -> None:
    """Refuse drawn resamples that cut a group or mix times, where the plan itself does not rule that out."""
    if resamples.overlapping:
        return
    if dataset.group_codes is not None and plan.structure in {"any", "time"}:
        _check_groups(plan, resamples, dataset.group_codes)
    if dataset.time_rank is not None and plan.structure == "any":
        _check_times(plan, resamples, dataset.time_rank)


def _check_groups(plan: Plan, resamples: Resamples, groups: Codes) -> None:
    for r in range(resamples.count):
        shared = np.intersect1d(groups[resamples.train_rows(r)], groups[resamples.test_rows(r)])
        if shared.size:
            message = f"resample {r} of {plan} trains and tests on rows of the same group"
            hint = "groups= or order= alone, whichever new rows will not share" if plan.structure == "time" else None
            raise PlanError(message, hint=hint or "group-kfold(5)")


def _check_times(plan: Plan, resamples: Resamples, rank: Codes) -> None:
    """Training rows must come before the test rows: what lies between them, or after, is refused."""
    for r in range(resamples.count):
        train, test = rank[resamples.train_rows(r)], rank[resamples.test_rows(r)]
        if train.size and test.size and train.max() >= test.min():
            message = f"resample {r} of {plan} trains on rows that are not before the rows it tests"
            raise PlanError(message, hint="forward(5), or purged(6) to train on both sides of the test rows")
