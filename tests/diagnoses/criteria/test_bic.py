"""BIC, against what statsmodels prints."""

import pytest

from foldwise.diagnoses import Bic, InSampleFit, bernoulli_log_likelihood, poisson_log_likelihood
from foldwise.errors import ValidityError
from tests.diagnoses.criteria.published import DOBSON, least_squares, logit_probabilities, poisson_means


def test_it_is_what_statsmodels_prints():
    assert Bic().of(InSampleFit.of_residuals(least_squares()[0], 7)) == pytest.approx(238.6, abs=0.05)
    logit = InSampleFit(32, 4, bernoulli_log_likelihood(*logit_probabilities()))
    assert Bic().of(logit) == pytest.approx(39.642, abs=0.001)
    poisson = InSampleFit(9, 5, poisson_log_likelihood(DOBSON, poisson_means()))
    assert Bic().of(poisson) == pytest.approx(57.75, abs=0.005)


def test_without_a_likelihood_there_is_none():
    with pytest.raises(ValidityError, match="bic is not defined here"):
        Bic().of(InSampleFit(10, 2))
