"""Which interval a plan gets when none is asked for, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.catalogue import interval_method
from foldwise.intervals.interval import Interval, IntervalMethod, check_level
from foldwise.intervals.proportion import clopper_pearson, effective_size
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.measures import Scored
    from foldwise.predictions import Predictions

__all__ = ["DEFAULTS", "Choice", "choose_interval", "make_interval", "too_small"]

DEFAULTS: dict[str, tuple[str, ...]] = {
    "kfold": ("corrected-t",),
    "subsample": ("corrected-t",),
    "holdout": ("wilson", "holdout-t"),
    "three-way": ("wilson", "holdout-t"),
    "fixed": ("wilson", "holdout-t"),
    "predefined": ("wilson", "holdout-t"),
    "group-kfold": ("cluster-t", "corrected-t"),
    "stratified-group": ("cluster-t", "corrected-t"),
    "leave-group-out": ("cluster-t",),
}
"""Methods to try for each plan, the best first."""

FEWEST_ROWS, FEWEST_OF_A_CLASS = 20, 5


@final
@dataclass(frozen=True)
class Choice:
    """The chosen method, or none, and the reason in words."""

    method: IntervalMethod | None
    reason: str


def choose_interval(scored: Scored) -> Choice:
    """Take the first default of the plan that is valid for the measure."""
    plan, refusals = scored.resamples.plan, []
    for name in DEFAULTS.get(scored.resamples.kind, ()):
        method = interval_method(name)
        refusal = method.validity.refusal(scored)
        if refusal is None:
            return Choice(method, f"{method.name} is the default for {scored.measure.name} on {plan}")
        refusals.append(f"{name}: {refusal}")
    why = "; ".join(refusals) or f"no interval is valid for the plan {scored.resamples.kind}"
    return Choice(None, why)


def make_interval(scored: Scored, method: str | IntervalMethod = "auto", level: float = 0.95) -> Interval | None:
    """Make the interval by the named method, or by the default; None where no interval is valid.

    A method asked for by name that is not valid here raises `ValidityError`.
    """
    check_level(level)
    if method != "auto":
        chosen = interval_method(method)
        chosen.check(scored)
        return chosen.interval(scored, level)
    if np.isnan(scored.value):
        return None
    if too_small(scored.predictions):
        return _small(scored, level)
    picked = choose_interval(scored).method
    return None if picked is None else picked.interval(scored, level)


def too_small(predictions: Predictions) -> bool:
    """Fewer than 20 rows, or fewer than 5 of a class: too few to assess anything (small-n rule, METHODS 0)."""
    if predictions.n < FEWEST_ROWS:
        return True
    if not predictions.is_classification:
        return False
    present = np.bincount(predictions.truth, minlength=len(predictions.classes))
    return bool(present[present > 0].min() < FEWEST_OF_A_CLASS)


def _small(scored: Scored, level: float) -> Interval | None:
    """Clopper-Pearson on the rows themselves, flagged; other measures get none."""
    if not (isinstance(scored.measure, LossMeasure) and scored.measure.zero_one):
        return None
    size = effective_size(scored)
    low, high = clopper_pearson(scored.value * size, size, level)
    return Interval(low, high, level, "clopper-pearson", Target.PROXY, note="too few rows: not assessable")
