"""Members that see some of the columns."""

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import SubspaceClassifier, SubspaceRegressor
from foldwise.errors import InputError
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints


def test_scikit_learn_accepts_it():
    assert complaints(SubspaceClassifier(n_estimators=3), SubspaceRegressor(n_estimators=3)) == []


def test_each_member_sees_its_columns_only():
    X, y = values()
    model = SubspaceRegressor(n_estimators=4, random_state=0).fit(X, y)
    assert [own.size for own in model.columns_] == [2, 2, 2, 2]
    mean = np.mean([one.predict(X[:, own]) for one, own in zip(model.members_, model.columns_, strict=True)], axis=0)
    np.testing.assert_allclose(model.predict(X), mean)


def test_all_columns_are_one_tree_as_of_scikit_learn():
    X, y = classes()
    ours = SubspaceClassifier(n_estimators=3, share=1.0, random_state=0).fit(X, y)
    theirs = BaggingClassifier(DecisionTreeClassifier(), 3, bootstrap=False, random_state=0).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_a_share_that_is_none_is_refused():
    X, y = classes()
    with pytest.raises(InputError, match="share is the share of the columns of a member"):
        SubspaceClassifier(share=2).fit(X, y)
