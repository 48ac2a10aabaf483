"""Sums in the cells of a confusion matrix give the delta interval of the rows."""

from math import isclose

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.intervals.streamed.summarised_counts import CellSums, count_interval
from foldwise.measures import measure

rng = np.random.default_rng(4)
N = 240
TRUTH = np.where(np.arange(N) < 14, 2, rng.integers(0, 2, N))
FRAME = pd.DataFrame({
    "y": np.array(["a", "b", "rare"])[TRUTH],
    "h": np.array(["a", "b", "rare"])[np.where(rng.random(N) < 0.7, TRUTH, rng.integers(0, 3, N))],
    "w": rng.exponential(size=N) * (np.arange(N) > 1),
    "g": np.arange(N) % 17,
})  # fmt: skip
MEASURES = "balanced-error,macro-f1,kappa,mcc,recall[rare],precision[rare],f1[a]"
UNITS = [{"weights": "w"}, {"groups": "g"}, {"weights": "w", "groups": "g"}]


@pytest.mark.parametrize("more", UNITS, ids=lambda more: "+".join(more))
def test_intervals_are_those_of_the_rows(more):
    whole, pieces = (
        foldwise.score("y", "h", data=FRAME, measures=MEASURES, stream=stream, **more).to_frame()
        for stream in (False, True)
    )
    columns = ["measure", "value", "low", "high", "standard_error", "method"]
    pd.testing.assert_frame_equal(pieces[columns], whole[columns], rtol=1e-9)


def test_a_measure_that_few_groups_carry_has_no_interval():
    few = FRAME.assign(g=np.where(TRUTH == 2, 0, np.arange(N) % 17))
    found = foldwise.score("y", "h", data=few, groups="g", measures="recall[rare]", stream=True).findings[0]
    assert found.interval is None
    assert found.reason == "it needs 5 groups with rows that count for recall[rare], and there is 1"


def test_rows_of_one_weight_are_rows():
    table = np.array([[40.0, 5, 0], [3, 12, 0]])
    plain, weighed = CellSums(table, 1), CellSums(table, 1, table)
    ends = [count_interval(measure("mcc"), cells, 0.95)[0] for cells in (plain, weighed)]
    assert isclose(ends[0].low, ends[1].low)
    assert isclose(ends[0].high, ends[1].high)
    assert weighed.row == 1
