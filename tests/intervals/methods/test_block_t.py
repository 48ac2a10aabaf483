"""The t interval over blocks of time."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import RowLists
from tests.intervals.methods.test_hac_t import scored
from tests.worlds import losses_of

rng = np.random.default_rng(9)


def test_blocks_of_time_are_students_t_over_their_means():
    losses = np.abs(rng.normal(size=60))
    interval = make_interval(scored(losses), "block-t")
    means = losses[10:].reshape(5, 10).mean(axis=1)
    expected = stats.t.interval(0.95, 4, means.mean(), stats.sem(means))
    assert (interval.method, interval.target) == ("block-t", Target.PROXY)
    assert (interval.low, interval.high) == pytest.approx(expected)


def test_few_blocks_leave_single_times():
    few = scored(np.abs(rng.normal(size=60)), blocks=2)
    with pytest.raises(ValidityError, match="block"):
        make_interval(few, "block-t")
    assert make_interval(few, "hac-t").method == "hac-t"


def test_blocks_that_are_tested_several_times_are_refused():
    rows = np.arange(60)
    plan = RowLists(
        train=tuple(rows[:20] for _ in range(6)),
        test=tuple(rows[20:40] for _ in range(6)),
        size=60,
        plan="purged(6, choose=2)",
        repeats_of=np.zeros(6, dtype=int),
    )
    one = ModelScores(losses_of(plan, lambda r, rows: rows + r, time=rows), "m", measure("mae"))
    with pytest.raises(ValidityError, match="tests the same block several times"):
        make_interval(one, "block-t")
    assert make_interval(one, "hac-t").method == "hac-t"
