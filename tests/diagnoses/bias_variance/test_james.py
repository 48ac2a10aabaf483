"""James' effects."""

import numpy as np
import pytest

from foldwise.diagnoses import Noise, Runs, decompose
from tests.diagnoses.bias_variance.worlds import labels


def test_effects_worked_by_hand():
    """P(y = 1) = 0.9, four of five models say 0: noise 0.1, vote 0.9 wrong, models 0.8·0.9 + 0.2·0.1 = 0.74 wrong."""
    runs = Runs.of_labels([1], [[0, 0, 1, 0, 0]]).with_noise(Noise(shares=np.array([[0.1, 0.9]])))
    found = decompose(runs, "james")
    assert (found.noise, found.bias, found.variance) == pytest.approx((0.1, 0.8, 0.74 - 0.9))


def test_the_parts_sum_to_the_error():
    found = decompose(labels(), "james")
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)
    assert found.biases.min() >= 0


def test_ties_are_said():
    assert "1 row with several" in decompose(Runs.of_labels([0, 1], [[0, 1], [1, 1]]), "james").notes[0]
