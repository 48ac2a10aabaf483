"""The .632+ interval: the corrected error of the leave-one-out bootstrap, scaled."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates import make_estimate
from foldwise.intervals import make_interval, oob_error
from foldwise.measures import ModelScores, measure
from tests.worlds import bootstrap_of, memoriser, predictions_of

rng = np.random.default_rng(8)
N = 60
TRUTH = rng.integers(0, 2, N)
WRONG = rng.random(N) < 0.4


def one(name="error", better=2):
    predictions = predictions_of(TRUTH, np.where(WRONG, 1 - TRUTH, TRUTH), bootstrap_of(N, 200))
    rows = np.arange(N)
    own = np.where(WRONG & (rows % better == 0), 1 - TRUTH, TRUTH)
    apparent = replace(
        predictions.outputs["m"], resample=0 * rows, row=rows, output=own, part=np.zeros(N, dtype=np.uint8)
    )
    return ModelScores(replace(predictions, apparent={"m": apparent}), "m", measure(name))


def test_the_error_is_scaled_with_the_estimate():
    scored = one()
    centre, found = make_estimate(scored, "632plus").value, oob_error(scored)
    half = stats.norm.ppf(0.975) * found.error * centre / found.value
    interval = make_interval(scored, "632plus")
    assert (interval.low, interval.high) == pytest.approx((centre - half, centre + half))


def test_a_model_that_memorises_is_refused_with_the_way_out():
    with pytest.raises(ValidityError, match=r"it memorises the rows; try interval='oob' with plan='bootstrap\(200\)'"):
        make_interval(ModelScores(memoriser(), "m", measure("error")), "632plus")


def test_the_model_of_all_rows_is_needed():
    bare = one()
    with pytest.raises(ValidityError, match="needs the model fitted to all rows"):
        make_interval(replace(bare, predictions=replace(bare.predictions, apparent={})), "632plus")
