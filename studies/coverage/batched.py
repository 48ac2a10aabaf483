"""Two learners without the overhead of a fit per resample, since thousands of simulations need them.

Neighbours are ordered once and each resample takes the first it may; trees skip the checks that are the same for every
resample. The labels are those of `KNeighborsClassifier(1)` and `DecisionTreeClassifier`, which a test holds them to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine.rows import TestRows
from foldwise.predictions import Outputs, Predictions, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.plans import Resamples

BLOCK = 50_000_000


def predict_nearest(dataset: Dataset, resamples: Resamples) -> Predictions:
    """Predictions of the model ``m``, the label of the nearest training row."""
    X: Floats = np.asarray(dataset.X)
    order = np.argsort(distances(X, X), axis=1, kind="stable")  # (n, n)
    test = TestRows.of(resamples)
    answers = np.empty(test.size, dtype=np.intp)
    step = max(1, BLOCK // dataset.n**2)
    for start in range(0, resamples.count, step):
        stop = min(start + step, resamples.count)
        mine = slice(test.starts[start], test.starts[stop])
        trained = resamples.train_counts(start, stop) > 0
        neighbours = order[test.row[mine]]  # (N, n)
        first = trained[test.resample[mine, None] - start, neighbours].argmax(axis=1)
        answers[mine] = dataset.codes[neighbours[np.arange(first.size), first]]
    return _predictions(dataset, resamples, test, answers)


def predict_trees(dataset: Dataset, resamples: Resamples, seed: int) -> Predictions:
    """Predictions of the model ``m``, one fully grown tree per resample."""
    from sklearn import config_context
    from sklearn.tree import DecisionTreeClassifier

    X = np.asarray(dataset.X, dtype=np.float32)  # the precision that scikit-learn grows trees in
    test = TestRows.of(resamples)
    answers = np.empty(test.size, dtype=np.intp)
    with config_context(skip_parameter_validation=True, assume_finite=True):
        for r in range(resamples.count):
            rows = resamples.train_rows(r)
            model = DecisionTreeClassifier(random_state=seed + r)
            model.fit(X[rows], dataset.codes[rows], check_input=False)
            mine = slice(test.starts[r], test.starts[r + 1])
            values = model.tree_.predict(X[test.row[mine]])
            answers[mine] = model.classes_[values.reshape(len(values), -1).argmax(axis=1)]
    return _predictions(dataset, resamples, test, answers)


def _predictions(dataset: Dataset, resamples: Resamples, test: TestRows, answers: Codes) -> Predictions:
    outputs = Outputs(test.resample, test.row, answers, None, ScoreKind.NONE, np.asarray(test.part))
    return Predictions.of_dataset(dataset, {"m": outputs}, resamples)


def nearest_labels(rows: Floats, labels: Codes, points: Floats) -> Codes:
    """Label of the row nearest to each point."""
    return labels[np.argmin(distances(points, rows), axis=1)]


def distances(points: Floats, rows: Floats) -> Floats:
    """Squared distances, less what is the same for all rows."""
    return (rows**2).sum(axis=1) - 2 * points @ rows.T
