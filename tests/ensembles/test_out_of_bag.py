"""Out-of-bag error and its interval, against scikit-learn, arithmetic and simulation."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from foldwise.ensembles import BaggedRegressor, ForestClassifier, ForestRegressor, out_of_bag_classes, out_of_bag_values
from foldwise.errors import InputError
from tests.ensembles.data import classes, values

VOTES = np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 0, 0]])
COUNTS = np.array([[2, 1, 0, 1], [0, 2, 1, 1], [0, 0, 2, 2]])


def test_votes_are_counted_by_hand():
    """Row 0 is out of bag for members 1 and 2, row 1 for 2, row 2 for 0, row 3 for none."""
    found = out_of_bag_classes(VOTES, COUNTS, np.array([1, 0, 1, 0]), classes=2)
    np.testing.assert_allclose(found.predictions[:3], [[0.5, 0.5], [0, 1], [0, 1]])
    np.testing.assert_allclose(found.losses, [1, 1, 0, np.nan])
    assert (found.rows, found.error, found.members) == (3, pytest.approx(2 / 3), 1.0)


def test_probabilities_and_error_are_scikit_learns():
    X, y = classes(classes=3)
    theirs = RandomForestClassifier(60, oob_score=True, random_state=0).fit(X, y)
    ours = ForestClassifier(60, random_state=0).fit(X, y).out_of_bag_
    np.testing.assert_allclose(ours.predictions, theirs.oob_decision_function_, atol=1e-6)
    assert ours.error == pytest.approx(1 - theirs.oob_score_)


def test_values_are_scikit_learns():
    X, y = values()
    theirs = RandomForestRegressor(60, max_features=1 / 3, min_samples_leaf=5, oob_score=True, random_state=0).fit(X, y)
    ours = ForestRegressor(60, random_state=0).fit(X, y).out_of_bag_
    np.testing.assert_allclose(ours.predictions, theirs.oob_prediction_, rtol=1e-5)
    assert ours.error == pytest.approx(np.mean((theirs.oob_prediction_ - y) ** 2))


def test_the_interval_is_wider_than_that_of_the_rows_alone():
    X, y = classes(200)
    found = ForestClassifier(100, random_state=0).fit(X, y).out_of_bag_
    assert found.standard_error > found.row_error == pytest.approx(np.sqrt(found.losses.var(ddof=1) / 200))
    low, high = found.interval()
    inner_low, inner_high = found.row_interval()
    assert 0 <= low < inner_low < found.error < inner_high < high <= 1


def test_few_members_are_pessimistic_by_about_as_much_as_more_of_them_gain():
    """Averaged over forests: the out-of-bag error of 20 trees less its pessimism is the error of 20 trees on new rows."""
    new, truth = values(1000, seed=1)
    gaps, owed = [], []
    for seed in range(12):
        X, y = values(150, seed=100 + seed)
        forest = ForestRegressor(20, random_state=seed).fit(X, y)
        gaps.append(forest.out_of_bag_.error - np.mean((forest.predict(new) - truth) ** 2))
        owed.append(forest.out_of_bag_.pessimism)
    assert np.mean(owed) > 0.02
    assert np.mean(gaps) == pytest.approx(np.mean(owed), abs=3 * np.std(gaps) / np.sqrt(12))


def test_the_pessimism_moves_the_lower_end_only():
    X, y = classes(200, classes=3, noise=2.0)
    found = ForestClassifier(20, random_state=0).fit(X, y).out_of_bag_
    plain = replace(found, pessimism=0.0)
    assert found.pessimism > 0
    assert found.interval()[0] < plain.interval()[0]
    assert found.interval()[1] == plain.interval()[1]


def test_no_error_is_not_certainty():
    X = np.r_[np.zeros(30), np.ones(30)][:, None]
    found = ForestClassifier(50, random_state=0).fit(X, np.repeat([0, 1], 30)).out_of_bag_
    assert found.error == 0
    assert found.interval()[1] > 0.05


def leave_one_out_error(weights, y):
    """Squared error of the weighted mean of the other rows."""
    means = (weights @ y - weights * y) / (weights.sum() - weights)
    return weights @ (y - means) ** 2 / weights.sum()


def test_the_standard_error_is_that_of_the_slopes_in_the_weights():
    """Where each member is the mean of its sample, the out-of-bag mean of a row is the mean of the others."""
    rng = np.random.default_rng(0)
    y = rng.normal(size=12)
    counts = rng.multinomial(12, np.full(12, 1 / 12), 40_000)
    found = out_of_bag_values(np.repeat(counts @ y[:, None] / 12, 12, axis=1), counts, y)
    even, step = np.ones(12), 1e-6
    assert found.error == pytest.approx(leave_one_out_error(even, y), rel=0.02)
    slopes = [(leave_one_out_error(even + step * one, y) - leave_one_out_error(even, y)) / step for one in np.eye(12)]
    assert found.standard_error == pytest.approx(np.sqrt(np.sum(np.square(slopes))), rel=0.05)


def test_members_that_have_seen_every_row_leave_nothing_out():
    found = out_of_bag_values(np.zeros((2, 3)), np.ones((2, 3)), np.zeros(3))
    assert found.rows == 0
    assert np.isnan(found.error)


def test_a_level_that_is_none_is_refused():
    X, y = values(40)
    with pytest.raises(InputError, match="lies between 0 and 1, not at 95"):
        BaggedRegressor(n_estimators=10, random_state=0).fit(X, y).out_of_bag_.interval(95)


@pytest.mark.slow
def test_the_interval_covers_the_error_of_the_forest():
    """At least 93 % of 400 samples of 60 rows, two standard errors of the simulation allowed for."""
    covered = []
    for seed in range(400):
        X, y = classes(60, seed=seed, noise=1.0)
        new, truth = classes(1000, seed=10_000 + seed, noise=1.0)
        forest = ForestClassifier(50, random_state=seed).fit(X, y)
        low, high = forest.out_of_bag_.interval()
        covered.append(low <= np.mean(forest.predict(new) != truth) <= high)
    assert np.mean(covered) >= 0.93 - 2 * np.sqrt(0.93 * 0.07 / 400)


def test_rows_that_every_member_saw_give_no_error_and_no_warning():
    found = out_of_bag_classes(np.zeros((6, 1), dtype=int), np.ones((6, 1)), np.array([0]), classes=2)
    assert np.isnan(found.error)
    assert found.rows == 0
