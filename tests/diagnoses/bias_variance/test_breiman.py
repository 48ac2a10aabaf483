"""Breiman's bias and variance."""

import pytest

from foldwise.diagnoses import Runs, decompose
from tests.diagnoses.bias_variance.worlds import labels


def test_a_biased_and_an_unbiased_row():
    """Vote right, one model of five wrong: variance 0.2. Vote wrong, four of five wrong: bias 0.8."""
    found = decompose(Runs.of_labels([1, 1], [[1, 1, 1, 0, 1], [0, 0, 1, 0, 0]]), "breiman")
    assert found.biases.tolist() == pytest.approx([0, 0.8])
    assert found.variances.tolist() == pytest.approx([0.2, 0])


@pytest.mark.parametrize("classes", [2, 4])
def test_the_parts_sum_to_the_error_and_are_never_negative(classes):
    found = decompose(labels(classes=classes), "breiman")
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)
    assert found.biases.min() >= 0
    assert found.variances.min() >= -1e-12


def test_ties_are_said():
    assert "1 row with several" in decompose(Runs.of_labels([0, 1], [[0, 1], [1, 1]]), "breiman").notes[0]
