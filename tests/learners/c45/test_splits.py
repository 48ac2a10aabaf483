"""Gains against those worked in Quinlan's book, and against sums over all cuts."""

import numpy as np
import pytest
from scipy.stats import entropy

from foldwise.learners.c45.splits import MISSING, Gains, best_column, cut_gains, level_gains, merged_levels

OUTLOOK = np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0], [0.0, 0.0]])
"""Play and Don't when it is sunny, overcast, rainy; nothing is missing."""
WINDY = np.array([[3.0, 3.0], [6.0, 2.0], [0.0, 0.0]])


def test_the_gain_ratio_of_the_book():
    """Outlook: gain 0.246 (0.940 - 0.694), information 1.577, ratio 0.156; windy: gain 0.048."""
    found = level_gains(np.vstack([OUTLOOK, WINDY]), np.array([0, 4]), cases=14, least=2)
    assert found.gains == pytest.approx([0.2467, 0.0481], abs=5e-5)
    assert found.infos == pytest.approx([1.5774, 0.9852], abs=5e-5)
    assert found.gains[0] / found.infos[0] == pytest.approx(0.156, abs=5e-4)
    assert best_column(found, np.array([True, True])) == 0


def test_the_gain_of_the_book_with_an_unknown_outlook():
    """13/14 x (0.961 - 0.747) = 0.199, and a split information of 1.809."""
    counts = OUTLOOK.copy()
    counts[1, 0], counts[3, 0] = 3, 1
    found = level_gains(counts, np.array([0]), cases=14, least=2)
    assert found.gains == pytest.approx([0.199], abs=5e-4)
    assert found.infos == pytest.approx([1.809], abs=5e-4)


def test_two_branches_need_enough_cases():
    lonely = np.array([[9.0, 4.0], [0.0, 1.0], [0.0, 0.0]])
    assert level_gains(lonely, np.array([0]), cases=14, least=2).gains.tolist() == [-np.inf]


def by_hand(values, codes, least):
    """Best gain over all cuts, paid for, with what it splits off."""
    n, gains = len(values), {}
    smallest = min(max(0.1 * n / 2, least), 25)
    for cut in np.unique(values)[:-1]:
        low = values <= cut
        if smallest <= low.sum() <= n - smallest:
            bits = sum(part.sum() * entropy(np.bincount(codes[part], minlength=2), base=2) for part in (low, ~low))
            gains[cut] = entropy(np.bincount(codes), base=2) - bits / n
    cut = max(gains, key=gains.get)
    return gains[cut] - np.log2(len(gains)) / n, (values <= cut).sum() - 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("least", [1, 2, 9])
def test_the_best_cut_is_found_and_paid_for(seed, least):
    rng = np.random.default_rng(seed)
    values = np.sort(np.round(rng.normal(size=60), 1))
    codes = (values + rng.normal(size=60) > 0).astype(int)
    cumulated = np.cumsum(np.eye(2)[:, codes], axis=1)[:, None]
    ranks = np.searchsorted(np.unique(values), values)[None]
    found, places = cut_gains(cumulated, ranks, cases=60, least=least)
    gain, place = by_hand(values, codes, least)
    assert found.gains[0] == pytest.approx(gain)
    assert places[0] == place
    assert found.infos[0] == pytest.approx(entropy([place + 1, 59 - place], base=2))


def test_a_cut_that_does_not_pay_is_none():
    """Alternating classes: one of nine cuts would gain 0.15 bits, and the choice costs log₂ 7 / 10."""
    cumulated = np.cumsum(np.eye(2)[:, np.arange(10) % 2], axis=1)[:, None]
    found, _ = cut_gains(cumulated, np.arange(10)[None], cases=10, least=2)
    assert found.gains.tolist() == [-np.inf]


def test_missing_numbers_lower_the_gain_and_raise_the_information():
    codes = np.array([0, 0, 1, 1, 0, 1])
    ranks = np.array([[0, 1, 2, 3, MISSING, MISSING]])
    found, places = cut_gains(np.cumsum(np.eye(2)[:, codes], axis=1)[:, None], ranks, cases=6, least=2)
    assert found.gains[0] == pytest.approx(4 / 6)  # one possible cut costs nothing
    assert found.infos[0] == pytest.approx(np.log2(3))
    assert places.tolist() == [1]


def test_a_column_of_missing_values_has_no_cut():
    ranks = np.full((1, 4), MISSING)
    found, _ = cut_gains(np.cumsum(np.eye(2)[:, [0, 1, 0, 1]], axis=1)[:, None], ranks, cases=4, least=1)
    assert found.gains.tolist() == [-np.inf]


def test_the_ratio_decides_among_gains_above_the_average():
    gains, infos = np.array([0.10, 0.30, 0.28, -np.inf]), np.array([0.1, 1.5, 1.0, 1.0])
    assert (
        best_column(Gains(gains, infos), np.ones(4, dtype=bool)) == 2
    )  # the first has the best ratio and too little gain


def test_of_equal_ratios_the_first_column_has_it():
    same = Gains(np.array([0.2, 0.2]), np.array([1.0, 1.0]))
    assert best_column(same, np.ones(2, dtype=bool)) == 0


def test_nothing_gained_is_no_test():
    assert best_column(Gains(np.array([0.0, -np.inf]), np.ones(2)), np.ones(2, dtype=bool)) == -1
    assert best_column(Gains(np.full(2, -np.inf), np.ones(2)), np.ones(2, dtype=bool)) == -1


def test_levels_with_the_same_classes_are_merged():
    counts = np.array([[5.0, 0.0], [0.0, 6.0], [4.0, 0.0], [0.0, 0.0], [0.0, 3.0]])
    groups, gain, info = merged_levels(counts, 0.0, 2)
    assert groups.tolist() == [0, 1, 0, 2, 1]  # the level without cases is alone
    assert gain == pytest.approx(1)
    assert info == pytest.approx(1)


def test_levels_with_few_cases_are_merged_until_two_groups_have_enough():
    counts = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    groups, gain, _ = merged_levels(counts, 0.0, 2)
    assert groups.tolist() == [0, 0, 1, 1]
    assert gain == pytest.approx(1)


def test_one_level_cannot_be_split():
    assert merged_levels(np.array([[3.0, 4.0]]), 1.0, 2)[1] == -np.inf
    assert merged_levels(np.zeros((2, 2)), 5.0, 2)[1] == -np.inf
