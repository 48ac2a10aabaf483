"""What is true of the training sets, whichever way they are stored."""

import numpy as np
import pytest

from foldwise.engine.storage import TrainingSets, all_rows, validation_rows
from foldwise.plans import RowLists
from tests.engine.same import KINDS, resamples


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_true_of_them_is_what_their_counts_say(kind):
    drawn = resamples(kind, 40)
    training = TrainingSets(drawn)
    counts, test = drawn.train_counts(0, drawn.count), drawn.test_mask(0, drawn.count)
    complementary = bool((counts == ~test).all())
    assert training.complementary <= complementary  # lists may be so by chance
    assert training.weighted == (counts.dtype.kind == "f")
    assert training.leaves_one_out == (complementary and drawn.count == 40 and bool((test.sum(axis=1) == 1).all()))
    assert training.counted_in_bytes == (counts.dtype == np.uint8)
    np.testing.assert_array_equal(training.counts(0, drawn.count, present=True) != 0, counts != 0)


@pytest.mark.parametrize("kind", ["parts", "uneven parts", "loo", "pairs of parts"])
def test_parts_left_out_are_the_test_sets(kind):
    drawn = resamples(kind, 40)
    parts = TrainingSets(drawn).parts
    repeat, first, second = parts.left_out(0, drawn.count)
    left = (parts.numbers[repeat] == first[:, None]) | (parts.numbers[repeat] == second[:, None])
    np.testing.assert_array_equal(left, drawn.test_mask(0, drawn.count))


def test_a_part_by_itself_is_told_from_a_pair():
    assert TrainingSets(resamples("parts", 40)).single_parts is not None
    assert TrainingSets(resamples("pairs of parts", 40)).single_parts is None
    assert TrainingSets(resamples("counts", 40)).parts is None


def test_all_rows_are_one_resample():
    assert all_rows(3).rows(0).tolist() == [0, 1, 2]


def test_validation_rows_are_there_where_the_plan_keeps_some():
    rows = RowLists((np.array([0]),), (np.array([1]),), 3, plan="three-way(1/3)", validation=(np.array([2]),))
    assert validation_rows(rows, 0).tolist() == [2]
    assert validation_rows(resamples("parts", 40), 0).size == 0
