"""Percentiles of single resamples, labelled as what they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import foldwise
from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals import make_interval
from foldwise.intervals.methods.split_percentile import central_ends
from foldwise.measures import ModelScores, measure
from tests.worlds import bootstrap_of, losses_of, predictions_of

IRIS = foldwise.sample("iris")


def test_they_are_the_middle_of_the_scores_and_say_so():
    one = ModelScores(losses_of(bootstrap_of(30, 101), lambda r, rows: np.full(rows.size, r)), "m", measure("mae"))
    interval = make_interval(one, "split-percentile", level=0.9)
    assert (interval.low, interval.high) == pytest.approx((5, 95))
    assert interval.target is Target.RESAMPLE
    assert interval.note.startswith("descriptive")


def test_they_are_all_there_is_for_a_median_on_the_bootstrap():
    y = np.random.default_rng(0).normal(size=40)
    rows = predictions_of(y, y + np.linspace(-1, 1, 40) ** 3, bootstrap_of(40, 60), n_classes=0)
    one = ModelScores(rows, "m", measure("median-absolute-error"))
    found = make_interval(one)
    assert found.method == "split-percentile"
    assert found.low < one.value < found.high


def test_calibration_errors_of_out_of_bag_rows_are_mostly_chance():
    finding = foldwise.assess("gaussian-nb", IRIS, plan="bootstrap(60)", measures="ece").finding("gaussian-nb", "ece")
    assert finding.interval is None
    assert "chance makes a calibration error larger than it is" in finding.reason


def test_fewer_than_fifty_resamples_are_refused():
    one = ModelScores(losses_of(bootstrap_of(30, 49), lambda r, rows: rows + r), "m", measure("mae"))
    with pytest.raises(ValidityError, match="needs 50 resamples with a score, and there are 49"):
        make_interval(one, "split-percentile")


@given(st.lists(st.floats(-9, 9), min_size=1, max_size=40), st.integers(0, 3), st.floats(0.01, 0.99))
def test_the_middle_of_the_scores_is_that_between_their_quantiles(scores, undefined, level):
    scores = np.array([*scores, *[np.nan] * undefined])
    expected = np.nanquantile(scores, [(1 - level) / 2, (1 + level) / 2])
    np.testing.assert_allclose(central_ends(scores, level), expected, rtol=1e-12, atol=1e-12)
