"""Voting is scikit-learn's."""

import numpy as np
import pytest
from sklearn.ensemble import VotingClassifier, VotingRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from foldwise.ensembles import VotedClassifier, VotedRegressor
from foldwise.errors import InputError
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints

BASES = [("nb", GaussianNB()), ("logistic", LogisticRegression()), ("knn", KNeighborsClassifier())]
VALUES = [("ridge", Ridge()), ("knn", KNeighborsRegressor()), ("flat", Ridge(1e6))]


def test_scikit_learn_accepts_it():
    assert complaints(VotedClassifier(BASES[:2]), VotedRegressor(VALUES[:2])) == []


@pytest.mark.parametrize("voting", ["hard", "soft"])
@pytest.mark.parametrize("weights", [None, [3, 1, 1]])
def test_votes_are_scikit_learns(voting, weights):
    X, y = classes(classes=3)
    theirs = VotingClassifier(BASES, voting=voting, weights=weights).fit(X, y)
    ours = VotedClassifier(BASES, voting=voting, weights=weights).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_means_are_scikit_learns_and_medians_numpys():
    X, y = values()
    theirs = VotingRegressor(VALUES, weights=[1, 2, 3]).fit(X, y)
    np.testing.assert_allclose(VotedRegressor(VALUES, weights=[1, 2, 3]).fit(X, y).predict(X), theirs.predict(X))
    median = VotedRegressor(VALUES, middle="median").fit(X, y)
    said = [member.predict(X) for member in median.members_.values()]
    np.testing.assert_allclose(median.predict(X), np.median(said, axis=0))


def test_weights_are_one_for_each_model():
    with pytest.raises(InputError, match="weights are 3 numbers from 0 up, one for each model"):
        VotedClassifier(BASES, weights=[1, 2]).fit(*classes())


def test_weights_reach_every_model():
    rng = np.random.default_rng(0)
    X, weights = rng.normal(size=(40, 2)), rng.uniform(0.1, 3, 40)
    model = VotedRegressor({"ridge": Ridge()}).fit(X, X[:, 0] ** 2, row_weights=weights)
    np.testing.assert_allclose(model.predict(X), Ridge().fit(X, X[:, 0] ** 2, sample_weight=weights).predict(X))
