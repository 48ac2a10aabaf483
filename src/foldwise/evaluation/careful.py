"""The plans of the careful intervals, and what can be refused before anything is fitted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.errors import ValidityError
from foldwise.intervals import CAREFUL, IntervalMethod, interval_method
from foldwise.measures import LossMeasure
from foldwise.plans import PairedHalves, TwoFoldsOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.plans import Plan

__all__ = ["careful_plan", "check_request"]


def careful_plan(dataset: Dataset, measures: Sequence[Measure] | None) -> tuple[Plan, str]:
    """Choose the plan of the careful interval: pairs of parts left out for mean losses, paired halves for the rest."""
    if dataset.groups is not None or dataset.order is not None:
        message = "there is no careful interval for rows in groups or in time order"
        raise ValidityError(message, hint="method='auto', which takes groups or blocks of time as the unit")
    if measures is None or all(isinstance(one, LossMeasure) for one in measures):
        return TwoFoldsOut(5, repeats=10), "the careful interval for mean losses is made from pairs of parts left out"
    return PairedHalves(10, splits=15), "the careful interval for any measure is made from disjoint halves of the rows"


def check_request(
    method: str | IntervalMethod, plan: Plan, measures: Sequence[Measure] | None, *, allow_invalid: bool
) -> None:
    """Refuse, before the first fit, what the text of the plan and the measures already rule out."""
    if method == "auto":
        return
    if method == "careful":
        if plan.name not in CAREFUL:
            losses = measures is None or all(isinstance(one, LossMeasure) for one in measures)
            message = f"no careful interval can be made from {plan}"
            hint = "two-folds-out(5, repeats=10)" if losses else "paired-halves(10, splits=15)"
            raise ValidityError(message, hint=f"plan='{hint}', or no plan")
        method = CAREFUL[plan.name][0]
    chosen = interval_method(method)
    text = str(plan) if plan.name not in ("splitter", "predefined") else None
    for one in measures or (None,):
        reason = None if text is None else chosen.validity.forbids(text, one)
        reason = reason or ("" if allow_invalid else chosen.invalid)
        if reason:
            what = "" if one is None else f" for {one.name}"
            message = f"no valid {chosen.name} interval{what}: {reason}"
            raise ValidityError(message, hint=chosen.validity.instead)
