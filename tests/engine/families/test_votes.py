"""Ensembles of ours whose trees vote predict as their own fits do, resample by resample."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from foldwise.data import Dataset
from foldwise.engine import choose
from foldwise.ensembles import AdaBoostSAMME, BaggedClassifier
from tests.engine.same import resamples, same
from tests.worlds import classes, label


@pytest.mark.parametrize("kind", ["parts", "counts", "lists"])
@pytest.mark.parametrize(
    "model",
    [
        BaggedClassifier(n_estimators=5),
        BaggedClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=4, random_state=3),
        BaggedClassifier(ExtraTreeClassifier(), n_estimators=4, share=0.6, replace=False),
    ],
    ids=label,
)
def test_bags(model, kind):
    same(model, classes(n=61, spread=0.5), resamples(kind, 61), "voted-bags")


@pytest.mark.parametrize("kind", ["parts", "lists", "weights"])
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize(
    "model",
    [
        AdaBoostSAMME(n_estimators=6),
        AdaBoostSAMME(DecisionTreeClassifier(max_depth=2), n_estimators=4, random_state=3),
    ],
    ids=label,
)
def test_boosting(model, count, kind):
    same(model, classes(n=90, k=count, spread=0.6), resamples(kind, 90), "voted-boosting")


def test_a_perfect_first_tree_has_all_votes():
    dataset = classes(n=60, k=2, spread=90.0)
    same(AdaBoostSAMME(n_estimators=6), dataset, resamples("parts", 60), "voted-boosting")


def test_weighted_rows_are_boosted():
    dataset, weights = classes(n=60), np.random.default_rng(0).gamma(2.0, size=60)
    weighted = Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)
    same(AdaBoostSAMME(n_estimators=5), weighted, resamples("parts", 60), "voted-boosting")


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (BaggedClassifier(combine="sign"), "strata, or of summed scores"),
        (BaggedClassifier(stratified=True), "strata, or of summed scores"),
        (BaggedClassifier(LogisticRegression()), "bagging of LogisticRegression has no batched kernel"),
        (BaggedClassifier(n_estimators=0), "refuses a parameter"),
        (BaggedClassifier(share="all"), "refuses a parameter"),
        (AdaBoostSAMME(LogisticRegression()), "AdaBoost of LogisticRegression has no batched kernel"),
        (AdaBoostSAMME(n_estimators=-1), "refuses a parameter"),
    ],
    ids=label,
)
def test_what_goes_the_generic_way(model, reason):
    route = choose(model, classes(n=60), resamples("parts", 60))
    assert route.family is None
    assert reason in route.reason


def test_bags_take_no_weights():
    route = choose(BaggedClassifier(), classes(n=60), resamples("weights", 60))
    assert route.reason == "BaggedClassifier takes no weights of rows"
