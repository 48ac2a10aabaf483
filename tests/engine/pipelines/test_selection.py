"""The best columns of every training set are those scikit-learn selects."""

import numpy as np
import pytest
from sklearn.feature_selection import SelectKBest, f_classif, f_regression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import Dataset, Task
from foldwise.engine.pipelines.columns import Numbers
from foldwise.engine.pipelines.selection import Separation, Slope
from tests.engine.pipelines.prepared_columns import N, block_of, check_columns, numbers, shared_numbers
from tests.engine.same import KINDS, resamples


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 4, "all"])
def test_the_best_columns(k, kind):
    X = numbers()[:, :4]
    for task, score in ((Task.CLASSIFICATION, f_classif), (Task.REGRESSION, f_regression)):
        target = X[:, 1] + 100 * np.random.default_rng(1).normal(size=N)
        dataset = Dataset(X, np.digitize(target, [-50, 50]) if task is Task.CLASSIFICATION else target, task)
        step = make_pipeline(StandardScaler(), SelectKBest(score, k=k))
        drawn = resamples(kind, N)
        assert check_columns(step, X, drawn, dataset) == drawn.count


def test_columns_that_are_equally_good_are_left_to_scikit_learn():
    X = numbers()[:, [0, 0, 1]]
    assert check_columns(SelectKBest(k=1), X, resamples("parts", N)) < 8


@pytest.mark.parametrize("kind", ["parts", "counts"])
def test_what_columns_are_ranked_by_grows_with_f(kind):
    X = numbers()[:, :4]
    y = np.random.default_rng(2).normal(size=N) + X[:, 0]
    shared, columns = shared_numbers(X)
    block = block_of(shared, resamples(kind, N))
    whole = Numbers(columns)(block)
    for criterion, score, target in (
        (Slope(y), f_regression, y),
        (Separation(np.digitize(y, [-1, 1]), 3), f_classif, np.digitize(y, [-1, 1])),
    ):
        values, sure = criterion(whole, block)
        assert sure.all()
        for r in range(block.size):
            theirs = score(X[block.train(r)], target[block.train(r)])[0]
            assert np.argsort(values[r]).tolist() == np.argsort(theirs).tolist()


def test_a_constant_column_has_no_sure_value():
    X = np.column_stack([numbers()[:, 0], np.full(N, 2.0)])
    shared, columns = shared_numbers(X)
    block = block_of(shared, resamples("parts", N))
    _, sure = Slope(X[:, 0] ** 2)(Numbers(columns)(block), block)
    assert sure[:, 0].all()
    assert not sure[:, 1].any()
