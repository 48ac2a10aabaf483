"""Forests are scikit-learn's, with more to say."""

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, RandomForestClassifier

from foldwise.ensembles import ForestClassifier, ForestRegressor
from foldwise.errors import InputError
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints


def test_scikit_learn_accepts_it():
    assert (
        complaints(ForestClassifier(3), ForestRegressor(3), ForestRegressor(3, cuts="random", min_samples_leaf=1)) == []
    )


def test_a_random_forest_predicts_as_scikit_learns():
    X, y = classes(classes=3)
    theirs = RandomForestClassifier(20, random_state=3).fit(X, y)
    np.testing.assert_array_equal(
        ForestClassifier(20, random_state=3).fit(X, y).predict_proba(X), theirs.predict_proba(X)
    )


def test_extra_trees_predict_as_scikit_learns():
    X, y = classes()
    theirs = ExtraTreesClassifier(20, bootstrap=True, random_state=3).fit(X, y)
    ours = ForestClassifier(20, cuts="random", random_state=3).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    X, y = values()
    theirs = ExtraTreesRegressor(20, max_features=0.5, min_samples_leaf=5, random_state=3).fit(X, y)
    ours = ForestRegressor(20, cuts="random", max_features=0.5, bootstrap=False, random_state=3).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    assert ours.out_of_bag_ is None


def test_importance_finds_the_columns_that_matter():
    X, y = values(200)
    found = ForestRegressor(50, random_state=0).fit(X, y).importance(X, y, repeats=2, random_state=0)
    assert found.ranking()[:2] == ["x0", "x1"]
    assert abs(found.values[2]) < found.values[1] / 3
    assert found.values[1] > 3 * found.standard_errors[1]


def test_without_samples_there_is_no_importance():
    X, y = classes()
    with pytest.raises(InputError, match="without bootstrap samples no row is out of bag; try bootstrap=True"):
        ForestClassifier(3, bootstrap=False).fit(X, y).importance(X, y)


def test_cuts_of_another_kind_are_refused():
    with pytest.raises(InputError, match="cuts is one of 'best', 'random', not 'exact'"):
        ForestClassifier(cuts="exact").fit(*classes())


def test_several_targets_are_refused():
    X, y = values(n=20)
    with pytest.raises(InputError, match="y has 2 columns, and multi-label and multi-output targets are out of scope"):
        ForestRegressor(3).fit(X, np.stack([y, y], axis=1))
