"""All losses out of bag, pooled."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import PooledE0, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix
from tests.worlds import memoriser, predictions_of

# Row 0 is out of bag three times, row 1 once, row 2 never, row 3 twice.
RESAMPLES = CountMatrix(np.array([[0, 2, 1, 1], [0, 1, 1, 2], [0, 0, 4, 0], [1, 1, 2, 0]]), plan="bootstrap(4)")


def test_a_row_counts_as_often_as_it_was_left_out():
    one = ModelScores(
        predictions_of(np.zeros(4), np.array([1.0, 2, 4, 8]), RESAMPLES, n_classes=0), "m", measure("mae")
    )
    assert PooledE0().estimate(one).value == pytest.approx((3 * 1 + 1 * 2 + 2 * 8) / 6)


def test_the_root_is_taken_last():
    one = ModelScores(
        predictions_of(np.zeros(4), np.array([1.0, 2, 4, 8]), RESAMPLES, n_classes=0), "m", measure("rmse")
    )
    assert PooledE0().estimate(one).value == pytest.approx(np.sqrt((3 * 1 + 4 + 2 * 64) / 6))


def test_weights_weigh_losses():
    heavy = np.array([1.0, 1, 1, 5])
    table = predictions_of(np.zeros(4), np.array([1.0, 2, 4, 8]), RESAMPLES, n_classes=0, weights=heavy)
    assert PooledE0().estimate(ModelScores(table, "m", measure("mae"))).value == pytest.approx((3 + 2 + 2 * 5 * 8) / 14)


def test_a_ratio_has_no_loss_per_row():
    with pytest.raises(ValidityError, match="it is a mean of one loss per row, and f1 is not one"):
        make_estimate(ModelScores(memoriser(60, 40), "m", measure("f1")), "e0")
