"""The variance of contributions in time by the predictions and the errors behind them."""

from math import inf

import numpy as np
import pytest
from scipy.signal import lfilter
from scipy.special import ndtr
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import foldwise
from foldwise.intervals.influence_steps.variance_in_time import variance_in_time, variance_of_squares
from foldwise.intervals.influence_steps.widest_variance_in_time import (
    normal_scores,
    rows_of_predictions,
    variance_by_errors,
    variance_by_predictions,
)
from foldwise.measures import ModelScores, measure

DATES, ROWS = 60, 5
AWAY = 0.3764
"""How far a class is from the middle in each of five columns: one row in five is wrong at best."""


def lasting(rng, columns):
    """Date effects with an autocorrelation of .9 and a variance of 1."""
    shocks = np.sqrt(1 - 0.81) * rng.normal(size=(DATES + 100, columns))
    return lfilter([1.0], [1.0, -0.9], shocks, axis=0)[100:]


def dated_classes(seed, share=0.5):
    """Rows of dates, which share so much of the variance of the columns, their classes and dates."""
    rng = np.random.default_rng(seed)
    time, y = np.repeat(np.arange(DATES), ROWS), rng.integers(0, 2, DATES * ROWS)
    X = np.sqrt(share) * lasting(rng, 5)[time] + np.sqrt(1 - share) * rng.normal(size=(y.size, 5))
    return X + AWAY * (2 * y[:, None] - 1), y, time


def hits_of_one_class(seed, share):
    """What rows contribute to a recall, their dates, predictions and classes."""
    rng = np.random.default_rng(seed)
    time, y = np.repeat(np.arange(DATES), ROWS), rng.integers(0, 2, DATES * ROWS)
    scores = np.sqrt(share) * lasting(rng, 1)[time, 0] + np.sqrt(1 - share) * rng.normal(size=y.size)
    right = scores > -0.84
    means = np.where(y == 1, right - right[y == 1].mean(), 0.0) / y.mean()
    return means, time, scores + 1.7 * y, y


def test_recall_and_specificity_hold_where_date_effects_last():
    """60 dates of five rows with AR(.9) effects: .87 of such intervals held before, 60 draws of each rate."""
    held = 0
    for seed in range(60):
        X, y, time = dated_classes(seed)
        made = foldwise.assess("lda", X, y, order=time, measures=["recall", "specificity"], baseline=False, jobs=1)
        fitted = LinearDiscriminantAnalysis().fit(X, y)
        slope, offset = fitted.coef_[0], fitted.intercept_[0]
        ahead = AWAY * slope.sum() + np.array([offset, -offset])
        for name, true in zip(("recall", "specificity"), ndtr(ahead / np.linalg.norm(slope)), strict=True):
            interval = made.finding("lda", name).interval
            held += interval.low <= true <= interval.high
    assert held >= 108, held


def test_normal_scores_do_not_depend_on_how_large_the_largest_values_are():
    values = np.array([3.0, -1.0, 2.0, 50.0])
    assert normal_scores(values) == pytest.approx(normal_scores(np.array([3.0, -1.0, 2.0, 4.0])))
    assert np.unique(normal_scores(np.array([1.0, 1.0, 2.0]))).size == 2


def test_predictions_show_effects_that_hits_hide():
    worth = np.array(
        [
            [
                means.var() / found
                for found in (variance_in_time(means, time)[0], variance_by_predictions(means, time, scores, y)[0])
            ]
            for means, time, scores, y in (hits_of_one_class(seed, 0.5) for seed in range(40))
        ]
    )
    by_hits, by_predictions = np.median(worth, axis=0)
    assert by_predictions < 0.7 * by_hits


def test_independent_rows_are_worth_as_many_by_their_predictions():
    worth = [
        variance_in_time(means, time)[0] / variance_by_predictions(means, time, scores, y)[0]
        for means, time, scores, y in (hits_of_one_class(seed, 0.0) for seed in range(40))
    ]
    assert 0.9 < np.median(worth) < 1.2


@pytest.mark.parametrize("scale", [0.0, 1.0])
def test_predictions_that_contributions_do_not_follow_say_nothing(scale):
    """All predictions are the same, or far ones of either side contribute alike."""
    rng = np.random.default_rng(0)
    half, y = rng.normal(size=150), rng.integers(0, 2, 150)
    scores, classes, time = scale * np.concatenate([half, -half]), np.tile(y, 2), rng.permutation(300)
    means = np.abs(np.tile(half, 2)) - np.abs(half).mean()
    found = variance_by_predictions(means, time, scores, classes)
    assert found == pytest.approx(variance_in_time(means, time, scores))


def test_errors_show_effects_that_their_squares_hide():
    rng, time, worth = np.random.default_rng(0), np.repeat(np.arange(DATES), ROWS), []
    for _ in range(40):
        errors = lasting(rng, 1)[time, 0] + rng.normal(size=time.size)
        means = errors**2 - np.mean(errors**2)
        found = variance_in_time(means, time), variance_by_errors(means, time, errors)
        worth.append([means.var() / variance for variance, _ in found])
    by_squares, by_errors = np.median(worth, axis=0)
    assert by_errors < 0.7 * by_squares


def test_contributions_that_do_not_follow_squared_errors_keep_their_variance():
    """As those to R² that are mostly of the spread of the truth."""
    rng = np.random.default_rng(1)
    means, time = rng.normal(size=200), np.arange(200)
    errors = lfilter([1.0], [1.0, -0.95], rng.normal(size=200))
    assert variance_by_errors(means, time, errors) == pytest.approx(variance_in_time(means, time))


@pytest.mark.parametrize("rows", [1, 5])
def test_squares_have_the_square_of_the_correlation(rows):
    """AR(.8): the autocorrelations of squares sum to (1 + .64)/(1 - .64) = 4.6 rows; rows of a date are the same here."""
    rng, found = np.random.default_rng(2), []
    for _ in range(40):
        series = lfilter([1.0], [1.0, -0.8], rng.normal(size=500))[100:]
        time = np.repeat(np.arange(400), rows)
        found.append(variance_of_squares(series[time] + 1e-3 * rng.normal(size=time.size), time)[0])
    assert np.median(found) == pytest.approx(4.56 / 400, rel=0.3)


def test_independent_squares_are_worth_as_many_as_they_are():
    rng = np.random.default_rng(3)
    found = [variance_of_squares(rng.normal(size=200), np.repeat(np.arange(40), 5))[0] for _ in range(40)]
    assert 0.9 < 200 * np.median(found) < 1.3


def test_errors_that_are_all_the_same_are_independent():
    assert variance_of_squares(np.ones(30), np.arange(30))[0] == pytest.approx(1 / 30)
    assert variance_of_squares(np.ones(30), np.repeat(np.arange(6), 5))[0] == pytest.approx(1 / 30)


@pytest.mark.parametrize(("memory", "few"), [(0.0, False), (0.98, True)])
def test_predictions_that_are_worth_few_rows_are_noted(memory, few):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 120)
    X = lfilter([1.0], [1.0, -memory], rng.normal(size=(120, 3)), axis=0) * np.sqrt(1 - memory**2) + 0.4 * y[:, None]
    made = foldwise.assess("lda", X, y, order=np.arange(120), measures="error", baseline=False)
    worth = rows_of_predictions(ModelScores(made.predictions, "lda", measure("error")))
    assert (worth < 10) == few
    assert ("are worth fewer than 10 independent ones" in made.findings[0].interval.note) == few


def test_predicted_values_are_not_asked_how_alike_they_are():
    made = foldwise.assess(
        "linear", np.arange(60.0)[:, None], np.sin(np.arange(60.0)), order=np.arange(60), measures="mse"
    )
    assert rows_of_predictions(ModelScores(made.predictions, "linear", measure("mse"))) == inf
