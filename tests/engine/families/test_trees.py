"""Trees predict as scikit-learn's do, on every kind of resample."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine, make_classification
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor

import foldwise
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.engine.compiled.trees import Growth, TreeSamples, grow_and_predict, sorted_table
from foldwise.engine.families.trees import leave_out, leaves_out
from foldwise.engine.family import Resampled
from foldwise.engine.rows import TestRows
from foldwise.errors import FitError
from foldwise.plans import Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.releases import leave_to_release
from tests.worlds import classes, label, values

LABEL = "trees (equivalent)"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [2, 3])
def test_classes(k, kind):
    dataset = classes(n=41, k=k, spread=0.5)
    assert same(DecisionTreeClassifier(), dataset, resamples(kind, 41), "trees", train=True) == LABEL


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "counts"])
def test_values(kind):
    assert same(DecisionTreeRegressor(), values(n=41), resamples(kind, 41), "trees", train=True) == LABEL


PARAMETERS = [
    {"criterion": "entropy"},
    {"criterion": "log_loss", "max_depth": 3},
    {"max_depth": 1},
    {"min_samples_leaf": 4},
    {"min_samples_leaf": 0.08, "min_samples_split": 0.3},
    {"min_weight_fraction_leaf": 0.1},
    {"max_leaf_nodes": 5},
    {"max_leaf_nodes": 7, "max_features": 2},
    {"min_impurity_decrease": 0.02},
    {"ccp_alpha": 0.02},
    {"max_features": "sqrt"},
    {"max_features": 0.6, "criterion": "entropy"},
    {"splitter": "random"},
    {"splitter": "random", "max_features": 2, "min_samples_leaf": 3},
    {"class_weight": "balanced"},
    {"class_weight": {"class a": 1, "class b": 2, "class c": 0.5}, "random_state": 3},
]


@pytest.mark.parametrize("engine", ["auto", "generic"])
def test_weights_that_are_too_large_with_those_of_their_classes_are_left_to_scikit_learn(engine):
    dataset = replace(classes(n=40, k=2), weights=np.where(np.arange(40) == 5, 1e10, 1.0))
    model = DecisionTreeClassifier(class_weight={"class a": 1e300, "class b": 1e300}, random_state=0)
    with pytest.raises(FitError, match="NaN or infinity"):
        run(dataset, {"m": model}, Partition(np.arange(40)[None] % 4, 4), Settings(engine=engine, jobs=1))


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_parameters_of_classifiers(parameters):
    dataset = classes(n=120, p=6, spread=0.6)
    for kind in ("parts", "weights"):
        same(DecisionTreeClassifier(**parameters), dataset, resamples(kind, 120), "trees")


@pytest.mark.parametrize(
    "parameters", [one for one in PARAMETERS if not {"criterion", "class_weight"} & set(one)], ids=str
)
def test_parameters_of_regressors(parameters):
    for kind in ("parts", "weights"):
        same(DecisionTreeRegressor(**parameters), values(n=120, p=5), resamples(kind, 120), "trees")


def positive(dataset, *, whole=False):
    """Values above zero, or counts."""
    size = np.exp(dataset.truth / np.abs(dataset.truth).max())
    return replace(dataset, target=np.floor(2 * size) if whole else size)


@pytest.mark.parametrize(
    "parameters", [{}, {"min_samples_leaf": 9}, {"min_weight_fraction_leaf": 0.03}, {"max_leaf_nodes": 12}], ids=str
)
@pytest.mark.parametrize("n", [1024, 1025])
def test_two_classes_of_the_longest_short_keys(n, parameters):
    """Keys of up to 1,024 rows are short; values that differ by less than scikit-learn sees are no boundary."""
    dataset = classes(n=n, p=17, k=2, spread=0.2)
    X = dataset.X.copy()
    X[:, 0], X[:, 1] = np.round(X[:, 0], 1) + 1e-8 * X[:, 1], np.round(4 * X[:, 1] + 100) + 1e-5 * X[:, 2]
    same(DecisionTreeClassifier(**parameters), replace(dataset, X=X), resamples("parts", n), "trees")


@pytest.mark.parametrize("parameters", [{}, {"min_samples_leaf": 4}, {"max_features": 3}], ids=str)
@pytest.mark.parametrize("k", [2, 3, 16, 17])
def test_columns_of_few_values(k, parameters):
    """Rows are counted by level: in whole numbers, where classes are at most 16."""
    dataset = classes(n=136, p=6, k=k, spread=0.5)
    dataset = replace(dataset, X=np.round(2 * dataset.X))
    for kind in ("parts", "counts"):
        same(DecisionTreeClassifier(**parameters), dataset, resamples(kind, 136), "trees")


@pytest.mark.parametrize("heavy", [90, 250, 300])
def test_whole_weights_of_any_sum(heavy):
    """Weights of up to 255 are bytes, and sums beyond 32,767 are no short numbers: the trees are the same."""
    dataset = classes(n=200, p=5, spread=0.5)
    weights = 1 + np.arange(200) * 7 % heavy
    dataset = replace(dataset, X=np.round(2 * dataset.X), weights=weights.astype(float))
    same(DecisionTreeClassifier(), dataset, resamples("parts", 200), "trees")


@pytest.mark.parametrize("criterion", ["poisson", "absolute_error"])
@pytest.mark.parametrize(
    "parameters", [one for one in PARAMETERS if not {"criterion", "class_weight"} & set(one)] + [{}], ids=str
)
def test_other_criteria_of_regressors(parameters, criterion):
    for kind in ("parts", "weights"):
        dataset = positive(values(n=120, p=5))
        same(DecisionTreeRegressor(criterion=criterion, **parameters), dataset, resamples(kind, 120), "trees")


@pytest.mark.parametrize("criterion", ["poisson", "absolute_error"])
def test_other_criteria_of_whole_numbers(criterion):
    """Sums of whole numbers are exact in any order, so that rows may be there several times."""
    dataset = replace(positive(values(n=60), whole=True), weights=np.arange(60) % 3)
    same(DecisionTreeRegressor(criterion=criterion), dataset, resamples("parts", 60), "trees", train=True)
    same(ExtraTreeRegressor(criterion=criterion), dataset, resamples("counts", 60), "trees")


def test_poisson_deviance_with_missing_values():
    same(DecisionTreeRegressor(criterion="poisson"), positive(holed(values(n=80))), resamples("parts", 80), "trees")


def test_poisson_counts_that_are_all_zero_fail_as_scikit_learn_says():
    dataset = replace(values(n=20), target=np.repeat([0.0, 1.0], 10))
    drawn = RowLists((np.arange(10),), (np.arange(10, 20),), 20)
    with pytest.raises(FitError, match="Sum of y is not positive"):
        run(dataset, {"m": DecisionTreeRegressor(criterion="poisson")}, drawn, Settings())


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (DecisionTreeRegressor(criterion="poisson"), "criterion='poisson' takes no negative values"),
        (
            DecisionTreeRegressor(criterion="absolute_error"),
            "DecisionTreeRegressor with missing values has no batched kernel",
        ),
    ],
    ids=label,
)
def test_values_that_a_criterion_does_not_take_go_the_generic_way(model, reason):
    route = choose(model, holed(values()), Partition(np.arange(90)[None] % 4, 4))
    leave_to_release(route.reason)
    assert (route.name, route.reason) == ("generic", reason)


@pytest.mark.parametrize("kind", ["parts", "counts", "weights"])
def test_extra_trees_draw_the_same_cuts(kind):
    same(ExtraTreeClassifier(), classes(n=60), resamples(kind, 60), "trees")
    same(ExtraTreeRegressor(), values(n=60), resamples("parts", 60), "trees")


@pytest.mark.parametrize("parameters", [{}, {"min_samples_leaf": 3}, {"max_features": 2}], ids=str)
def test_rows_drawn_several_times_are_several_samples(parameters):
    dataset = classes(n=70, spread=0.4)
    same(DecisionTreeClassifier(**parameters), dataset, resamples("counts", 70), "trees")


def flawed(kind):
    """Features and classes with something wrong."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 3, 60)
    if kind == "constant columns":
        X[:, :2] = [0.1, 7.0]
    elif kind == "nothing but constants":
        X[:] = 1.0
    elif kind == "equal rows":
        X = X[rng.integers(0, 9, 60)]
    elif kind == "whole numbers":
        X = np.round(X)
    elif kind == "values nearer than scikit-learn tells apart":
        X = 1 + 4e-8 * np.round(3 * X)
    elif kind == "ten classes":
        y = rng.integers(0, 10, 60)
    elif kind == "one class in some training sets":
        y = (np.arange(60) < 3).astype(int)
    elif kind == "far away":
        X = X * 1e30
    return Dataset(X=X, target=y, task=Task.CLASSIFICATION)


@pytest.mark.parametrize(
    "kind",
    [
        "constant columns",
        "nothing but constants",
        "equal rows",
        "whole numbers",
        "values nearer than scikit-learn tells apart",
        "ten classes",
        "one class in some training sets",
        "far away",
    ],
)
@pytest.mark.parametrize("parameters", [{}, {"criterion": "entropy"}, {"max_features": 1}], ids=str)
def test_flawed_tables(kind, parameters):
    dataset = flawed(kind)
    for drawn in ("parts", "counts"):
        same(DecisionTreeClassifier(**parameters), dataset, resamples(drawn, 60), "trees")


def holed(dataset, share=0.15, seed=3):
    """The same rows, of which some lack values; a column lacks all of them in places, and one has none but holes."""
    rng = np.random.default_rng(seed)
    X = np.array(dataset.X)
    X[rng.random(X.shape) < share] = np.nan
    X[: len(X) // 3, 1] = np.nan
    X[:, 2] = np.where(np.isnan(X[:, 2]), np.nan, 1.0)
    X = np.column_stack([X, np.full(len(X), np.nan), rng.normal(size=len(X))])
    return Dataset(X=X, target=dataset.target, task=dataset.task)


MISSING = [
    {},
    {"criterion": "entropy", "max_features": 2},
    {"max_depth": 3, "min_samples_leaf": 3},
    {"max_leaf_nodes": 6},
]


@pytest.mark.parametrize("parameters", [*MISSING, {"ccp_alpha": 0.02, "min_weight_fraction_leaf": 0.05}], ids=str)
@pytest.mark.parametrize("kind", ["parts", "counts", "loo", "lists"])
def test_missing_values_of_classifiers(parameters, kind):
    for k in (2, 3):
        dataset = holed(classes(n=80, p=4, k=k, spread=0.5))
        same(DecisionTreeClassifier(**parameters), dataset, resamples(kind, 80), "trees", train=kind == "parts")


@pytest.mark.parametrize("parameters", [{}, {"max_features": 2}, {"min_samples_leaf": 3, "max_leaf_nodes": 9}], ids=str)
def test_missing_values_of_regressors(parameters):
    dataset = holed(values(n=80, p=4))
    same(DecisionTreeRegressor(**parameters), dataset, resamples("parts", 80), "trees")


def test_values_missing_in_test_rows_alone_go_with_the_larger_side():
    dataset = classes(n=60, p=3, spread=0.5)
    X = np.array(dataset.X)
    X[40:, :] = np.nan
    holes = Dataset(X=X, target=dataset.target, task=dataset.task)
    drawn = RowLists((np.arange(40),), (np.arange(40, 60),), 60)
    same(DecisionTreeClassifier(), holes, drawn, "trees")


def test_few_values_and_missing_ones():
    dataset = classes(n=90, p=4, spread=0.4)
    rounded = Dataset(X=np.round(dataset.X), target=dataset.target, task=dataset.task)
    same(DecisionTreeClassifier(), holed(rounded), resamples("parts", 90), "trees")


def test_two_rows():
    dataset = Dataset(X=np.array([[0.0], [1.0], [2.0]]), target=np.array([0, 1, 1]), task=Task.CLASSIFICATION)
    same(DecisionTreeClassifier(), dataset, RowLists((np.arange(2),), (np.array([2]),), 3), "trees")


def test_rows_of_weight_zero_are_left_aside():
    rng = np.random.default_rng(1)
    dataset = classes(n=80, spread=0.5)
    weighted = Dataset(
        X=dataset.X, target=dataset.target, task=dataset.task, weights=rng.integers(0, 3, 80).astype(float)
    )
    for model in (DecisionTreeClassifier(), DecisionTreeClassifier(min_samples_leaf=0.1)):
        same(model, weighted, resamples("parts", 80), "trees")


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = classes(n=3000, p=8, spread=0.3), resamples("parts", 3000)
    one, two = (
        run(dataset, {"m": DecisionTreeClassifier()}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def test_blocks_do_not_change_a_bit(monkeypatch):
    dataset, drawn = values(n=60), resamples("many parts", 60)
    whole = run(dataset, {"m": DecisionTreeRegressor()}, drawn, Settings()).of("m").output
    monkeypatch.setattr("foldwise.engine.families.trees.TreeFit.held", 150)
    np.testing.assert_array_equal(run(dataset, {"m": DecisionTreeRegressor()}, drawn, Settings()).of("m").output, whole)


def test_another_seed_is_another_tree_among_ties():
    dataset, drawn = classes(n=120, p=6, spread=0.3), resamples("parts", 120)
    model = DecisionTreeClassifier()
    first, second = (run(dataset, {"m": model}, drawn, Settings(seed=seed)).of("m").output for seed in (0, 1))
    assert (first != second).any()


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (DecisionTreeRegressor(), "DecisionTreeRegressor does not fit a classification target"),
        (DecisionTreeClassifier(class_weight={"class a": 2}), "class_weight does not name every class"),
        (
            DecisionTreeClassifier(class_weight={"class a": -1, "class b": 1, "class c": 1}),
            "a weight of class_weight is no finite number from 0 on",
        ),
        (DecisionTreeClassifier(monotonic_cst=[0, 0, 0, 1]), "monotonic_cst has no batched kernel"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


def test_random_cuts_with_missing_values_go_the_generic_way():
    route = choose(ExtraTreeClassifier(), holed(classes()), Partition(np.arange(90)[None] % 4, 4))
    leave_to_release(route.reason)
    assert route.reason == "ExtraTreeClassifier with missing values has no batched kernel"


def test_the_engine_says_that_trees_are_equivalent():
    text = foldwise.explain_engine(DecisionTreeClassifier(), foldwise.sample("iris"))
    assert text.startswith("trees: DecisionTreeClassifier has a batched kernel, equivalent")


def test_a_training_set_without_weight_fails_as_scikit_learn_does():
    dataset = classes(n=20)
    light = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=np.repeat([0.0, 1.0], 10))
    drawn = RowLists((np.arange(10),), (np.arange(10, 20),), 20)
    with pytest.raises(FitError):
        run(light, {"m": DecisionTreeClassifier()}, drawn, Settings())


def one_by_one(dataset, growth, seed):
    """Shares of every row in a tree that is grown without it, each on its own."""
    n = dataset.n
    seeds, drawn = np.full((n, 1), seed, dtype=np.uint32), np.zeros(n, dtype=np.int64)
    samples = TreeSamples((1 - np.eye(n)).astype(np.int32), np.zeros((0, 0)), seeds, drawn)
    return grow_and_predict(sorted_table(dataset), growth, samples, TestRows.of(resamples("loo", n)))


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


def test_the_number_of_threads_does_not_change_leave_one_out():
    dataset = TABLES["200 x 20"]
    one, two = (
        run(dataset, {"m": DecisionTreeClassifier()}, resamples("loo", 200), Settings(jobs=jobs)).of("m").scores
        for jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def test_blocks_of_rows_do_not_change_a_bit(monkeypatch):
    dataset, growth = TABLES["noise"], Growth.of(DecisionTreeClassifier())
    whole = leave_out(sorted_table(dataset), growth, 1)
    monkeypatch.setattr("foldwise.engine.families.trees.WORK_PER_CALL", 7 * 90 * 4)
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
