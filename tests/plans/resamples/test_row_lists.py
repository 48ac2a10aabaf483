from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import RowLists


def lists(**more) -> RowLists:
    return RowLists((np.array([0, 1, 1]), np.array([3])), (np.array([2, 3]), np.array([0])), 4, **more)


def test_counts_and_masks_come_from_the_lists() -> None:
    assert lists().train_counts(0, 2).tolist() == [[1, 2, 0, 0], [0, 0, 0, 1]]
    assert lists().test_mask(0, 1).tolist() == [[False, False, True, True]]


def test_every_resample_is_its_own_repeat_unless_said_otherwise() -> None:
    assert lists().repeat.tolist() == [0, 1]
    assert lists(repeats_of=np.array([0, 0])).repeats == 1


def test_overlap_is_declared() -> None:
    assert not lists().overlapping
    assert lists(overlap=True).overlapping


def test_validation_rows_are_part_of_the_fingerprint() -> None:
    assert lists().fingerprint != lists(validation=(np.array([2]), np.array([1]))).fingerprint


def test_lists_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        lists().train_rows(0)[0] = 3


def test_an_empty_training_set_is_allowed_for_predictions_from_elsewhere() -> None:
    assert RowLists((np.array([], dtype=int),), (np.arange(4),), 4).train_size == 0


@pytest.mark.parametrize(
    ("train", "test", "message"),
    [
        (([0],), ([1], [2]), "there are 1 training sets and 2 test sets"),
        (([0],), ([4],), "a test set names a row outside 0 to 3"),
        (([-1],), ([1],), "a train set names a row outside 0 to 3"),
    ],
)
def test_lists_that_do_not_fit_are_refused(train, test, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        RowLists(tuple(map(np.array, train)), tuple(map(np.array, test)), 4)
