"""`assess`: how good one or more models are, and how sure one can be of that."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from foldwise.data import as_dataset
from foldwise.engine import Settings, Store, run
from foldwise.errors import InputError, PlanError
from foldwise.estimates import Pooled
from foldwise.intervals import check_level, choose_interval, interval_method, make_interval, too_small
from foldwise.measures import Scored, as_measures, default_measures
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.plans import as_plan, check_structure, default_plan, draw
from foldwise.reports import Assessment, Finding

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.engine.execute import Progress
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions

__all__ = ["assess", "find", "notes_on", "pick_plan"]


def assess(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Any,  # noqa: ANN401 - an estimator, a name, or several of them
    X: Any,  # noqa: ANN401 - table, path or Dataset
    y: Any = None,  # noqa: ANN401 - array or column name
    *,
    plan: Any = None,  # noqa: ANN401 - Plan, text, or anything with scikit-learn's split
    measures: str | Measure | Iterable[str | Measure] | None = None,
    method: str = "auto",
    level: float = 0.95,
    groups: Any = None,  # noqa: ANN401
    order: Any = None,  # noqa: ANN401
    weights: Any = None,  # noqa: ANN401
    costs: Any = None,  # noqa: ANN401
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
        Names of the measures; by default the error and what else every model can answer.
    method
        Interval method, or ``auto`` for the one that is valid for the plan and the measure.
    level
        Level of the intervals.
    groups, order, weights
        What is known about the rows: column name or array.
    costs
        Cost matrix true x predicted.
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
    check_level(level)
    if method != "auto":
        interval_method(method)
    asked = None if measures is None else as_measures(measures)
    dataset = as_dataset(X, y, groups=groups, order=order, weights=weights, costs=costs, task=task, positive=positive)
    recipe, reason = pick_plan(plan, dataset)
    chosen = as_models(model, dataset)
    if baseline and BASELINE not in chosen:
        chosen = {**chosen, BASELINE: baseline_for(dataset)}
    settings = Settings(
        seed=seed,
        jobs=jobs,
        engine=engine,
        train=train,
        on_failure=on_failure,
        progress=progress,
        store=None if store is None else Store(store),
    )
    resamples = draw(recipe, dataset, seed)
    start = time.perf_counter()
    predictions = run(dataset, chosen, resamples, settings)
    seconds = time.perf_counter() - start
    findings = find(predictions, asked or default_measures(predictions), method, level)
    return Assessment(
        dataset=dataset,
        findings=findings,
        predictions=predictions,
        plan=resamples.plan,
        plan_reason=reason,
        level=level,
        seed=seed,
        baseline=BASELINE if BASELINE in chosen else "",
        notes=notes_on(predictions, findings),
        seconds=seconds,
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


def find(predictions: Predictions, measures: Iterable[Measure], method: str, level: float) -> tuple[Finding, ...]:
    """Estimate every measure of every model, each with its interval."""
    findings = []
    for name in predictions.models:
        for one in measures:
            if predictions.of(name).size == 0:
                continue
            scored = Scored(predictions, name, one)
            estimate = Pooled().estimate(scored)
            interval = make_interval(scored, method, level)
            reason = choose_interval(scored).reason if interval is None else ""
            findings.append(Finding(name, one, estimate, interval, reason))
    if not findings:
        failure = predictions.failures[0]
        message = f"every fit failed; the first, '{failure.model}' on resample {failure.resample + 1}: {failure.cause}"
        raise InputError(message)
    return tuple(findings)


def notes_on(predictions: Predictions, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """What the reader should know about these figures."""
    notes = []
    if too_small(predictions):
        notes.append("too few rows to assess a model: the intervals only say how little is known")
    undefined: dict[tuple[str, int], list[str]] = {}
    for finding in findings:
        if finding.estimate.undefined:
            undefined.setdefault((finding.measure.name, finding.estimate.undefined), []).append(finding.model)
    for (measure, count), models in undefined.items():
        where = f"{count} of {predictions.resamples.count} resamples"
        notes.append(f"{measure} of {', '.join(models)} has no value in {where}")
    if predictions.failures:
        notes.append(f"{len(predictions.failures)} fits failed and are left out")
    return tuple(notes)
