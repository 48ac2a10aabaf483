"""Targets in a random order, and p-values of sequences of permutations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import foldwise
from foldwise.data import Dataset, Task
from foldwise.errors import InputError, Interrupted, UnknownNameError, ValidityError
from foldwise.evaluation import StoppingRule, choose_shuffle, permuted, sequential_p_value
from foldwise.evaluation.permuted import permute_target

GROUPS = np.repeat(np.arange(5), [2, 3, 4, 1, 5])


def rows(target, **details):
    return Dataset(np.zeros((len(target), 1)), np.asarray(target), Task.CLASSIFICATION, **details)


@given(st.integers(0, 10_000))
def test_targets_are_permuted_over_rows_whole_groups_or_within_them(seed):
    draw = np.random.default_rng(seed)
    target = draw.integers(0, 3, GROUPS.size)
    over = permute_target(target, None, "rows", draw)
    assert np.bincount(over, minlength=3).tolist() == np.bincount(target, minlength=3).tolist()
    within = permute_target(target, GROUPS, "within", draw)
    for code in range(5):
        assert sorted(within[code == GROUPS]) == sorted(target[code == GROUPS])
    of_group = draw.permutation(5)
    whole = permute_target(of_group[GROUPS], GROUPS, "groups", draw)
    assert all(np.unique(whole[code == GROUPS]).size == 1 for code in range(5))
    assert sorted({int(whole[code == GROUPS][0]) for code in range(5)}) == list(range(5))


def test_every_order_of_the_rows_is_as_likely():
    draw = np.random.default_rng(0)
    seen = [tuple(permute_target(np.arange(3), np.zeros(3, dtype=int), "within", draw)) for _ in range(6000)]
    counts = np.array([seen.count(one) for one in set(seen)])
    assert counts.size == 6
    assert np.all(np.abs(counts - 1000) < 4 * np.sqrt(1000 * 5 / 6))


def test_what_is_permuted_follows_from_the_groups():
    assert choose_shuffle(rows([0, 1, 0, 1])) == "rows"
    assert choose_shuffle(rows([0, 0, 1, 1], groups=np.array([1, 1, 2, 2]))) == "groups"
    assert choose_shuffle(rows([0, 1, 1, 1], groups=np.array([1, 1, 2, 2]))) == "within"


def test_what_is_not_exchangeable_is_refused():
    mixed, alike = (rows(one, groups=np.array([1, 1, 2, 2])) for one in ([0, 1, 1, 1], [0, 0, 1, 1]))
    with pytest.raises(ValidityError, match="rows in time order are not exchangeable"):
        choose_shuffle(rows([0, 1, 0, 1], order=np.arange(4)))
    with pytest.raises(ValidityError, match="takes targets from one group to another"):
        choose_shuffle(mixed, "rows")
    with pytest.raises(InputError, match="some groups have several; try shuffle='within'"):
        choose_shuffle(mixed, "groups")
    with pytest.raises(InputError, match="every group has one target only; try shuffle='groups'"):
        choose_shuffle(alike, "within")
    with pytest.raises(InputError, match="no groups were given"):
        choose_shuffle(rows([0, 1]), "within")
    with pytest.raises(UnknownNameError, match="no way to permute called 'row'; try 'rows'"):
        choose_shuffle(rows([0, 1]), "row")


def test_p_values_of_all_and_of_stopped_sequences():
    assert sequential_p_value(0, 999, None) == 0.001
    assert sequential_p_value(49, 999, None) == 0.05
    assert sequential_p_value(10, 10, 10) == 1
    assert sequential_p_value(10, 25, 10) == 0.4


@pytest.mark.parametrize("stop", [None, 1, 5, 20])
def test_under_chance_a_p_value_is_at_most_alpha_as_often_as_alpha(stop):
    """Values of equal distribution: the observed one is exceeded with a uniform probability by each permutation."""
    draw = np.random.default_rng(1)
    exceeds = draw.random((20_000, 199)) < draw.random((20_000, 1))
    counts = np.cumsum(exceeds, axis=1)
    done = np.full(len(counts), 199)
    if stop is not None:
        reached = counts[:, -1] >= stop
        done[reached] = np.argmax(counts[reached] >= stop, axis=1) + 1
    p_values = np.array(
        [sequential_p_value(int(row[at - 1]), int(at), stop) for row, at in zip(counts, done, strict=True)]
    )
    for alpha in (0.01, 0.05, 0.2, 0.5):
        assert np.mean(p_values <= alpha) <= alpha + 4 * np.sqrt(alpha * (1 - alpha) / 20_000)


def test_numbers_that_mean_nothing_are_refused():
    with pytest.raises(InputError, match="needs a permutation, not 0; try permutations=999"):
        StoppingRule(0)
    with pytest.raises(InputError, match="1 or more, not 0; try stop_after=10"):
        StoppingRule(99, 0)


def test_more_permutations_than_anybody_waits_for_are_refused():
    with pytest.raises(InputError, match="up to 1,000,000 permutations, not 1,000,000,000,000"):
        StoppingRule(10**12)


def test_ctrl_c_tells_the_fits_of_all_permutations(monkeypatch):
    """Five fits of the targets as they are and ten of two permutations were done when the third was stopped after two."""
    drawn, ran = np.random.default_rng(0).normal(size=(40, 2)), []

    def run(*given):
        ran.append(given)
        if len(ran) == 4:
            raise Interrupted(2, 5)
        return engine_run(*given)

    engine_run = permuted.run
    monkeypatch.setattr(permuted, "run", run)
    with pytest.raises(Interrupted) as stopped:
        foldwise.permutation_test("lda", drawn, np.arange(40) % 2, plan="kfold(5)", permutations=9)
    assert (stopped.value.done, stopped.value.total) == (17, 50)
