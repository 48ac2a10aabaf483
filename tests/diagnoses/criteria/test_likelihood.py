"""Log-likelihoods, against scipy and what statsmodels prints."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import log_loss

from foldwise.diagnoses import (
    NO_LIKELIHOOD,
    bernoulli_log_likelihood,
    categorical_log_likelihood,
    gaussian_log_likelihood,
    poisson_log_likelihood,
)
from foldwise.errors import InputError
from foldwise.models import MODELS
from tests.diagnoses.criteria.published import DOBSON, least_squares, logit_probabilities, poisson_means

rng = np.random.default_rng(0)


def test_they_are_those_that_statsmodels_prints():
    assert gaussian_log_likelihood(least_squares()[0]) == pytest.approx(-109.62, abs=0.005)
    assert bernoulli_log_likelihood(*logit_probabilities()) == pytest.approx(-12.890, abs=0.0005)
    assert poisson_log_likelihood(DOBSON, poisson_means()) == pytest.approx((2 * 5 - 56.76) / 2, abs=0.005)


def test_they_are_sums_of_the_densities_of_scipy():
    e, y = rng.normal(size=20), rng.poisson(3, 20)
    mean, p = rng.uniform(1, 5, 20), rng.dirichlet(np.ones(3), 20)
    assert gaussian_log_likelihood(e, variance=2.0) == pytest.approx(stats.norm(scale=np.sqrt(2)).logpdf(e).sum())
    assert gaussian_log_likelihood(e) == pytest.approx(gaussian_log_likelihood(e, variance=float((e**2).mean())))
    assert poisson_log_likelihood(y, mean) == pytest.approx(stats.poisson(mean).logpmf(y).sum())
    codes = rng.integers(0, 3, 20)
    assert categorical_log_likelihood(codes, p) == pytest.approx(-20 * log_loss(codes, p, labels=[0, 1, 2]))
    assert bernoulli_log_likelihood(codes > 0, p[:, 0]) == pytest.approx(
        stats.bernoulli(p[:, 0]).logpmf(codes > 0).sum()
    )


def test_a_certain_probability_is_no_trouble_where_it_is_right():
    assert bernoulli_log_likelihood([1, 0], [1.0, 0.0]) == 0
    assert categorical_log_likelihood([0], [[0.0, 1.0]]) == -np.inf


def test_no_residual_at_all_is_refused():
    with pytest.raises(InputError, match="reproduces every training row"):
        gaussian_log_likelihood([0.0, 0.0])


def test_models_without_a_likelihood_are_named_models():
    assert set(NO_LIKELIHOOD) <= {one.name for one in MODELS}
