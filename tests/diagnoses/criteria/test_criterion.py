"""What a criterion looks at."""

import numpy as np
import pytest

from foldwise.diagnoses import Aic, InSampleFit, gaussian_log_likelihood
from foldwise.errors import InputError, ValidityError


def test_residuals_give_error_and_likelihood():
    e = [1.0, -2.0, 0.5]
    fit = InSampleFit.of_residuals(e, 2, leverages=[0.5, 0.5, 0.5])
    assert (fit.n, fit.parameters, fit.training_error) == (3, 2, pytest.approx(5.25 / 3))
    assert fit.log_likelihood == pytest.approx(gaussian_log_likelihood(e))
    assert np.isnan(InSampleFit(3, 2).training_error)


def test_a_perfect_fit_has_no_likelihood_and_says_why():
    with pytest.raises(ValidityError, match="aic is not defined here: the model reproduces every training row"):
        Aic().of(InSampleFit.of_residuals([0.0, 0.0], 1))


def test_residuals_that_are_none_are_refused():
    with pytest.raises(InputError, match="finite numbers"):
        InSampleFit.of_residuals([1.0, np.nan], 1)
    with pytest.raises(InputError, match="leverages are as many"):
        InSampleFit.of_residuals([1.0, 2.0], 1, leverages=[0.5])
