"""Forests predict as scikit-learn's do, tree by tree."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, RandomForestClassifier, RandomForestRegressor

from foldwise.data import Dataset
from foldwise.engine import Settings, choose, run
from foldwise.plans import Partition
from tests.engine.same import resamples, same
from tests.worlds import classes, label, values

LABEL = "forests (equivalent)"


@pytest.mark.parametrize("kind", ["parts", "counts", "lists"])
@pytest.mark.parametrize(
    "model",
    [
        RandomForestClassifier(7),
        RandomForestClassifier(4, max_features=None, criterion="entropy", max_depth=3),
        RandomForestClassifier(5, max_samples=0.6, min_samples_leaf=2, random_state=1),
        RandomForestClassifier(3, max_samples=30, max_leaf_nodes=6),
        ExtraTreesClassifier(6),
        ExtraTreesClassifier(4, bootstrap=True, max_features=1.0),
    ],
    ids=label,
)
def test_classes(model, kind):
    assert same(model, classes(n=61, spread=0.5), resamples(kind, 61), "forests") == LABEL


@pytest.mark.parametrize(
    "model", [RandomForestRegressor(5), RandomForestRegressor(4, max_features=2), ExtraTreesRegressor(4)], ids=label
)
def test_values(model):
    assert same(model, values(n=61), resamples("parts", 61), "forests", train=True) == LABEL


@pytest.mark.parametrize(
    ("model", "dataset"),
    [
        (RandomForestClassifier(6), classes(n=61, spread=0.5)),
        (RandomForestClassifier(3, max_features=None), classes(n=61, k=2, spread=0.5)),
        (RandomForestRegressor(4), values(n=61)),
    ],
    ids=label,
)
def test_missing_values(model, dataset):
    X = np.where(np.random.default_rng(1).random(dataset.X.shape) < 0.2, np.nan, dataset.X)
    same(model, Dataset(X=X, target=dataset.target, task=dataset.task), resamples("parts", 61), "forests")


@pytest.mark.parametrize("criterion", ["poisson", "absolute_error"])
def test_other_criteria(criterion):
    dataset = values(n=80)
    dataset = replace(dataset, target=np.exp(dataset.truth / np.abs(dataset.truth).max()))
    same(RandomForestRegressor(5, criterion=criterion), dataset, resamples("parts", 80), "forests")
    same(ExtraTreesRegressor(5, criterion=criterion), dataset, resamples("parts", 80), "forests")


def test_weights_without_draws():
    same(
        RandomForestClassifier(4, bootstrap=False, class_weight="balanced"),
        classes(),
        resamples("parts", 90),
        "forests",
    )
    dataset = classes(n=60)
    weights = np.random.default_rng(0).gamma(2.0, size=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)
    same(ExtraTreesClassifier(5), weighted, resamples("parts", 60), "forests")


@pytest.mark.parametrize(
    "model",
    [
        RandomForestClassifier(5, class_weight="balanced"),
        RandomForestClassifier(5, class_weight={"class a": 1, "class b": 2, "class c": 0.5}, max_samples=40),
        RandomForestClassifier(5, class_weight="balanced_subsample"),
        RandomForestClassifier(
            4, class_weight="balanced_subsample", max_features=None, criterion="entropy", max_depth=3
        ),
        ExtraTreesClassifier(4, bootstrap=True, class_weight="balanced"),
    ],
    ids=label,
)
def test_rows_are_drawn_by_the_weights_of_their_classes(model):
    # Of rows that are drawn several times, sums of weights that are no whole numbers are rounded otherwise.
    for kind in ("parts", "lists", *(["counts"] if model.class_weight != "balanced_subsample" else [])):
        assert same(model, classes(n=61, spread=0.5), resamples(kind, 61), "forests") == LABEL


@pytest.mark.parametrize(
    "model",
    [
        RandomForestClassifier(5),
        RandomForestClassifier(5, class_weight="balanced_subsample"),
        RandomForestClassifier(5, class_weight={"class a": 1, "class b": 2, "class c": 0.5}),
    ],
    ids=label,
)
def test_rows_are_drawn_by_their_weights(model):
    dataset = classes(n=60)
    weights = np.random.default_rng(0).gamma(2.0, size=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)
    same(model, weighted, resamples("parts", 60), "forests")
    same(model, dataset, resamples("weights", 60), "forests")


def test_values_are_drawn_by_their_weights():
    dataset = values(n=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=np.arange(1.0, 61.0))
    same(RandomForestRegressor(40, oob_score=True), weighted, resamples("parts", 60), "forests")
    route = choose(RandomForestRegressor(5, max_samples=0.5), weighted, resamples("parts", 60))
    assert route.reason == "max_samples as a share of the weights has no batched kernel"


def test_balanced_classes_of_weighted_rows_go_the_generic_way():
    dataset = classes(n=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=np.arange(1.0, 61.0))
    route = choose(RandomForestClassifier(class_weight="balanced"), weighted, resamples("parts", 60))
    assert route.reason == "class_weight='balanced' with weights of the rows has no batched kernel"


def test_large_nodes_are_sorted_by_their_digits():
    """Nodes of more than 256 rows below the root."""
    dataset, drawn = classes(n=1500, p=5, spread=0.2), Partition(np.arange(1500)[None] % 3, 3)
    same(RandomForestClassifier(3), dataset, drawn, "forests")


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = classes(n=900, p=8, spread=0.3), resamples("parts", 900)
    model = RandomForestClassifier(10)
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (RandomForestRegressor(), "RandomForestRegressor does not fit a classification target"),
        (RandomForestClassifier(warm_start=True), "verbose and warm_start have no batched kernel"),
        (
            ExtraTreesClassifier(oob_score=True),
            "oob_score needs bootstrap, and no measure of its own, in the batched kernel",
        ),
        (
            RandomForestClassifier(5, oob_score=True),
            "oob_score of 5 trees may lack rows, about which a fit warns",
        ),
        (RandomForestClassifier(max_samples=0.01), "max_samples=0.01 makes few draws"),
        (ExtraTreesClassifier(max_samples=10), "max_samples is given without bootstrap"),
        (RandomForestClassifier(max_samples=10**6), "max_samples=1000000 is many times the rows"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


@pytest.mark.parametrize(
    "model",
    [
        RandomForestRegressor(5),
        RandomForestRegressor(3, min_samples_leaf=3, max_leaf_nodes=9),
        RandomForestRegressor(3, min_weight_fraction_leaf=0.02, bootstrap=False),
    ],
    ids=label,
)
def test_indicators_of_one_column_are_counted_together(model):
    """Levels of three columns, one of them with its complement, an indicator that overlaps with its neighbours, and few values."""
    rng = np.random.default_rng(0)
    levels = rng.integers(0, (6, 3, 2), size=(120, 3))
    blocks = [np.eye(k)[levels[:, j]] for j, k in enumerate((6, 3, 2))]
    numbers = [rng.normal(size=120), rng.normal(size=120).round(1), rng.integers(0, 4, 120)]
    X = np.column_stack([blocks[0], *numbers, blocks[1], rng.integers(0, 2, 120), blocks[2]])
    target = levels[:, 0] % 3 + levels[:, 1] - levels[:, 2] + rng.integers(0, 3, 120) / 2
    dataset = replace(values(n=120), X=X, target=target)
    assert same(model, dataset, resamples("parts", 120), "forests", train=True) == LABEL
