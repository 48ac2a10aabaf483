"""Scores of Gaussian classifiers give scikit-learn's probabilities, or step aside."""

import numpy as np
import pytest
from scipy.special import softmax
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from foldwise.engine.pipelines.gaussian_scores import SCORES, Training
from tests.worlds import label

rng = np.random.default_rng(5)
CODES = rng.integers(0, 3, 80)
X = rng.normal(size=(80, 4)) * [1, 10, 0.1, 1] + CODES[:, None]


def scores(model, x, codes):
    training = Training(x, codes, np.ones(len(x)))
    return SCORES[type(model).__name__](model, training, x)


@pytest.mark.parametrize(
    "model",
    [
        GaussianNB(),
        LinearDiscriminantAnalysis(),
        LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.5),
        QuadraticDiscriminantAnalysis(),
        QuadraticDiscriminantAnalysis(reg_param=0.1),
    ],
    ids=label,
)
def test_probabilities_are_those_of_scikit_learn(model):
    expected = model.fit(X, CODES).predict_proba(X)
    np.testing.assert_allclose(softmax(scores(model, X, CODES), axis=1), expected, atol=1e-9)


def test_a_direction_without_spread_within_the_classes_is_dropped():
    doubled = np.column_stack([X, X[:, 0] + X[:, 1]])
    model = LinearDiscriminantAnalysis()
    expected = model.fit(doubled, CODES).predict_proba(doubled)
    np.testing.assert_allclose(softmax(scores(model, doubled, CODES), axis=1), expected, atol=1e-9)


@pytest.mark.parametrize(
    ("model", "x"),
    [
        (QuadraticDiscriminantAnalysis(), np.column_stack([X, X[:, 0]])),
        (QuadraticDiscriminantAnalysis(), X[:, :1] * 1e-3),
        (LinearDiscriminantAnalysis(solver="lsqr"), np.column_stack([X, X[:, 0]])),
        (LinearDiscriminantAnalysis(solver="lsqr"), X + 1e6),
        (LinearDiscriminantAnalysis(), np.zeros((80, 2))),
    ],
    ids=label,
)
def test_what_rounding_or_a_refusal_decides_is_left_to_scikit_learn(model, x):
    assert scores(model, x, CODES) is None
