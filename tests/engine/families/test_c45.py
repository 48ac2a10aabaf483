"""C4.5 on all resamples is C4.5 on one after the other."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

from foldwise import native
from foldwise.data import Dataset, Task, as_dataset, read
from foldwise.engine import Settings, choose, run
from foldwise.engine.families.c45 import QuinlanTrees, RankedTable, ranked_table, refuse_ranked
from foldwise.engine.threads import threads
from foldwise.learners import C45Tree
from foldwise.plans import as_plan, draw
from tests.engine.families.test_mixed_nb import N, mixed
from tests.engine.same import KINDS, resamples, same
from tests.native_calls import calls
from tests.worlds import classes, label, values

compiled = pytest.mark.skipif(not native.COMPILED, reason="trees are grown by the compiled kernels")
MODELS = [
    C45Tree(),
    C45Tree(4, confidence=0.1),
    C45Tree(unpruned=True),
    C45Tree(subtree_raising=False, smoothing=1),
    C45Tree(confidence=0.5, categorical_features=["c"]),
]


@compiled
@pytest.mark.parametrize("kind", KINDS)
def test_raw_tables(kind):
    assert same(C45Tree(), mixed(), resamples(kind, N), "c45") == "c45"


@compiled
@pytest.mark.parametrize("kind", ["parts", "counts", "weights"])
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_parameters_and_weights(model, kind):
    same(model, mixed(), resamples(kind, N), "c45")
    same(model, mixed(weights=True), resamples(kind, N), "c45")


@compiled
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3])
def test_numbers_alone(k, kind):
    dataset = classes(n=41, k=k, spread=0.5)
    assert same(C45Tree(), dataset, resamples(kind, 41), "c45", train=True) == "c45"


def flawed(kind):
    """Features and classes with something wrong."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 3, 60)
    if kind == "constants alone":
        X[:] = 1.0
    elif kind == "equal rows":
        X = X[rng.integers(0, 9, 60)]
    elif kind == "whole numbers":
        X = np.round(X)
    elif kind == "neighbours without a middle":
        X = np.nextafter(1.0, 2.0) ** np.round(X)
    elif kind == "ten classes":
        y = rng.integers(0, 10, 60)
    elif kind == "one class in some training sets":
        y = (np.arange(60) < 3).astype(int)
    elif kind == "far away":
        X = X * 1e300
    elif kind == "hardly a value known":
        X[rng.random(X.shape) < 0.9] = np.nan
    return as_dataset(X, y)


FLAWS = [
    "constants alone", "equal rows", "whole numbers", "neighbours without a middle", "ten classes",
    "one class in some training sets", "far away", "hardly a value known",
]  # fmt: skip


@compiled
@pytest.mark.parametrize("kind", FLAWS)
def test_flawed_tables(kind):
    for drawn in ("parts", "counts", "weights"):
        same(C45Tree(), flawed(kind), resamples(drawn, 60), "c45")


@compiled
def test_subtrees_are_raised_and_many_levels_do_not_count_in_the_average():
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 40, 120)
    table = pd.DataFrame({"code": codes.astype(str), "x": rng.normal(size=120).round(1), "y": rng.normal(size=120)})
    table.loc[rng.random(120) < 0.3, "x"] = np.nan
    dataset = read(table, np.where((table["y"] > 0) ^ (rng.random(120) < 0.3), "yes", "no"))
    for kind in ("parts", "counts", "weights"):
        same(C45Tree(), dataset, resamples(kind, 120), "c45")


@compiled
def test_the_bits_do_not_depend_on_the_number_of_threads():
    dataset = classes(n=300, p=20)
    drawn = draw(as_plan("bootstrap(60)"), dataset, 0)
    found = []
    for jobs in (1, 2, 5):
        with threads(jobs):
            found.append(run(dataset, {"m": C45Tree()}, drawn, Settings(engine="auto")).outputs["m"].scores)
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])


@compiled
@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (C45Tree(subsets=True), "subsets=True merges levels"),
        (C45Tree(0), "min_cases is a number from 1 up, not 0"),
        (C45Tree(categorical_features=["z"]), "there is no column 'z' among the 6 columns"),
    ],
)
def test_what_goes_the_generic_way(model, reason):
    route = choose(model, mixed(), resamples("parts", N))
    assert route.family is None
    assert reason in route.reason


@compiled
def test_values_and_columns_of_several_kinds_go_the_generic_way():
    drawn = resamples("parts", N)
    assert "regression" in QuinlanTrees().refusal(C45Tree(), values(n=N), drawn)
    table = np.where(np.arange(N) % 2, "a", np.arange(N)).astype(object)[:, None]
    table[::2, 0] = np.arange(0, N, 2)
    dataset = Dataset(table, mixed().target, mixed().task)
    assert "several kinds" in QuinlanTrees().refusal(C45Tree(), dataset, drawn)


def test_without_the_kernels_trees_go_the_generic_way(monkeypatch):
    monkeypatch.setattr(native, "COMPILED", False)
    assert "compiled" in QuinlanTrees().refusal(C45Tree(), mixed(), resamples("parts", N))


@pytest.fixture
def dataset():
    table = pd.DataFrame({"x": [2.0, None, -1.0, 2.0], "colour": ["red", "blue", None, "red"]})
    return read(table, ["a", "b", "a", "b"])


def test_places_of_values_and_levels(dataset):
    table = ranked_table(dataset, None)
    assert table.cells.tolist() == [[1, -1, 0, 1], [1, 0, -1, 1]]
    assert table.levels.tolist() == [-1, 2]
    assert table.distinct.tolist() == [-1.0, 2.0]
    assert table.places.tolist() == [0, 2, 2]


def test_a_table_is_ranked_once_for_each_choice_of_categories(dataset):
    assert ranked_table(dataset, None) is ranked_table(dataset, None)
    assert ranked_table(dataset, ["x"]).levels.tolist() == [2, 2]


def test_a_table_without_columns_or_values():
    table = RankedTable.of(np.full((3, 1), np.nan), (None,))
    assert table.cells.tolist() == [[-1, -1, -1]]
    assert RankedTable.of(np.zeros((3, 0)), ()).cells.shape == (0, 3)


def test_tables_that_cannot_be_ranked(dataset):
    sparse = Dataset(csr_array(np.eye(4)), dataset.target, Task.CLASSIFICATION)
    assert refuse_ranked(sparse, None) == "the features are a sparse matrix"
    with pytest.raises(TypeError, match="sparse"):
        ranked_table(sparse, None)
    infinite = Dataset(np.array([[1.0], [np.inf], [2.0], [3.0]]), dataset.target, Task.CLASSIFICATION)
    assert "infinity" in refuse_ranked(infinite, None)
    assert "no column 'z'" in refuse_ranked(dataset, ["z"])


@compiled
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"cells": np.full((3, 24), 99, dtype=np.int32)}, "'cells' must hold places of values or levels, or -1"),
        ({"levels": np.full(3, 25, dtype=np.int32)}, "'levels' must hold whole numbers from -1 to the number of rows"),
        ({"weights": np.full((5, 24), -1.0)}, "'weights' must hold numbers from 0 to 1e15"),
        ({"weights": np.full((5, 24), np.nan)}, "'weights' must hold numbers from 0 to 1e15"),
        ({"confidence": 0.6}, "'confidence' must be above 0 and up to 0.5"),
        ({"least": 0.0}, "'least' must be a number from 1 up"),
        ({"smoothing": -1.0}, "'smoothing' must be a number from 0 up"),
    ],
)
def test_the_kernel_says_what_is_wrong(changed, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        native._native.grow_c45(**(calls()["grow_c45"] | changed))


@compiled
def test_a_training_set_without_weight_is_left_out():
    given = calls()["grow_c45"]
    weights = given["weights"].copy()
    weights[2] = 0
    native._native.grow_c45(**(given | {"weights": weights}))
    assert given["done"].tolist() == [True, True, False, True, True]
    shares = given["scores"].sum(axis=1)
    np.testing.assert_allclose(shares, np.repeat([1.0, 1.0, 0.0, 1.0, 1.0], 4))
