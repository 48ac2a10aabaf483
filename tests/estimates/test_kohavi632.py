"""The .632 estimate in Kohavi's form."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Kohavi632, make_estimate
from foldwise.estimates.bootstrap import left_out
from foldwise.measures import ModelScores, measure
from tests.worlds import memoriser, partition, predictions_of


def test_fits_are_averaged_not_rows():
    one = ModelScores(memoriser(60, 40), "m", measure("error"))
    answers = one.predictions.of("m")
    wrong = answers.output != one.predictions.truth[answers.row]
    per_fit = np.bincount(answers.resample, weights=wrong) / np.bincount(answers.resample)
    assert Kohavi632().estimate(one).value == pytest.approx(0.632 * per_fit.mean())
    assert Kohavi632().estimate(one).value != pytest.approx(0.632 * left_out(one), rel=1e-6)


def test_accuracy_is_one_minus_error():
    error, accuracy = (
        Kohavi632().estimate(ModelScores(memoriser(60, 40), "m", measure(name))).value for name in ("error", "accuracy")
    )
    assert accuracy == pytest.approx(1 - error)


def test_a_cross_validation_is_refused():
    one = ModelScores(predictions_of([0, 1] * 10, [0, 1] * 10, partition(n=20, k=5)), "m", measure("error"))
    with pytest.raises(ValidityError, match=r"not made for the plan kfold\(5\); try plan='bootstrap\(200\)'"):
        make_estimate(one, Kohavi632().name)
