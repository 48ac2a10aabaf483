"""The variance between fits: found where there is one, and not made of noise."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise import native
from foldwise.measures import (
    ModelScores,
    PredictionLayout,
    RowTests,
    between_fits,
    gives_one_class,
    hints_at_fits,
    measure,
)
from foldwise.measures.contributions.edge import variance_by_class
from foldwise.measures.contributions.row_means import row_means_from
from foldwise.measures.dependence.fit_variance import variance_between_fits
from foldwise.measures.tallies.areas import sums_between

N, K, REPEATS = 120, 10, 3


def layout(rng):
    row = np.concatenate([rng.permutation(N) for _ in range(REPEATS)])
    return PredictionLayout(row, np.arange(0, N * REPEATS + 1, N // K), RowTests.of(np.full(N, REPEATS)))


def contributions(rng, places, *, fits, noise):
    """Contributions of rows that differ by 0.4, of fits and of single predictions."""
    own, of_fit = 0.4 * rng.normal(size=N), fits * rng.normal(size=K * REPEATS)
    return own[places.row] + np.repeat(of_fit, N // K) + noise * rng.normal(size=N * REPEATS)


@pytest.mark.parametrize("fits", [0.1, 0.3])
def test_the_variance_of_the_fits_is_found(fits):
    rng = np.random.default_rng(0)
    found = [between_fits(contributions(rng, where, fits=fits, noise=0.1), where) for where in map(layout, [rng] * 300)]
    assert np.mean(found) == pytest.approx(fits**2, rel=0.12)


def test_noise_of_single_predictions_is_hardly_taken_for_it():
    rng = np.random.default_rng(0)
    found = [between_fits(contributions(rng, where, fits=0, noise=0.3), where) for where in map(layout, [rng] * 300)]
    assert np.mean(found) < 0.25 * 0.3**2 / (N // K)
    assert np.median(found) == 0


def test_rows_that_differ_and_fits_that_do_not():
    where = layout(np.random.default_rng(1))
    assert between_fits(np.random.default_rng(2).normal(size=N)[where.row], where) == 0


def test_sums_say_the_same_as_single_contributions():
    rng = np.random.default_rng(3)
    where = layout(rng)
    psi = contributions(rng, where, fits=0.2, noise=0.1)
    sums = np.add.reduceat(psi, where.edges[:-1]), np.bincount(where.row, weights=psi), float(psi @ psi)
    assert variance_between_fits(*sums, where) == pytest.approx(between_fits(psi, where))
    assert variance_between_fits(*sums, where, jump=1.0) < between_fits(psi, where)  # rare jumps are more noise


def test_fits_that_are_looked_at_with_their_rows_are_those_that_are_looked_at_alone():
    rng = np.random.default_rng(5)
    where = layout(rng)
    where = replace(where, row=where.row.astype(np.int32), edges=np.insert(where.edges, 3, where.edges[3]))
    psi = contributions(rng, where, fits=0.2, noise=0.1)
    by_resample, by_row = sums_between(psi, where.edges), np.bincount(where.row, weights=psi)
    sums, strata = (by_resample, by_row, float(psi @ psi)), (rng.integers(0, 2, N), 2)
    alone = row_means_from(by_row, where.tested, sums[2], strata=strata)
    both = row_means_from(by_row, where.tested, sums[2], strata=strata, fits=(by_resample, where))
    assert alone.fits is None
    assert (both.within, both.instability) == (alone.within, alone.instability)
    assert np.array_equal(both.means, alone.means)
    assert variance_between_fits(*sums, where, spread=both.fits) == pytest.approx(
        variance_between_fits(*sums, where), rel=1e-12
    )
    if native.COMPILED:
        assert both.fits.fits == K * REPEATS
        plain, tailed = (variance_by_class(both.means, strata[0], tails=tails) for tails in (False, True))
        assert (
            both.spread
            == alone.spread
            == pytest.approx((both.means.max(), both.means.min(), *plain, *tailed), rel=1e-12)
        )


@pytest.mark.parametrize("scale", [1e100, 1e-100])
def test_the_spread_of_contributions_whose_powers_are_no_numbers_is_not_known(scale):
    sums, strata = scale * np.array([1.0, -1.0, 0.0, 0.0]), (np.array([0, 0, 1, 1]), 2)
    spread = row_means_from(sums, RowTests.of(np.ones(4, dtype=int)), float(sums @ sums), strata=strata).spread
    assert (spread is not None) == native.COMPILED
    assert spread is None or np.isnan(spread[2:]).all()


def test_numpy_says_the_same_as_the_compiled_sums(monkeypatch):
    rng = np.random.default_rng(4)
    places = layout(rng)
    places = replace(places, edges=np.insert(places.edges, 3, places.edges[3]))  # one resample has no predictions
    psi = contributions(rng, places, fits=0.2, noise=0.1)
    found = between_fits(psi, places), between_fits(np.arange(N) % 7 / 7, ONCE)
    monkeypatch.setattr("foldwise.native.COMPILED", False)
    assert found == pytest.approx((between_fits(psi, places), between_fits(np.arange(N) % 7 / 7, ONCE)), rel=1e-12)


def test_nothing_is_said_of_no_predictions():
    none = PredictionLayout(np.empty(0, dtype=np.int32), np.zeros(9, dtype=np.int64), RowTests.of(np.zeros(4)))
    assert between_fits(np.empty(0), none) == 0


ONCE = PredictionLayout(np.arange(N), np.arange(0, N + 1, N // K), RowTests.of(np.ones(N, dtype=int)))


def test_of_one_repeat_only_plain_differences_are_seen():
    rng = np.random.default_rng(6)
    same = [between_fits(rng.normal(size=N), ONCE) for _ in range(400)]
    assert np.mean(np.array(same) > 0) < 0.06
    far = [between_fits(rng.normal(size=N) + np.repeat(rng.normal(size=K), N // K), ONCE) for _ in range(400)]
    assert np.mean(far) == pytest.approx(1 - 2 * np.sqrt(2 / 9) / 12, rel=0.1)


def test_test_sets_of_one_repeat_that_differ_hint_at_fits_and_repeats_leave_nothing_to_hint_at():
    far = np.repeat(np.arange(K) / 1, N // K)
    assert hints_at_fits(far, ONCE)
    assert not hints_at_fits(np.tile([0.0, 1.0], N // 2), ONCE)
    assert not hints_at_fits(far, replace(ONCE, alone=False))
    where = layout(np.random.default_rng(0))
    assert not hints_at_fits(np.repeat(np.arange(K * REPEATS) / 1, N // K), where)


def test_groups_and_time_of_one_repeat_and_single_rows_show_nothing():
    far = np.repeat(np.arange(K) / 1, N // K)
    assert between_fits(far, ONCE) > 1
    assert between_fits(far, replace(ONCE, alone=False)) == 0
    assert between_fits(far, replace(ONCE, edges=np.arange(N + 1))) == 0


def test_a_fold_without_a_value_shows_nothing():
    where = layout(np.random.default_rng(4))
    assert between_fits(np.where(np.arange(N * REPEATS) < 12, np.nan, 1.0), where) == 0


def test_resamples_without_predictions_take_no_part():
    where = layout(np.random.default_rng(5))
    psi = np.repeat(np.tile([0.0, 1.0], K * REPEATS // 2), N // K)
    gaps = PredictionLayout(where.row, np.insert(where.edges, 3, where.edges[3]), where.tested)
    assert between_fits(psi, gaps) == pytest.approx(between_fits(psi, where))


RULE = DecisionTreeClassifier(min_samples_leaf=0.6)  # never splits


def is_a_rule(model, X, y, **options):
    table = foldwise.assess({"m": model}, X, y, measures="error", baseline=False, **options).predictions
    return gives_one_class(ModelScores(table, "m", measure("error")))


def test_a_rule_gives_one_class_in_every_fit_and_a_model_does_not():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.arange(60) % 2
    assert is_a_rule(RULE, X, y)
    assert not is_a_rule(DecisionTreeClassifier(), X, y)


def test_test_sets_of_one_row_are_told_of_by_the_samples_beside_the_plan():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2
    assert is_a_rule(RULE, X, y, plan="loo")
    assert not is_a_rule(DecisionTreeClassifier(), X, y, plan="loo")


def test_a_class_that_is_never_given_does_not_make_a_rule():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 3)), np.arange(200) % 20 == 0
    found = foldwise.assess({"m": LogisticRegression()}, X, y, measures="error", baseline=False).predictions
    assert np.unique(found.of("m").output).size == 1
    assert not gives_one_class(ModelScores(found, "m", measure("brier")))


def test_groups_of_one_class_that_are_known_from_each_other_do_not_make_a_rule():
    groups = np.repeat(np.arange(8), 5)
    y = groups % 2
    X = y[:, None] + 0.01 * np.random.default_rng(0).normal(size=(40, 2))
    assert not is_a_rule(DecisionTreeClassifier(), X, y, groups=groups, plan="leave-group-out")
