"""Domingos, against METHODS E.6, mlxtend's formulas and enumeration."""

import numpy as np
import pytest

from foldwise.diagnoses import Noise, Runs, decompose
from tests.diagnoses.bias_variance.worlds import labels


@pytest.mark.parametrize(
    ("runs", "truth", "bias", "raw", "error"),
    [("11101", 1, 0, 0.2, 0.2), ("00100", 1, 1, 0.2, 0.8), ("10101", 0, 1, 0.4, 0.6)],
)
def test_the_worked_rows_of_the_methods(runs, truth, bias, raw, error):
    found = decompose(Runs.of_labels([truth], [[int(one) for one in runs]]), "domingos")
    assert (found.bias, found.further["raw variance"][0], found.loss) == pytest.approx((bias, raw, error))
    assert found.variance == pytest.approx(-raw if bias else raw)


def test_bias_and_raw_variance_are_what_mlxtend_gives():
    """bias_variance_decomp(loss='0-1_loss'): main by argmax(bincount), mean(main != y), mean(prediction != main)."""
    runs = labels(noisy=False, missing=False)
    every = runs.predicted.T
    main = np.apply_along_axis(lambda x: np.argmax(np.bincount(x)), axis=0, arr=every)
    found = decompose(runs, "domingos")
    assert found.loss == pytest.approx((every != runs.truth).mean())
    assert found.bias == pytest.approx((main != runs.truth).mean())
    assert found.further["raw variance"].mean() == pytest.approx((every != main).mean())


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_the_parts_sum_to_the_error_with_noise_and_several_classes(classes):
    found = decompose(labels(classes=classes), "domingos")
    assert found.biases + found.variances + found.noises == pytest.approx(found.losses, abs=1e-12)


def test_two_classes_have_the_factor_of_the_paper():
    """c₁ = 2P(f = y*) - 1."""
    runs = labels(classes=2)
    found = decompose(runs, "domingos")
    right = np.take_along_axis(runs.shares(), runs.noise.shares.argmax(axis=1)[:, None], axis=1)[:, 0]
    assert found.noises == pytest.approx((2 * right - 1) * found.further["raw noise"])


def test_ties_and_the_missing_correction_are_said():
    found = decompose(Runs.of_labels([0, 1], [[0, 1], [1, 1]]).with_noise(Noise(shares=np.eye(2))), "domingos")
    assert any("several commonest" in one for one in found.notes)
    assert any("finitely many models" in one for one in found.notes)
    assert found.further["main prediction"].tolist() == ["0", "1"]
