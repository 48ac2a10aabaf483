"""Pairs of models with chosen differences."""

import numpy as np

from foldwise.comparisons import Pair
from foldwise.data import Task
from foldwise.measures import measure
from foldwise.plans import Partition
from foldwise.predictions import Outputs, Predictions, ScoreKind
from tests.worlds import partition


def of_losses(resamples, a, b, *, truth=None, **more):
    """Two models 'a' and 'b' with these absolute errors, each a table of resamples and rows or part of one (R, n).

    The truth lies below all predictions, so that a difference of outputs is one of losses.
    """
    rows = [resamples.test_rows(r) for r in range(resamples.count)]
    number = np.repeat(np.arange(resamples.count), [part.size for part in rows])
    row = np.concatenate(rows)
    y = np.zeros(resamples.n) if truth is None else np.asarray(truth, dtype=float)
    part = np.zeros(row.size, dtype=np.uint8)

    def outputs(loss):
        values = np.broadcast_to(np.asarray(loss, dtype=float), (resamples.count, resamples.n))[number, row]
        return Outputs(number, row, y[row] + values, None, ScoreKind.NONE, part)

    return Predictions(y, Task.REGRESSION, {"a": outputs(a), "b": outputs(b)}, resamples, **more)


def of_errors(a, b, resamples=None, **more):
    """Two classifiers of two classes, wrong on the rows where `a` and `b` say so, in every resample."""
    a, b = np.asarray(a, dtype=int), np.asarray(b, dtype=int)
    chosen = partition(n=a.size, k=10) if resamples is None else resamples
    truth = np.arange(a.size) % 2
    rows = np.concatenate([chosen.test_rows(r) for r in range(chosen.count)])
    number = np.repeat(np.arange(chosen.count), chosen.test_sizes.astype(int))
    part = np.zeros(rows.size, dtype=np.uint8)
    outputs = {
        name: Outputs(number, rows, (truth ^ wrong)[rows], None, ScoreKind.NONE, part)
        for name, wrong in {"a": a, "b": b}.items()
    }
    return Predictions(truth, Task.CLASSIFICATION, outputs, chosen, classes=("no", "yes"), positive=1, **more)


def fold_differences(differences, *, repeats=1, size=30):
    """A pair under the absolute error whose difference in each part is the given one, with equal parts."""
    k = len(differences) // repeats
    parts = np.tile(np.repeat(np.arange(k), size), (repeats, 1))
    text = f"kfold({k})" if repeats == 1 else f"kfold({k}, repeats={repeats})"
    resamples = Partition(parts, k, plan=text)
    predictions = of_losses(resamples, 10 + np.asarray(differences)[:, None], 10.0)
    return Pair.of(predictions, "a", "b", measure("mae"))


def error_pair(predictions, name="error"):
    """The two models under the error rate, or another measure."""
    return Pair.of(predictions, "a", "b", measure(name))
