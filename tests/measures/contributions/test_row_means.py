"""What rows contribute, averaged over the resamples that tested them."""

import numpy as np
import pytest

from foldwise import native
from foldwise.measures.contributions.row_means import ClassPowers, RowTests, row_means_from, row_means_of


def test_rows_are_averaged_and_centred():
    found = row_means_of(np.array([2.0, 0, 4, 2]), np.array([0, 0, 2, 2]), 3, None)
    assert found.rows.tolist() == [0, 2]
    assert found.means.tolist() == [-1, 1]
    assert found.within == pytest.approx(2.0)
    assert found.instability == pytest.approx(1.0)


def test_sums_by_row_give_the_same():
    rng = np.random.default_rng(0)
    values, row = rng.normal(size=40), np.tile(np.arange(10), 4)
    one = row_means_of(values, row, 10, None)
    other = row_means_from(np.bincount(row, weights=values), RowTests.of(np.bincount(row)), float(values @ values))
    assert other.means == pytest.approx(one.means)
    assert other.within == pytest.approx(one.within)
    assert one.within == pytest.approx(values.reshape(4, 10).var(axis=0, ddof=1).mean())


def test_weights_count_by_their_share():
    values, row, weights = np.array([1.0, 2, 3]), np.arange(3), np.array([1.0, 1, 4])
    assert row_means_of(values, row, 3, weights).means == pytest.approx(
        row_means_of(values, row, 3, 100 * weights).means
    )


def test_one_test_each_says_nothing_about_the_spread_within():
    assert np.isnan(row_means_of(np.array([1.0, 2]), np.arange(2), 2, None).within)


def test_undefined_contributions_take_no_part():
    found = row_means_of(np.array([1.0, np.nan, 3]), np.array([0, 0, 1]), 2, None)
    assert found.means.tolist() == [-1, 1]


@pytest.mark.parametrize("lines", [4, 6])
@pytest.mark.parametrize("tails", [True, False])
def test_the_variance_of_classes_is_that_of_numpy(lines, tails, monkeypatch):
    rng = np.random.default_rng(lines)
    powers = rng.gamma(2.0, size=(lines, 3)) * np.array([40, 0.1, 9, 90, 30, 50])[:lines, None]
    found = ClassPowers(powers, 3.0, -2.0).variance(tails=tails)
    monkeypatch.setattr(native, "COMPILED", False)
    assert found == pytest.approx(ClassPowers(powers, 3.0, -2.0).variance(tails=tails), rel=1e-12)


def test_a_mean_that_is_no_number_has_no_variance():
    powers = np.array([[2.0, 2.0], [np.nan, 0], [2, 2], [2, 2]])
    assert np.isnan(ClassPowers(powers, 1.0, -1.0).variance(tails=False)[0])
