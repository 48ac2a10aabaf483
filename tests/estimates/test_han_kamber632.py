"""The .632 estimate in the form of Han and Kamber."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import HanKamber632, make_estimate
from foldwise.measures import ModelScores, measure
from tests.worlds import memoriser, partition, predictions_of


def test_the_second_term_is_the_fit_on_all_rows():
    """The memoriser errs only out of bag, so on all rows it errs by as much, spread over n rows."""
    one = ModelScores(memoriser(60, 40), "m", measure("error"))
    answers = one.predictions.of("m")
    wrong = answers.output != one.predictions.truth[answers.row]
    errors = np.bincount(answers.resample, weights=wrong)
    expected = 0.632 * errors / np.bincount(answers.resample) + 0.368 * errors / 60
    assert HanKamber632().estimate(one).value == pytest.approx(expected.mean())
    assert HanKamber632().estimate(one).fits == 40


def test_accuracy_is_one_minus_error():
    error, accuracy = (
        HanKamber632().estimate(ModelScores(memoriser(60, 40), "m", measure(name))).value
        for name in ("error", "accuracy")
    )
    assert accuracy == pytest.approx(1 - error)


def test_a_cross_validation_is_refused():
    one = ModelScores(predictions_of([0, 1] * 10, [0, 1] * 10, partition(n=20, k=5)), "m", measure("error"))
    with pytest.raises(ValidityError, match=r"not made for the plan kfold\(5\); try plan='bootstrap\(200\)'"):
        make_estimate(one, HanKamber632().name)
