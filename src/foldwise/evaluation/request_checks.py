"""Checks of the arguments against the rows, before anything is fitted: the plan, the measures, the way to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data import other_task_hint
from foldwise.errors import MeasureError, PlanError, UnknownNameError, ValidityError
from foldwise.intervals import CAREFUL_METHODS, IntervalMethod, interval_method
from foldwise.measures import DECISIONS, LossMeasure
from foldwise.plans import PairedHalves, TwoFoldsOut, as_plan, check_structure, default_plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.typing import PlanLike

__all__ = ["careful_plan", "check_decision", "check_measures", "check_request", "pick_plan"]


def pick_plan(plan: PlanLike | None, dataset: Dataset) -> tuple[Plan, str]:
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
    for measure in measures:
        if measure.task is not dataset.task:
            hint = "'error'" if dataset.is_classification else "'mae'"
            other = other_task_hint(dataset)
            hint = f"{hint}, or {other}" if other else hint
            message = f"{measure.name} is a {measure.task} measure, and {dataset.name} has a {dataset.task} target"
            raise MeasureError(message, hint=hint)


def check_decision(decide: str | None, dataset: Dataset) -> None:
    """Refuse a way to decide that does not exist or has no costs to go by, before anything is fitted."""
    if decide is None:
        return
    if decide not in DECISIONS:
        raise UnknownNameError.of("way to decide", str(decide), DECISIONS)
    if dataset.costs is None:
        message = f"decide='{decide}' chooses the cheapest labels, and no costs were given"
        raise MeasureError(message, hint="costs='fn=10,fp=1'")
    if decide == "training" and dataset.costs.shape != (2, 2):
        message = f"decide='training' finds a threshold between two classes, and costs have shape {dataset.costs.shape}"
        raise MeasureError(message, hint="decide='cost'")


def careful_plan(dataset: Dataset, measures: Sequence[Measure] | None) -> tuple[Plan, str]:
    """Choose the plan of the careful interval: pairs of parts left out for mean losses, paired halves for the rest."""
    if dataset.groups is not None or dataset.order is not None:
        message = "there is no careful interval for rows in groups or in time order"
        raise ValidityError(message, hint="interval='auto', which takes groups or blocks of time as the unit")
    if measures is None or all(isinstance(measure, LossMeasure) for measure in measures):
        return TwoFoldsOut(5, repeats=10), "the careful interval for mean losses is made from pairs of parts left out"
    return PairedHalves(10, splits=15), "the careful interval for any measure is made from disjoint halves of the rows"


def check_request(
    method: str | IntervalMethod, plan: Plan, measures: Sequence[Measure] | None, *, allow_invalid: bool
) -> None:
    """Refuse, before the first fit, what the text of the plan and the measures already rule out."""
    if method == "auto":
        return
    if method == "careful":
        if plan.name not in CAREFUL_METHODS:
            losses = measures is None or all(isinstance(measure, LossMeasure) for measure in measures)
            message = f"no careful interval can be made from {plan}"
            hint = "two-folds-out(5, repeats=10)" if losses else "paired-halves(10, splits=15)"
            raise ValidityError(message, hint=f"plan='{hint}', or no plan")
        method = CAREFUL_METHODS[plan.name][0]
    interval = interval_method(method)
    text = str(plan) if plan.name not in ("splitter", "predefined") else None
    for one in measures or (None,):
        reason = None if text is None else interval.validity.forbids(text, one)
        reason = reason or ("" if allow_invalid else interval.invalid)
        if reason:
            what = "" if one is None else f" for {one.name}"
            message = f"no valid {interval.name} interval{what}: {reason}"
            raise ValidityError(message, hint=interval.validity.instead)
