"""The naive interval is refused, or given with its damage."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import losses_of, partition


def scored(**more):
    return ModelScores(losses_of(partition(n=60, k=10, **more), lambda _, rows: rows), "m", measure("mae"))


@pytest.mark.parametrize("repeats", [1, 3])
def test_it_is_refused_with_the_way_out(repeats):
    with pytest.raises(
        ValidityError, match=r"takes resamples that share .* for independent ones; try interval='corrected-t'"
    ):
        make_interval(scored(repeats=repeats), "naive-t")


def test_on_demand_it_is_the_textbook_interval_with_a_warning():
    one = scored()
    interval = make_interval(one, "naive-t", 0.9, allow_invalid=True)
    expected = stats.t.interval(0.9, 9, one.scores.mean(), stats.sem(one.scores))
    assert (interval.low, interval.high) == pytest.approx(expected)
    assert interval.note.startswith("not valid: over ten parts it covers")


def test_repeats_make_it_worse_and_the_note_says_so():
    one, many = (make_interval(scored(repeats=r), "naive-t", allow_invalid=True) for r in (1, 30))
    assert many.width < one.width / 3
    assert "75 % (3 repeats) to 48 % (10) instead of 95 %" in many.note


def test_leave_one_out_is_refused_even_then():
    loo = Partition(np.arange(30)[None, :], 30, plan="kfold(30)")
    one = ModelScores(losses_of(loo, lambda r, rows: rows + r), "m", measure("mae"))
    with pytest.raises(ValidityError, match="needs test sets of 2 rows, and these have 1"):
        make_interval(one, "naive-t", allow_invalid=True)
