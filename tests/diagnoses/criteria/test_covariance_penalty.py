"""Covariance penalties, against traces and simulation."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

from foldwise.diagnoses import binary_covariance_penalty, covariance_penalty
from foldwise.errors import InputError, UnknownNameError

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 3))


def fitted(model):
    return lambda y: model.fit(X, y).predict(X)


@pytest.mark.parametrize(("model", "trace"), [(LinearRegression(), 4), (KNeighborsRegressor(5), 8)])
def test_of_a_linear_smoother_it_is_the_trace(model, trace):
    found = covariance_penalty(fitted(model), X[:, 0], 1.0, draws=200)
    error = found.error * 40 / 2
    assert abs(found.parameters - trace) < 4 * error
    assert found.optimism == pytest.approx(2 * found.parameters / 40)


def test_a_searched_split_counts_for_more_than_its_leaves():
    found = covariance_penalty(fitted(DecisionTreeRegressor(max_leaf_nodes=2)), np.zeros(40), 1.0, draws=100)
    assert found.parameters > 4


def test_one_neighbour_fits_everything():
    found = covariance_penalty(fitted(KNeighborsRegressor(1)), np.zeros(40), 2.0, draws=100)
    assert found.parameters == pytest.approx(40, abs=4 * found.error * 40 / 8)


@pytest.mark.parametrize("loss", ["brier", "error", "log-loss"])
def test_the_optimism_of_a_classifier_is_what_new_labels_show(loss):
    """Means of two cells of 20 rows: training loss and loss of new labels, over many draws."""
    p = np.repeat([0.3, 0.6], 20)

    def fit(y):
        return np.clip(np.repeat(y.reshape(2, 20).mean(axis=1), 20), 0.01, 0.99)

    losses = {
        "brier": lambda y, q: (y - q) ** 2,
        "error": lambda y, q: (y != (q > 0.5)).astype(float),
        "log-loss": lambda y, q: -np.log(np.where(y == 1, q, 1 - q)),
    }
    draws = np.random.default_rng(1).random((2, 4000, 40)) < p
    gaps = [
        losses[loss](new, fit(y)).mean() - losses[loss](y, fit(y)).mean()
        for y, new in zip(*draws.astype(float), strict=True)
    ]
    found = binary_covariance_penalty(fit, p, loss=loss, draws=4000)
    error = np.hypot(np.std(gaps) / np.sqrt(4000), found.error)
    assert abs(found.optimism - np.mean(gaps)) < 4 * error
    assert found.optimism > 0


def test_what_cannot_be_perturbed_is_refused():
    with pytest.raises(InputError, match="noise above 0"):
        covariance_penalty(lambda y: y, np.zeros(3), 0.0)
    with pytest.raises(InputError, match="one value for each of 3 rows"):
        covariance_penalty(lambda y: y[:2], np.zeros(3), 1.0)
    with pytest.raises(UnknownNameError, match="no loss with a covariance penalty called 'hinge'"):
        binary_covariance_penalty(lambda y: y, np.full(3, 0.5), loss="hinge")
    with pytest.raises(InputError, match="between 0 and 1"):
        binary_covariance_penalty(lambda y: y, np.full(3, 1.5))
