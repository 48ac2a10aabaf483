"""DeLong's intervals, on published numbers."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import area_covariance, area_error, make_interval, replicates
from foldwise.intervals.bootstrapping.replicates import BootstrapDraws
from foldwise.measures import ModelScores, measure
from foldwise.measures.contributions.influence import structural_components
from tests.worlds import fixed, outcomes, predictions_of

TRUTH = np.repeat([1, 0], 5)
A = np.array([0.9, 0.8, 0.7, 0.6, 0.4, 0.5, 0.4, 0.3, 0.2, 0.1])
B = np.array([0.8, 0.9, 0.5, 0.4, 0.6, 0.7, 0.3, 0.2, 0.45, 0.1])


def scored(truth, score, name="auc", **more):
    table = np.stack([1 - score, score], axis=1)
    return ModelScores(predictions_of(truth, truth, fixed(len(truth)), scores=table, **more), "m", measure(name))


def test_published_covariance():
    """[[.0052, .0042], [.0042, .0192]], METHODS L.5."""
    parts = [structural_components(outcomes(TRUTH, TRUTH, one)) for one in (A, B)]
    covariance = area_covariance(parts, outcomes(TRUTH))
    np.testing.assert_allclose(covariance, [[0.0052, 0.0042], [0.0042, 0.0192]], atol=1e-12)


@pytest.mark.parametrize(("score", "ends"), [(A, (0.5611, 0.9948)), (B, (0.4104, 0.9754))])
def test_published_logit_intervals(score, ends):
    interval = make_interval(scored(TRUTH, score), "logit-delong")
    assert (interval.low, interval.high) == pytest.approx(ends, abs=5e-5)


def test_the_default_for_an_area():
    rng = np.random.default_rng(0)
    truth = np.arange(100) % 2
    assert make_interval(scored(truth, rng.random(100))).method == "placement-t"


def test_wald_by_name():
    interval = make_interval(scored(TRUTH, B), "delong")
    assert (interval.low, interval.high) == pytest.approx((0.84 - stats.norm.ppf(0.975) * np.sqrt(0.0192), 1))


def test_gini_is_twice_as_wide():
    area, gini = (make_interval(scored(TRUTH, B, name), "logit-delong") for name in ("auc", "gini"))
    assert (gini.low, gini.high) == pytest.approx((2 * area.low - 1, 2 * area.high - 1))


@pytest.mark.parametrize(("score", "ends"), [(TRUTH * 1.0, (0.025**0.2, 1)), (1.0 - TRUTH, (0, 1 - 0.025**0.2))])
def test_without_overlap_the_bound_of_disjoint_pairs(score, ends):
    interval = make_interval(scored(TRUTH, score), "logit-delong")
    assert (interval.low, interval.high) == pytest.approx(ends)
    assert "do not overlap" in interval.note


def test_constant_scores_are_no_certainty():
    interval = make_interval(scored(TRUTH, np.full(10, 0.3)), "logit-delong")
    assert interval.low < 0.41 < 0.59 < interval.high  # ¼ of a pair of five rows is the least there can be


@pytest.mark.parametrize("classes", [2, 3])
def test_the_error_is_that_of_the_bootstrap(classes):
    rng = np.random.default_rng(1)
    truth = np.arange(300) % classes
    scores = rng.normal(size=(300, classes)) + 1.2 * np.eye(classes)[truth]
    rows = outcomes(truth, truth, scores, n_classes=classes)
    drawn = replicates(measure("auc"), [rows], BootstrapDraws(resamples=400))
    assert area_error(structural_components(rows), rows) == pytest.approx(drawn.std(), rel=0.12)


def test_copies_of_rows_in_one_group_add_nothing():
    rng = np.random.default_rng(4)
    truth = np.arange(100) % 2
    score = rng.normal(size=100) + truth
    single = make_interval(scored(truth, score))
    copied = make_interval(scored(np.tile(truth, 4), np.tile(score, 4), groups=np.tile(np.arange(100), 4)))
    assert (copied.low, copied.high) == pytest.approx((single.low, single.high), abs=5e-3)


def test_equal_weights_change_nothing():
    plain, weighted = (make_interval(scored(TRUTH, A, weights=w), "logit-delong") for w in (None, np.full(10, 2.0)))
    assert (plain.low, plain.high) == pytest.approx((weighted.low, weighted.high))


def test_other_measures_and_single_rows_are_refused():
    with pytest.raises(
        ValidityError, match="valid for auc and gini, and average-precision is not one; try interval='bca'"
    ):
        make_interval(scored(TRUTH, A, "average-precision"), "logit-delong")
    with pytest.raises(ValidityError, match="needs two rows of every class, and there is a class with 1"):
        make_interval(scored(np.array([1, 0, 0, 0]), np.array([0.4, 0.5, 0.3, 0.1])), "delong")


def test_it_covers():
    rng = np.random.default_rng(5)
    true = stats.norm.cdf(1.5 / np.sqrt(2))
    inside = 0
    for _ in range(500):
        truth = np.repeat([0, 1], [60, 30])
        interval = make_interval(scored(truth, stats.norm.cdf(rng.normal(size=90) + 1.5 * truth)))
        inside += interval.low <= true <= interval.high
    assert 0.93 <= inside / 500 <= 0.98
