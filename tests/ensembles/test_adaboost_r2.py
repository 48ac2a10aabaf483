"""AdaBoost.R2 is scikit-learn's, with its trace."""

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostRegressor
from sklearn.linear_model import LinearRegression

from foldwise.ensembles import AdaBoostR2
from foldwise.ensembles.adaboost_r2 import weighted_median
from foldwise.errors import InputError
from tests.ensembles.data import values
from tests.learners.checks import complaints


def test_scikit_learn_accepts_it():
    assert complaints(AdaBoostR2(n_estimators=3)) == []


@pytest.mark.parametrize("loss", ["linear", "square", "exponential"])
def test_predictions_and_votes_are_scikit_learns(loss):
    X, y = values()
    theirs = AdaBoostRegressor(n_estimators=10, loss=loss, random_state=0).fit(X, y)
    ours = AdaBoostR2(n_estimators=10, loss=loss, random_state=0).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.votes_, theirs.estimator_weights_[: len(ours.members_)])
    assert ours.trace_.training_errors[-1] == pytest.approx(np.mean((theirs.predict(X) - y) ** 2))


def test_a_perfect_member_is_the_last():
    X = np.arange(20.0)[:, None]
    model = AdaBoostR2(LinearRegression(), random_state=0).fit(X, np.full(20, 3.0))
    assert (model.trace_.rounds, model.trace_.stopped) == (1, "a member without training error")


def test_half_of_the_weight_lies_up_to_the_median():
    found = weighted_median(np.array([[1.0, 2.0, 9.0], [5.0, 4.0, 3.0]]), np.array([1.0, 1.0, 2.0]))
    assert found.tolist() == [2.0, 3.0]


def test_another_loss_is_refused():
    with pytest.raises(InputError, match="loss is one of 'linear', 'square', 'exponential', not 'huber'"):
        AdaBoostR2(loss="huber").fit(*values())
