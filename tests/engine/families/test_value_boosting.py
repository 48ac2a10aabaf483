"""Boosted regression trees predict as scikit-learn's do."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostRegressor
from sklearn.svm import SVR
from sklearn.tree import DecisionTreeRegressor, ExtraTreeRegressor

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.plans import Partition
from tests.engine.same import resamples, same
from tests.native_calls import calls
from tests.worlds import classes, label, values

LABEL = "boosting-r2 (equivalent)"


def smooth(n=120, seed=0):
    """Values whose best splits are never equally good."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return Dataset(X=X, target=X[:, 0] + np.sin(2 * X[:, 1]) + 0.3 * rng.normal(size=n), task=Task.REGRESSION)


@pytest.mark.parametrize("kind", ["parts", "weights", "lists", "counts"])
@pytest.mark.parametrize(
    "model",
    [
        AdaBoostRegressor(n_estimators=6),
        AdaBoostRegressor(n_estimators=5, loss="square", learning_rate=0.5, random_state=2),
        AdaBoostRegressor(DecisionTreeRegressor(max_depth=2, min_samples_leaf=5), n_estimators=5, loss="exponential"),
        AdaBoostRegressor(DecisionTreeRegressor(max_depth=2, max_features=2), n_estimators=4),
    ],
    ids=label,
)
def test_values(model, kind):
    assert same(model, smooth(), resamples(kind, 120), "boosting-r2", train=True) == LABEL


def test_random_cuts():
    model = AdaBoostRegressor(ExtraTreeRegressor(max_depth=3), n_estimators=4)
    same(model, smooth(), Partition(np.arange(120)[None] % 3, 3), "boosting-r2")


def test_weighted_rows_and_rows_of_weight_zero():
    dataset = smooth()
    weights = np.random.default_rng(0).gamma(2.0, size=120) * (np.arange(120) % 7 > 0)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)
    same(AdaBoostRegressor(n_estimators=5), weighted, resamples("parts", 120), "boosting-r2")


@pytest.mark.parametrize("target", ["constant", "noise"])
def test_boosting_that_ends_at_once(target):
    """A tree without errors is the last; one that is wrong by half is the only one."""
    rng = np.random.default_rng(1)
    y = np.ones(40) if target == "constant" else rng.choice([-1.0, 1.0], 40)
    dataset = Dataset(X=np.round(rng.normal(size=(40, 1))), target=y, task=Task.REGRESSION)
    model = AdaBoostRegressor(DecisionTreeRegressor(max_depth=1), n_estimators=5, random_state=0)
    same(model, dataset, resamples("parts", 40), "boosting-r2")


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = values(n=900), resamples("parts", 900)
    one, two = (
        run(dataset, {"m": AdaBoostRegressor(n_estimators=10)}, drawn, Settings(jobs=jobs)).of("m").output
        for jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def test_indicators_of_the_levels_of_a_column():
    """Every round draws other rows, in which other columns have two values."""
    rng = np.random.default_rng(0)
    levels = rng.integers(0, (5, 6), size=(60, 2))
    X = np.column_stack([np.eye(5)[levels[:, 0]], np.eye(6)[levels[:, 1]], rng.normal(size=(60, 2))])
    dataset = replace(values(n=60), X=X, target=np.floor(4 * np.abs(X[:, -1])))
    for seed in range(5):
        same(AdaBoostRegressor(n_estimators=10, random_state=seed), dataset, resamples("parts", 60), "boosting-r2")


@pytest.mark.parametrize(
    ("model", "dataset", "reason"),
    [
        (AdaBoostRegressor(), classes(), "AdaBoostRegressor does not fit a classification target"),
        (AdaBoostRegressor(SVR()), values(n=90), "AdaBoost of SVR has no batched kernel"),
        (
            AdaBoostRegressor(DecisionTreeRegressor(criterion="absolute_error")),
            values(n=90),
            "AdaBoost of trees with criterion='absolute_error' has no batched kernel",
        ),
    ],
    ids=["classes", "support vectors", "absolute error"],
)
def test_what_it_does_not_do_goes_the_generic_way(model, dataset, reason):
    route = choose(model, dataset, Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


def test_penalties_that_there_are_not_are_refused():
    with pytest.raises(ValueError, match="'penalty' 0, 1 or 2"):
        native._native.boost_values(**calls()["boost_values"] | {"penalty": 3})
