"""Fits of learning curves, against scipy and exact curves."""

import numpy as np
import pytest
from scipy.optimize import curve_fit, nnls

from foldwise.diagnoses import CURVE_MODELS, curve_model, fit_curve
from foldwise.diagnoses.learning_curve.curve_fit import fit_curves
from tests.diagnoses.learning_curve.test_curve_model import FORMULAS

SIZES = np.array([20.0, 30, 45, 70, 100, 150, 240])


@pytest.mark.parametrize("model", CURVE_MODELS, ids=lambda one: one.name)
def test_an_exact_curve_is_followed_to_twice_the_size(model):
    truth = FORMULAS[model.name]
    fit = fit_curve(model, SIZES, truth(SIZES), np.ones(7))
    assert fit.at(np.array([480.0]))[0, 0] == pytest.approx(truth(np.array([480.0]))[0], abs=0.002)


def test_the_power_law_is_the_one_of_scipy():
    rng = np.random.default_rng(0)
    errors = 0.1 + 2 * SIZES**-0.8 + rng.normal(scale=0.004, size=7)
    se = np.linspace(0.01, 0.004, 7)
    fit = fit_curve(curve_model("pow3"), SIZES, errors, 1 / se**2)
    theirs, _ = curve_fit(lambda s, a, b, c: a * s**-b + c, SIZES, errors, p0=(2, 0.8, 0.1), sigma=se)
    assert fit.theta[0, 0] == pytest.approx(theirs[1], rel=0.01)
    assert fit.c[0] == pytest.approx(theirs[2], abs=5e-4)
    assert fit.a[0] * 240 ** fit.theta[0, 0] == pytest.approx(theirs[0], rel=0.02)


def test_heights_and_offsets_are_never_negative():
    """Given the shape, they are the non-negative least squares of scipy."""
    rng = np.random.default_rng(1)
    model = curve_model("pow3")
    curves = rng.normal(0.2, 0.3, (40, 7))
    fits = fit_curves(model, SIZES, curves, np.ones(7))
    for at in range(40):
        shape = model.shape(SIZES / 240, fits.theta[[at]])[0]
        (a, c), residual = nnls(np.column_stack([shape, np.ones(7)]), curves[at])
        assert (fits.a[at], fits.c[at]) == pytest.approx((a, c), abs=1e-8)
        assert fits.rss[at] == pytest.approx(residual**2, abs=1e-9)


def test_weights_decide_which_points_count():
    errors = 0.1 + 2 / SIZES
    errors[0] += 0.3
    weights = np.ones(7)
    weights[0] = 1e-9
    fit = fit_curve(curve_model("pow3"), SIZES, errors, weights)
    assert fit.at(np.array([480.0]))[0, 0] == pytest.approx(0.1 + 2 / 480, abs=1e-4)
