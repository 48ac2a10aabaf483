"""SAMME is scikit-learn's AdaBoost."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import AdaBoostSAMME
from tests.ensembles.data import classes
from tests.learners.checks import complaints
from tests.releases import adaboost


def test_scikit_learn_accepts_it():
    assert complaints(AdaBoostSAMME(n_estimators=3)) == []


@pytest.mark.parametrize(
    "rows",
    [classes(classes=4), load_iris(return_X_y=True), load_wine(return_X_y=True)],
    ids=["made", "iris", "wine"],
)
@pytest.mark.parametrize("base", [None, GaussianNB()], ids=["stump", "bayes"])
def test_predictions_and_votes_are_scikit_learns(rows, base):
    X, y = rows
    theirs = adaboost(base, n_estimators=15, random_state=0).fit(X, y)
    ours = AdaBoostSAMME(base, 15, random_state=0).fit(X, y)
    kept = len(ours.members_)
    np.testing.assert_allclose(ours.votes_, theirs.estimator_weights_[:kept], rtol=1e-8)
    np.testing.assert_allclose(ours.trace_.errors, theirs.estimator_errors_[:kept], rtol=1e-8)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    stages = np.array(list(theirs.staged_predict(X)))
    np.testing.assert_array_equal(ours.classes_[ours.staged_codes(X)], stages)


@pytest.mark.parametrize("seed", [4, 11, 12, 26])
def test_deep_members_end_as_scikit_learns_do(seed):
    """Seeds 4 and 26 end with a member without error, 11 and 12 have members with an error below 1/(2n)."""
    rng = np.random.default_rng(seed)
    X, new = rng.normal(size=(60, 4)), rng.normal(size=(300, 4))
    y = (X[:, 0] + 0.5 * rng.normal(size=60) > 0).astype(int)
    base = DecisionTreeClassifier(max_depth=3)
    theirs = adaboost(base, n_estimators=30, random_state=0).fit(X, y)
    ours = AdaBoostSAMME(base, 30, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.votes_, theirs.estimator_weights_[: len(ours.votes_)], rtol=1e-12)
    np.testing.assert_array_equal(ours.predict(new), theirs.predict(new))


def test_the_vote_for_three_classes_has_a_second_term():
    X, y = load_iris(return_X_y=True)
    trace = AdaBoostSAMME(n_estimators=3, random_state=0).fit(X, y).trace_
    np.testing.assert_allclose(trace.alphas, np.log((1 - trace.errors) / trace.errors) + np.log(2))
    assert np.isnan(trace.bounds).all()


def test_weights_are_where_it_starts():
    X, y = classes(noise=1.5)
    weights = np.random.default_rng(0).integers(1, 4, y.size)
    ours = AdaBoostSAMME(n_estimators=4, random_state=0).fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(ours.trace_.weights[0], weights / weights.sum())


def test_a_member_that_is_no_better_than_chance_stays_alone():
    X, y = np.zeros((6, 1)), np.array([0, 1, 2, 0, 1, 2])
    model = AdaBoostSAMME(random_state=0).fit(X, y)
    assert (len(model.members_), model.trace_.stopped) == (1, "a member no better than chance")
