"""`assess`: how good one or more models are, and how sure one can be of that."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from foldwise.api.careful import careful_plan, check_request
from foldwise.api.checking import check_rows, leaning
from foldwise.api.equip import equip
from foldwise.api.find import Wish, find, find_all, notes_on
from foldwise.api.own import own_roles
from foldwise.api.until import Limit
from foldwise.api.work import Needs, Work
from foldwise.data import as_dataset
from foldwise.data.checks.kinds import check_kinds
from foldwise.engine import Settings, Store
from foldwise.errors import MeasureError, PlanError, UnknownNameError
from foldwise.intervals import check_level
from foldwise.measures import DECISIONS, as_measures, asked_measures, default_measures, with_pairs
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.plans import as_plan, check_structure, default_plan
from foldwise.reports import Assessment

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.engine.execute import Progress
    from foldwise.estimates import EstimateMethod
    from foldwise.intervals import IntervalMethod
    from foldwise.measures import Measure
    from foldwise.plans import Plan

__all__ = ["assess", "check_decision", "check_measures", "find", "notes_on", "pick_plan"]


def assess(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Any,  # noqa: ANN401 - an estimator, a name, or several of them
    X: Any,  # noqa: ANN401 - table, path or Dataset
    y: Any = None,  # noqa: ANN401 - array or column name
    *,
    plan: Any = None,  # noqa: ANN401 - Plan, text, or anything with scikit-learn's split
    measures: str | Measure | Iterable[str | Measure] | None = None,
    method: str | IntervalMethod = "auto",
    estimate: str | EstimateMethod = "auto",
    level: float = 0.95,
    until: float | None = None,
    budget: int | None = None,
    allow_invalid: bool = False,
    groups: Any = None,  # noqa: ANN401
    order: Any = None,  # noqa: ANN401
    weights: Any = None,  # noqa: ANN401
    costs: Any = None,  # noqa: ANN401
    decide: str | None = None,
    task: str | None = None,
    positive: Any = None,  # noqa: ANN401
    seed: int = 0,
    jobs: int | None = None,
    engine: str = "auto",
    baseline: bool = True,
    train: bool = False,
    on_failure: str = "raise",
    store: str | Path | None = None,
    progress: Progress | None = None,
) -> Assessment:
    """Tell how good one or more models are, and how sure one can be of that.

    Parameters
    ----------
    model
        An estimator with scikit-learn's `fit` and `predict`, the name of a model (``foldwise models`` lists them), or
        several of them as a list or as ``{name: model}``.
    X
        Features as array, sparse matrix or dataframe; a path; or a `Dataset`.
    y
        Target as array, or the name of its column.
    plan
        How to resample: a plan, its text such as ``"kfold(10, repeats=3)"``, or any scikit-learn splitter. By default
        ten stratified parts, three times; by groups or forward in time where the rows have them.
    measures
        Names of the measures; by default the error and what else every model can answer. Beside a rate comes the one it
        must be read with: precision beside recall, false alarms beside misses.
    method
        Interval method; ``auto`` for the one that is valid for the plan and the measure; ``careful`` for one that holds
        its level also for few rows and unstable models, with the plan it needs.
    estimate
        Estimate method, or ``auto`` for the one in the middle of the interval.
    level
        Level of the intervals.
    until
        Repeat the plan until half the width of the first measure's interval is below this for every model. All intervals
        are then anytime-valid: they hold although one looked after every round, for which they are a little wider.
    budget
        Most fits of a model that `until` may spend; by default 100 repeats, or 2000 draws.
    allow_invalid
        Give the interval ``naive-t``, which is known to be wrong; its note says how wrong.
    groups, order, weights
        What is known about the rows: column name or array.
    costs
        What mistakes cost: ``fn=10,fp=1`` for two classes, a table true x predicted, or the path of one.
    decide
        How labels are chosen where there are costs: None keeps the models' own; ``cost`` takes the label with the least
        expected cost by the model's probabilities, or none where that costs least; ``training`` takes, in each resample,
        the threshold that was cheapest on its training rows (two classes).
    task
        ``classification`` or ``regression`` where the target does not tell.
    positive
        The class that precision, recall and AUC are about.
    seed
        One integer; the same seed gives the same bits for any number of jobs.
    jobs
        Number of processes, -1 for all cores; by default decided by how long the work is.
    engine
        ``auto``, or ``generic`` to fit every resample on its own.
    baseline
        Add the model that ignores the features.
    train
        Keep predictions of the training rows too.
    on_failure
        ``raise``, or ``record`` failed fits and go on.
    store
        File that keeps finished fits, so that the same call continues where it was stopped.
    progress
        Called as ``progress(done, total, model)`` after every fit or block of fits.

    Returns
    -------
    Assessment
        Estimates and intervals, and the predictions they were made from.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"))
    >>> print(f"{result.finding('lda', 'error').estimate.value:.3f}")
    0.020
    """
    check_kinds(locals())
    check_level(level)
    wanted = () if measures is None else asked_measures(measures)
    dataset = as_dataset(
        X,
        y,
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        task=task,
        positive=positive,
        roles=own_roles(model, X, y, groups, order, weights),
    )
    named = as_measures(wanted, dataset.task)
    asked = with_pairs(named) or None
    check_measures(asked or (), dataset)
    check_decision(decide, dataset)
    careful = plan is None and method == "careful"
    recipe, reason = careful_plan(dataset, named or None) if careful else pick_plan(plan, dataset)
    check_request(method, recipe, named or None, allow_invalid=allow_invalid)
    chosen = as_models(model, dataset)
    added = frozenset({BASELINE}) if baseline and BASELINE not in chosen else frozenset()
    chosen = {**chosen, **dict.fromkeys(added, baseline_for(dataset))}
    needs = Needs.of(method, estimate)
    settings = Settings(
        seed=seed,
        jobs=jobs,
        engine=engine,
        train=train or needs.train or decide == "training",
        on_failure=on_failure,
        progress=progress,
        store=None if store is None else Store(store),
    )
    work = Work(dataset, chosen, settings, needs, decide)
    start = time.perf_counter()
    wish = Wish(method, equip(estimate, work, recipe), level, allow_invalid, added, anytime=until is not None)
    predictions, notes = work.done(recipe, None if until is None else Limit(until, budget), asked, wish)
    seconds = time.perf_counter() - start
    shown = asked or default_measures(predictions)
    findings = find_all(predictions, shown, wish.sparing([one for one in shown[1:] if one not in named]))
    advice = check_rows("assess", dataset, predictions.resamples)
    return Assessment(
        dataset=dataset,
        findings=leaning(findings, advice),
        predictions=predictions,
        plan=predictions.resamples.plan,
        plan_reason=reason,
        level=level,
        seed=seed,
        baseline=BASELINE if BASELINE in chosen else "",
        notes=(*notes, *notes_on(predictions, findings)),
        seconds=seconds,
        advice=advice,
    )


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
        raise UnknownNameError.of("way to decide", str(decide), DECISIONS)
    if dataset.costs is None:
        message = f"decide='{decide}' chooses the cheapest labels, and no costs were given"
        raise MeasureError(message, hint="costs='fn=10,fp=1'")
    if decide == "training" and dataset.costs.shape != (2, 2):
        message = f"decide='training' finds a threshold between two classes, and costs have shape {dataset.costs.shape}"
        raise MeasureError(message, hint="decide='cost'")
