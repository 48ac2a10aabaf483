"""Laplace's approximation, against exact evidences."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import betaln

from foldwise.diagnoses import Bic, InSampleFit, bic_evidence, laplace_evidence, linear_evidence
from foldwise.errors import InputError


def test_it_is_exact_for_a_linear_model():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(15, 2)), rng.normal(size=15)
    exact = linear_evidence(X, y, alpha=0.7, beta=1.3)
    joint = stats.norm(X @ exact.mean, 1.3**-0.5).logpdf(y).sum() + stats.norm(0, 0.7**-0.5).logpdf(exact.mean).sum()
    hessian = 0.7 * np.eye(2) + 1.3 * X.T @ X
    assert laplace_evidence(joint, hessian) == pytest.approx(exact.value)


def test_it_is_close_for_many_coins():
    """Uniform prior, 60 heads of 100: evidence B(61, 41) in closed form; the mode is 0.6."""
    joint = 60 * np.log(0.6) + 40 * np.log(0.4)
    assert laplace_evidence(joint, [[60 / 0.36 + 40 / 0.16]]) == pytest.approx(betaln(61, 41), abs=0.02)
    assert bic_evidence(Bic().of(InSampleFit(100, 1, joint))) == pytest.approx(betaln(61, 41), abs=0.5)


def test_a_hessian_that_is_none_of_a_mode_is_refused():
    with pytest.raises(InputError, match="positive definite"):
        laplace_evidence(0.0, [[-1.0]])
    with pytest.raises(InputError, match="positive definite"):
        laplace_evidence(0.0, [[-1.0, 0.0], [0.0, -1.0]])
