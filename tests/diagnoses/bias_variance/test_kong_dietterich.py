"""Kong and Dietterich."""

import pytest

from foldwise.diagnoses import Runs, decompose
from tests.diagnoses.bias_variance.worlds import labels


def test_bias_is_the_error_of_the_vote():
    found = decompose(Runs.of_labels([1, 1], [[1, 1, 1, 0, 1], [0, 0, 1, 0, 0]]), "kong-dietterich")
    assert found.biases.tolist() == [0, 1]
    assert found.variances.tolist() == pytest.approx([0.2, -0.2])


def test_two_classes_without_noise_are_those_of_domingos():
    runs = labels(classes=2, noisy=False)
    ours, theirs = decompose(runs, "kong-dietterich"), decompose(runs, "domingos")
    assert ours.biases == pytest.approx(theirs.biases)
    assert ours.variances == pytest.approx(theirs.variances)


def test_the_parts_sum_to_the_error():
    found = decompose(labels(), "kong-dietterich")
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)
    assert not found.noises.any()
