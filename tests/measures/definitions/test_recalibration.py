"""Slope and intercept of a logistic recalibration."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit, logit

from foldwise.measures import left_out_psi, measure
from foldwise.measures.contributions.influence import measure_influence
from foldwise.measures.definitions.recalibration import influence_of, intercept_and_slope
from tests.worlds import outcomes


def bent(slope, intercept, n=20_000):
    """Outcomes whose true log odds are `intercept + slope * logit(p)`."""
    rng = np.random.default_rng(0)
    p = rng.uniform(0.02, 0.98, n)
    y = rng.uniform(size=n) < expit(intercept + slope * logit(p))
    return outcomes(y.astype(int), scores=p)


@pytest.mark.parametrize(("slope", "intercept"), [(1, 0), (0.5, 0.3), (2, -1)])
def test_the_bend_is_found(slope, intercept):
    assert intercept_and_slope(bent(slope, intercept)) == pytest.approx((intercept, slope), abs=0.08)


def test_probabilities_that_are_too_low_have_an_intercept_above_zero():
    p = np.array([0.1, 0.3, 0.2, 0.4])
    assert measure("calibration-in-the-large").value(outcomes([1, 0, 1, 1], scores=p)) > 0


def test_the_observed_share_is_met_by_the_intercept():
    p = np.array([0.1, 0.3, 0.6, 0.4])
    a = measure("calibration-in-the-large").value(outcomes([1, 0, 1, 0], scores=p))
    assert expit(logit(p) + a).sum() == pytest.approx(2)


@pytest.mark.parametrize(
    ("truth", "scores"), [([1, 1], [0.2, 0.3]), ([0, 1], [0.2, 0.3]), ([1, 0], [0.2, 0.3]), ([0, 1], [0.5, 0.5])]
)
def test_parted_or_lonely_classes_have_no_slope(truth, scores):
    assert np.isnan(measure("calibration-slope").value(outcomes(truth, scores=scores)))


def test_nothing_but_zeros_and_ones_has_no_intercept_of_its_own():
    assert np.isnan(measure("calibration-in-the-large").value(outcomes([0, 1, 1], scores=[0.0, 1.0, 0.0])))


def test_the_slope_nearest_to_one_is_best():
    slope = measure("calibration-slope")
    assert (slope.best, slope.better(0.9, 1.3), slope.better(0.5, 1.3)) == (1, True, False)


@pytest.mark.parametrize(("name", "place"), [("calibration-intercept", 0), ("calibration-slope", 1)])
def test_the_influence_of_rows_is_what_leaving_them_out_does(name, place):
    rows = bent(0.7, 0.2).where(slice(0, 400))
    moves = measure_influence(measure(name), rows)
    without = [intercept_and_slope(rows.where(np.arange(400) != at))[place] for at in range(40)]
    expected = (intercept_and_slope(rows)[place] - np.array(without)) * 399
    np.testing.assert_allclose(moves[:40], expected, rtol=0.05, atol=0.02)
    assert abs(moves.mean()) < 1e-9


def test_the_interval_is_that_of_a_logistic_regression():
    """Where the model is right, the sandwich is the inverse of the information."""
    rows = bent(1, 0)
    p = rows.scores[:, 1]
    x = np.column_stack([np.ones(p.size), logit(p)])
    covariance = np.linalg.inv((x * (p * (1 - p))[:, None]).T @ x)
    for name, place in (("calibration-intercept", 0), ("calibration-slope", 1)):
        error = np.sqrt(np.mean(measure_influence(measure(name), rows) ** 2) / p.size)
        assert error == pytest.approx(np.sqrt(covariance[place, place]), rel=0.05)


def test_weights_count_as_rows_do():
    rows = bent(0.8, 0.1).where(slice(0, 300))
    times = np.arange(300) % 3 + 1
    for name in ("calibration-slope", "calibration-in-the-large"):
        weighted = measure_influence(measure(name), replace(rows, weights=times.astype(float)))
        repeated = measure_influence(measure(name), rows.where(np.repeat(np.arange(300), times)))
        np.testing.assert_allclose(np.repeat(weighted, times), repeated, atol=1e-8)


def test_rows_without_a_slope_move_nothing_that_could_be_said():
    """A threshold parts the classes, as it often does in the few rows of one resample: no value, and no error either."""
    parted = outcomes(np.array([0, 0, 1, 1]), scores=np.array([0.1, 0.2, 0.7, 0.9]))
    assert np.isnan(influence_of(parted)).all()
    one_class = outcomes(np.array([1, 1]), scores=np.array([0.4, 0.9]))
    assert np.isnan(influence_of(one_class, slope=1.0)).all()


def test_a_row_that_has_drawn_the_curve_to_itself_counts_as_when_it_is_left_out():
    rng = np.random.default_rng(5)
    p = rng.random(60)
    truth = (rng.random(60) < p).astype(int)
    p[0], truth[0] = 0.999, 0  # far out, and wrong
    rows = outcomes(truth, (p > 0.5).astype(int), scores=p)
    one = measure("calibration-slope")
    left = np.array([59 * (one.value(rows) - one.value(rows.where(np.arange(60) != at))) for at in range(60)])
    plain, found = measure_influence(one, rows), left_out_psi(one, rows)
    assert np.abs(found - left).max() < np.abs(plain - left).max()
    assert abs(plain[0]) < abs(found[0]) < abs(left[0])
