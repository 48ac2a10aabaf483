"""What was asked for, held against the rows before anything is fitted: the plan, the measures, the way to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.errors import MeasureError, PlanError, UnknownNameError
from foldwise.measures import DECISIONS
from foldwise.plans import as_plan, check_structure, default_plan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.plans import Plan

__all__ = ["check_decision", "check_measures", "pick_plan"]


def pick_plan(plan: Any, dataset: Dataset) -> tuple[Plan, str]:  # noqa: ANN401
    """Take the plan asked for, if the rows allow it, or the default with its reason."""
    if plan is None:
        return default_plan(dataset)
    recipe = as_plan(plan)
    if recipe.name == "nested":
        message = f"{recipe} has inner resamples for tuning, and a model that is only assessed tunes nothing"
        raise PlanError(message, hint="its outer part, or a model that tunes itself such as GridSearchCV")
    check_structure(recipe, dataset)
    return recipe, "asked for"


def check_measures(measures: Iterable[Measure], dataset: Dataset) -> None:
    """Refuse measures of the other task, before anything is fitted."""
    for one in measures:
        if one.task is not dataset.task:
            hint = "'error'" if dataset.is_classification else "'mae'"
            message = f"{one.name} is a {one.task} measure, and {dataset.name} has a {dataset.task} target"
            raise MeasureError(message, hint=hint)


def check_decision(decide: str | None, dataset: Dataset) -> None:
    """Refuse a way to decide that does not exist or has no costs to go by, before anything is fitted."""
    if decide is None:
        return
    if decide not in DECISIONS:
        raise UnknownNameError.of("way to decide", decide, DECISIONS)
    if dataset.costs is None:
        message = f"decide='{decide}' chooses the cheapest labels, and no costs were given"
        raise MeasureError(message, hint="costs='fn=10,fp=1'")
    if decide == "training" and dataset.costs.shape != (2, 2):
        message = f"decide='training' finds a threshold between two classes, and costs have shape {dataset.costs.shape}"
        raise MeasureError(message, hint="decide='cost'")
