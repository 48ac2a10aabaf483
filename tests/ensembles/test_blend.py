"""What blends share."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import brier_score_loss
from sklearn.naive_bayes import GaussianNB

from foldwise.ensembles import BestSingleClassifier, BestSingleRegressor
from foldwise.ensembles.blend import risks_of
from tests.ensembles.data import classes, values


def test_the_risk_of_probabilities_is_the_brier_score():
    X, y = classes()
    model = BestSingleClassifier([GaussianNB()], random_state=0).fit(X, y)
    theirs = brier_score_loss(y, model.out_of_fold_.columns[0][:, 1])
    assert model.risks_[0] == pytest.approx(theirs)


def test_the_risk_of_values_is_the_squared_error():
    X, y = values()
    model = BestSingleRegressor([Ridge()], random_state=0).fit(X, y)
    assert model.risks_[0] == pytest.approx(np.mean((model.out_of_fold_.columns[0] - y) ** 2))


def test_risks_of_more_than_two_classes_are_summed_over_them():
    assert risks_of([np.array([[0.5, 0.5, 0.0]])], np.array([[1.0, 0.0, 0.0]])).tolist() == [0.5]
    assert risks_of([np.array([[0.5, 0.5]])], np.array([[1.0, 0.0]])).tolist() == [0.25]
