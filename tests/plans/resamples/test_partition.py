from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Partition, Resamples


def test_resamples_run_through_the_parts_of_each_repeat() -> None:
    resamples = Partition(np.array([[0, 1, 0], [1, 1, 0]]), 2)
    assert resamples.count == 4
    assert resamples.repeat.tolist() == [0, 0, 1, 1]
    assert [resamples.test_rows(r).tolist() for r in range(4)] == [[0, 2], [1], [2], [0, 1]]
    assert resamples.train_counts(1, 3).tolist() == [[1, 0, 1], [1, 1, 0]]
    assert resamples.test_sizes.tolist() == [2, 1, 1, 2]


def test_equal_parts_have_equal_fingerprints_in_any_type() -> None:
    parts = np.array([[0, 1, 0]])
    prints = {Partition(parts.astype(kind), 2).fingerprint for kind in (np.uint8, np.int64, np.uint32)}
    assert len(prints) == 1
    assert Partition(parts, 3).fingerprint not in prints


def test_only_one_repeat_is_remembered_where_there_are_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Partition, "KEEP", 5)
    resamples = Partition(np.array([[0, 1, 0], [1, 1, 0]]), 2)
    assert [resamples.test_rows(r).tolist() for r in (0, 3, 1, 2)] == [[0, 2], [0, 1], [1], [2]]
    assert len(resamples._kept) == 1


@pytest.mark.parametrize(
    "parts", [np.array([0, 1]), np.array([[0, 2]]), np.array([[-1, 0]]), np.zeros((0, 3), dtype=int)]
)
def test_wrong_part_numbers_are_refused(parts) -> None:
    with pytest.raises(PlanError, match="part numbers"):
        Partition(parts, 2)


@pytest.mark.parametrize(("n", "k", "repeats"), [(10, 5, 1), (569, 10, 10), (7, 3, 2), (5, 5, 1)])
def test_every_fit_sees_the_rows_of_all_parts_but_one(n: int, k: int, repeats: int) -> None:
    resamples = Partition(np.stack([np.roll(np.arange(n) % k, at) for at in range(repeats)]), k)
    assert resamples.seen_share == Resamples.seen_share.compute(resamples)  # type: ignore[attr-defined]
