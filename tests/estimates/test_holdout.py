"""The holdout estimate: one test set."""

import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, make_estimate
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, partition, predictions_of


def test_it_is_the_measure_on_the_test_set():
    one = ModelScores(predictions_of([0, 1, 0, 1], [0, 1, 1, 1], fixed(4)), "m", measure("error"))
    estimate = make_estimate(one, "holdout")
    assert (estimate.value, estimate.bias) == (0.25, Bias.NONE)


def test_several_test_sets_are_refused():
    one = ModelScores(predictions_of([0, 1] * 5, [0, 1] * 5, partition(n=10, k=5)), "m", measure("error"))
    with pytest.raises(ValidityError, match=r"not made for the plan kfold\(5\)"):
        make_estimate(one, "holdout")
