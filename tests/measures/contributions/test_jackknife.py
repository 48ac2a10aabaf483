"""Contributions to rank statistics by leaving rows out."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from foldwise.measures import ModelScores, measure
from foldwise.measures.contributions.jackknife import jackknife_contributions, precision_left_out
from tests.worlds import fixed, partition, predictions_of

RNG = np.random.default_rng(0)
TRUTH = np.arange(40) % 2
SCORE = np.clip(0.3 * TRUTH + RNG.random(40) * 0.7, 0, 1)


def scored(resamples):
    return ModelScores(
        predictions_of(TRUTH, TRUTH, resamples, scores=np.stack([1 - SCORE, SCORE], axis=1)),
        "m",
        measure("average-precision"),
    )


def test_on_one_test_set_they_are_the_differences_of_the_statistic():
    one = scored(fixed(40))
    found = jackknife_contributions(one, one.measure)
    rows = np.arange(40)
    left = np.array([one.measure.statistic(one.outcomes.where(np.delete(rows, i))) for i in rows])
    expected = 39 * (one.value - left)
    assert found.contribution == pytest.approx(expected - expected.mean())
    assert found.bias == pytest.approx(39 * (left.mean() - one.value))


def test_over_parts_they_add_up_to_the_mean_of_the_parts():
    one = scored(partition(40, 4, repeats=2))
    found = jackknife_contributions(one, one.measure)
    assert found.contribution.shape == (80,)
    assert np.isfinite(found.contribution).all()
    assert found.contribution.mean() == pytest.approx(0, abs=1e-12)


def test_small_test_sets_have_the_larger_bias():
    few, many = (scored(partition(40, k, repeats=2)) for k in (8, 2))
    assert jackknife_contributions(few, few.measure).bias > jackknife_contributions(many, many.measure).bias > 0


def test_too_much_work_is_not_begun(monkeypatch):
    monkeypatch.setattr("foldwise.measures.contributions.jackknife.MOST_COMPARISONS", 10)
    one = scored(fixed(40))
    assert jackknife_contributions(one, one.measure) is None


@pytest.mark.parametrize("ties", [False, True])
def test_average_precision_without_each_row_at_once(ties):
    score = np.round(SCORE, 1) if ties else SCORE
    found = precision_left_out(score, TRUTH == 1)
    rows = np.arange(40)
    expected = [average_precision_score(np.delete(TRUTH, i), np.delete(score, i)) for i in rows]
    assert found == pytest.approx(expected)


def test_without_its_only_positive_there_is_none():
    assert np.isnan(precision_left_out(np.array([0.9, 0.1]), np.array([True, False]))[0])


def test_with_weights_they_are_those_of_one_unit_of_weight():
    rng = np.random.default_rng(3)
    truth, weights = np.arange(400) % 2, rng.uniform(0.2, 5, size=400)
    score = np.clip(0.3 * truth + rng.random(400) * 0.7, 0, 1)
    weights[7] = 0.0
    made = predictions_of(truth, truth, fixed(400), scores=np.stack([1 - score, score], axis=1), weights=weights)
    one = ModelScores(made, "m", measure("average-precision"))
    found = jackknife_contributions(one, one.measure).contribution

    def moved(i):
        step = np.zeros(400)
        step[i] = 1e-4
        values = [average_precision_score(truth, score, sample_weight=weights + sign * step) for sign in (1, -1)]
        return weights.sum() * (values[0] - values[1]) / 2e-4

    rows = np.flatnonzero(weights)[::7]
    assert set(truth[rows]) == {0, 1}
    expected = np.array([moved(i) for i in rows])
    assert np.corrcoef(found[rows], expected)[0, 1] > 0.999
    assert found[rows] == pytest.approx(expected, abs=0.05 * np.ptp(expected))
    assert np.average(found, weights=weights) == pytest.approx(0, abs=1e-12)
