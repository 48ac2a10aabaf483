"""What intervals of rows in time need: fits to few rows, rows that are alike, and what a shift of all predictions moves."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.signal import lfilter
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import foldwise
from foldwise.intervals import make_interval
from foldwise.intervals.influence_steps.forward_plans import (
    common_shift,
    forward_factor,
    forward_test_factor,
    label_share,
    without_learning_curve,
)
from foldwise.measures import ModelScores, measure
from foldwise.plans import Forward, Purged, draw
from tests.worlds import outcomes, predictions_of

RNG = np.random.default_rng(8)


def in_time(plan, n):
    return draw(plan, foldwise.read(np.zeros((n, 1)), np.arange(n) % 2, order=np.arange(n)), seed=0)


def values(name, errors, plan=None, **more):
    """A model of values with these errors, forward in time."""
    truth = np.linspace(-1, 1, errors.size)
    resamples = in_time(plan or Forward(5), errors.size)
    table = predictions_of(truth, truth + errors, resamples, n_classes=0, time=np.arange(errors.size), **more)
    return ModelScores(table, "m", measure(name))


def labels(name, y, wrong, plan=None):
    """A model of two classes that is wrong at these rows, forward in time."""
    table = predictions_of(y, np.where(wrong, 1 - y, y), in_time(plan or Forward(5), y.size), time=np.arange(y.size))
    return ModelScores(table, "m", measure(name))


def test_a_learning_curve_is_taken_off_where_early_fits_did_worse():
    size = np.repeat([30, 60, 90, 120, 150], 30)
    errors = np.concatenate([np.zeros(30), np.sqrt(1 + 100 / size)])
    scored = values("mse", errors)
    assert without_learning_curve(scored, scored.influence.rows).means == pytest.approx(np.zeros(150), abs=1e-9)
    better = values("mse", np.concatenate([np.zeros(30), np.sqrt(5 - 100 / size)]))
    assert without_learning_curve(better, better.influence.rows) is better.influence.rows


@pytest.mark.parametrize("plan", [Forward(5, window=30), Purged(6)])
def test_training_sets_of_one_size_have_no_learning_curve(plan):
    scored = values("mse", np.linspace(2, 1, 180), plan)
    found = without_learning_curve(scored, scored.influence.rows)
    assert np.array_equal(found.means, scored.influence.rows.means)


@pytest.mark.parametrize(
    ("name", "moved"), [("error", 0.0), ("recall", 1.0), ("specificity", 1.0), ("balanced-error", 0.0), ("mcc", 0.0)]
)
def test_as_many_rows_become_right_as_wrong_where_a_threshold_moves_but_for_rates_of_one_class(name, moved):
    y = np.arange(120) % 2
    scored = labels(name, y, np.arange(120) % 8 < 2)
    assert common_shift(scored, discrete=True) == pytest.approx(moved, abs=0.02)


@pytest.mark.parametrize(
    ("name", "moved"), [("mse", 0.0), ("mae", 0.0), ("r2", 0.0), ("mbe", 1.0), ("correlation", 0.3)]
)
def test_errors_of_values_do_not_move_with_their_level_but_for_their_mean(name, moved):
    scored = values(name, RNG.normal(size=300) + 0.5)
    assert common_shift(scored, discrete=False) == pytest.approx(moved, abs=0.1)


def test_a_measure_that_is_not_known_to_keep_moves():
    scored = values("max-error", RNG.normal(size=60))
    assert common_shift(scored, discrete=False) == 1


def test_labels_in_runs_are_worth_few_rows():
    mixed, runs = RNG.integers(0, 2, 300), np.arange(300) // 50 % 2
    shares = [label_share(labels("error", y, np.zeros(300, dtype=bool))) for y in (mixed, runs)]
    assert shares[0] > 0.7
    assert shares[1] < 0.1


def test_the_factor_is_least_for_the_error_of_rows_that_are_not_alike_and_never_above_2():
    mixed, runs, wrong = RNG.integers(0, 2, 300), np.arange(300) // 50 % 2, np.arange(300) % 5 == 0
    error, recall = (forward_factor(labels(name, mixed, wrong), 1.0, discrete=True) for name in ("error", "recall"))
    assert 1.4 <= error < 1.5
    assert recall == pytest.approx(min(2, error + 0.6))
    assert forward_factor(labels("error", mixed, wrong), 0.5, discrete=True) == pytest.approx(error + 0.32)
    assert forward_factor(labels("error", runs, wrong), 1.0, discrete=True) > 1.6
    assert forward_factor(labels("recall", runs, wrong), 0.1, discrete=True) == 2
    assert forward_factor(labels("error", mixed, wrong, Purged(6)), 1.0, discrete=True) == 2
    assert forward_test_factor("forward", 1.0) == 2


def test_a_model_that_is_not_known_to_change_gradually_has_more():
    plain = values("mse", RNG.normal(size=120))
    sampled = replace(plain.predictions, sampled=replace(plain.predictions))
    other = ModelScores(sampled, "m", plain.measure)
    factors = [forward_factor(one, 1.0, discrete=False) for one in (plain, other)]
    assert factors == pytest.approx([1.4, 2.0])


def test_the_contributions_to_an_area_sum_to_what_a_period_differs_by():
    """Every pair is in the place of two rows: twice that before."""
    y = np.arange(180) % 2
    scores = RNG.normal(size=180) + y * np.repeat([0.0, 0.0, 1, 2, 3, 4], 30)
    table = predictions_of(
        y, y, in_time(Forward(5), 180), scores=np.column_stack([-scores, scores]), time=np.arange(180)
    )
    scored = ModelScores(table, "m", measure("auc"))
    sums = np.bincount(scored.resample, weights=scored.linear.contribution) / 30
    assert sums == pytest.approx(scored.scores - scored.value, abs=1e-9)


def autoregression(seed, n, columns):
    shocks = np.random.default_rng(seed).normal(size=(n + 100, columns)) * np.sqrt(1 - 0.81)
    return lfilter([1.0], [1.0, -0.9], shocks, axis=0)[100:]


def test_intervals_of_rows_in_time_hold_and_are_shorter_than_with_a_factor_of_two():
    """AR(.9) columns, 100 rows: 1.3 (error), 1.9 (Brier score) and 2.5 (area) oracle widths, since 100 rows may be those of a trend."""
    names = ["error", "brier", "auc"]
    y_new = np.arange(20_000) % 2
    X_new = np.random.default_rng(1).normal(size=(20_000, 5)) + 0.376 * (2 * y_new[:, None] - 1)
    found = np.empty((60, 3, 4))
    for seed in range(60):
        y = np.random.default_rng([seed, 1]).integers(0, 2, 100)
        X = autoregression(seed, 100, 5) + 0.376 * (2 * y[:, None] - 1)
        made = foldwise.assess("lda", X, y, order=np.arange(100), measures=names, baseline=False, jobs=1)
        chances = LinearDiscriminantAnalysis().fit(X, y).predict_proba(X_new)
        seen = outcomes(y_new, chances.argmax(axis=1), scores=chances)
        for at, name in enumerate(names):
            one = made.finding("lda", name)
            found[seed, at] = one.estimate.value, one.interval.low, one.interval.high, measure(name).value(seen)
    value, low, high, true = np.moveaxis(found, 2, 0)
    held = np.sum((low <= true) & (true <= high), axis=0)
    wide = (high - low).mean(axis=0) / (2 * 1.96 * value.std(axis=0))
    assert (held >= [53, 52, 50]).all(), held  # three standard errors below
    assert (wide <= [1.4, 1.9, 2.5]).all(), wide


@pytest.mark.parametrize("plan", ["forward(5)", "purged(6)"])
@pytest.mark.parametrize("name", ["ece", "mce", "classwise-ece", "debiased-calibration-error", "calibration-slope"])
def test_calibration_errors_in_time_are_not_assessable(plan, name):
    """Gates of the study are for two classes and forward plans only; three classes in time are biased as much."""
    X = RNG.normal(size=(120, 3))
    y = (X[:, 0] + RNG.normal(size=120) > 0).astype(int)
    found = foldwise.assess("lda", X, y, order=np.arange(120), plan=plan, measures=[name, "brier"], baseline=False)
    assert found.finding("lda", name).reason.startswith("not assessable")
    assert found.finding("lda", "brier").interval is not None


def test_an_interval_in_time_is_never_wider_for_rows_that_are_less_alike():
    mixed = np.tile([0.5, 1.5], 90)
    alike = np.repeat(np.tile([0.5, 1.5], 9), 10)
    widths = [make_interval(values("mse", errors)).width for errors in (mixed, alike)]
    assert widths[0] < widths[1]


@pytest.mark.parametrize(("memory", "noted"), [(0.0, False), (0.99, True)])
def test_rows_that_are_worth_few_independent_ones_are_noted(memory, noted):
    shocks = np.random.default_rng(3).normal(size=300)
    errors = lfilter([1.0], [1.0, -memory], shocks)
    interval = make_interval(values("mae", errors))
    assert ("are worth fewer than 10 independent ones" in interval.note) == noted
