from __future__ import annotations

import numpy as np

from foldwise.plans import PairsOut

RESAMPLES = PairsOut(np.array([[0, 1, 2, 0], [2, 1, 0, 1]]), 3)


def test_single_parts_come_first_then_pairs() -> None:
    assert [RESAMPLES.test_rows(r).tolist() for r in range(6)] == [[0, 3], [1], [2], [0, 1, 3], [0, 2, 3], [1, 2]]
    assert RESAMPLES.test_rows(6).tolist() == [2]
    assert RESAMPLES.train_rows(3).tolist() == [2]


def test_there_are_k_times_k_plus_one_over_two_per_repeat() -> None:
    assert RESAMPLES.count == 12
    assert RESAMPLES.repeat.tolist() == [0] * 6 + [1] * 6
    assert RESAMPLES.test_sizes.tolist() == [2, 1, 1, 3, 3, 2, 1, 2, 1, 3, 2, 3]
    assert (RESAMPLES.train_sizes + RESAMPLES.test_sizes == 4).all()
