"""The apparent error, from resubstitution or kept beside another plan."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.plans import RowLists
from tests.worlds import memoriser, partition, predictions_of


def test_a_memoriser_has_none():
    estimate = make_estimate(ModelScores(memoriser(n=20, draws=5), "m", measure("error")), "apparent")
    assert (estimate.value, estimate.bias, estimate.fits) == (0, Bias.OPTIMISTIC, 1)


def test_it_is_the_default_of_resubstitution():
    rows = (np.arange(4),)
    plan = RowLists(rows, rows, 4, plan="resubstitution", overlap=True)
    estimate = make_estimate(ModelScores(predictions_of([0, 1, 0, 1], [0, 1, 1, 1], plan), "m", measure("error")))
    assert (estimate.method, estimate.value) == ("apparent", 0.25)


def test_it_is_asked_for_where_it_is_missing():
    one = ModelScores(predictions_of([0, 1] * 5, [0, 1] * 5, partition(n=10, k=5)), "m", measure("error"))
    with pytest.raises(ValidityError, match="needs the model fitted to all rows"):
        make_estimate(one, "apparent")
