"""The nested-CV interval against the definition, written as loops over folds."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates import make_estimate, nested_parts
from foldwise.intervals import Influence, NestedCVInterval, make_interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import PairsOut
from tests.worlds import losses_of, predictions_of

rng = np.random.default_rng(2)
N, K, REPEATS = 30, 5, 3
PARTS = np.stack([rng.permutation(np.arange(N) % K) for _ in range(REPEATS)])
RESAMPLES = PairsOut(PARTS, K, plan="two-folds-out(5, repeats=3)")
LOSSES = rng.exponential(size=(RESAMPLES.count, N))
ONE = ModelScores(losses_of(RESAMPLES, lambda r, rows: LOSSES[r, rows]), "m", measure("mae"))


def by_definition():
    """Bates, Hastie & Tibshirani, algorithm 1, fold by fold."""
    a, b, inner_all, outer_all = [], [], [], []
    per_repeat = len(RESAMPLES.left_out)
    pairs = [tuple(pair) for pair in RESAMPLES.left_out]
    for repeat in range(REPEATS):
        rows = [np.flatnonzero(PARTS[repeat] == k) for k in range(K)]
        for k in range(K):
            outer = LOSSES[repeat * per_repeat + pairs.index((k, k)), rows[k]]
            inner = [
                LOSSES[repeat * per_repeat + pairs.index((min(k, j), max(k, j))), rows[j]] for j in range(K) if j != k
            ]
            a.append((np.concatenate(inner).mean() - outer.mean()) ** 2)
            b.append(outer.var(ddof=1) / outer.size)
            inner_all.extend(np.concatenate(inner))
            outer_all.extend(outer)
    mse = np.mean(np.array(a) - np.array(b))
    floor = np.std(inner_all, ddof=1) / np.sqrt(N)
    error = np.clip(np.sqrt(max(0, mse * (K - 1) / K)), floor, np.sqrt(K) * floor)
    bias = (1 + (K - 2) / K) * (np.mean(inner_all) - np.mean(outer_all))
    return np.mean(inner_all) - bias, np.mean(outer_all), error


def test_it_is_the_published_algorithm_joined_with_the_interval_of_the_rows():
    centre, _, error = by_definition()
    interval, rows = make_interval(ONE, "nested-cv"), Influence().interval(ONE, 0.95)
    half = stats.norm.ppf(0.975) * error
    assert interval.standard_error == pytest.approx(error)
    assert interval.low == pytest.approx(min(centre - half, rows.low))
    assert interval.high == pytest.approx(max(centre + half, rows.high))
    assert rows.high > centre + half  # losses are skewed, and a normal interval does not reach as far
    assert make_estimate(ONE, "nested-cv").value == pytest.approx(centre)


def test_it_reaches_further_than_the_rows_where_fewer_training_rows_cost_much():
    """Models without two parts are much worse than those without one, so one of all rows is supposed to be better still."""
    worse = np.array([first != second for first, second in RESAMPLES.left_out] * REPEATS)
    scored = ModelScores(losses_of(RESAMPLES, lambda r, rows: LOSSES[r, rows] + 0.5 * worse[r]), "m", measure("mae"))
    interval, rows = make_interval(scored, "nested-cv"), Influence().interval(scored, 0.95)
    assert interval.low < rows.low
    assert interval.high == rows.high


def test_without_bias_correction_it_is_centred_on_the_parts():
    _, outer, error = by_definition()
    interval, rows = NestedCVInterval(bias=False).interval(ONE, 0.9), Influence().interval(ONE, 0.9)
    half = stats.norm.ppf(0.95) * error
    ends = min(outer - half, rows.low), max(outer + half, rows.high)
    assert (interval.low, interval.high) == pytest.approx(ends)
    assert make_estimate(ONE, "pooled").value == pytest.approx(outer)


def test_two_models_share_each_fit():
    """15 fits per repeat, not 25."""
    assert RESAMPLES.count == REPEATS * 15
    assert make_estimate(ONE).fits == REPEATS * 15


def test_equal_weights_change_nothing():
    weighed = losses_of(RESAMPLES, lambda r, rows: LOSSES[r, rows], weights=np.full(N, 4.0))
    again, parts = nested_parts(ModelScores(weighed, "m", measure("mae"))), nested_parts(ONE)
    assert again.spread == pytest.approx(parts.spread)
    assert (again.deviation, again.corrected) == pytest.approx((parts.deviation, parts.corrected))


def test_no_error_at_all_is_no_certainty():
    truth = np.tile([0, 1], 15)
    one = ModelScores(predictions_of(truth, truth, RESAMPLES), "m", measure("error"))
    interval = make_interval(one)
    assert (interval.method, interval.low) == ("nested-cv", 0)
    assert interval.high == pytest.approx(0.1324, abs=5e-5)  # of the rows; Wilson, 0 of 30, is .1135


def test_a_measure_without_losses_is_refused_with_the_way_out():
    truth = np.tile([0, 1], 15)
    one = ModelScores(predictions_of(truth, truth, RESAMPLES, scores=rng.random((N, 2))), "m", measure("auc"))
    with pytest.raises(ValidityError, match=r"auc is not one; try .* plan='paired-halves\(10, splits=15\)' for others"):
        make_interval(one, "nested-cv")


def test_two_repeats_are_too_few():
    two = PairsOut(PARTS[:2], K, plan="two-folds-out(5, repeats=2)")
    with pytest.raises(ValidityError, match="needs 3 repeats of the plan, and there are 2"):
        make_interval(ModelScores(losses_of(two, lambda _, rows: rows % 3), "m", measure("mae")), "nested-cv")


def test_a_part_whose_fits_failed_is_left_out_of_the_error():
    """The first part of the first repeat is tested by nobody: the interval is made from the other parts, in silence."""
    answers = ONE.predictions.outputs["m"]
    gone = (PARTS[0, answers.row] == 0) & (RESAMPLES.repeat[answers.resample] == 0)
    fewer = ModelScores(replace(ONE.predictions, outputs={"m": answers.where(~gone)}), "m", ONE.measure)
    parts = nested_parts(fewer)
    assert np.flatnonzero(np.isnan(parts.outer)).tolist() == [0]
    interval = NestedCVInterval().interval(fewer, 0.95)
    assert interval.low < parts.corrected < interval.high
