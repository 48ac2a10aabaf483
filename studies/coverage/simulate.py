"""One replication of a cell: draw rows, fit, resample, make every interval, and know the truth."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final
from zlib import crc32

import numpy as np

from foldwise.engine import Settings
from foldwise.errors import FoldwiseWarning
from foldwise.evaluation import FitNeeds, PrecisionLimit, Request, Runner
from foldwise.intervals import FEWEST_UNITS, anytime_interval, interval_method, rows_level, unit_values
from foldwise.measures import ModelScores, measure
from foldwise.plans import draw, parse
from foldwise.predictions import Predictions
from studies.coverage.batched import predict_nearest, predict_trees
from studies.coverage.cells import make_learner
from studies.coverage.problems import problem

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.intervals import Interval, IntervalMethod
    from studies.coverage.cells import Cell

LEVEL = 0.95
BUDGET = 300
"""Fits that a plan repeated until its interval is short may spend: 30 repeats of 10 parts."""


@final
@dataclass(frozen=True)
class Trial:
    """One interval of one replication; without ends where the method refused."""

    method: str
    low: float | None
    high: float | None
    risk: float


def replicate(cell: Cell, seed: int) -> list[Trial]:
    """Run one replication; the same seed draws the same rows for every learner and plan."""
    if cell.measure:
        return replicate_test_set(cell, seed)
    dataset = draw_rows(cell.problem, cell.n, seed)
    with warnings.catch_warnings():
        # A dataset of 20 rows may have a class too rare for ten parts; that is part of what is studied.
        warnings.simplefilter("ignore", FoldwiseWarning)
        warnings.simplefilter("ignore", UserWarning)
        risk = true_risk(cell.problem, cell.learner, cell.n, seed)
        methods = [interval_method(name) for name in cell.methods]
        needs = FitNeeds(any(one.needs_apparent for one in methods), any(one.needs_train for one in methods))
        predictions = predict(cell, dataset, needs, seed)
    return make_intervals(cell, ModelScores(predictions, "m", measure(problem(cell.problem).measure)), risk)


def replicate_test_set(cell: Cell, seed: int) -> list[Trial]:
    """Fit to n rows, ask about n others, and hold every interval against the value on infinitely many."""
    source = problem(cell.problem)
    both = draw_rows(cell.problem, 2 * cell.n, seed)
    train, test = both.subset(np.arange(cell.n)), both.subset(np.arange(cell.n, 2 * cell.n))
    model = make_learner(cell.learner).fit(train.X, train.target)
    scores = {"m": model.predict_proba(test.X)[:, 1]} if both.is_classification else None
    predictions = Predictions.build(test.target, {"m": model.predict(test.X)}, scores=scores, task=str(both.task))
    return make_intervals(cell, ModelScores(predictions, "m", measure(cell.measure)), source.value(model, cell.measure))


def make_intervals(cell: Cell, scored: ModelScores, truth: float) -> list[Trial]:
    """Make the interval of every method of the cell, or note that it refused."""
    trials = []
    for method in map(interval_method, cell.methods):
        if method.refusal(scored) is not None:
            trials.append(Trial(method.name, None, None, truth))
            continue
        made = anytime(method, scored) if cell.until else method.interval(scored, LEVEL)
        trials.append(Trial(method.name, made.low, made.high, truth))
    return trials


def draw_rows(name: str, n: int, seed: int) -> Dataset:
    """Draw the dataset of a replication."""
    return problem(name).draw(n, np.random.default_rng([crc32(name.encode()), n, seed]))


def anytime(method: IntervalMethod, scored: ModelScores) -> Interval:
    """The interval that holds whenever one stops repeating the plan."""
    if unit_values(scored).size < FEWEST_UNITS:
        return method.interval(scored, LEVEL)
    return anytime_interval(method.interval(scored, rows_level(LEVEL)), scored, LEVEL)


@lru_cache(maxsize=200_000)
def true_risk(name: str, learner: str, n: int, seed: int) -> float:
    """Risk of the model fitted to all rows of a replication; several plans ask for it."""
    dataset = draw_rows(name, n, seed)
    model = make_learner(learner)
    if "random_state" in model.get_params():
        model.set_params(random_state=seed)
    return problem(name).risk(model.fit(dataset.X, dataset.target))


def predict(cell: Cell, dataset: Dataset, needs: FitNeeds, seed: int) -> Predictions:
    """Run the plan of the cell with the engine, once or until its interval is short."""
    plan = parse(cell.plan)
    if cell.learner == "1-nn":
        return predict_nearest(dataset, draw(plan, dataset, seed))
    if cell.learner == "tree":
        return predict_trees(dataset, draw(plan, dataset, seed), seed)
    settings = Settings(seed=seed, jobs=1, train=needs.train)
    runner = Runner(dataset, {"m": make_learner(cell.learner)}, settings, needs)
    limit = PrecisionLimit(cell.until, BUDGET) if cell.until else None
    request = Request("corrected-t", level=LEVEL, anytime=limit is not None)
    return runner.predict(plan, limit, (measure(problem(cell.problem).measure),), request)[0]
