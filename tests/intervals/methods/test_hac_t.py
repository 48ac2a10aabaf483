"""Losses in time order: one mean per time, and neighbours that are alike."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import hac_t, make_interval
from foldwise.measures import ModelScores, measure
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
    return ModelScores(losses_of(plan, lambda _, rows: losses[rows], time=np.arange(len(losses))), "m", measure(name))


def test_without_neighbours_it_is_students_t():
    assert hac_t(SERIES, 0, 0.9) == pytest.approx(stats.t.interval(0.9, 49, SERIES.mean(), stats.sem(SERIES)))


def test_persistent_losses_give_a_wider_interval():
    walk = np.abs(np.cumsum(rng.normal(size=600)) / 10)
    one = scored(walk)
    naive = stats.t.interval(0.95, 499, one.losses.mean(), stats.sem(one.losses))
    assert make_interval(one, "hac-t").width > 1.5 * (naive[1] - naive[0])


@pytest.mark.parametrize("blocks", [2, 5])
def test_the_default_counts_the_rows_that_so_many_times_are_worth(blocks):
    assert make_interval(scored(np.abs(rng.normal(size=60)), blocks=blocks)).method == "influence"


def test_the_horizon_of_the_plan_counts_as_neighbours():
    losses = np.abs(np.cumsum(rng.normal(size=300)) / 10)
    short, long = (make_interval(scored(losses, **more), "hac-t") for more in ({}, {"horizon": 30}))
    assert long.width > short.width


def test_too_few_times_are_refused():
    with pytest.raises(ValidityError, match="it needs 20 times that were tested, and there are 16"):
        make_interval(scored(np.abs(rng.normal(size=24)), blocks=2), "hac-t")
