from __future__ import annotations

import pickle

import numpy as np
import pytest

from foldwise.plans import CountMatrix, HeldOut, PairsOut, Partition, Resamples, RowLists

EVERY = [
    Partition(np.array([[0, 1, 0, 1], [1, 1, 0, 0]]), 2, plan="kfold(2, repeats=2)"),
    RowLists((np.array([0, 1]),), (np.array([2, 3]),), 4),
    HeldOut(np.array([[0, 1], [2, 3]]), 4, plan="lpo(2)"),
    CountMatrix(np.array([[2, 0, 1, 1]]), plan="bootstrap(1)"),
    PairsOut(np.array([[0, 1, 2, 0]]), 3, plan="two-folds-out(3)"),
]


@pytest.mark.parametrize("resamples", EVERY, ids=lambda value: type(value).__name__)
def test_a_copy_made_for_another_process_is_identical_and_forgets_what_was_remembered(resamples: Resamples) -> None:
    fresh = len(pickle.dumps(resamples))
    resamples.test_rows(0), resamples.test_sizes, resamples.fingerprint
    again = pickle.loads(pickle.dumps(resamples))
    assert len(pickle.dumps(resamples)) == fresh
    assert again.fingerprint == resamples.fingerprint
    assert np.array_equal(again.train_rows(0), resamples.train_rows(0))


def test_kind_is_the_family_of_the_plan() -> None:
    assert [resamples.kind for resamples in EVERY] == ["kfold", "predefined", "lpo", "bootstrap", "two-folds-out"]


def test_sizes_are_averaged_over_resamples() -> None:
    resamples = RowLists((np.array([0, 1]), np.array([0])), (np.array([2]), np.array([1, 2, 3])), 4)
    assert (resamples.train_size, resamples.test_size) == (1.5, 2.0)


@pytest.mark.parametrize("resamples", EVERY, ids=lambda value: type(value).__name__)
def test_training_means_are_the_means_of_the_training_rows(resamples: Resamples) -> None:
    values = np.array([1.0, 2.0, 4.0, 8.0])
    expected = [values[resamples.train_rows(r)].mean() for r in range(resamples.count)]
    assert resamples.train_means(values) == pytest.approx(expected)


def test_only_drawn_counts_were_ever_redrawn() -> None:
    assert all(resamples.redraws == 0 for resamples in EVERY)
