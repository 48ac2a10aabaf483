"""Columns sorted once, and what the kernel is told about a tree."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine.compiled import trees
from foldwise.engine.compiled.trees import (
    Growth,
    SortedTable,
    TreeSamples,
    grow_and_predict,
    refuse_growth,
    refuse_table,
    sorted_table,
)
from foldwise.engine.rows import TestRows
from foldwise.plans import RowLists
from tests.native_calls import calls, sorted_columns
from tests.worlds import classes


@pytest.fixture
def dataset():
    X = np.array([[2.0, -1.0], [-0.0, 3.0], [0.0, 3.0], [-5.0, 3.0]])
    return Dataset(X=X, target=np.array(["b", "a", "b", "a"]), task=Task.CLASSIFICATION)


def test_keys_name_place_row_and_class(dataset):
    table = sorted_table(dataset)
    expected = sorted_columns(dataset.X + 0.0, dataset.codes)
    np.testing.assert_array_equal(table.keys, expected[0])
    assert table.close.tolist() == expected[1].tolist() == [False, False]
    assert sorted_table(dataset) is table


def test_any_floats_are_sorted():
    rng = np.random.default_rng(0)
    rows = (rng.normal(size=(300, 5)) * 10.0 ** rng.integers(-30, 30, 5)).astype(np.float32)
    table = SortedTable(rows, np.zeros(0, dtype=np.int32), np.zeros(300), 1)
    order = (table.keys >> np.uint64(8) & np.uint64(0xFFFFFF)).astype(np.intp)
    np.testing.assert_array_equal(np.take_along_axis(rows, order.T, axis=0), np.sort(rows, axis=0))


def test_columns_with_values_that_are_equal_to_scikit_learn_are_told():
    rows = np.array([[0.0, -0.0, 1.0, -1e-8, np.nan], [5e-8, 0.0, 1.0 + 2.0**-22, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0, 2.0]])
    table = SortedTable(rows.astype(np.float32), np.zeros(0, dtype=np.int32), np.zeros(3), 1)
    assert table.close.tolist() == [True, False, False, True, False]
    assert table.missing


def test_parameters_are_read_as_scikit_learn_reads_them():
    growth = Growth.of(DecisionTreeClassifier(min_samples_leaf=0.1, min_samples_split=5, max_features="log2"))
    assert growth.columns(20) == 4
    assert growth.least(np.array([41, 100])).tolist() == [[10, 5], [20, 10]]
    assert Growth.of(DecisionTreeClassifier(max_features=0.3)).columns(10) == 3
    assert Growth.of(DecisionTreeClassifier(max_features=90)).columns(10) == 10


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (
            DecisionTreeRegressor().set_params(criterion="friedman_mse"),
            "criterion='friedman_mse' has no batched kernel",
        ),
        (DecisionTreeClassifier(monotonic_cst=[1]), "monotonic_cst has no batched kernel"),
        (
            DecisionTreeClassifier(random_state=np.random.RandomState(0)),
            "random_state is a generator, which every fit changes",
        ),
    ],
    ids=["improvement of Friedman", "constraints", "generator"],
)
def test_what_it_does_not_know_is_named(model, reason):
    assert refuse_growth(model) == reason


def test_absolute_errors_of_former_releases_go_the_generic_way(monkeypatch):
    monkeypatch.setattr(trees, "SKLEARN", (1, 7))
    assert "absolute errors of this release" in refuse_growth(DecisionTreeRegressor(criterion="absolute_error"))


def test_without_a_compiler_trees_go_the_generic_way(monkeypatch):
    monkeypatch.setattr(native, "COMPILED", False)
    assert refuse_growth(DecisionTreeClassifier()) == "trees are grown by the compiled kernels, and there are none"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (np.nan, "there are missing values"),
        (1e39, "a value is too large for the four bytes in which trees take it"),
        ("x", "the features are of type <U32"),
    ],
)
def test_unfit_tables(value, reason):
    X = np.array([[value], [1.0], [2.0]])
    assert refuse_table(Dataset(X=X, target=np.array([0, 1, 1]), task=Task.CLASSIFICATION)) == reason


def test_keys_of_another_table_are_refused():
    given = calls()["grow_trees"]
    with pytest.raises(ValueError, match="'keys' must be those of 'sort_columns'"):
        native._native.grow_trees(**given | {"keys": given["keys"] + np.uint64(1 << 40)})


@pytest.mark.parametrize("criterion", range(5))
@pytest.mark.parametrize("draws", [0, 24])
def test_a_training_set_without_rows_says_nothing(criterion, draws):
    given = calls()["grow_trees"]
    given |= {
        "copies": np.zeros_like(given["copies"]),
        "drawn": np.full(5, draws),
        "criterion": criterion,
        "alpha": np.zeros(1),
    }
    if criterion > 1:
        given |= {"keys": given["keys"] & ~np.uint64(255), "scores": np.empty((2, 20, 1))}
    native._native.grow_trees(**given)
    assert np.isnan(given["scores"]).all()


def test_trees_that_have_not_drawn_a_row_are_counted():
    dataset, many = classes(n=50), 12
    rows, seeds = np.arange(50), np.arange(many, dtype=np.uint32)
    samples = TreeSamples(np.ones((1, 50), dtype=np.int32), np.zeros((0, 0)), seeds[None], np.array([50]))
    test, votes = TestRows.of(RowLists((rows,), (rows,), 50)), np.empty(50, dtype=np.int64)
    shares = grow_and_predict(sorted_table(dataset), Growth.of(DecisionTreeClassifier()), samples, test, votes=votes)
    drawn = [np.bincount(np.random.RandomState(seed).randint(0, 50, 50), minlength=50) > 0 for seed in range(many)]
    np.testing.assert_array_equal(votes, many - np.sum(drawn, axis=0))
    np.testing.assert_allclose(many * shares.sum(axis=1), votes)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"drawn_columns": 9}, "'drawn_columns' must be at most the columns of 'table'"),
        ({"drawn": np.full(5, -1)}, "'drawn' must hold whole numbers from 0"),
        ({"drawn": np.full(5, 9), "replace": False}, "'weights' must be empty where samples are not replaced"),
        ({"criterion": 2, "hard": True}, "there must be one column of scores where values are predicted"),
    ],
    ids=["columns", "draws", "weights", "votes"],
)
def test_what_makes_no_sense_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        native._native.grow_trees(**calls()["grow_trees"] | change)
