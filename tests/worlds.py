"""Small made-up datasets and predictions that many tests share."""

from __future__ import annotations

import re

import numpy as np

from foldwise.data import Dataset, Task
from foldwise.measures import Outcomes
from foldwise.plans import CountMatrix, Partition, RowLists
from foldwise.predictions import Outputs, Part, Predictions, ScoreKind


def classes(n=90, p=4, k=3, seed=0, spread=1.5):
    """Gaussian classes of near-equal size, as a dataset."""
    rng = np.random.default_rng(seed)
    codes = np.arange(n) % k
    X = rng.normal(size=(n, p)) + spread * rng.normal(size=(k, p))[codes]
    labels = np.array([f"class {chr(97 + c)}" for c in range(k)])[codes]
    order = rng.permutation(n)
    return Dataset(X=X[order], target=labels[order], task=Task.CLASSIFICATION, name="classes")


def values(n=80, p=3, seed=0):
    """A linear target with noise, as a dataset."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return Dataset(X=X, target=X.sum(axis=1) + rng.normal(size=n), task=Task.REGRESSION, name="values")


def partition(n=150, k=5, repeats=1, seed=0):
    """Equal parts dealt at random."""
    rng = np.random.default_rng(seed)
    parts = np.stack([rng.permutation(np.arange(n) % k) for _ in range(repeats)])
    text = f"kfold({k})" if repeats == 1 else f"kfold({k}, repeats={repeats})"
    return Partition(parts, k, plan=text)


def fixed(n):
    """One test set of unknown origin."""
    return RowLists((np.zeros(0, dtype=np.intp),), (np.arange(n),), n, plan="fixed")


def predictions_of(truth, output, resamples, *, n_classes=2, scores=None, kind=ScoreKind.PROBABILITY, **more):
    """Predictions of one model called 'm' whose answer for a row is the same in every resample."""
    truth, output = np.asarray(truth), np.asarray(output)
    row = np.concatenate([resamples.test_rows(r) for r in range(resamples.count)])
    number = np.repeat(np.arange(resamples.count), resamples.test_sizes.astype(int))
    part = np.full(row.size, Part.TEST, dtype=np.uint8)
    table = None if scores is None else np.asarray(scores)[row]
    outputs = Outputs(number, row, output[row], table, ScoreKind.NONE if scores is None else kind, part)
    names = tuple(f"c{i}" for i in range(n_classes)) if n_classes else ()
    task = Task.CLASSIFICATION if n_classes else Task.REGRESSION
    return Predictions(truth, task, {"m": outputs}, resamples, classes=names, positive=n_classes - 1, **more)


def outcomes(truth, output=None, scores=None, *, n_classes=2, weights=None, kind=ScoreKind.PROBABILITY, positive=None):
    """Outcomes for a measure; a single column of scores is that of the second of two classes."""
    truth = np.asarray(truth)
    table = None if scores is None else np.asarray(scores, dtype=float)
    if table is not None and table.ndim == 1:
        table = np.stack([1 - table, table], axis=1)
    return Outcomes(
        truth=truth,
        output=truth if output is None else np.asarray(output),
        scores=table,
        score_kind=ScoreKind.NONE if table is None else kind,
        classes=n_classes,
        positive=n_classes - 1 if positive is None else positive,
        weights=None if weights is None else np.asarray(weights, dtype=float),
    )


def bootstrap_of(n, draws, seed=0):
    """Ordinary bootstrap counts."""
    rng = np.random.default_rng(seed)
    counts = np.stack([np.bincount(rng.integers(0, n, n), minlength=n) for _ in range(draws)])
    return CountMatrix(counts, plan=f"bootstrap({draws})")


def memoriser(n=200, draws=200, seed=0):
    """A model that knows the rows it saw and guesses the others, right every other time, on fair labels.

    It carries the predictions of the training rows and of the model of all rows.
    """
    truth = np.arange(n) % 2
    resamples = bootstrap_of(n, draws, seed)
    seen = resamples.train_counts(0, draws) > 0
    turn = np.cumsum(~seen, axis=0) % 2
    answer = np.where(seen | (turn == truth), truth, 1 - truth)
    pieces = []
    for r in range(draws):
        rows = np.concatenate([np.flatnonzero(~seen[r]), np.flatnonzero(seen[r])])
        part = np.repeat(np.array([Part.TEST, Part.TRAIN], dtype=np.uint8), [(~seen[r]).sum(), seen[r].sum()])
        pieces.append(Outputs(np.full(n, r), rows, answer[r, rows], None, ScoreKind.NONE, part))
    everything = np.arange(n)
    own = Outputs(0 * everything, everything, truth, None, ScoreKind.NONE, np.zeros(n, dtype=np.uint8))
    return Predictions(
        truth, Task.CLASSIFICATION, {"m": Outputs.join(pieces)}, resamples, ("c0", "c1"), 1, apparent={"m": own}
    )


def losses_of(resamples, loss, **more):
    """Predictions of a model 'm' whose absolute error for a row in a resample is ``loss(resample, rows)``."""
    rows = [resamples.test_rows(r) for r in range(resamples.count)]
    number = np.repeat(np.arange(resamples.count), [part.size for part in rows])
    output = np.concatenate([np.asarray(loss(r, part), dtype=float) for r, part in enumerate(rows)])
    part = np.zeros(number.size, dtype=np.uint8)
    outputs = Outputs(number, np.concatenate(rows), output, None, ScoreKind.NONE, part)
    return Predictions(np.zeros(resamples.n), Task.REGRESSION, {"m": outputs}, resamples, **more)


def label(value):
    """Name of a test case: its text on one line, without memory addresses, so that all workers collect the same names."""
    return re.sub(r"( at)? 0x[0-9A-Fa-f]+", "", " ".join(str(value).split()))
