"""The grid of plans, measures and estimates: every cell works, or is refused with the way out."""

from __future__ import annotations

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.errors import FoldwiseError, PlanError, ValidityError
from foldwise.estimates import ESTIMATES, Bias, Target, make_estimate
from foldwise.measures import ModelScores, as_measures
from foldwise.plans import PLANS
from tests.conformance.interval_worlds import CASES, predictions_on, shuffled

NEED_MORE = {"bolstered", "learning-curve"}
"""Estimates that need more than predictions; `assess` gives it to them, and their own tests look at them."""
FORMS = ["error", "accuracy", "f1", "lr-positive", "auc", "log-loss", "brier-skill", "ece", "cost", "net-benefit"]
FORMS += ["rmse", "mae", "mbe", "r2", "correlation", "median-absolute-error", "gamma-deviance"]
"""Measures that stand for every form, direction and range."""


def cells(plan):
    """One scored model for every form of measure."""
    for task in Task:
        try:
            predictions = predictions_on(plan, task)
        except PlanError:  # pairs of classes and strata need classes
            continue
        for one in as_measures(FORMS):
            if one.task is task:
                yield ModelScores(predictions, "m", one)


def complaint(scored, method) -> str:
    """What is wrong with one cell of the grid, or nothing."""
    where = f"{scored.resamples.plan} / {scored.measure.name} / {method if method == 'auto' else method.name}"
    try:
        estimate = make_estimate(scored, method)
    except ValidityError as error:
        return "" if error.hint else f"{where}: refused without the way out"
    except (ArithmeticError, IndexError, ValueError, FoldwiseError) as error:
        return f"{where}: {type(error).__name__} {error}"
    one, undefined = scored.measure, np.isnan(scored.scores).all()
    if not (undefined or one.low <= estimate.value <= one.high):
        return f"{where}: {estimate.value} is outside the range"
    sound = estimate.fits >= 1 and isinstance(estimate.target, Target) and isinstance(estimate.bias, Bias)
    return "" if sound else f"{where}: {estimate} does not say what it is"


@pytest.mark.parametrize("plan", CASES, ids=str)
def test_every_cell_works_or_is_refused_with_the_way_out(plan):
    methods = ["auto", *ESTIMATES]
    found = [complaint(scored, method) for scored in cells(plan) for method in methods]
    assert [text for text in found if text] == []


@pytest.mark.parametrize("method", [one for one in ESTIMATES if one.name not in NEED_MORE], ids=lambda one: one.name)
def test_every_estimate_works_somewhere_and_does_not_look_at_the_order_of_the_rows(method):
    kinds = set()
    for plan in CASES:
        for scored in cells(plan):
            if scored.measure.name in ("error", "auc", "rmse") and method.refusal(scored) is None:
                kinds.add(scored.resamples.kind)
                again = ModelScores(shuffled(scored.predictions), "m", scored.measure)
                value = method.estimate(scored).value
                assert method.estimate(again).value == pytest.approx(value, nan_ok=True)
    assert kinds
    assert kinds <= (set(method.plans) or {family.name for family in PLANS})
