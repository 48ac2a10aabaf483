"""Averages, intervals and tables of a decomposition."""

import numpy as np
import pytest
from scipy import stats

from foldwise.diagnoses import Runs, decompose
from foldwise.diagnoses.bias_variance.decomposition import bootstrap_means
from foldwise.errors import InputError
from tests.diagnoses.bias_variance.worlds import labels, values

FOUND = decompose(values(n=200, seed=4))


def test_averages_leave_out_rows_with_too_few_predictions():
    runs = Runs.of_values([1.0, 2.0], [[1.0, 3.0], [2.5, np.nan]])
    found = decompose(runs)
    assert found.used.tolist() == [True, False]
    assert found.loss == pytest.approx((0 + 4) / 2)
    assert any("1 row without enough predictions" in one for one in found.notes)
    assert decompose(runs, corrected=False).used.all()


def test_intervals_are_those_of_scipy():
    """The percentile bootstrap of the mean loss, as far as draws differ."""
    (loss, *_), bias = FOUND.intervals(draws=4000), FOUND.intervals()[1]
    theirs = stats.bootstrap((FOUND.losses,), np.mean, method="percentile", n_resamples=4000, random_state=1)
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert loss.value == pytest.approx(FOUND.loss)
    assert (loss.low, loss.high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.08 * width)
    assert bias.low < FOUND.bias < bias.high


def test_groups_are_drawn_together():
    """Every row twice, in groups of two, gives the intervals of the rows once."""
    table = np.random.default_rng(0).normal(size=(50, 2))
    once = bootstrap_means(table, draws=20, seed=3)
    twice = bootstrap_means(np.repeat(table, 2, axis=0), draws=20, seed=3, groups=np.repeat(np.arange(50), 2))
    assert twice == pytest.approx(once)
    wide, narrow = (
        decompose(labels(noisy=False, missing=False)).intervals(groups=one)[0] for one in (np.arange(40) // 4, None)
    )
    assert wide.value == narrow.value


def test_tables_hold_the_parts_and_the_rows():
    frame = FOUND.to_frame()
    assert frame["part"].tolist() == ["loss", "bias", "variance", "noise"]
    assert frame["value"].tolist() == pytest.approx([FOUND.loss, FOUND.bias, FOUND.variance, FOUND.noise])
    rows = FOUND.rows_frame()
    assert len(rows) == 200
    assert rows[["bias", "variance", "noise"]].sum(axis=1).to_numpy() == pytest.approx(FOUND.losses)


def test_one_prediction_for_each_row_and_a_wrong_level_are_refused():
    with pytest.raises(InputError, match="one prediction only"):
        decompose(Runs.of_values([1.0], [[2.0]]))
    with pytest.raises(InputError, match="a level lies between 0 and 1, not at 2"):
        FOUND.intervals(level=2)
    with pytest.raises(InputError, match="squared takes values apart, and the runs are labels"):
        decompose(labels(), "squared")
