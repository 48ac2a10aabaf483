"""Leave-one-out of trees is, row by row, what growing a tree without each row gives."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine, make_classification
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, run
from foldwise.engine.compiled.leave_one_out import leave_out, leaves_out
from foldwise.engine.compiled.trees import Growth, TreeSamples, grow, sorted_table
from foldwise.engine.family import Resampled
from foldwise.engine.rows import TestRows
from foldwise.plans import Partition
from tests.engine.same import resamples, same
from tests.worlds import classes, values


def one_by_one(dataset, growth, seed):
    """Shares of every row in a tree that is grown without it, each on its own."""
    n = dataset.n
    seeds, drawn = np.full((n, 1), seed, dtype=np.uint32), np.zeros(n, dtype=np.int64)
    samples = TreeSamples((1 - np.eye(n)).astype(np.int32), np.zeros((0, 0)), seeds, drawn)
    return grow(sorted_table(dataset), growth, samples, TestRows.of(resamples("loo", n)))


def check(dataset, parameters, seed=3):
    growth = Growth.of(DecisionTreeClassifier(**parameters))
    table = sorted_table(dataset)
    np.testing.assert_array_equal(leave_out(table, growth, seed), one_by_one(dataset, growth, seed))


def table(X, y):
    return Dataset(X=X, target=y, task=Task.CLASSIFICATION)


def tables():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 90)
    rare = np.where(rng.random((90, 5)) < 0.06, 1.0, 0.0)
    return {
        "200 x 20": table(*make_classification(200, 20, n_informative=10, flip_y=0.05, random_state=0)),
        "breast cancer": table(*load_breast_cancer(return_X_y=True)),
        "wine": table(*load_wine(return_X_y=True)),
        "noise": table(rng.normal(size=(90, 4)), y),
        "few values": table(rng.integers(0, 4, (90, 4)).astype(float), y),
        "rare indicators": table(rare, y),
        "indicators and numbers": table(np.column_stack([rare, rng.normal(size=90)]), y),
        "equal rows": table(rng.normal(size=(90, 3))[rng.integers(0, 12, 90)], y),
        "many equal values": table(np.round(rng.normal(size=(90, 3)), 1) + 1e-3 * (np.arange(90) % 70)[:, None], y),
        "values nearer than scikit-learn tells apart": table(1 + 4e-8 * np.round(3 * rng.normal(size=(90, 3))), y),
        "one row of a class": table(rng.normal(size=(90, 3)), (np.arange(90) == 7).astype(int)),
        "constants": table(np.ones((90, 2)), y),
        "two rows": table(np.array([[0.0], [1.0]]), np.array([0, 1])),
    }


TABLES = tables()


@pytest.mark.parametrize("name", TABLES)
def test_rows_are_those_of_trees_grown_one_by_one(name):
    check(TABLES[name], {})


@pytest.mark.parametrize(
    "parameters",
    [
        {"criterion": "entropy"},
        {"criterion": "log_loss", "max_depth": 4},
        {"max_depth": 3},
        {"min_samples_leaf": 4},
        {"min_samples_leaf": 0.03, "min_samples_split": 0.1},
        {"min_samples_split": 9},
        {"min_weight_fraction_leaf": 0.05},
        {"min_impurity_decrease": 0.01},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["noise", "few values", "indicators and numbers", "200 x 20"])
def test_limits_hold_without_each_row(name, parameters):
    check(TABLES[name], parameters)


@pytest.mark.parametrize("seed", range(5))
def test_any_seed_breaks_ties_as_it_does_one_by_one(seed):
    check(TABLES["few values"], {}, seed)
    check(TABLES["equal rows"], {"criterion": "entropy"}, seed)


def test_scikit_learn_gives_the_same_rows():
    for parameters in ({"random_state": 5}, {}):
        same(DecisionTreeClassifier(**parameters), classes(n=60, p=4, spread=0.5), resamples("loo", 60), "trees")


def test_the_number_of_threads_does_not_change_a_bit():
    dataset = TABLES["200 x 20"]
    one, two = (
        run(dataset, {"m": DecisionTreeClassifier()}, resamples("loo", 200), Settings(jobs=jobs)).of("m").scores
        for jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def test_blocks_of_rows_do_not_change_a_bit(monkeypatch):
    dataset, growth = TABLES["noise"], Growth.of(DecisionTreeClassifier())
    whole = leave_out(sorted_table(dataset), growth, 1)
    monkeypatch.setattr("foldwise.engine.compiled.leave_one_out.WORK_PER_CALL", 7 * 90 * 4)
    np.testing.assert_array_equal(leave_out(sorted_table(dataset), growth, 1), whole)


@pytest.mark.parametrize(
    ("model", "fits"),
    [
        (DecisionTreeClassifier(), True),
        (DecisionTreeClassifier(max_features=10), True),
        (DecisionTreeClassifier(max_features=1), False),
        (DecisionTreeClassifier(splitter="random"), False),
        (DecisionTreeClassifier(ccp_alpha=0.1), False),
        (DecisionTreeClassifier(max_leaf_nodes=4), False),
        (DecisionTreeClassifier(class_weight="balanced"), False),
    ],
    ids=str,
)
def test_what_changes_more_than_a_count_is_grown_row_by_row(model, fits):
    dataset = classes(n=30, p=3)
    growth = Growth.of(model)
    assert leaves_out(model, growth, Resampled.of(dataset, resamples("loo", 30))) is fits
    same(model, dataset, resamples("loo", 30), "trees")


def test_folds_weights_and_values_are_none_of_it():
    dataset, model = classes(n=30, p=3), DecisionTreeClassifier()
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=np.ones(30))
    parts, loo = Partition(np.arange(30)[None] % 5, 5), resamples("loo", 30)
    assert not leaves_out(model, Growth.of(model), Resampled.of(dataset, parts))
    assert not leaves_out(model, Growth.of(model), Resampled.of(weighted, loo))
    assert not leaves_out(model, Growth.of(model), Resampled.of(dataset, loo, train=True))
    tree = DecisionTreeRegressor()
    assert not leaves_out(tree, Growth.of(tree), Resampled.of(values(n=30), loo))
