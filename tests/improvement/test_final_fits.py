"""Models fitted to all rows, and what they cost."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_squared_error
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import as_dataset
from foldwise.errors import FitError
from foldwise.improvement.final_fits import final_fit
from foldwise.measures import measure
from tests.improvement.cases import rows, values


def fitted(model, dataset, goal):
    return final_fit("mine", model, dataset, seed=0, goal=measure(goal))


def test_the_training_error_is_that_of_scikit_learn():
    dataset = rows()
    found = fitted(GaussianNB(), dataset, "error")
    assert np.isclose(found.training, np.mean(found.model.predict(dataset.X) != dataset.target))
    regression = values()
    found = fitted(Ridge(), regression, "rmse")
    assert np.isclose(found.training**2, mean_squared_error(regression.target, found.model.predict(regression.X)))


def test_times_and_size_are_told():
    cost = fitted(GaussianNB(), rows(), "error").cost
    assert cost.fit_seconds > 0
    assert cost.predict_seconds > 0
    assert 100 < cost.size < 100_000


class Unwritable(DummyClassifier):
    """A model that no other process can be sent."""

    def fit(self, X, y, sample_weight=None):
        self.helper = lambda: None
        return super().fit(X, y, sample_weight)


class Refusing(DummyClassifier):
    """A model that cannot be fitted."""

    def fit(self, X, y, sample_weight=None):
        raise ArithmeticError("no")


def test_a_model_that_cannot_be_written_has_no_size():
    assert fitted(Unwritable(), rows(), "error").cost.size is None


def test_a_fit_that_fails_is_an_error_of_ours():
    with pytest.raises(FitError, match="ArithmeticError: no"):
        fitted(Refusing(), rows(), "error")


def test_the_time_of_a_thousand_predictions_is_taken_on_a_thousand_rows():
    dataset = as_dataset(np.arange(6.0)[:, None], np.arange(6) % 2)
    asked = []

    class Counting(DecisionTreeClassifier):
        def predict(self, X):
            asked.append(len(X))
            return super().predict(X)

    final_fit("mine", Counting(), dataset, seed=0, goal=measure("error"))
    assert max(asked) == 1000
