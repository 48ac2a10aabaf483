"""Predictions of families alone."""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

from foldwise.data import Dataset, Task
from foldwise.engine import choose, predict_batched, takes_class
from foldwise.plans import as_plan, draw

X = np.arange(24.0).reshape(12, 2) % 7
ROWS = Dataset(X, np.arange(12) % 2, Task.CLASSIFICATION)


def test_a_model_without_a_family_has_no_predictions():
    folds = draw(as_plan("kfold(3)"), ROWS, 0)
    routes = {"bayes": choose(GaussianNB(), ROWS, folds), "svm": choose(SVC(), ROWS, folds)}
    found = predict_batched(ROWS, routes, folds)
    assert list(found.outputs) == ["bayes"]
    assert found.test.count == 3


def test_training_rows_are_predicted_where_they_are_wanted():
    folds = draw(as_plan("kfold(3)"), ROWS, 0)
    found = predict_batched(ROWS, {"bayes": choose(GaussianNB(), ROWS, folds)}, folds, train=True, jobs=1)
    assert found.outputs["bayes"].output.size == 36


def test_classes_are_known_by_their_own_name_only():
    class Subclass(LinearRegression):
        pass

    assert takes_class(LinearRegression())
    assert not takes_class(Subclass())
