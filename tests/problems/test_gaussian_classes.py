"""Two normal classes, against the closed forms and sampling."""

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.stats import norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from foldwise.errors import InputError
from foldwise.problems import GaussianClasses


def test_the_bayes_error_is_phi_of_half_the_distance():
    assert GaussianClasses(4, 2 * 0.8416).bayes_risk == pytest.approx(0.2, abs=1e-5)
    assert GaussianClasses(4, 2.0).bayes_risk == pytest.approx(norm.cdf(-1))


def test_the_distance_of_the_means_is_the_same_in_any_number_of_columns():
    for p in (1, 3, 10):
        assert 2 * np.linalg.norm(GaussianClasses(p, 1.7).mean) == pytest.approx(1.7)


def test_unequal_priors_move_the_bayes_rule():
    """Against numerical integration over the axis that joins the means."""
    problem = GaussianClasses(1, 1.5, prior=0.2)
    x = np.linspace(-9, 9, 200_001)
    smaller = np.minimum(0.8 * norm.pdf(x, -0.75), 0.2 * norm.pdf(x, 0.75))
    assert problem.bayes_risk == pytest.approx(trapezoid(smaller, x), abs=1e-7)


def test_the_risk_of_a_linear_rule_is_exact():
    problem = GaussianClasses(3, 1.5, prior=0.3)
    X, y = problem.draw(60)
    model = LinearDiscriminantAnalysis().fit(X, y)
    found = problem.risk(model)
    fresh, truth = problem.draw(200_000, seed=9)
    assert found.exact
    assert found.value == pytest.approx((model.predict(fresh) != truth).mean(), abs=0.004)


def test_a_rule_without_slope_is_a_constant():
    problem = GaussianClasses(2, prior=0.3)
    assert problem.linear_risk(np.zeros(2), 1.0) == pytest.approx(0.7)
    assert problem.linear_risk(np.zeros(2), -1.0) == pytest.approx(0.3)


def test_what_is_no_problem_is_refused():
    with pytest.raises(InputError, match="distance=0"):
        GaussianClasses(2, 0.0)
    with pytest.raises(InputError, match=r"between 0 and 0.5, not at 0.6"):
        GaussianClasses.of_bayes_error(0.6)
