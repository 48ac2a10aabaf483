"""Bumping."""

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import BumpedClassifier, BumpedRegressor
from tests.ensembles.data import values
from tests.learners.checks import complaints


def test_scikit_learn_accepts_it():
    assert complaints(BumpedClassifier(n_estimators=2), BumpedRegressor(n_estimators=2)) == []


def test_it_finds_the_corners_that_a_greedy_tree_misses():
    """Hastie, Tibshirani and Friedman's example: no single cut helps with exclusive-or, two together solve it."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (200, 2))
    y = (X[:, 0] > 0) ^ (X[:, 1] > 0)
    tree = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y)
    model = BumpedClassifier(tree, 30, random_state=0).fit(X, y)
    assert np.mean(model.predict(X) != y) < 0.1 < np.mean(tree.predict(X) != y)


def test_the_fit_to_the_original_rows_is_kept_where_none_is_better():
    X, y = values(60)
    model = BumpedRegressor(n_estimators=5, random_state=0).fit(X, y)
    assert model.errors_[model.chosen_] == model.errors_.min() <= model.errors_[0]
    np.testing.assert_allclose(np.mean((model.predict(X) - y) ** 2), model.errors_.min())
