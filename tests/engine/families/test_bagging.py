"""Bagged trees predict as scikit-learn's do, tree by tree."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier, BaggingRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier

from foldwise.data import Dataset
from foldwise.engine import Settings, choose, run
from foldwise.plans import Partition
from tests.engine.same import resamples, same
from tests.releases import leave_to_release
from tests.worlds import classes, label, values

LABEL = "bagging (equivalent)"


@pytest.mark.parametrize("kind", ["parts", "counts", "lists", "weights"])
@pytest.mark.parametrize(
    "model",
    [
        BaggingClassifier(n_estimators=5),
        BaggingClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=4, max_features=0.5, random_state=3),
        BaggingClassifier(n_estimators=4, max_features=3, bootstrap_features=True),
        BaggingClassifier(DecisionTreeClassifier(max_features=1), n_estimators=40, max_samples=20, oob_score=True),
        BaggingClassifier(ExtraTreeClassifier(), n_estimators=4, max_features=2),
    ],
    ids=label,
)
def test_classes(model, kind):
    assert same(model, classes(n=61, spread=0.5), resamples(kind, 61), "bagging") == LABEL


@pytest.mark.parametrize("share", [0.005, 0.3, 0.995, 1.0])
def test_draws_without_replacement(share):
    model = BaggingClassifier(n_estimators=4, bootstrap=False, max_samples=max(1, int(share * 250)))
    dataset = classes(n=400, spread=0.3)
    same(model, dataset, Partition(np.arange(400)[None] // 150, 3), "bagging")


@pytest.mark.parametrize(
    "model",
    [
        BaggingRegressor(n_estimators=5),
        BaggingRegressor(DecisionTreeRegressor(max_leaf_nodes=6), n_estimators=4, max_samples=0.6, max_features=0.7),
        BaggingRegressor(DecisionTreeRegressor(splitter="random", min_samples_leaf=3), n_estimators=3, bootstrap=False),
    ],
    ids=label,
)
def test_values(model):
    assert same(model, values(n=61), resamples("parts", 61), "bagging", train=True) == LABEL


def test_rows_are_drawn_by_their_weights():
    dataset, weights = classes(n=60), np.random.default_rng(0).gamma(2.0, size=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)
    same(BaggingClassifier(n_estimators=5), weighted, resamples("parts", 60), "bagging")


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = classes(n=900, p=8, spread=0.3), resamples("parts", 900)
    model = BaggingClassifier(n_estimators=10)
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (BaggingRegressor(), "BaggingRegressor does not fit a classification target"),
        (BaggingClassifier(LogisticRegression()), "bagging of LogisticRegression has no batched kernel"),
        (BaggingClassifier(DecisionTreeRegressor()), "bagging of DecisionTreeRegressor has no batched kernel"),
        (
            BaggingClassifier(DecisionTreeClassifier(class_weight="balanced")),
            "bagging of trees with class_weight has no batched kernel",
        ),
        (
            BaggingClassifier(ExtraTreeClassifier(), bootstrap_features=True),
            "random cuts of columns that are drawn twice have no batched kernel",
        ),
        (
            BaggingClassifier(n_estimators=9, oob_score=True),
            "oob_score of 9 trees may lack rows, about which a fit warns",
        ),
        (BaggingClassifier(bootstrap=False, max_samples=80), "more rows are drawn than there are"),
        (BaggingClassifier(max_features=9), "max_features=9 of 4 columns"),
        (BaggingClassifier(max_samples=0.01), "max_samples=0.01 makes few draws"),
        (BaggingClassifier(warm_start=True), "verbose and warm_start have no batched kernel"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


@pytest.mark.parametrize("criterion", ["poisson", "absolute_error"])
def test_other_criteria(criterion):
    dataset = values(n=60)
    model = BaggingRegressor(DecisionTreeRegressor(criterion=criterion), 3)
    same(model, replace(dataset, target=np.floor(9 + dataset.truth)), resamples("parts", 60), "bagging")


def test_counts_of_zero_go_the_generic_way():
    model = BaggingRegressor(DecisionTreeRegressor(criterion="poisson"), 3)
    route = choose(model, replace(values(n=90), target=np.arange(90.0)), Partition(np.arange(90)[None] % 4, 4))
    assert route.reason == "criterion='poisson' of bags may meet zeros alone, about which a fit says something"


def test_weights_without_replacement_go_the_generic_way():
    dataset = classes(n=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=np.arange(1.0, 61.0))
    drawn = Partition(np.arange(60)[None] % 4, 4)
    route = choose(BaggingClassifier(bootstrap=False), weighted, drawn)
    assert route.reason == "draws by weight without replacement have no batched kernel"
    route = choose(BaggingClassifier(max_samples=0.5), weighted, drawn)
    leave_to_release(route.reason)
    assert route.reason == "max_samples as a share of the weights has no batched kernel"
