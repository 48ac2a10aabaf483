"""Rows dealt to two systems at random."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.comparisons import UnpairedPair, UnpairedPermutation
from foldwise.comparisons.different_rows.permutation import permuted_p_value
from foldwise.errors import ValidityError
from foldwise.measures import measure
from tests.comparisons.unpaired_worlds import compared_by, counts_pair, scores_table, values_pair

rng = np.random.default_rng(6)
FIRST, SECOND = rng.gamma(2, size=6), 1 + rng.gamma(2, size=7)


def test_it_is_the_share_of_all_deals_that_differ_as_much():
    """Over all C(13, 6) deals of 13 rows, by Welch's t of scipy."""
    rows = np.concatenate([FIRST, SECOND])
    observed = stats.ttest_ind(FIRST, SECOND, equal_var=False).statistic
    chosen, others = np.array(list(combinations(range(13), 6))), np.array(list(combinations(range(13), 7)))[::-1]
    assert np.array_equal(np.sort(np.hstack([chosen, others]), axis=1), np.tile(np.arange(13), (1716, 1)))
    drawn = stats.ttest_ind(rows[chosen], rows[others], axis=1, equal_var=False).statistic
    exact = np.mean(np.abs(drawn) >= abs(observed) * (1 - 1e-12))
    statistic, p_value = permuted_p_value(values_pair(FIRST, SECOND), 4999, 0)
    assert statistic == pytest.approx(observed)
    assert p_value == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 4999))


def test_counts_agree_with_the_score_test():
    pair = counts_pair(20, 60, 35, 70)
    permuted = compared_by(pair, UnpairedPermutation(2999))
    assert permuted.p_value == pytest.approx(compared_by(pair).p_value, abs=0.03)
    assert permuted.low < permuted.difference < permuted.high


def test_whole_groups_are_dealt():
    """Twelve groups of equal rows: as many deals as there are of twelve means."""
    first, second = np.repeat([0.2, 0.4, 0.3, 0.5, 0.1, 0.25], 5), np.repeat([0.8, 0.9, 1.1, 0.7, 1.3, 1.0], 5)
    groups = np.repeat(np.arange(6), 5)
    pair = values_pair(first, second, a={"groups": groups}, b={"groups": groups})
    single = values_pair(first, second)
    assert permuted_p_value(pair, 999, 0)[1] > permuted_p_value(single, 999, 0)[1]
    assert permuted_p_value(pair, 999, 0)[1] == pytest.approx(2 / 924, abs=0.008)


def test_a_measure_of_counts_is_computed_anew():
    draw = np.random.default_rng(1)
    tables = scores_table(draw, 60, 0.5, "a"), scores_table(draw, 60, 3.0, "b")
    result = compared_by(UnpairedPair.of(*tables, measure("mcc")), UnpairedPermutation(199))
    assert result.p_value < 0.05


def test_scores_on_different_scales_are_refused():
    draw = np.random.default_rng(1)
    tables = scores_table(draw, 60, 0.5, "a"), scores_table(draw, 60, 1.0, "b")
    with pytest.raises(ValidityError, match="are not on one scale"):
        compared_by(UnpairedPair.of(*tables, measure("auc")), "unpaired-permutation")


def test_groups_on_one_side_only_are_refused():
    details = {"a": {"groups": np.repeat(np.arange(6), 5)}}
    pair = values_pair(rng.normal(size=30), rng.normal(size=30), **details)
    with pytest.raises(ValidityError, match="the rows of one system come in groups"):
        compared_by(pair, "unpaired-permutation")


@pytest.mark.slow
def test_of_systems_with_the_same_mean_and_other_spread_few_are_called_different():
    """The studentised test keeps its level where plain exchange would not: 20 rows of a large, 60 of a small spread."""
    draw, rejected = np.random.default_rng(9), 0
    for seed in range(400):
        pair = values_pair(1 + 0.3 * draw.normal(size=20), 1 + 0.05 * draw.normal(size=60))
        rejected += permuted_p_value(pair, 199, seed)[1] <= 0.05
    assert rejected / 400 == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 400) + 0.01)


def test_the_same_seed_deals_the_same():
    pair = values_pair(FIRST, SECOND)
    assert permuted_p_value(pair, 99, 3) == permuted_p_value(pair, 99, 3)


def test_systems_whose_losses_are_all_alike_are_told_apart():
    truth = [1.5, 2.5] * 20
    systems = {"a": (truth, truth), "b": (truth, [1.0, 2.0] * 20)}
    (found,) = foldwise.compare_unpaired(systems, measures="mae", test="unpaired-permutation").judgements
    assert found.comparison.p_value < 0.001


def test_a_p_value_at_its_floor_says_so():
    right, wrong = ([0, 1] * 40, [0, 1] * 40), ([0, 1] * 40, [1, 0] * 40)
    found = foldwise.compare_unpaired({"a": right, "b": wrong}, measures="error", test="unpaired-permutation")
    assert found.judgements[0].comparison.note == "none of 9,999 permutations differed as much: p ≤ 0.0001"
