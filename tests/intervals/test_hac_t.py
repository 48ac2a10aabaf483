"""Losses in time order: one mean per time, and neighbours that are alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals import hac_t, make_interval
from foldwise.intervals.series import harvey, serial_variance, time_means
from foldwise.measures import Scored, measure
from foldwise.plans import Forward, RowLists
from tests.worlds import losses_of

rng = np.random.default_rng(9)
SERIES = rng.normal(size=50)


def forward(times=60, blocks=5, **more):
    """Test blocks at the end of time, one row per time."""
    width = times // (blocks + 1)
    starts = [times - (blocks - b) * width for b in range(blocks)]
    return RowLists(
        train=tuple(np.arange(start) for start in starts),
        test=tuple(np.arange(start, start + width) for start in starts),
        size=times,
        plan=str(Forward(blocks, **more)),
        repeats_of=np.zeros(blocks, dtype=int),
    )


def scored(losses, name="mae", **more):
    plan = forward(len(losses), **more)
    return Scored(losses_of(plan, lambda _, rows: losses[rows], time=np.arange(len(losses))), "m", measure(name))


def test_without_neighbours_it_is_students_t():
    assert hac_t(SERIES, 0, 0.9) == pytest.approx(stats.t.interval(0.9, 49, SERIES.mean(), stats.sem(SERIES)))


def test_the_variance_worked_by_hand():
    """1, 3, 2: γ₀ = 2/3, γ₁ = (-1·1 + 1·0)/3 = -1/3 about the mean 2."""
    assert serial_variance(np.array([1.0, 3.0, 2.0]), 0) == pytest.approx(2 / 9)
    assert serial_variance(np.array([1.0, 2.0, 3.0]), 1) == pytest.approx((2 / 3 + 2 * 0) / 3)


def test_the_factor_of_harvey_worked_by_hand():
    """T = 20, h = 3: √((20 + 1 - 6 + 6/20)/20)."""
    assert harvey(20, 2) == pytest.approx(np.sqrt(15.3 / 20))


@given(st.lists(st.floats(-5, 5), min_size=6, max_size=40), st.integers(0, 4))
def test_the_variance_is_never_negative(series, lags):
    assert serial_variance(np.array(series), lags) >= 0


def test_persistent_losses_give_a_wider_interval():
    walk = np.abs(np.cumsum(rng.normal(size=600)) / 10)
    one = scored(walk)
    naive = stats.t.interval(0.95, 499, one.losses.mean(), stats.sem(one.losses))
    assert make_interval(one, "hac-t").width > 1.5 * (naive[1] - naive[0])


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


@pytest.mark.parametrize("blocks", [2, 5])
def test_the_default_counts_the_rows_that_so_many_times_are_worth(blocks):
    assert make_interval(scored(np.abs(rng.normal(size=60)), blocks=blocks)).method == "influence"


def test_rows_of_the_same_time_are_one_observation():
    losses = np.arange(60.0)
    plan = forward(60)
    table = losses_of(plan, lambda _, rows: losses[rows], time=np.arange(60) // 2)
    assert time_means(Scored(table, "m", measure("mae"))) == pytest.approx(losses[10:].reshape(-1, 2).mean(axis=1))


def test_the_horizon_of_the_plan_counts_as_neighbours():
    losses = np.abs(np.cumsum(rng.normal(size=300)) / 10)
    short, long = (make_interval(scored(losses, **more), "hac-t") for more in ({}, {"horizon": 30}))
    assert long.width > short.width


def test_blocks_that_are_tested_several_times_are_refused():
    rows = np.arange(60)
    plan = RowLists(
        train=tuple(rows[:20] for _ in range(6)),
        test=tuple(rows[20:40] for _ in range(6)),
        size=60,
        plan="purged(6, choose=2)",
        repeats_of=np.zeros(6, dtype=int),
    )
    one = Scored(losses_of(plan, lambda r, rows: rows + r, time=rows), "m", measure("mae"))
    with pytest.raises(ValidityError, match="tests the same block several times"):
        make_interval(one, "block-t")
    assert make_interval(one, "hac-t").method == "hac-t"


def test_too_few_times_are_refused():
    with pytest.raises(ValidityError, match="16 times were tested, and 20 are needed"):
        make_interval(scored(np.abs(rng.normal(size=24)), blocks=2), "hac-t")
