"""A cross-validated error as a proportion of n trials."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.intervals import make_interval, wilson
from foldwise.measures import ModelScores, measure
from tests.worlds import losses_of, partition, predictions_of

TRUTH = np.tile([0, 1], 50)
OUTPUT = np.where(np.arange(100) < 15, 1 - TRUTH, TRUTH)


@pytest.mark.parametrize("repeats", [1, 3])
def test_repeats_add_no_trials(repeats):
    one = ModelScores(predictions_of(TRUTH, OUTPUT, partition(n=100, k=10, repeats=repeats)), "m", measure("accuracy"))
    interval = make_interval(one, "cv-binomial")
    assert (interval.low, interval.high) == pytest.approx(wilson(85, 100, 0.95))
    assert "liberal" in interval.note


def test_values_are_no_proportion():
    one = ModelScores(losses_of(partition(n=60, k=10), lambda r, rows: rows + r), "m", measure("mae"))
    with pytest.raises(ValidityError, match="the error rate and the accuracy, and mae is not one"):
        make_interval(one, "cv-binomial")
