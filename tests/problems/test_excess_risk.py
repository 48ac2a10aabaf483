"""Bayes risk + approximation + estimation."""

import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression

from foldwise.errors import InputError
from foldwise.problems import GaussianClasses, PolynomialRegression, excess_risk


def test_the_parts_sum_to_the_risk():
    problem = PolynomialRegression()
    X, y = problem.draw(40)
    model = LinearRegression().fit(X, y)
    found = excess_risk(problem, model, best=problem.best_risk(1), training=(X, y))
    assert found.bayes + found.approximation + found.estimation == pytest.approx(found.risk, abs=1e-12)
    assert found.approximation == pytest.approx(4 * 4 / 25 / 7)  # -2x³ has the Legendre coefficient -4/5 of order 3
    assert found.estimation > 0
    assert found.empirical == pytest.approx(((model.predict(X) - y) ** 2).mean())
    assert found.optimism == pytest.approx(found.risk - found.empirical)


def test_a_class_that_holds_the_bayes_rule_has_no_approximation_error():
    problem = GaussianClasses(4)
    X, y = problem.draw(50)
    found = excess_risk(problem, LinearDiscriminantAnalysis().fit(X, y), best=problem.bayes_risk)
    assert found.approximation == 0
    assert found.excess == found.estimation > 0
    assert (found.empirical, found.optimism, found.error) == (None, None, 0.0)


def test_nothing_is_better_than_the_bayes_risk():
    problem = PolynomialRegression()
    with pytest.raises(InputError, match=r"better than the Bayes risk, 0.25, and best is 0.1"):
        excess_risk(problem, LinearRegression().fit(*problem.draw(20)), best=0.1)
