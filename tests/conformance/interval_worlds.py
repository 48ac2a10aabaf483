"""Made-up predictions on every plan, for the grid of plans, measures and methods."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd

from foldwise.data import Dataset, Task
from foldwise.engine.rows import rows_of
from foldwise.plans import (
    PLANS,
    Bootstrap,
    BootstrapCase,
    Complete,
    Forward,
    KFold,
    Nested,
    PairedHalves,
    PairsOut,
    Partition,
    Predefined,
    Purged,
    ReplaceOne,
    RowLists,
    Subsample,
    TwoFoldsOut,
    draw,
)
from foldwise.plans.resamples import CountMatrix, HeldOut
from foldwise.predictions import Outputs, Part, Predictions, ScoreKind

N = 48
MORE = {
    "kfold": [KFold(10), KFold(2, repeats=5), KFold(N), KFold(4)],
    "subsample": [Subsample(60, test=0.1), Subsample(10, test=0.5)],
    "bootstrap": [
        Bootstrap(40),
        Bootstrap(200, scheme="stratified"),
        Bootstrap(200, scheme="cluster"),
        Bootstrap(60, test="all"),
    ],
    "complete": [Complete(4, draws=20)],
    "bootstrap-case": [BootstrapCase(51)],
    "replace-one": [ReplaceOne(3)],
    "forward": [Forward(2), Forward(5, horizon=3)],
    "purged": [Purged(5, choose=2)],
    "paired-halves": [PairedHalves(4, splits=5, test=0.2)],
    "two-folds-out": [TwoFoldsOut(4, repeats=3), TwoFoldsOut(4, repeats=1)],
    "nested": [Nested(KFold(5), KFold(3))],
    "predefined": [Predefined("part")],
}
SMALLER = {"paired-halves", "complete", "bootstrap-case", "predefined", "replace-one"}
"""Families of whose example a smaller variant tells as much."""
CASES = [
    plan
    for family in PLANS
    for plan in [*([] if family.name in SMALLER else [family.example]), *MORE.get(family.name, [])]
]
"""Every plan of the catalogue, and the variants on which methods disagree."""


def dataset_for(plan, task: Task) -> Dataset:
    """Rows with the groups or times that the plan needs; values are positive, so that every measure exists."""
    rng = np.random.default_rng(5)
    target = rng.permutation(np.arange(N) % 2) if task is Task.CLASSIFICATION else rng.gamma(4, size=N)
    X = pd.DataFrame({"part": np.arange(N) % 6, "x": rng.normal(size=N)})
    groups = rng.permutation(np.arange(N) % 12) if plan.structure == "groups" else None
    order = np.arange(N) if plan.structure == "time" else None
    costs = np.array([[0.0, 1.0], [3.0, 0.0]]) if task is Task.CLASSIFICATION else None
    return Dataset(X=X, target=target, task=task, groups=groups, order=order, costs=costs)


@cache
def predictions_on(plan, task: Task, seed: int = 0) -> Predictions:
    """Answers of a mediocre model 'm' for test and training rows, which differ a little from fit to fit."""
    dataset = dataset_for(plan, task)
    resamples = draw(plan, dataset, seed)
    pieces = [_answers(dataset, *rows_of(resamples, r, train=True), r, resamples.count) for r in range(resamples.count)]
    own = _answers(dataset, np.arange(N), np.zeros(N, dtype=np.uint8), 0, 1)
    predictions = Predictions.of_dataset(dataset, {"m": Outputs.join(pieces)}, resamples)
    return replace(predictions, apparent={"m": own})


@cache
def many_rows(task: Task) -> Predictions:
    """One test set of 20,000 rows, for methods that need many."""
    rng = np.random.default_rng(8)
    n = 20_000
    part, row = np.zeros(n, dtype=np.uint8), np.arange(n)
    resamples = RowLists((np.zeros(0, dtype=np.intp),), (row,), n, plan="fixed")
    if task is Task.REGRESSION:
        truth = rng.gamma(4, size=n)
        outputs = Outputs(0 * row, row, truth * rng.gamma(9, 1 / 9, size=n), None, ScoreKind.NONE, part)
        return Predictions(truth, task, {"m": outputs}, resamples)
    truth = rng.integers(0, 2, n)
    score = 1 / (1 + np.exp(-rng.normal(size=n) - truth))
    outputs = Outputs(
        *(0 * row, row, (score > 0.5).astype(np.intp), np.stack([1 - score, score], axis=1)),
        *(ScoreKind.PROBABILITY, part),
    )
    return Predictions(truth, task, {"m": outputs}, resamples, classes=("no", "yes"), positive=1)


def _answers(dataset, rows, parts, r, count) -> Outputs:
    signal = np.random.default_rng(1).normal(size=N)
    noise = 0.4 * np.random.default_rng([2, r, count]).normal(size=N)
    number = np.full(rows.size, r)
    if not dataset.is_classification:
        return Outputs(
            number, rows, dataset.truth[rows] * np.exp(0.3 * (signal + noise)[rows]), None, ScoreKind.NONE, parts
        )
    seen = 0.6 * (parts == Part.TRAIN)
    logit = (2 * dataset.codes[rows] - 1) * (0.7 + seen) + (signal + noise)[rows]
    scores = np.stack([1 / (1 + np.exp(logit)), 1 / (1 + np.exp(-logit))], axis=1)
    return Outputs(number, rows, (logit > 0).astype(np.intp), scores, ScoreKind.PROBABILITY, parts)


def shuffled(predictions: Predictions, seed: int = 3) -> Predictions:
    """The same predictions with the rows of the dataset in another order."""
    new = np.random.default_rng(seed).permutation(predictions.n)
    old = np.argsort(new)
    outputs = {name: _moved(table, new) for name, table in predictions.outputs.items()}
    apparent = {name: _moved(table, new) for name, table in predictions.apparent.items()}
    rows = {name: _taken(getattr(predictions, name), old) for name in ("groups", "time", "weights")}
    resamples = moved(predictions.resamples, new, old)
    return replace(
        predictions, truth=predictions.truth[old], outputs=outputs, apparent=apparent, resamples=resamples, **rows
    )


def _taken(values, rows):
    return None if values is None else values[rows]


def _moved(table: Outputs, new) -> Outputs:
    order = np.lexsort((new[table.row], table.part, table.resample))
    return replace(table.where(order), row=new[table.row][order])


def moved(resamples, new, old):
    """Resamples over renumbered rows."""
    if isinstance(resamples, (Partition, PairsOut)):
        return replace(resamples, parts=resamples.parts[:, old])
    if isinstance(resamples, HeldOut):
        return replace(resamples, test=np.sort(new[resamples.test.astype(np.intp)], axis=1))
    if isinstance(resamples, RowLists):
        train, test = (tuple(np.sort(new[rows]) for rows in lists) for lists in (resamples.train, resamples.test))
        tags = tuple(_renamed(tag, new) for tag in resamples.tags)
        return replace(resamples, train=train, test=test, tags=tags, validation=(), inner=())
    counts = resamples.train_counts(0, resamples.count)[:, old]
    return CountMatrix(counts, plan=resamples.plan, unit=resamples.unit, test_all=resamples.overlapping)


def _renamed(tag: str, new) -> str:
    """The tags of replaced rows name rows."""
    words = tag.split()
    return f"swap {new[int(words[1])]} {new[int(words[2])]} {words[3]}" if words[0] == "swap" else tag
