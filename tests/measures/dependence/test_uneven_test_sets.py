"""Correlations over test sets of groups of very different sizes."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

import foldwise
from foldwise.measures import ModelScores, counted_weights, measure
from foldwise.measures.contributions.association_influence import ASSOCIATIONS
from foldwise.measures.dependence.uneven_test_sets import by_test_set, has_uneven_test_sets

SIZES = np.array([80, *[4] * 30])
EVEN = np.full(20, 10)


def assessed(sizes, names="correlation", seed=0, **more):
    rng, groups = np.random.default_rng(seed), np.repeat(np.arange(sizes.size), sizes)
    shared = rng.normal(size=(sizes.size, 3))[groups]
    X = (rng.normal(size=(groups.size, 3)) + shared) * 0.5**0.5
    y = X @ [1.0, 0.5, 0.0] + (rng.normal(size=groups.size) + rng.normal(size=sizes.size)[groups]) * 0.5**0.5
    return foldwise.assess(
        {"m": LinearRegression()}, X, y, groups=groups, measures=names, baseline=False, seed=seed, **more
    )


def scored(result, name="correlation"):
    return ModelScores(result.predictions, "m", measure(name))


@pytest.mark.parametrize("name", ["correlation", "spearman", "kendall"])
def test_contributions_of_a_test_set_add_up_to_what_its_value_adds_to_the_mean(name):
    one = scored(assessed(SIZES), name)
    psi, fits = by_test_set(one, ASSOCIATIONS[name]), one.scores.size
    sums = np.bincount(one.resample, weights=psi) / psi.size
    assert sums == pytest.approx((one.scores - one.value) / fits, abs=1e-9)


def test_rows_of_a_large_test_set_count_for_less():
    one = scored(assessed(SIZES))
    weights, groups = counted_weights(one), one.predictions.groups
    assert weights.mean() == pytest.approx(1)
    assert (
        weights[groups == 0].sum() < 0.7 * 80
    )  # most of the rows of one test set, which counts as much as every other


@pytest.mark.parametrize(
    ("sizes", "name", "expected"),
    [(SIZES, "correlation", True), (EVEN, "correlation", False), (SIZES, "ccc", False), (SIZES, "rmse", False)],
)
def test_only_means_over_test_sets_of_unequal_groups_are_concerned(sizes, name, expected):
    one = scored(assessed(sizes, name), name)
    assert has_uneven_test_sets(one) == expected
    assert (counted_weights(one) is not None) == expected


def test_a_test_set_without_a_value_counts_nothing():
    one = scored(assessed(np.array([40, *[1] * 24, 3, 4, 5]), plan="leave-group-out"))
    alone = np.isnan(one.scores[one.resample])
    assert alone.any()
    assert not by_test_set(one, ASSOCIATIONS["correlation"])[alone].any()


def test_one_large_group_does_not_make_an_interval_that_says_nothing():
    """The group had a third of the influence and a tenth of the weight: and the mean width was .80."""
    widths = [assessed(SIZES, seed=seed).finding("m", "correlation").interval.width for seed in range(6)]
    assert np.mean(widths) < 0.4
