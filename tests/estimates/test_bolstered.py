"""Bolstered resubstitution: the mass of spread-out rows beyond the boundary."""

import numpy as np
import pytest
from scipy import stats
from scipy.spatial import cKDTree

from foldwise.errors import ValidityError
from foldwise.estimates import Bolstered, LinearRule, bolstered_error, make_estimate
from foldwise.estimates.bolstered import kernel_widths
from foldwise.measures import ModelScores, measure
from tests.worlds import partition, predictions_of

rng = np.random.default_rng(0)
POSITIVE = np.tile([True, False], 30)
ROWS = rng.normal(size=(60, 2)) + POSITIVE[:, None]
RULE = LinearRule(ROWS, POSITIVE, np.array([1.0, 0.5]), -0.8)


def test_the_mass_of_every_row_beyond_the_boundary_by_simulation():
    positive, negative = kernel_widths(RULE)
    width = np.where(POSITIVE, positive, negative)
    cloud = ROWS[None] + width[None, :, None] * np.random.default_rng(1).normal(size=(20_000, 60, 2))
    said = cloud @ RULE.weights + RULE.intercept > 0
    assert bolstered_error(RULE) == pytest.approx(np.mean(said != POSITIVE), abs=0.002)


def test_the_width_is_the_mean_distance_to_the_nearest_row_of_the_class():
    """Divided by √(median χ²₂), so that half of the mass is nearer than the nearest row."""
    for mask, width in zip((POSITIVE, ~POSITIVE), kernel_widths(RULE), strict=True):
        distance = cKDTree(ROWS[mask]).query(ROWS[mask], k=2)[0][:, 1].mean()
        assert width == pytest.approx(distance / np.sqrt(stats.chi2(2).median()))


def test_semi_bolstered_rows_on_the_wrong_side_count_in_full():
    wrong = (ROWS @ RULE.weights + RULE.intercept > 0) != POSITIVE
    assert bolstered_error(RULE, semi=True) > bolstered_error(RULE)
    assert bolstered_error(RULE, semi=True) > wrong.mean()


def test_the_scale_of_the_weights_does_not_matter():
    scaled = LinearRule(ROWS, POSITIVE, 7 * RULE.weights, 7 * RULE.intercept)
    assert bolstered_error(scaled) == pytest.approx(bolstered_error(RULE))


def test_rows_on_one_spot_are_not_spread():
    rows = np.array([[1.0], [1.0], [-1.0], [-1.0]])
    rule = LinearRule(rows, np.array([True, True, False, True]), np.array([1.0]), 0.0)
    assert bolstered_error(rule) == pytest.approx(0.25, abs=0.15)
    single = LinearRule(rows[[0, 2]], np.array([True, False]), np.array([1.0]), 0.0)
    assert bolstered_error(single) == 0


def test_it_belongs_to_the_model_of_the_rule():
    truth = POSITIVE.astype(int)
    one = ModelScores(predictions_of(truth, truth, partition(n=60, k=5)), "m", measure("error"))
    estimate = make_estimate(one, Bolstered({"m": RULE}))
    assert (estimate.value, estimate.fits) == (bolstered_error(RULE), 1)
    with pytest.raises(ValidityError, match="the weights of its linear rule for two classes are not known"):
        make_estimate(one, "bolstered")
    with pytest.raises(ValidityError, match="it is an error rate, and f1 is not one"):
        make_estimate(ModelScores(one.predictions, "m", measure("f1")), Bolstered({"m": RULE}))
