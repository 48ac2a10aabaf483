"""Logistic recalibration, against scikit-learn and closed forms."""

import numpy as np
import pytest
from scipy.special import logit
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss

from foldwise.diagnoses import recalibrate
from foldwise.errors import InputError

rng = np.random.default_rng(1)
P = rng.uniform(0.05, 0.95, 300)
Y = (rng.random(300) < P**1.5).astype(int)


def test_it_is_the_unpenalised_logistic_regression_on_the_logit():
    found = recalibrate(Y, P)
    theirs = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000).fit(logit(P)[:, None], Y)
    assert found.slope == pytest.approx(theirs.coef_[0, 0], abs=1e-4)
    assert found.intercept == pytest.approx(theirs.intercept_[0], abs=1e-4)
    assert found.as_given == pytest.approx(-300 * log_loss(Y, P))
    assert found.log_likelihood >= found.as_given


def test_two_groups_have_a_closed_form():
    """Shares 0.4 and 0.6 at probabilities 0.2 and 0.8: slope logit(0.6)/logit(0.8)."""
    found = recalibrate(np.repeat([1, 0, 1, 0], [4, 6, 6, 4]), np.repeat([0.2, 0.8], 10))
    assert found.slope == pytest.approx(np.log(1.5) / np.log(4))
    assert found.intercept == pytest.approx(0, abs=1e-12)


def test_separated_classes_and_one_class_have_no_slope():
    assert np.isnan(recalibrate([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]).slope)
    assert np.isnan(recalibrate([1, 1], [0.2, 0.9]).slope)
    assert np.isnan(recalibrate([0, 1], [0.5, 0.5]).slope)


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="same rows"):
        recalibrate([0, 1], [0.5])
    with pytest.raises(InputError, match="truth is 1 for rows of the positive class"):
        recalibrate([0, 2], [0.5, 0.5])
    with pytest.raises(InputError, match="between 0 and 1"):
        recalibrate([0, 1], [0.5, 1.5])


def test_probabilities_that_cannot_be_mended_need_no_step():
    found = recalibrate([0, 1, 0, 1], [0.2, 0.2, 0.8, 0.8])
    assert found.slope == pytest.approx(0.0)
