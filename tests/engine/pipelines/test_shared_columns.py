"""Columns that all resamples share, and their sums over every training set."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.pipelines.shared_columns import KeptSums, SharedColumns, sums_of
from foldwise.engine.storage import TrainingSets
from tests.engine.pipelines.prepared_columns import N, block_of, holed, shared_numbers
from tests.engine.same import KINDS, resamples


def test_a_column_and_its_missing_values_are_never_both_different_from_zero():
    X = holed()
    shared, columns = shared_numbers(X)
    for number, column in zip(columns, X.T, strict=True):
        gaps = np.isnan(column)
        back = shared.table[:, number.at] * shared.units[number.at] + shared.centres[number.at]
        np.testing.assert_allclose(back[~gaps], column[~gaps], rtol=1e-12, atol=1e-12)
        assert not shared.table[gaps, number.at].any()
        assert (number.missing_at >= 0) == gaps.any()
        if gaps.any():
            np.testing.assert_array_equal(shared.table[:, number.missing_at], gaps)


def test_indicators_take_places_in_their_order():
    shared = SharedColumns(4)
    number = shared.number(np.arange(4.0), missing=False)
    place = shared.indicator(np.array([True, False, False, True]))
    assert (number.at, number.missing_at, place, shared.width) == (0, -1, 1, 2)
    assert shared.table[:, 1].tolist() == [1, 0, 0, 1]
    assert (shared.centres[1], shared.units[1]) == (0.0, 1.0)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_means_and_squares_are_those_of_the_training_rows(kind, compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    shared, _ = shared_numbers(holed())
    block = block_of(shared, resamples(kind, N))
    for r in range(block.size):
        rows = shared.table[block.train(r)]
        assert block.rows[r] == len(rows)
        np.testing.assert_allclose(block.means[r], rows.mean(axis=0), rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(block.squares[r], (rows**2).mean(axis=0), rtol=1e-9, atol=1e-12)


def test_sums_of_a_few_parts_are_added_up_before():
    shared, _ = shared_numbers(holed())
    assert isinstance(sums_of(shared, TrainingSets(resamples("parts", N))), KeptSums) == native.COMPILED
    assert not isinstance(sums_of(shared, TrainingSets(resamples("counts", N))), KeptSums)


def test_further_sums_are_kept_by_the_step_that_needs_them():
    shared, _ = shared_numbers(holed())
    block = block_of(shared, resamples("parts", N))
    found = block.sums_of("mine", lambda chosen: shared.table[chosen][:, :1])
    assert found[:, 0] == pytest.approx([shared.table[block.train(r), 0].sum() for r in range(block.size)])
    assert list(block.kept) == ["mine"]
