"""Columns with gaps, levels and scales of their own, and scikit-learn's word on what a step makes of them."""

import numpy as np
import pandas as pd
from sklearn.pipeline import make_pipeline

from foldwise.data import Dataset, Task
from foldwise.engine.family import Resampled
from foldwise.engine.pipelines.shared_columns import Block, SharedColumns, sums_of
from foldwise.engine.pipelines.steps import Prepared, refuse_steps
from foldwise.engine.storage import TrainingSets
from tests.engine.same import few_of

N = 61


def numbers(seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, 4)) * [1.0, 100.0, 0.01, 1.0] + [0.0, 5.0, 100.0, 0.0]
    return np.column_stack([X, np.full(N, 7.0)])


def holed(seed=0):
    rng = np.random.default_rng(seed)
    X = np.round(numbers(seed), 1)
    X[rng.random(X.shape) < 0.2] = np.nan
    X[:, 0] = rng.normal(size=N)  # no gaps
    X[3, 3], X[np.arange(N) != 3, 3] = np.nan, rng.normal(size=N - 1)  # a single gap
    return X


def mixed(seed=0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(holed(seed)[:, :3], columns=["a", "b", "c"])
    frame["few"] = rng.choice(["x", "y", "z"], N)
    frame["rare"] = rng.choice([f"level {j}" for j in range(12)], N)
    frame["gaps"] = rng.choice(np.array(["p", "q", None], dtype=object), N)
    return frame


def dataset_of(X, seed=0):
    score = np.random.default_rng(seed).normal(size=N)
    return Dataset(X, np.where(score > 0, "yes", "no"), Task.CLASSIFICATION)


def check_columns(step, X, drawn, dataset=None):
    """The columns of resamples are scikit-learn's, in test rows too; returns how many resamples were done."""
    dataset = dataset or dataset_of(X)
    assert refuse_steps([step], dataset) is None
    columns = Prepared.of([step], Resampled.of(dataset, drawn))
    found, table = columns(0, drawn.count), columns.shared.table
    for r in few_of(np.flatnonzero(found.exact)).tolist():
        fitted = make_pipeline(step).fit(dataset.rows(drawn.train_rows(r)), dataset.target[drawn.train_rows(r)])
        theirs = fitted.transform(dataset.X)
        mine = found.values(table, r)
        np.testing.assert_array_equal(mine[:, ~found.there[r]], 0.0)
        np.testing.assert_allclose(mine[:, found.there[r]], theirs, rtol=1e-9, atol=1e-9 * np.abs(theirs).max())
    return int(found.exact.sum())


def block_of(shared, drawn):
    """All resamples as one block."""
    training = TrainingSets(drawn)
    return Block(shared, training, sums_of(shared, training), 0, drawn.count)


def shared_numbers(X):
    """The columns of an array as shared columns, and the numbers that stand for them."""
    shared = SharedColumns(len(X))
    return shared, [shared.number(column, missing=bool(np.isnan(column).any())) for column in X.T]
