"""The discrete super learner."""

import numpy as np
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.ensembles import BestSingleClassifier, BestSingleRegressor
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints

BASES = [("nb", GaussianNB()), ("nearest", KNeighborsClassifier(1))]


def test_scikit_learn_accepts_it():
    assert complaints(BestSingleClassifier(BASES, plan=2)) == []


def test_the_winner_predicts_alone():
    X, y = classes(noise=2.0)
    model = BestSingleClassifier(BASES, random_state=0).fit(X, y)
    assert model.weights_.tolist() == [1, 0]
    np.testing.assert_allclose(model.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X))


def test_values_too():
    X, y = values()
    model = BestSingleRegressor([DummyRegressor(), LinearRegression()], random_state=0).fit(X, y)
    np.testing.assert_allclose(model.predict(X), LinearRegression().fit(X, y).predict(X))
