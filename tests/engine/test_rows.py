"""Which rows each resample is asked about."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.rows import TestRows, rows_of
from foldwise.plans import CountMatrix, RowLists
from foldwise.predictions import Part
from tests.worlds import partition


def slow(resamples, *, train):
    rows, parts = zip(*(rows_of(resamples, r, train=train) for r in range(resamples.count)), strict=True)
    numbers = [np.full(part.size, r) for r, part in enumerate(rows)]
    return np.concatenate(numbers), np.concatenate(rows), np.concatenate(parts)


COUNTS = np.random.default_rng(0).poisson(1, (40, 17)).astype(np.uint8)


@pytest.mark.parametrize("resamples", [partition(n=23, k=4, repeats=3), partition(n=300, k=280), CountMatrix(COUNTS)])
@pytest.mark.parametrize("compiled", [True, False])
def test_resamples_are_laid_out_without_a_loop(resamples, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(native, "COMPILED", False)
    test = TestRows.of(resamples)
    assert test.row.dtype == test.resample.dtype == np.int32
    for fast, expected in zip((test.resample, test.row, test.part), slow(resamples, train=False), strict=True):
        np.testing.assert_array_equal(fast, expected)
    edges = np.searchsorted(test.resample, np.arange(resamples.count + 1))
    np.testing.assert_array_equal(test.starts, edges)


def test_blocks_of_masks_are_put_end_to_end(monkeypatch):
    monkeypatch.setattr("foldwise.engine.rows.MASKS_HELD", 60)
    test = TestRows.of(CountMatrix(COUNTS))
    np.testing.assert_array_equal(test.row, slow(CountMatrix(COUNTS), train=False)[1])


def test_training_rows_come_after_test_rows_each_once():
    counts = CountMatrix(np.array([[2, 0, 1], [0, 3, 0]], dtype=np.uint8))
    test = TestRows.of(counts, train=True)
    assert test.row.tolist() == [1, 0, 2, 0, 2, 1]
    assert test.part.tolist() == [Part.TEST, Part.TRAIN, Part.TRAIN, Part.TEST, Part.TEST, Part.TRAIN]


def test_validation_rows_are_always_asked_about():
    rows = RowLists((np.array([0]),), (np.array([1]),), 3, plan="three-way(1/3)", validation=(np.array([2]),))
    assert TestRows.of(rows).part.tolist() == [Part.TEST, Part.VALIDATION]
