"""BBC-CV and BBC-F: what the winner is really worth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates.bbc import Corrected, bbc, bbc_of_resamples, bbc_of_rows, best_of, draw_counts_by_stratum
from foldwise.intervals import Interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import RowLists
from foldwise.predictions import Predictions
from tests.worlds import partition, predictions_of

ACCURACY, AUC, ERROR = measure("accuracy"), measure("auc"), measure("error")


def of_losses(losses, rng, **more):
    """BBC of a matrix of losses (n, C)."""
    tables = np.stack([losses.T, np.ones(losses.T.shape)], axis=2)
    strata = np.zeros(len(losses), dtype=int)
    return bbc_of_rows(tables, lambda sums: sums[..., 0] / sums[..., 1], ERROR, rng, strata=strata, **more)


def test_a_hundred_coins_are_worth_a_coin():
    """METHODS L.2: the winner of 100 coin flips on 100 rows looks like .626, BBC says about .502."""
    rng = np.random.default_rng(0)
    winners, corrected = [], []
    for _ in range(40):
        wrong = rng.random((100, 100)) < 0.5
        winners.append(1 - wrong.mean(axis=0).min())
        corrected.append(1 - of_losses(wrong.astype(float), rng, draws=200).value)
    assert np.mean(winners) == pytest.approx(0.626, abs=0.01)
    assert np.mean(corrected) == pytest.approx(0.502, abs=0.01)


def test_one_configuration_has_nothing_to_correct():
    rng = np.random.default_rng(1)
    wrong = (rng.random((200, 1)) < 0.3).astype(float)
    assert of_losses(wrong, rng).value == pytest.approx(wrong.mean())


def test_a_clear_winner_keeps_its_score():
    rng = np.random.default_rng(2)
    wrong = np.stack([rng.random(300) < 0.1, rng.random(300) < 0.5], axis=1).astype(float)
    result = of_losses(wrong, rng)
    assert result.value == pytest.approx(wrong[:, 0].mean())
    assert set(result.chosen) == {0}


def test_the_interval_of_one_configuration_is_as_wide_as_its_own():
    """Means of the rows left out have e - 1 times the variance: what is left is Wilson's interval (scipy's)."""
    wrong = (np.arange(400) < 120).astype(float)[:, None]
    low, high = of_losses(wrong, np.random.default_rng(7), draws=4000).interval(0.95)
    own = stats.binomtest(120, 400).proportion_ci(method="wilson")
    assert high - low == pytest.approx(own.high - own.low, rel=0.08)


def test_where_all_draws_are_alike_nothing_is_certain():
    right = np.zeros((60, 2))
    result = of_losses(right, np.random.default_rng(7), draws=100)
    assert result.interval(0.95) == (0, 1)
    assert result.interval(0.95, Interval(0.0, 0.06, 0.95, "influence")) == (0.0, 0.06)


def test_a_low_share_of_the_draws_says_that_nothing_sets_the_winner_apart():
    rng = np.random.default_rng(8)
    coins = of_losses((rng.random((100, 30)) < 0.5).astype(float), rng, draws=300)
    clear = of_losses(np.stack([rng.random(300) < 0.1, rng.random(300) < 0.5], axis=1).astype(float), rng, draws=300)
    assert coins.share < 0.5 < clear.share == 1


@given(seed=st.integers(0, 1000), rate=st.sampled_from([0.1, 0.3, 0.5]))
def test_choosing_never_makes_the_winner_look_better(seed, rate):
    rng = np.random.default_rng(seed)
    wrong = (rng.random((60, 5)) < rate).astype(float)
    assert of_losses(wrong, rng, draws=300).value >= wrong.mean(axis=0).min() - 0.005


def test_rows_of_a_group_are_drawn_together():
    """Ten groups that are all right or all wrong are ten pieces of evidence: the interval is as wide as theirs."""
    rng = np.random.default_rng(4)
    truth = np.tile([0, 1], 100)
    groups = np.repeat(np.arange(10), 20)
    answers = {name: truth ^ np.repeat(rng.permutation(10) < 4, 20) for name in "ab"}
    widths = []
    for given_groups in (groups, None):
        table = Predictions.build(truth, answers, groups=given_groups)
        low, high = bbc([ModelScores(table, name, ERROR) for name in "ab"], np.random.default_rng(0)).interval(0.95)
        widths.append(high - low)
    assert widths[0] > 2 * widths[1]


def scored_models(name, n_classes=2):
    """Three noisy models of the same rows."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, n_classes, 90) if n_classes else rng.normal(size=90)
    resamples = partition(n=90, k=9, repeats=2)
    found = []
    for noise in (0.2, 0.3, 0.4):
        if n_classes:
            output = np.where(rng.random(90) < noise, (truth + 1) % n_classes, truth)
            scores = np.abs(np.eye(n_classes)[output] - 0.2 * rng.random((90, n_classes)))
        else:
            output, scores = truth + noise * rng.normal(size=90), None
        found.append(
            ModelScores(
                predictions_of(truth, output, resamples, n_classes=n_classes, scores=scores), "m", measure(name)
            )
        )
    return found


@pytest.mark.parametrize(
    ("name", "n_classes"),
    [("error", 2), ("accuracy", 3), ("balanced-error", 3), ("f1", 2), ("mcc", 3), ("rmse", 0), ("r2", 0), ("mae", 0)],
)
def test_measures_made_of_sums_are_corrected_over_rows(name, n_classes):
    models = scored_models(name, n_classes)
    result = bbc(models, np.random.default_rng(4), draws=400)
    low, high = result.interval(0.95)
    assert result.method == "bbc"
    assert low < result.value < high
    assert low < models[0].value < high


def test_areas_are_corrected_over_resamples():
    models = scored_models("auc")
    result = bbc(models, np.random.default_rng(5), draws=400)
    assert result.method == "bbc-f"
    assert result.value == pytest.approx(models[0].value, abs=0.05)


def test_resamples_that_share_rows_are_no_independent_evidence():
    """The scaled draws are as wide as the corrected t-test's standard error says, within what is left of chance."""
    scores = np.random.default_rng(5).normal(0.7, 0.1, (30, 1))
    apart, together = (
        bbc_of_resamples(scores, AUC, np.random.default_rng(0), overlap=overlap, draws=4000) for overlap in (0.0, 1 / 9)
    )
    error = scores.std(ddof=1) * np.sqrt(1 / 30 + 1 / 9)
    assert together.scale * together.draws.std() == pytest.approx(error, rel=0.05)
    assert apart.scale * apart.draws.std() == pytest.approx(scores.std(ddof=1) / np.sqrt(30), rel=0.05)
    assert together.value == pytest.approx(apart.value)


def test_draws_stay_between_the_ends_of_the_measure():
    scores = np.random.default_rng(5).uniform(0.9, 1.0, (30, 2))
    assert bbc_of_resamples(scores, AUC, np.random.default_rng(0), overlap=1 / 9).interval(0.999)[1] <= 1


def test_what_was_tested_on_its_training_rows_cannot_be_corrected():
    everything = RowLists((np.arange(4),), (np.arange(4),), 4, plan="resubstitution", overlap=True)
    predictions = predictions_of(np.array([0, 1, 0, 1]), np.array([0, 1, 0, 0]), everything, n_classes=2)
    with pytest.raises(ValidityError, match="resubstitution tests the rows it trains on"):
        bbc([ModelScores(predictions, "m", ERROR)], np.random.default_rng(0))


def test_a_value_needs_two_resamples_to_be_corrected():
    with pytest.raises(ValidityError, match="it has a value in 1 resample only"):
        bbc_of_resamples(np.array([[0.5, 0.6], [np.nan, 0.7]]), ACCURACY, np.random.default_rng(0))


def test_the_first_of_equals_wins_and_nan_never_does():
    assert best_of(np.array([0.2, np.nan, 0.1, 0.1]), ERROR) == 2
    assert best_of(np.array([np.nan, 0.3, 0.3]), ACCURACY) == 1


def test_every_class_is_on_both_sides_of_a_draw():
    strata = np.repeat([0, 1], [40, 3])
    counts = draw_counts_by_stratum(43, 200, strata, np.random.default_rng(6))
    assert np.all(counts.sum(axis=1) == 43)
    rare = counts[:, 40:] > 0
    assert np.all(rare.any(axis=1) & ~rare.all(axis=1))


@pytest.mark.parametrize(("mean", "spread"), [(0.3, 0.1), (0.06, 0.03), (0.5, 0.0)])
def test_the_interval_contains_what_the_chosen_one_is_worth(mean, spread):
    """Twenty systems on 100 rows, 80 times; at 95 % fewer than 70 hits happen once in a thousand such tests."""
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(80):
        true = np.clip(rng.normal(mean, spread, 20), 0.01, 0.95)
        shared = rng.normal(size=(100, 1)) + rng.normal(size=(100, 20))
        wrong = (shared / np.sqrt(2) < stats.norm.ppf(true)).astype(float)
        low, high = of_losses(wrong, rng, draws=150).interval(0.95)
        held += low <= true[wrong.mean(axis=0).argmin()] <= high
    assert held >= 70


def test_the_error_is_at_least_that_of_the_winner():
    """Draws of rows do not show what other training sets would have changed; the winner's own error does."""
    draws = np.random.default_rng(0).normal(0.3, 0.01, 500)
    found = Corrected(draws, np.zeros(500, dtype=int), "bbc", 0.3, draws, limits=(0.0, 1.0))
    low, high = found.interval(0.95, Interval(0.1, 0.5, 0.95, "influence", standard_error=0.1))
    assert high - low == pytest.approx(2 * 1.96 * 0.1, rel=0.1)
    narrow = found.interval(0.95, Interval(0.29, 0.31, 0.95, "influence", standard_error=0.001))
    assert narrow == found.interval(0.95)


def test_the_ends_are_at_least_as_far_as_those_of_the_winner():
    """The upper end of a loss allows for one more bad row, which no draw of the rows shows."""
    draws = np.random.default_rng(0).normal(0.35, 0.1, 500)
    found = Corrected(draws, np.zeros(500, dtype=int), "bbc", 0.3, draws - 0.05, limits=(0.0, np.inf))
    low, high = found.interval(0.95, Interval(0.2, 0.9, 0.95, "influence", standard_error=0.1))
    assert high == pytest.approx(0.9 + found.value - 0.3)
    assert low < 0.2 + found.value - 0.3
