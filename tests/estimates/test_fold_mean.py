"""The plain mean of one score per resample."""

import numpy as np
import pytest

from foldwise.estimates import Bias, FoldMean
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import fixed, predictions_of


def test_a_small_part_counts_as_much_as_a_large_one():
    wrong = np.arange(60) < 5
    parts = Partition(np.where(np.arange(60) < 10, 0, 1)[None, :], 2, plan="kfold(2)")
    one = ModelScores(predictions_of(0 * wrong.astype(int), wrong.astype(int), parts), "m", measure("error"))
    assert FoldMean().estimate(one).value == pytest.approx((5 / 10 + 0) / 2)
    assert FoldMean().estimate(one).bias is Bias.PESSIMISTIC


def test_resamples_without_a_value_are_left_out_and_counted():
    """Precision has no value in the part where nothing is predicted positive."""
    truth, output = np.array([0, 1, 0, 1]), np.array([1, 1, 0, 0])
    one = ModelScores(predictions_of(truth, output, Partition(np.array([[0, 0, 1, 1]]), 2)), "m", measure("precision"))
    found = FoldMean().estimate(one)
    assert (found.value, found.undefined) == (0.5, 1)


def test_no_value_anywhere_is_no_number():
    one = ModelScores(predictions_of([1, 1], [0, 0], fixed(2)), "m", measure("precision"))
    assert np.isnan(FoldMean().estimate(one).value)
