"""Committees of fold models."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

from foldwise.ensembles import CommitteeClassifier, CommitteeRegressor
from foldwise.errors import InputError, PlanError
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints


def test_scikit_learn_accepts_it():
    assert complaints(CommitteeClassifier(plan=3), CommitteeRegressor(plan=3)) == []


def test_the_mean_is_that_of_the_fold_models():
    X, y = values()
    folds = KFold(4)
    model = CommitteeRegressor(Ridge(), plan=folds, random_state=0).fit(X, y)
    mean = np.mean([Ridge().fit(X[train], y[train]).predict(X) for train, _ in folds.split(X)], axis=0)
    np.testing.assert_allclose(model.predict(X), mean)


def test_votes_and_agreement_are_counted():
    X, y = classes(classes=3)
    model = CommitteeClassifier(GaussianNB(), plan=5, random_state=0).fit(X, y)
    said = np.array([member.predict(X) for member in model.members_])
    counts = np.stack([(said == label).sum(axis=0) for label in range(3)], axis=1)
    np.testing.assert_array_equal(model.predict(X), counts.argmax(axis=1))
    np.testing.assert_allclose(model.agreement(X), counts.max(axis=1) / 5)


def test_groups_and_time_are_heeded():
    X, y = classes()
    groups = np.arange(120) // 30
    assert len(CommitteeClassifier(random_state=0).fit(X, y, groups=groups).members_) == 4
    assert len(CommitteeClassifier(random_state=0).fit(X, y, order=np.arange(120)).members_) == 5
    with pytest.raises(PlanError, match="rows of the same group"):
        CommitteeClassifier(plan="kfold(3)").fit(X, y, groups=groups)


def test_another_way_to_combine_is_refused():
    with pytest.raises(InputError, match="combine is one of 'votes', 'probabilities', not 'mean'"):
        CommitteeClassifier(combine="mean").fit(*classes())
