"""The bootstrap-case interval against its definition."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import ValidityError
from foldwise.intervals import BootstrapCaseInterval, make_interval
from foldwise.intervals.methods.bootstrap_case import case_errors
from foldwise.measures import ModelScores, measure
from tests.worlds import values

ROWS = values(n=20, p=1, seed=2)
RESULT = foldwise.assess("baseline", ROWS, plan="bootstrap-case(60)", measures="mse")
ONE = ModelScores(RESULT.predictions, "baseline", measure("mse"))


def by_definition(repeat):
    """Leave-one-out of the mean within one sample; a row counts as often as it was drawn."""
    y, resamples = ROWS.target, RESULT.predictions.resamples
    total = 0.0
    for r in np.flatnonzero(resamples.repeat == repeat):
        (row,), train = resamples.test_rows(r), resamples.train_rows(r)
        total += (20 - train.size) * (y[row] - y[train].mean()) ** 2
    return total / 20


def test_the_errors_are_those_of_the_definition():
    own, drawn = case_errors(ONE)
    assert own == pytest.approx(by_definition(0))
    assert drawn == pytest.approx([by_definition(repeat) for repeat in range(1, 61)])


def test_the_interval_is_made_of_percentiles():
    own, drawn = case_errors(ONE)
    interval = RESULT.finding("baseline", "mse").interval
    assert interval.method == "bootstrap-case"
    assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])))
    shifted = BootstrapCaseInterval(shift=True).interval(ONE, 0.95)
    assert shifted.low - interval.low == pytest.approx(own - drawn.mean())


def test_the_estimate_is_plain_leave_one_out():
    assert RESULT.finding("baseline", "mse").estimate.value == pytest.approx(by_definition(0))


def test_few_draws_are_refused():
    few = foldwise.assess("baseline", ROWS, plan="bootstrap-case(20)", measures="mse")
    with pytest.raises(ValidityError, match="needs 51 repeats of the plan, and there are 21"):
        make_interval(ModelScores(few.predictions, "baseline", measure("mse")), "bootstrap-case")
