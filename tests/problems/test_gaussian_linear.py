"""Least squares on normal columns, whose expected risk is known."""

from math import inf

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from foldwise.errors import InputError
from foldwise.problems import GaussianLinear


def test_the_expected_risks_are_those_of_the_methods():
    """METHODS L.3: n = 30, p = 5."""
    problem = GaussianLinear(5)
    assert problem.least_squares_risk(30) == pytest.approx(1.25797, abs=5e-6)
    assert problem.least_squares_training_error(30) == pytest.approx(0.8)
    assert problem.least_squares_risk(29) == pytest.approx(1.26959, abs=5e-6)
    assert problem.least_squares_risk(7) == inf


def test_risks_of_fitted_models_average_to_it():
    problem = GaussianLinear(3, noise=0.5)
    risks = [problem.risk(LinearRegression().fit(*problem.draw(20, seed=one))).value for one in range(200)]
    assert np.mean(risks) == pytest.approx(problem.least_squares_risk(20), abs=4 * np.std(risks) / np.sqrt(200))


def test_the_risk_of_a_linear_model_is_exact():
    problem = GaussianLinear(2)
    model = LinearRegression().fit(*problem.draw(30))
    X, y = problem.draw(100_000, seed=8)
    assert problem.risk(model).exact
    assert problem.risk(model).value == pytest.approx(np.mean((model.predict(X) - y) ** 2), rel=0.02)


def test_negative_noise_is_refused():
    with pytest.raises(InputError, match="noise ≥ 0"):
        GaussianLinear(noise=-1.0)
