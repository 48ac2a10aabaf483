"""Kohavi and Wolpert, against METHODS E.6 and simulation."""

import numpy as np
import pytest

from foldwise.diagnoses import Noise, Runs, decompose, shares_of_replicates
from tests.diagnoses.bias_variance.worlds import labels


@pytest.mark.parametrize(
    ("runs", "truth", "bias", "variance"),
    [("11101", 1, 0.04, 0.16), ("00100", 1, 0.64, 0.16), ("10101", 0, 0.36, 0.24)],
)
def test_the_worked_rows_of_the_methods(runs, truth, bias, variance):
    found = decompose(Runs.of_labels([truth], [[int(one) for one in runs]]), "kohavi-wolpert", corrected=False)
    assert (found.bias, found.variance) == pytest.approx((bias, variance))
    assert found.loss == pytest.approx(bias + variance)


@pytest.mark.parametrize("corrected", [True, False])
@pytest.mark.parametrize("noisy", [True, False])
def test_the_parts_sum_to_the_error(corrected, noisy):
    runs = labels(noisy=noisy)
    found = decompose(runs, "kohavi-wolpert", corrected=corrected)
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)
    if not noisy:
        wrong = [(runs.predicted[i, runs.given[i]] != runs.truth[i]).mean() for i in range(40)]
        assert found.losses == pytest.approx(wrong)


def test_the_correction_is_unbiased():
    """Models that predict by known shares: many draws of five of them against the parts of infinitely many."""
    p, P = np.array([0.2, 0.5, 0.3]), np.array([0.1, 0.8, 0.1])
    rng = np.random.default_rng(0)
    predicted = rng.choice(3, size=(20_000, 5), p=p)
    predicted[:3, 0] = [0, 1, 2]
    runs = Runs.of_labels(np.ones(20_000, dtype=int), predicted).with_noise(Noise(shares=np.tile(P, (20_000, 1))))
    found, plain = decompose(runs), decompose(runs, corrected=False)
    assert found.variance == pytest.approx((1 - (p**2).sum()) / 2, abs=0.003)
    assert found.bias == pytest.approx(((p - P) ** 2).sum() / 2, abs=0.003)
    assert plain.variance == pytest.approx(found.variance * 4 / 5)
    assert plain.loss == pytest.approx(found.loss)


def test_noise_counted_from_replicates_is_unbiased():
    rng = np.random.default_rng(1)
    cells = np.repeat(np.arange(5_000), 3)
    truth = (rng.random(cells.size) < 0.3).astype(int)
    runs = Runs.of_labels(truth, rng.integers(0, 2, (cells.size, 4)))
    found = decompose(runs.with_noise(shares_of_replicates(truth, cells, 2)))
    assert found.noise == pytest.approx(0.3 * 0.7, abs=0.005)
    assert found.bias + found.variance + found.noise == pytest.approx(found.loss, abs=1e-12)


def test_rows_without_a_replicate_are_counted():
    runs = Runs.of_labels([0, 1, 1], [[0, 1], [1, 1], [0, 1]])
    found = decompose(runs.with_noise(shares_of_replicates([0, 1, 1], [0, 0, 1], 2)))
    assert "1 row without a replicate, with noise in the bias" in found.notes
