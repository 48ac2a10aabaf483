"""A polynomial with noise, against integrals."""

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

from foldwise.errors import InputError
from foldwise.problems import PolynomialRegression

CUBIC = PolynomialRegression((0, 1, 0, -2), noise=0.5)


def test_the_best_polynomials_are_those_of_a_huge_noiseless_sample():
    x = np.linspace(-1, 1, 200_001)
    truth = CUBIC.optimal(x[:, None])
    for degree in range(4):
        fit = np.polynomial.Polynomial.fit(x, truth, degree)
        assert CUBIC.best_risk(degree) == pytest.approx(0.25 + np.mean((fit(x) - truth) ** 2), abs=1e-4)


def test_the_risk_of_a_line_is_the_integral():
    model = LinearRegression().fit(*CUBIC.draw(30))
    slope, intercept = model.coef_[0], model.intercept_
    true, _ = quad(lambda x: (x - 2 * x**3 - slope * x - intercept) ** 2 / 2, -1, 1)
    found = CUBIC.risk(model)
    assert found.value == pytest.approx(0.25 + true, abs=1e-6)


def test_the_risk_of_a_step_function_has_a_small_error():
    model = DecisionTreeRegressor().fit(*CUBIC.draw(30))
    assert CUBIC.risk(model).error < 1e-3


def test_no_coefficient_and_few_points_are_refused():
    with pytest.raises(InputError, match="a coefficient"):
        PolynomialRegression(())
    with pytest.raises(InputError, match="at least 4 points"):
        CUBIC.risk(LinearRegression(), rows=3)
