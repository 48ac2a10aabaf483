"""Fits to labels of 0 and 1."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from foldwise.capacity.labelled_fit import fitted_labels
from foldwise.errors import FitError

X = np.array([[0.0], [1.0], [2.0]])


def test_a_fresh_copy_is_fitted():
    model = LogisticRegression(C=1e6)
    assert fitted_labels(model, X, np.array([0, 0, 1])).tolist() == [0, 0, 1]
    assert not hasattr(model, "coef_")


def test_one_class_is_given_back():
    assert fitted_labels(LogisticRegression(), X, np.array([1, 1, 1])).tolist() == [1, 1, 1]


def test_a_learner_that_refuses_the_points_is_named():
    with pytest.raises(FitError, match="MultinomialNB could not be fitted"):
        fitted_labels(MultinomialNB(), X - 5, np.array([0, 1, 0]))
