"""Which rows each resample is asked about."""

import numpy as np

from foldwise.engine.layout import asked, lay_out
from foldwise.plans import CountMatrix, RowLists
from foldwise.predictions import Part
from tests.worlds import partition


def slow(resamples, *, train):
    rows, parts = zip(*(asked(resamples, r, train=train) for r in range(resamples.count)), strict=True)
    numbers = [np.full(part.size, r) for r, part in enumerate(rows)]
    return np.concatenate(numbers), np.concatenate(rows), np.concatenate(parts)


def test_a_partition_is_laid_out_without_a_loop():
    resamples = partition(n=23, k=4, repeats=3)
    layout = lay_out(resamples)
    for fast, expected in zip((layout.resample, layout.row, layout.part), slow(resamples, train=False), strict=True):
        np.testing.assert_array_equal(fast, expected)


def test_training_rows_come_after_test_rows_each_once():
    counts = CountMatrix(np.array([[2, 0, 1], [0, 3, 0]], dtype=np.uint8))
    layout = lay_out(counts, train=True)
    assert layout.row.tolist() == [1, 0, 2, 0, 2, 1]
    assert layout.part.tolist() == [Part.TEST, Part.TRAIN, Part.TRAIN, Part.TEST, Part.TEST, Part.TRAIN]


def test_validation_rows_are_always_asked_about():
    rows = RowLists((np.array([0]),), (np.array([1]),), 3, plan="three-way(1/3)", validation=(np.array([2]),))
    assert lay_out(rows).part.tolist() == [Part.TEST, Part.VALIDATION]
