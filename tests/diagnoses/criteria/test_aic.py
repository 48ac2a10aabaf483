"""AIC and AICc, against what statsmodels and R print."""

from math import inf

import pytest

from foldwise.diagnoses import Aic, Aicc, InSampleFit, bernoulli_log_likelihood, poisson_log_likelihood
from foldwise.errors import ValidityError
from tests.diagnoses.criteria.published import DOBSON, least_squares, logit_probabilities, poisson_means

OLS = InSampleFit.of_residuals(least_squares()[0], 7)


def test_it_is_what_statsmodels_prints():
    assert Aic().of(OLS) == pytest.approx(233.2, abs=0.05)
    logit = InSampleFit(32, 4, bernoulli_log_likelihood(*logit_probabilities()))
    assert Aic().of(logit) == pytest.approx(33.779, abs=0.001)
    poisson = InSampleFit(9, 5, poisson_log_likelihood(DOBSON, poisson_means()))
    assert Aic().of(poisson) == pytest.approx(56.76, abs=0.005)


def test_r_counts_the_variance_too():
    """AIC(lm(...)) of R prints 235.2349 for Longley's data."""
    assert Aic().of(InSampleFit.of_residuals(least_squares()[0], 8)) == pytest.approx(235.2349, abs=5e-4)


def test_the_correction_grows_as_rows_become_few():
    assert Aicc().of(OLS) == pytest.approx(Aic().of(OLS) + 2 * 7 * 8 / 8)
    assert Aicc().of(InSampleFit(4, 3, -1.0)) == inf


def test_without_a_likelihood_there_is_none():
    for one in (Aic(), Aicc()):
        with pytest.raises(ValidityError, match="has no likelihood"):
            one.of(InSampleFit(10, 2))
