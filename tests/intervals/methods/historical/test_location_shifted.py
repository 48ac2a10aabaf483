"""The location-shifted interval: kept for comparison, never given by accident."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.errors import ValidityError
from foldwise.estimates import drawn_scores, make_estimate
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure

y = np.tile([0, 1], 40)
X = np.random.default_rng(0).normal(size=(80, 2)) + y[:, None]
RESULT = foldwise.assess(
    "gaussian-nb", X, y, plan="bootstrap(60)", measures="error", interval="location-shifted", allow_invalid=True
)
ONE = ModelScores(RESULT.predictions, "gaussian-nb", measure("error"))


def test_it_is_the_shifted_percentiles_with_a_warning():
    interval = RESULT.finding("gaussian-nb", "error").interval
    moved = make_estimate(ONE, "632plus").value - make_estimate(ONE, "apparent").value
    assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(drawn_scores(ONE), [0.025, 0.975]) + moved))
    assert interval.note.startswith("not valid: covers about 45 %")


def test_it_is_refused_unless_allowed():
    with pytest.raises(
        ValidityError, match="the spread of apparent errors is not that of the risk; try interval='oob'"
    ):
        make_interval(ONE, "location-shifted")


def test_the_training_rows_are_needed():
    table = RESULT.predictions.outputs["gaussian-nb"]
    bare = replace(RESULT.predictions, outputs={"gaussian-nb": table.where(table.part == 0)})
    with pytest.raises(ValidityError, match="needs predictions of the training rows"):
        make_interval(replace(ONE, predictions=bare), "location-shifted", allow_invalid=True)
