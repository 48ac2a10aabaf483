"""The quick learners of the coverage study say what scikit-learn's say."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine import Settings, run
from foldwise.plans import draw, parse
from studies.coverage.batched import nearest_labels, predict_nearest, predict_trees
from studies.coverage.problems import problem

PLANS = ["kfold(10, repeats=2)", "two-folds-out(5, repeats=3)", "bootstrap(20)", "holdout(1/3)"]


@pytest.fixture
def rows():
    return problem("normal").draw(60, np.random.default_rng(0))


@pytest.mark.parametrize("plan", PLANS)
def test_neighbours_are_those_of_scikit_learn(rows, plan):
    resamples = draw(parse(plan), rows, 0)
    mine = predict_nearest(rows, resamples).of("m")
    theirs = run(rows, {"m": KNeighborsClassifier(1)}, resamples, Settings(jobs=1, engine="generic")).of("m")
    np.testing.assert_array_equal(mine.row, theirs.row)
    np.testing.assert_array_equal(mine.output, theirs.output)


def test_labels_of_points_are_those_of_scikit_learn(rows):
    points = np.random.default_rng(1).normal(size=(200, 5))
    model = KNeighborsClassifier(1).fit(rows.X, rows.target)
    np.testing.assert_array_equal(nearest_labels(rows.X, rows.codes, points), model.predict(points))


@pytest.mark.parametrize("plan", PLANS)
def test_trees_are_those_of_scikit_learn(rows, plan):
    resamples = draw(parse(plan), rows, 0)
    mine = predict_trees(rows, resamples, seed=5).of("m")
    for r in range(resamples.count):
        train, test = resamples.train_rows(r), mine.row[mine.resample == r]
        theirs = DecisionTreeClassifier(random_state=5 + r).fit(rows.X[train], rows.target[train])
        np.testing.assert_array_equal(mine.output[mine.resample == r], theirs.predict(rows.X[test]))
