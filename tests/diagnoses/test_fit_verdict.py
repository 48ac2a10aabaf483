"""Verdicts on models whose trouble is known."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from foldwise.diagnoses import CurvePoint, FitKind, Noise, Runs, decompose, fit_verdict
from foldwise.errors import InputError
from foldwise.problems import PolynomialRegression

PROBLEM = PolynomialRegression((0, 1, 0, -2), noise=0.3)


def diagnosed(degree, n):
    """Verdict on a polynomial of a degree fitted to n rows of a cubic with noise, from 20 training sets."""
    X, y = PROBLEM.draw(300, seed=99)
    trained, predicted = [], []
    for seed in range(20):
        train, target = PROBLEM.draw(n, seed=seed)
        model = make_pipeline(PolynomialFeatures(degree), LinearRegression()).fit(train, target)
        trained.append(np.mean((model.predict(train) - target) ** 2))
        predicted.append(model.predict(X))
    runs = Runs.of_values(y, np.stack(predicted, axis=1)).with_noise(Noise(variance=0.09, optimal=PROBLEM.optimal(X)))
    parts = decompose(runs)
    return fit_verdict(
        float(np.mean(trained)), parts.loss, gap_error=0.005, baseline=float(y.var()), noise=0.09, parts=parts
    )


def test_a_line_through_a_cubic_underfits():
    found = diagnosed(1, 200)
    assert found.kind is FitKind.UNDERFITTING
    assert found.signs[2].points_to is FitKind.UNDERFITTING


def test_a_high_degree_on_few_rows_overfits():
    assert diagnosed(9, 20).kind is FitKind.OVERFITTING


def test_the_true_degree_on_many_rows_does_neither():
    X, y = PROBLEM.draw(2000)
    model = make_pipeline(PolynomialFeatures(3), LinearRegression()).fit(X, y)
    train = float(np.mean((model.predict(X) - y) ** 2))
    found = fit_verdict(train, PROBLEM.risk(model).value + 0.05, gap_error=0.001, baseline=0.3, noise=0.0)
    assert found.kind in (FitKind.UNDECIDED, FitKind.OVERFITTING)  # the noise is not known, and the gap stays open
    assert fit_verdict(0.20, 0.205, gap_error=0.001, baseline=1.0).kind is FitKind.GOOD


def test_a_gap_alone_is_held_against_a_flat_curve():
    """One nearest neighbour: training error 0, yet more rows would not help."""
    flat = CurvePoint(2000, 0.199, 0.195, 0.205, 0.95)
    assert fit_verdict(0.0, 0.2, gap_error=0.01, baseline=0.5, doubled=flat).kind is FitKind.UNDECIDED
    falling = CurvePoint(2000, 0.15, 0.12, 0.18, 0.95)
    assert fit_verdict(0.0, 0.2, gap_error=0.01, baseline=0.5, doubled=falling).kind is FitKind.OVERFITTING


def test_both_can_be_true():
    found = fit_verdict(0.35, 0.6, gap_error=0.02, baseline=0.5)
    assert found.kind is FitKind.BOTH


def test_bias_that_contains_noise_is_no_sign():
    parts = decompose(Runs.of_values([1.0, 2.0], [[5.0, 5.1], [6.0, 6.1]]))
    found = fit_verdict(0.1, 0.12, gap_error=0.1, baseline=0.5, parts=parts)
    assert found.signs[2].points_to is FitKind.UNDECIDED
    assert found.signs[2].evidence.startswith("bias and noise")
    assert str(found).startswith(f"{found.kind}: the test error is 0.02")


def test_a_baseline_below_the_noise_is_refused():
    with pytest.raises(InputError, match="the baseline lies above the noise"):
        fit_verdict(0.1, 0.2, gap_error=0.1, baseline=0.1, noise=0.2)


def test_a_training_error_above_the_test_error_is_no_sign_of_underfitting():
    found = fit_verdict(0.39, 0.10, gap_error=0.03, baseline=0.6)
    assert found.kind is FitKind.UNDECIDED
    assert "0.29 ± 0.059 below the training error" in str(found)
    assert "tells nothing" in str(found)


def test_a_gain_of_next_to_nothing_is_written_as_none():
    gained = CurvePoint(1380, 0.0035, 6e-14, 0.012, 0.001)
    found = fit_verdict(0.1, 0.12, gap_error=0.01, baseline=0.5, gained=gained)
    assert "(0 to 0.012)" in str(found)
