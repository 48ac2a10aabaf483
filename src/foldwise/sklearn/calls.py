"""From the fits that scikit-learn is about to do to their results, all at once; what is in doubt stays with scikit-learn."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import attempt
from foldwise.errors import FitError
from foldwise.sklearn.admission import NotBatched, check_estimator, last_step_of_pipeline, refuse
from foldwise.sklearn.batch import BatchRequest, fit_all
from foldwise.sklearn.fitted import predicted_labels, response
from foldwise.sklearn.fold_rows import predictions_of
from foldwise.sklearn.record import CallRecord, note_call, single_fit
from foldwise.sklearn.score_tables import score_tables, without_ties
from foldwise.sklearn.scorers import check_scorer, needs_values
from foldwise.sklearn.splits import FoldRows
from foldwise.sklearn.tasks import DelayedFit, each_fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.sklearn.batch import BatchedFits, Splits
    from foldwise.sklearn.score_tables import ScoreTable
    from foldwise.sklearn.tasks import TaskGrid
    from foldwise.typing import Given, Untyped

__all__ = ["Call", "grid_of"]

SCORED = {
    *("scorer", "train", "test", "verbose", "parameters", "fit_params", "score_params", "return_train_score"),
    *("return_parameters", "return_n_test_samples", "return_times", "return_estimator", "split_progress"),
    *("candidate_progress", "error_score", "caller", "callback_ctx"),
}
"""Arguments of scikit-learn's `_fit_and_score` that are known."""


@final
@dataclass(eq=False)
class Call:
    """One call of a function of scikit-learn, by its name, and what became of it."""

    name: str
    groups: Given = None
    kept: CallRecord | None = None

    def batch(self, first: DelayedFit, rest: Iterator[DelayedFit], jobs: int | None) -> Untyped:
        """Do all tasks: a list of results, with tasks where they are left; None where all of them are left."""
        start = time.perf_counter()
        estimator = first.args[0]
        way = {"_fit_and_score": self._scores, "_fit_and_predict": self._predictions}.get(first.function.__name__)
        try:
            if way is None:
                refuse(f"{first.function.__name__} of scikit-learn is not known")
            _check_task(first)
            check_estimator(estimator, final=not first.kwargs.get("parameters"))
            _check_values(first)
            tasks = [first, *rest]
            if first.series is not None and first.series.whole is None:
                tasks = list(each_fold(tasks))
        except NotBatched as refused:
            note_call(self.name, estimator, str(refused))
            return None
        try:
            found, batch = attempt(lambda: _quietly(way, tasks, jobs), type(estimator).__name__, "a batched pass")
        except FitError as refused:
            note_call(self.name, estimator, str(refused.__cause__ or refused))
            return list(each_fold(tasks))
        left = [type(one) for one in found].count(DelayedFit)
        seconds = time.perf_counter() - start
        self.kept = CallRecord(
            self.name,
            estimator,
            batch,
            fits=len(found),
            left=left,
            seconds=seconds,
            truth=batch.asked.y.copy(),
            groups=self.groups,
        )
        note_call(self.name, estimator, "", record=self.kept, one_fit=lambda: single_fit(next(each_fold(tasks))))
        return found

    def _scores(self, tasks: Sequence[DelayedFit], jobs: int | None) -> tuple[list[Untyped], BatchedFits]:
        """Results of `_fit_and_score`."""
        start = time.perf_counter()
        first = tasks[0]
        folds = None if first.series is None else first.series.whole
        places: list[tuple[int, int]] = []
        if first.grid is not None:
            asked = _asked(first, first.grid.splits, first.grid.candidates, jobs=jobs)
        elif folds is not None:
            asked = _asked(first, folds, jobs=jobs)
        else:
            asked, places = grid_of(tasks, jobs)
        batch = fit_all(asked)
        fitted = time.perf_counter()
        tables = score_tables(batch, first.kwargs["scorer"])
        if first.kwargs.get("parameters") is not None and self.name != "validation_curve":  # candidates are ranked
            tables = without_ties(tables, batch, first.kwargs["scorer"])
        done = time.perf_counter()
        count = batch.found.test.count * len(asked.candidates)
        times = (fitted - start) / count, (done - fitted) / count
        if first.grid is not None:
            return _results_of_grid(first, first.grid, tables, times), batch
        if folds is not None:
            return tables["0"].results(
                first, first.kwargs.get("parameters"), times, lambda at: first.on(*folds.pair(at))
            ), batch
        return _results(tasks, places, tables, times), batch

    def _predictions(self, tasks: Sequence[DelayedFit], jobs: int | None) -> tuple[list[Untyped], BatchedFits]:
        """Results of `_fit_and_predict`: the rows in the order of the test set."""
        (estimator, X, y, *_), method = tasks[0].args, tasks[0].args[6]
        splits = [(task.args[3], task.args[4]) for task in tasks]
        batch = fit_all(BatchRequest(estimator, X, y, splits, jobs=jobs))
        view = predictions_of(batch, "0")
        if method == "predict":
            view = replace(view, labels=predicted_labels(estimator, view.labels, y))
        sure = view.clear if method == "predict" else view.valued
        found: list[Untyped] = list(tasks)
        for at in np.flatnonzero(sure).tolist():
            test = splits[at][1]
            outputs = response(view, at, method)
            found[at] = outputs if isinstance(test, FoldRows) else outputs[np.argsort(np.argsort(test))]
        return found, batch


def _quietly(way: Untyped, tasks: Sequence[DelayedFit], jobs: int | None) -> Untyped:
    """Do the tasks; what would warn is left to scikit-learn, which may have its own words for it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return way(tasks, jobs)


def _results_of_grid(
    whole: DelayedFit, grid: TaskGrid, tables: Mapping[str, ScoreTable], times: tuple[float, float]
) -> list[Untyped]:
    """Give the result of each candidate on each split, or the task where it is left."""
    found: list[Untyped] = []
    for at, parameters in enumerate(grid.candidates):
        task = partial(grid.task, whole, at)
        table = tables.get(str(at))
        found += map(task, range(len(grid.splits))) if table is None else table.results(whole, parameters, times, task)
    return found


def _results(
    tasks: Sequence[DelayedFit],
    places: Sequence[tuple[int, int]],
    tables: Mapping[str, ScoreTable],
    times: tuple[float, float],
) -> list[Untyped]:
    """Give the result of each task, or the task where it is left."""
    known: dict[int, list[Untyped]] = {}
    found: list[Untyped] = []
    for task, (candidate, split) in zip(tasks, places, strict=True):
        table = tables.get(str(candidate))
        if table is not None and candidate not in known:
            known[candidate] = table.results(task, task.kwargs.get("parameters"), times, lambda _: None)
        found.append((table and known[candidate][split]) or task)
    return found


def _asked(
    task: DelayedFit, splits: Splits, candidates: Sequence[Given] = (None,), *, jobs: int | None
) -> BatchRequest:
    """What the tasks ask for that are like this one, on these splits, of these candidates."""
    estimator, X, y = task.args[:3]
    return BatchRequest(
        estimator, X, y, splits, candidates, train=bool(task.kwargs.get("return_train_score")), jobs=jobs
    )


def _check_task(task: DelayedFit) -> None:
    """Refuse what a task asks for beyond scores or predictions."""
    if task.function.__name__ == "_fit_and_predict":
        if len(task.args) != 7 or task.args[5]:
            refuse("there are parameters of fit")
        if task.args[6] == "predict_log_proba":
            refuse("logarithms of probabilities are asked for")
        if not hasattr(task.args[0], task.args[6]):
            refuse(f"the estimator has no {task.args[6]}")
        return
    asked = task.kwargs
    unknown = set(asked) - SCORED
    refused = {
        f"an argument {next(iter(unknown), '')} that is not known": unknown,
        "there are parameters of fit": asked.get("fit_params"),
        "there are parameters of score": asked.get("score_params"),
        "the fitted estimators are asked for": asked.get("return_estimator"),
        "verbose output is asked for": asked.get("verbose"),
        "error_score is no number": not isinstance(asked.get("error_score"), int | float)
        and asked.get("error_score") != "raise",
        "there are callbacks": _has_callbacks(task.args[0]) or _has_callbacks(asked.get("caller")),
    }
    reason = next((reason for reason, holds in refused.items() if holds), "")
    if reason:
        refuse(reason)
    check_scorer(asked["scorer"], task.args[0])


def _check_values(task: DelayedFit) -> None:
    """Refuse a logistic regression whose probabilities count: they depend on where Newton's method stops."""
    predicts = task.function.__name__ == "_fit_and_predict"
    wanted = task.args[6] != "predict" if predicts else needs_values(task.kwargs["scorer"])
    if wanted and type(last_step_of_pipeline(task.args[0])).__name__ == "LogisticRegression":
        refuse(
            "probabilities of LogisticRegression depend on where its solver stops, and batched fits end at the optimum"
        )


def _has_callbacks(estimator: Given) -> bool:
    return bool(getattr(estimator, "_skl_callbacks", None))


def grid_of(tasks: Sequence[DelayedFit], jobs: int | None) -> tuple[BatchRequest, list[tuple[int, int]]]:
    """Sort tasks into candidates and splits: what is asked, and the (candidate, split) of each task."""
    first = tasks[0]
    splits: dict[tuple[int, int], tuple[Given, Given]] = {}
    candidates: dict[object, Given] = {}
    keys, known = [], {}
    for task in tasks:
        asked = task.kwargs
        if task.args[1] is not first.args[1] or task.args[2] is not first.args[2]:
            refuse("the fits are not all to the same rows")
        split = id(asked["train"]), id(asked["test"])
        splits.setdefault(split, (asked["train"], asked["test"]))
        parameters = asked.get("parameters")
        place = id(parameters)
        if place not in known:
            known[place] = _key(parameters)
            candidates.setdefault(known[place], parameters)
        keys.append((known[place], split))
    if len(tasks) != len(candidates) * len(splits):
        refuse("not every candidate is fitted to every split")
    rows, columns = (dict(zip(found, range(len(found)), strict=True)) for found in (candidates, splits))
    asked_for = _asked(first, list(splits.values()), list(candidates.values()), jobs=jobs)
    return asked_for, [(rows[candidate], columns[split]) for candidate, split in keys]


def _key(parameters: Given) -> object:
    """What two settings have in common that are the same: their values, or the object where those cannot be compared."""
    if parameters is None:
        return None
    items = tuple((name, type(value), value) for name, value in parameters.items())
    try:
        hash(items)
    except TypeError:
        return id(parameters)
    return items
