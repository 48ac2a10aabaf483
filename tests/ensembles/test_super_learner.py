"""The super learner."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor

from foldwise.ensembles import SuperLearnerClassifier, SuperLearnerRegressor
from foldwise.ensembles.super_learner import convex_weights
from tests.ensembles.data import classes
from tests.learners.checks import complaints

BASES = [("nb", GaussianNB()), ("logistic", LogisticRegression())]
VALUES = [("ridge", Ridge()), ("knn", KNeighborsRegressor(3))]


def test_scikit_learn_accepts_it():
    assert complaints(SuperLearnerClassifier(BASES, plan=2), SuperLearnerRegressor(VALUES, plan=2)) == []


def test_weights_have_the_smallest_error_of_all_that_add_up_to_one():
    """scipy's minimiser under constraints; non-negative least squares divided by its sum would take the first model alone."""
    rng = np.random.default_rng(0)
    y = rng.normal(size=200)
    columns = [0.2 * y, y + 1.5 * rng.normal(size=200), rng.normal(size=200)]
    best = minimize(
        lambda w: np.mean((np.stack(columns, axis=1) @ w - y) ** 2),
        np.full(3, 1 / 3),
        bounds=[(0, 1)] * 3,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1},
        options={"ftol": 1e-14},
    )
    np.testing.assert_allclose(convex_weights(columns, y), best.x, atol=1e-5)
    np.testing.assert_allclose(convex_weights([1e-9 * one for one in columns], 1e-9 * y), best.x, atol=1e-5)


def test_a_model_without_error_gets_all_weight():
    y = np.arange(5.0)
    assert convex_weights([y + 1, y], y).tolist() == [0, 1]


def test_the_blend_is_no_worse_out_of_fold_than_the_best_of_its_models():
    X, y = classes(classes=3)
    model = SuperLearnerClassifier(BASES, random_state=0).fit(X, y)
    truth = np.eye(3)[y]
    blend = sum(weight * one for weight, one in zip(model.weights_, model.out_of_fold_.columns, strict=True))
    risk = ((blend - truth) ** 2).sum(axis=1).mean()
    best = minimize(
        lambda w: (
            ((w[0] * model.out_of_fold_.columns[0] + (1 - w[0]) * model.out_of_fold_.columns[1] - truth) ** 2)
            .sum(axis=1)
            .mean()
        ),
        [0.5],
        bounds=[(0, 1)],
    ).fun
    assert best - 1e-9 <= risk <= model.risks_.min() + 1e-3


def test_probabilities_are_weighted_means():
    X, y = classes()
    model = SuperLearnerClassifier(BASES, random_state=0).fit(X, y)
    mean = sum(w * one.predict_proba(X) for w, one in zip(model.weights_, model.members_.values(), strict=True))
    np.testing.assert_allclose(model.predict_proba(X), mean)
    np.testing.assert_allclose(mean.sum(axis=1), 1)


def test_where_nothing_points_the_right_way_the_best_has_it():
    assert convex_weights([np.array([-2.0, -2.0]), np.array([-1.0, -1.0])], np.array([1.0, 1.0])).tolist() == [0, 1]


@pytest.mark.parametrize("far", [1e9, 1e14])
def test_a_model_that_is_far_off_leaves_the_others_their_weights(far):
    rng = np.random.default_rng(0)
    truth, one, two = rng.normal(size=(3, 200))
    found = convex_weights([truth + far, truth + one, truth + two], truth)
    best = (two @ two - one @ two) / ((one - two) @ (one - two))
    assert found == pytest.approx([0.0, best, 1 - best], abs=2e-6)
