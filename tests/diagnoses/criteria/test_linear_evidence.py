"""Evidence of linear models, against scipy and one-step predictives."""

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import BayesianRidge

from foldwise.diagnoses import linear_evidence, maximal_linear_evidence, normal_inverse_gamma_evidence
from foldwise.errors import InputError

rng = np.random.default_rng(0)
X = rng.normal(size=(12, 3))
Y = X @ [1.0, -0.5, 0.0] + rng.normal(scale=0.7, size=12)


def test_it_is_the_normal_density_of_the_target():
    found = linear_evidence(X, Y, alpha=0.5, beta=2.0)
    cov = np.eye(12) / 2 + X @ X.T / 0.5
    assert found.value == pytest.approx(stats.multivariate_normal(np.zeros(12), cov).logpdf(Y))


def test_it_is_the_product_of_one_step_predictives():
    """METHODS F.4: log evidence = Σ log p(yᵢ | y before)."""
    total = 0.0
    for i in range(12):
        A = 0.5 * np.eye(3) + 2 * X[:i].T @ X[:i]
        mean = 2 * np.linalg.solve(A, X[:i].T @ Y[:i])
        total += stats.norm(X[i] @ mean, np.sqrt(0.5 + X[i] @ np.linalg.solve(A, X[i]))).logpdf(Y[i])
    assert linear_evidence(X, Y, alpha=0.5, beta=2.0).value == pytest.approx(total)


def test_the_maximum_is_that_of_scikit_learn():
    found = maximal_linear_evidence(X, Y)
    flat = {"alpha_1": 1e-12, "alpha_2": 1e-12, "lambda_1": 1e-12, "lambda_2": 1e-12}
    theirs = BayesianRidge(fit_intercept=False, max_iter=2000, tol=1e-12, **flat).fit(X, Y)
    assert (found.alpha, found.beta) == pytest.approx((theirs.lambda_, theirs.alpha_), rel=1e-3)
    assert found.mean == pytest.approx(theirs.coef_, rel=1e-3)
    for alpha, beta in ((1.2, 1.0), (1.0, 1.2), (0.8, 1.0), (1.0, 0.8)):
        assert linear_evidence(X, Y, alpha=found.alpha * alpha, beta=found.beta * beta).value < found.value


def test_a_useless_column_lowers_the_evidence():
    noise = np.random.default_rng(5).normal(size=(12, 3))
    assert maximal_linear_evidence(np.column_stack([X, noise]), Y).value < maximal_linear_evidence(X, Y).value


def test_with_the_noise_integrated_out_it_is_the_t_density():
    found = normal_inverse_gamma_evidence(X, Y, alpha=0.5, shape=2.0, scale=1.5)
    law = stats.multivariate_t(np.zeros(12), 1.5 / 2.0 * (np.eye(12) + X @ X.T / 0.5), df=4.0)
    assert found == pytest.approx(law.logpdf(Y))


def test_a_target_of_zeros_has_an_evidence():
    assert np.isfinite(maximal_linear_evidence(X, np.zeros(12)).value)


def test_what_is_no_precision_is_refused():
    with pytest.raises(InputError, match="precisions are above 0"):
        linear_evidence(X, Y, alpha=0.0, beta=1.0)
    with pytest.raises(InputError, match="above 0"):
        normal_inverse_gamma_evidence(X, Y, shape=0.0)
    with pytest.raises(InputError, match="a target of as many rows"):
        linear_evidence(X, Y[:3], alpha=1.0, beta=1.0)


def test_the_unit_of_target_and_columns_moves_the_maximal_evidence_by_its_jacobian():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    y = X @ [1.0, 0.0, -1.0] + rng.normal(size=40)
    plain = maximal_linear_evidence(X, y)
    for unit in (1e-12, 1e12):
        other = maximal_linear_evidence(X * 1e5, y * unit)
        assert other.value == pytest.approx(plain.value - 40 * np.log(unit), rel=1e-9)
        assert other.mean == pytest.approx(plain.mean * unit / 1e5)
        assert other.value == pytest.approx(
            linear_evidence(X * 1e5, y * unit, alpha=other.alpha, beta=other.beta).value
        )
