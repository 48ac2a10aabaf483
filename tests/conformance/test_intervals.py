"""The grid of plans, measures and interval methods: every cell works, or is refused with the way out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.errors import FoldwiseError, MeasureError, PlanError, ValidityError
from foldwise.intervals import DEFAULTS, INTERVALS, choose_interval, interval_method, make_interval
from foldwise.intervals.limits.unseen_row import rests_on_probabilities
from foldwise.measures import MEASURES, ModelScores, RankMeasure, measure
from foldwise.plans import PLANS, KFold
from tests.conformance.interval_worlds import CASES, many_rows, predictions_on, shuffled
from tests.conformance.metamorphic_worlds import ONE_OF_EACH

ONE_OF_EACH_FORM = ["error", "accuracy", "log-loss", "f1", "auc", "rmse", "mae", "r2", "correlation"]
"""Measures that stand for the forms of measures and of losses where looking at all of them would say nothing more."""
SYMMETRIC = {"corrected-t", "wald-cv", "wald-cv-within", "632plus", "holdout-t"}
SYMMETRIC |= {"cluster-t", "block-t", "hac-t", "naive-t", "replace-one"}


def tables(plan):
    """Predictions for both tasks, as far as the plan allows them."""
    for task in Task:
        try:
            yield predictions_on(plan, task)
        except PlanError:  # pairs of classes and strata need classes
            continue


def cells(plan, names=None):
    """One scored model for every measure that exists for it."""
    for predictions in tables(plan):
        for one in MEASURES:
            if one.task is predictions.task and (names is None or one.name in names):
                yield scored_on(predictions, one)


@cache
def scored_on(predictions, one):
    """One scored model, whose figures are computed once for all methods."""
    return ModelScores(predictions, "m", one)


moved = cache(shuffled)


def quick(method):
    """The same method with few resamples, where it draws any."""
    return replace(method, resamples=30) if hasattr(method, "resamples") else method


def complaint(scored, method) -> str:
    """What is wrong with one cell of the grid, or nothing."""
    where = f"{scored.resamples.plan} / {scored.measure.name} / {method.name}"
    try:
        interval = make_interval(scored, quick(method), allow_invalid=True)
    except ValidityError as error:
        return "" if error.hint else f"{where}: refused without the way out"
    except (ArithmeticError, IndexError, ValueError, FoldwiseError) as error:
        return f"{where}: {type(error).__name__} {error}"
    one = scored.measure
    if not np.isfinite([interval.low, interval.high]).all():
        return f"{where}: [{interval.low}, {interval.high}] is not finite"
    if not one.low <= interval.low <= interval.high <= one.high:
        return f"{where}: [{interval.low}, {interval.high}] is not ordered inside the range"
    return ""


# Rank statistics are computed resample by resample; one of them tells as much as all.
EVERY = {one.name for one in MEASURES if not isinstance(one, RankMeasure)} | {"auc", "correlation"}
OF_EACH_SHAPE = EVERY & {one.name for one in ONE_OF_EACH} | set(ONE_OF_EACH_FORM)
USUAL = ("kfold(10, repeats=3)", "holdout(1/3)", "bootstrap(200)")
"""Plans on which every measure is looked at; elsewhere one of each shape, and all of them in the long run."""
GRID = [pytest.param(plan, EVERY if str(plan) in USUAL else OF_EACH_SHAPE, id=str(plan)) for plan in CASES]
GRID += [
    pytest.param(plan, EVERY, id=f"{plan}-every measure", marks=pytest.mark.slow)
    for plan in CASES
    if str(plan) not in USUAL
]


@pytest.mark.parametrize(("plan", "names"), GRID)
def test_every_cell_works_or_is_refused_with_the_way_out(plan, names):
    found, refused = [], set()
    for scored in cells(plan, names):
        for method in INTERVALS:
            # A method that is not for the plan is refused before the measure is looked at: one measure tells for all.
            asked = (scored.measure.task, method.name)
            if asked not in refused:
                found.append(complaint(scored, method))
            if scored.resamples.kind not in method.validity.plans:
                refused.add(asked)
    assert [text for text in found if text] == []


@pytest.mark.parametrize("method", INTERVALS, ids=lambda method: method.name)
def test_every_method_works_somewhere_and_is_refused_elsewhere(method):
    works, refused = [], []
    for plan in CASES:
        for scored in cells(plan, ONE_OF_EACH_FORM):
            (works if method.refusal(scored) is None else refused).append(scored)
    names = {*ONE_OF_EACH_FORM, "balanced-accuracy", "ece", "partial-auc", "average-precision", "median-absolute-error"}
    many = [scored_on(many_rows(one.task), one) for one in MEASURES if one.name in names]
    works += [scored for scored in many if method.refusal(scored) is None]
    assert works
    assert refused
    assert {scored.resamples.kind for scored in works} <= set(method.validity.plans)


@pytest.mark.parametrize("method", INTERVALS, ids=lambda method: method.name)
def test_a_method_keeps_its_promises(method):
    """Ordered, nested in the level, symmetric before it is clipped, and blind to the order of the rows."""
    for plan in CASES:
        for scored in cells(plan, ONE_OF_EACH_FORM):
            if method.refusal(scored) is None:
                narrow, wide = (quick(method).interval(scored, level) for level in (0.5, 0.9))
                assert wide.low <= narrow.low <= narrow.high <= wide.high
                check_symmetry(method, scored, narrow, wide)
                again = quick(method).interval(scored_on(moved(scored.predictions), scored.measure), 0.9)
                assert (again.low, again.high) == pytest.approx((wide.low, wide.high))


def check_symmetry(method, scored, narrow, wide):
    """Both levels have the same middle, where neither the range, a root nor a gamma distribution got in the way."""
    one = scored.measure
    inside = one.low < wide.low and wide.high < one.high
    skewed = method.name == "holdout-t" and (rests_on_probabilities(one) or one.high == np.inf)
    if (
        method.name in SYMMETRIC
        and inside
        and not skewed
        and getattr(one, "transform", None) is None
        and "pooled" not in wide.note
    ):
        assert narrow.low + narrow.high == pytest.approx(wide.low + wide.high)


@pytest.mark.parametrize("method", INTERVALS, ids=lambda method: method.name)
def test_every_method_describes_itself(method):
    assert interval_method(method.name) is method
    assert method.summary[0].islower() or method.summary[0] in ".C5"
    assert not method.summary.endswith(".")
    assert method.cost
    assert method.validity.instead
    assert set(method.validity.plans) <= {family.name for family in PLANS} | {"fixed"}
    assert "References" in type(method).__doc__


def test_names_are_unique():
    assert len({method.name for method in INTERVALS}) == len(INTERVALS)


@pytest.mark.parametrize("kind", DEFAULTS)
def test_every_default_is_valid_somewhere_on_its_plan(kind):
    assert kind in {family.name for family in PLANS} | {"fixed"}
    for name in DEFAULTS[kind]:
        assert kind in interval_method(name).validity.plans


@pytest.mark.parametrize("plan", CASES, ids=str)
def test_the_default_says_why(plan):
    for scored in cells(plan, ONE_OF_EACH_FORM):
        choice = choose_interval(scored)
        assert choice.reason
        if choice.method is not None:
            assert choice.reason.startswith(f"{choice.method.name} is the default for {scored.measure.name} on")


def test_a_measure_of_the_other_task_is_no_matter_of_validity():
    predictions = predictions_on(KFold(10), Task.REGRESSION)
    with pytest.raises(MeasureError, match="error is a classification measure"):
        make_interval(ModelScores(predictions, "m", measure("error")))


@pytest.mark.parametrize("plan", CASES, ids=str)
def test_nobody_is_refused_who_asks_for_nothing_in_particular(plan):
    for scored in cells(plan, ONE_OF_EACH_FORM):
        interval = make_interval(scored)
        assert interval is None or scored.measure.low <= interval.low <= interval.high <= scored.measure.high
