"""Log loss, against scikit-learn and the divergences of the definition."""

import numpy as np
import pytest
from scipy.stats import entropy
from sklearn.metrics import log_loss

from foldwise.diagnoses import Noise, Runs, decompose
from tests.diagnoses.bias_variance.worlds import probabilities


def test_the_loss_is_the_mean_log_loss_of_the_models():
    runs = probabilities(missing=False)
    each = [log_loss(runs.truth, runs.predicted[:, t], labels=[0, 1, 2]) for t in range(6)]
    assert decompose(runs, "log-loss").loss == pytest.approx(np.mean(each))


def test_parts_are_entropy_and_divergences_from_the_geometric_mean():
    shares = np.random.default_rng(3).dirichlet(np.ones(3), 30)
    runs = probabilities(missing=False).with_noise(Noise(shares=shares))
    found = decompose(runs, "log-loss", corrected=False)
    centre = np.exp(np.log(runs.predicted).mean(axis=1))
    centre /= centre.sum(axis=1, keepdims=True)
    assert found.noises == pytest.approx(entropy(shares, axis=1))
    assert found.biases == pytest.approx(entropy(shares, centre, axis=1))
    assert found.variances == pytest.approx(entropy(centre[:, None], runs.predicted, axis=2).mean(axis=1))


@pytest.mark.parametrize("corrected", [True, False])
def test_the_parts_sum_to_the_loss(corrected):
    shares = np.random.default_rng(3).dirichlet(np.ones(3), 30)
    found = decompose(probabilities().with_noise(Noise(shares=shares)), "log-loss", corrected=corrected)
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)


def test_the_jackknife_takes_away_most_of_what_few_models_miss():
    rng = np.random.default_rng(0)
    logit = rng.normal(size=(4000, 400))
    p = 1 / (1 + np.exp(-logit))
    truth = np.ones(4000, dtype=int)
    many = decompose(Runs.of_probabilities(truth[:200], p[:200]), "log-loss").variance
    few = Runs.of_probabilities(truth, p[:, :4])
    corrected, plain = (decompose(few, "log-loss", corrected=one).variance for one in (True, False))
    assert abs(corrected - many) < 0.2 * abs(plain - many)


def test_probabilities_of_zero_are_raised_and_counted():
    found = decompose(Runs.of_probabilities([1], [[0.0, 0.5]]), "log-loss")
    assert np.isfinite(found.loss)
    assert any("1 probability below" in one for one in found.notes)
