"""What blends share."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.metrics import brier_score_loss
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeRegressor

from foldwise.ensembles import (
    BestSingleClassifier,
    BestSingleRegressor,
    SuperLearnerRegressor,
    convex_weights,
    greedy_weights,
    winner_weights,
)
from foldwise.ensembles.blend import risks_of
from foldwise.errors import InputError
from tests.ensembles.data import classes, values


def test_the_risk_of_probabilities_is_the_brier_score():
    X, y = classes()
    model = BestSingleClassifier([GaussianNB()], random_state=0).fit(X, y)
    theirs = brier_score_loss(y, model.out_of_fold_.columns[0][:, 1])
    assert model.risks_[0] == pytest.approx(theirs)


def test_the_risk_of_values_is_the_squared_error():
    X, y = values()
    model = BestSingleRegressor([Ridge()], random_state=0).fit(X, y)
    assert model.risks_[0] == pytest.approx(np.mean((model.out_of_fold_.columns[0] - y) ** 2))


def test_risks_of_more_than_two_classes_are_summed_over_them():
    assert risks_of([np.array([[0.5, 0.5, 0.0]])], np.array([[1.0, 0.0, 0.0]])).tolist() == [0.5]
    assert risks_of([np.array([[0.5, 0.5]])], np.array([[1.0, 0.0]])).tolist() == [0.25]


@pytest.mark.parametrize("weigh", [convex_weights, greedy_weights, winner_weights])
def test_weights_of_rows_are_repeated_rows(weigh):
    rng = np.random.default_rng(0)
    truth = rng.normal(size=40)
    columns = [truth + scale * rng.normal(size=40) for scale in (0.5, 0.6, 0.7)]
    counts = rng.integers(0, 4, 40)
    repeated = weigh([one.repeat(counts) for one in columns], truth.repeat(counts), None)
    np.testing.assert_allclose(weigh(columns, truth, counts.astype(float)), repeated, atol=1e-9)


@pytest.mark.parametrize("weigh", [convex_weights, greedy_weights, winner_weights])
def test_the_unit_of_the_target_does_not_matter(weigh):
    rng = np.random.default_rng(1)
    truth = rng.normal(size=60)
    columns = [truth + scale * rng.normal(size=60) for scale in (0.9, 0.3)]
    small = weigh([1e-12 * one for one in columns], 1e-12 * truth, None)
    np.testing.assert_allclose(small, weigh(columns, truth, None), atol=1e-9)
    assert small.argmax() == 1


def test_heavy_rows_decide_which_model_is_best():
    X = np.arange(80.0)[:, None]
    y = np.where(X[:, 0] < 40, X[:, 0], 40 + np.sin(X[:, 0]))
    models = {"line": LinearRegression(), "tree": DecisionTreeRegressor(min_samples_leaf=5)}
    weights = np.where(X[:, 0] < 40, 1e6, 1.0)
    model = BestSingleRegressor(models, random_state=0).fit(X, y, row_weights=weights)
    assert model.weights_.tolist() == [1.0, 0.0]
    assert model.members_["line"].coef_[0] == pytest.approx(1.0, abs=1e-3)


def test_a_base_model_without_weights_is_named():
    X = np.arange(20.0)[:, None]
    with pytest.raises(InputError, match=r"base model 'knn' \(KNeighborsRegressor\) takes no sample_weight"):
        SuperLearnerRegressor().fit(X, X[:, 0], row_weights=np.ones(20))
    with pytest.raises(InputError, match="one for each of 20 rows"):
        SuperLearnerRegressor({"line": LinearRegression()}).fit(X, X[:, 0], row_weights=-np.ones(20))
