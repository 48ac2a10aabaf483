"""The .632 estimate in Efron's form."""

import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, Efron632, make_estimate
from foldwise.estimates.bootstrap import left_out
from foldwise.measures import ModelScores, measure
from tests.worlds import memoriser, partition, predictions_of


def test_apparent_and_left_out_errors_are_mixed_per_row():
    one = ModelScores(memoriser(60, 40), "m", measure("error"))
    found = Efron632().estimate(one)
    assert found.value == pytest.approx(0.632 * left_out(one))  # it makes no apparent error
    assert (found.bias, found.fits) == (Bias.OPTIMISTIC, 41)


def test_accuracy_is_one_minus_error():
    error, accuracy = (
        Efron632().estimate(ModelScores(memoriser(60, 40), "m", measure(name))).value for name in ("error", "accuracy")
    )
    assert accuracy == pytest.approx(1 - error)


def test_a_cross_validation_is_refused():
    one = ModelScores(predictions_of([0, 1] * 10, [0, 1] * 10, partition(n=20, k=5)), "m", measure("error"))
    with pytest.raises(ValidityError, match=r"not made for the plan kfold\(5\); try plan='bootstrap\(200\)'"):
        make_estimate(one, Efron632().name)
