"""From ends to an interval; where all resamples scored the same, from the rows."""

import numpy as np
import pytest
from scipy import stats

from foldwise.estimates import Target
from foldwise.intervals import CorrectedT
from foldwise.intervals.limits.interval_from_ends import interval_from_ends, pooled_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import losses_of, partition, predictions_of

METHOD = CorrectedT()


def errors(*wrong, n=40, k=4):
    """0-1 losses of k parts; the rows named are wrong."""
    truth = np.zeros(n, dtype=int)
    return ModelScores(
        predictions_of(truth, np.isin(np.arange(n), wrong).astype(int), partition(n=n, k=k)), "m", measure("error")
    )


def test_ends_are_kept_in_the_range_of_the_measure():
    made = interval_from_ends(METHOD, errors(1, 2, 3), (-0.1, 0.2), 0.95, note="as asked")
    assert (made.low, made.high, made.method, made.target) == (0, 0.2, METHOD.name, METHOD.target)
    assert made.note == "as asked"


def test_equal_scores_leave_the_interval_of_the_rows():
    made = interval_from_ends(METHOD, errors(), (0.0, 0.0), 0.95)
    known = stats.binomtest(0, 40).proportion_ci(0.95, method="wilson")
    assert (made.low, made.high) == pytest.approx((known.low, known.high), abs=1e-9)
    assert made.note == "all resamples scored the same, so the interval comes from the pooled rows"


def test_of_other_losses_too():
    losses = np.random.default_rng(0).exponential(size=40)
    one = ModelScores(losses_of(partition(n=40, k=4), lambda _, rows: losses[rows]), "m", measure("mae"))
    made = interval_from_ends(METHOD, one, (0.4, 0.4), 0.95)
    assert made.low < losses.mean() < made.high
    assert made.note == "all resamples scored the same, so the interval comes from the rows"


def test_pooled_rows_have_the_interval_of_their_mean():
    losses = np.random.default_rng(0).exponential(size=40)
    one = ModelScores(losses_of(partition(n=40, k=4, repeats=2), lambda _, rows: losses[rows]), "m", measure("mae"))
    made = pooled_interval(one, 0.9, "mine")
    known = stats.t.interval(0.9, 39, losses.mean(), losses.std(ddof=1) / np.sqrt(40))
    assert (made.low, made.high) == pytest.approx(known)
    assert (made.method, made.target) == ("mine", Target.RISK)
