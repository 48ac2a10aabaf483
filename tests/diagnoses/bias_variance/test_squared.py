"""Squared loss: hand-worked, mlxtend's formulas, and a problem whose truth is known."""

import numpy as np
import pytest

from foldwise.diagnoses import Noise, Runs, decompose, noise_of_replicates
from foldwise.problems import GaussianLinear
from tests.diagnoses.bias_variance.worlds import values


def test_a_row_worked_by_hand():
    """Values 0, 1, 2, 3 and the truth 1: mean 1.5, (1.5 - 1)² = 0.25, variance 5/3, loss (1 + 0 + 1 + 4)/4 = 1.5."""
    runs = Runs.of_values([1.0], [[0.0, 1.0, 2.0, 3.0]])
    plain, corrected = decompose(runs, corrected=False), decompose(runs)
    assert (plain.bias, plain.variance, plain.loss) == pytest.approx((0.25, 1.25, 1.5))
    assert (corrected.bias, corrected.variance, corrected.loss) == pytest.approx((0.25 - 5 / 12, 5 / 3, 1.5))


def test_the_plug_in_is_what_mlxtend_gives():
    """bias_variance_decomp(loss='mse'): mean (main - y)², mean over all of (prediction - main)²."""
    runs = values(missing=False)
    every = runs.predicted.T  # rounds x rows, as there
    main = every.mean(axis=0)
    found = decompose(runs, "mse", corrected=False)
    assert found.loss == pytest.approx(((every - runs.truth) ** 2).mean())
    assert found.bias == pytest.approx(((main - runs.truth) ** 2).sum() / runs.truth.size)
    assert found.variance == pytest.approx(((main - every) ** 2).sum() / every.size)


@pytest.mark.parametrize("corrected", [True, False])
@pytest.mark.parametrize("variance", [None, 0.3])
def test_the_parts_sum_to_the_loss(corrected, variance):
    found = decompose(values().with_noise(Noise(variance=variance)), corrected=corrected)
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)
    assert abs(found.bias + found.variance + found.noise - found.loss) < 1e-10
    assert found.separate == (variance is not None)


def test_the_correction_is_unbiased_and_the_plug_in_is_not():
    """Least squares on normal columns: bias 0, variance known from the expected risk (METHODS L.3)."""
    problem, T = GaussianLinear(2), 5
    X, y = problem.draw(200, seed=1)
    rng = np.random.default_rng(2)
    found = []
    for _ in range(60):
        fits = []
        for _ in range(T):
            train, target = problem.sample(15, rng)
            beta = np.linalg.lstsq(np.column_stack([np.ones(15), train]), target, rcond=None)[0]
            fits.append(np.column_stack([np.ones(200), X]) @ beta)
        runs = Runs.of_values(y, np.stack(fits, axis=1))
        known = runs.with_noise(Noise(variance=1.0, optimal=problem.optimal(X)))
        found.append(
            [(one.bias, one.variance, one.loss) for one in (decompose(known), decompose(known, corrected=False))]
        )
    (bias, variance, loss), (plain, _, same) = np.mean(found, axis=0)
    error = np.std(found, axis=0)[0] / np.sqrt(60)
    design = np.mean(X**2) * 2 + 1  # the rows at hand are not quite those of the population
    expected = (problem.least_squares_risk(15) - 1) * design / 3
    assert abs(bias) < 4 * error[0]
    assert abs(variance - expected) < 4 * error[1]
    assert plain == pytest.approx(bias + variance / T)
    assert plain > 4 * error[0]
    assert loss == pytest.approx(same)
    assert loss == pytest.approx(1 + bias + variance)


def test_noise_from_replicates_is_taken_out_of_the_bias():
    rng = np.random.default_rng(0)
    cells = np.repeat(np.arange(50), 4)
    truth = cells / 10 + rng.normal(scale=0.5, size=200)
    runs = Runs.of_values(truth, (cells / 10)[:, None] + rng.normal(scale=0.1, size=(200, 8)))
    found = decompose(runs.with_noise(noise_of_replicates(truth, cells)))
    assert found.noise == pytest.approx(0.25, rel=0.3)
    assert abs(found.bias) < 0.05
    assert decompose(runs).bias == pytest.approx(found.bias + found.noise)
