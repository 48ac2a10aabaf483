"""The optimism bootstrap."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Optimism, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Part
from tests.worlds import memoriser


def test_a_memoriser_is_corrected_by_the_rows_it_did_not_see():
    """It makes no error on what it drew, so the optimism of a fit is the error it makes on all rows."""
    one = ModelScores(memoriser(60, 40), "m", measure("error"))
    answers = one.predictions.outputs["m"]
    errors = np.mean(answers.output != one.predictions.truth[answers.row])  # every fit answers every row
    found = Optimism().estimate(one)
    assert found.value == pytest.approx(errors)
    assert found.fits == 41


def test_a_measure_where_higher_is_better_is_lowered():
    one = ModelScores(memoriser(60, 40), "m", measure("accuracy"))
    assert Optimism().estimate(one).value < one.apparent.value == 1


def test_training_rows_are_asked_for():
    from dataclasses import replace

    whole = memoriser(60, 40)
    answers = whole.outputs["m"]
    tested = replace(whole, outputs={"m": answers.where(answers.part == Part.TEST)})
    with pytest.raises(ValidityError, match="needs predictions of the training rows"):
        make_estimate(ModelScores(tested, "m", measure("error")), "optimism")
