from __future__ import annotations

import numpy as np

from foldwise.plans import CountMatrix


def test_what_was_not_drawn_is_tested() -> None:
    resamples = CountMatrix(np.array([[2, 0, 1], [0, 0, 3]]))
    assert resamples.train_rows(1).tolist() == [2, 2, 2]
    assert resamples.test_rows(1).tolist() == [0, 1]
    assert resamples.test_sizes.tolist() == [1, 2]
    assert resamples.train_sizes.tolist() == [3, 3]


def test_every_row_can_be_tested() -> None:
    resamples = CountMatrix(np.array([[2, 0, 1]]), test_all=True)
    assert resamples.test_rows(0).tolist() == [0, 1, 2]
    assert resamples.test_sizes.tolist() == [3]


def test_weights_are_kept_as_weights() -> None:
    resamples = CountMatrix(np.array([[0.5, 0.0, 2.5]]))
    assert resamples.train_rows(0).tolist() == [0, 2]
    assert resamples.train_weights(0).tolist() == [0.5, 2.5]
    assert CountMatrix(np.array([[1, 0, 2]])).train_weights(0) is None


def test_counts_take_the_smallest_type_that_holds_them() -> None:
    assert CountMatrix(np.array([[2, 0]])).matrix.dtype == np.uint8
    assert CountMatrix(np.array([[2, 300]])).matrix.dtype == np.uint16


def test_a_copy_of_drawn_counts_has_the_fingerprint_of_the_draw() -> None:
    assert CountMatrix(np.array([[2, 0]]), origin="abc").fingerprint == "abc"
