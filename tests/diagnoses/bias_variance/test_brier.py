"""Brier score, against scikit-learn and the squared decomposition."""

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss

from foldwise.diagnoses import Noise, Runs, decompose
from tests.diagnoses.bias_variance.worlds import probabilities


def test_the_loss_is_the_mean_brier_score_of_the_models():
    rng = np.random.default_rng(0)
    truth, p = rng.integers(0, 2, 50), rng.random((50, 4))
    found = decompose(Runs.of_probabilities(truth, p))
    assert found.method == "brier"
    assert found.loss == pytest.approx(np.mean([brier_score_loss(truth, one) for one in p.T]))


def test_two_classes_are_the_squared_loss_of_the_positive_one():
    rng = np.random.default_rng(1)
    truth, p = rng.integers(0, 2, 50), rng.random((50, 4))
    ours = decompose(Runs.of_probabilities(truth, p))
    theirs = decompose(Runs.of_values(truth, p))
    assert (ours.bias, ours.variance) == pytest.approx((theirs.bias, theirs.variance))


@pytest.mark.parametrize("corrected", [True, False])
def test_the_parts_sum_to_the_loss(corrected):
    shares = np.random.default_rng(3).dirichlet(np.ones(3), 30)
    found = decompose(probabilities().with_noise(Noise(shares=shares)), corrected=corrected)
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)
    assert found.noises == pytest.approx(1 - (shares**2).sum(axis=1))
