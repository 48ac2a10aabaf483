"""Each row by the model of all others."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import partition, predictions_of

LOO = Partition(np.arange(6)[None, :], 6, plan="loo")


def test_it_is_the_mean_loss_without_a_lean():
    found = make_estimate(
        ModelScores(predictions_of([0, 1] * 3, [0, 0] * 3, LOO), "m", measure("error")), "leave-one-out"
    )
    assert (found.value, found.bias, found.fits) == (0.5, Bias.NONE, 6)


def test_a_majority_vote_on_two_equal_classes_is_always_wrong():
    """METHODS L.2: without the row its class is the smaller one."""
    truth = np.arange(6) % 2
    one = ModelScores(predictions_of(truth, 1 - truth, LOO), "m", measure("error"))
    assert make_estimate(one, "leave-one-out").value == 1


def test_one_row_ranks_nothing():
    truth = np.arange(6) % 2
    one = ModelScores(predictions_of(truth, truth, LOO, scores=np.eye(2)[truth]), "m", measure("auc"))
    with pytest.raises(
        ValidityError, match="a test set of one row ranks nothing; try estimate='auto' with plan='leave-pair-out'"
    ):
        make_estimate(one, "leave-one-out")


def test_parts_of_more_rows_are_refused():
    one = ModelScores(predictions_of([0, 1] * 5, [0, 1] * 5, partition(n=10, k=5)), "m", measure("error"))
    with pytest.raises(ValidityError, match=r"not made for the plan kfold\(5\)"):
        make_estimate(one, "leave-one-out")
