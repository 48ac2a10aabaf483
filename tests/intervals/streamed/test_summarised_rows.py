"""Shares of weighted rows, and ratios of sums of values, from sums over the rows."""

import numpy as np
import pandas as pd
import pytest

import foldwise

rng = np.random.default_rng(3)
N = 150
TRUTH = rng.integers(0, 3, N)
FRAME = pd.DataFrame({
    "y": TRUTH, "h": np.where(rng.random(N) < 0.7, TRUTH, rng.integers(0, 3, N)), "w": 10 ** rng.uniform(-1, 1, N),
    "v": np.exp(rng.normal(size=N)), "g": np.arange(N) % 11,
})  # fmt: skip
FRAME["u"] = FRAME["v"] * np.exp(rng.normal(size=N) / 3)
ENDS = ["value", "low", "high", "method"]


def both(*given, data=FRAME, **more):
    return [foldwise.score(*given, data=data, stream=stream, **more).to_frame()[ENDS] for stream in (False, True)]


@pytest.mark.parametrize("rows", [N, 19])
def test_shares_of_weighted_rows(rows):
    names = "error,recall[1],precision[2],f1[0],balanced-error"
    whole, pieces = both("y", "h", data=FRAME[:rows], weights="w", measures=names, classes=[0, 1, 2])
    pd.testing.assert_frame_equal(pieces, whole, rtol=1e-9)


@pytest.mark.parametrize("more", [{}, {"weights": "w"}, {"groups": "g"}, {"weights": "w", "groups": "g"}])
def test_ratios_of_values(more):
    whole, pieces = both("v", "u", measures="r2,rse,rrse,rae,mape,wape,d2-gamma", **more)
    pd.testing.assert_frame_equal(pieces, whole, rtol=1e-9)


def test_values_that_no_row_moves_have_no_interval():
    found = foldwise.score("v", "u", data=FRAME.assign(u=FRAME["v"]), measures="r2", stream=True).findings[0]
    assert found.interval is None
    assert found.reason == "no row moves the measure, which leaves no spread to judge from"


def test_rows_that_are_worth_few_have_no_interval():
    heavy = FRAME.assign(w=np.where(np.arange(N) < 3, 1e6, 1.0))
    for stream in (False, True):
        found = foldwise.score("v", "u", data=heavy, weights="w", measures="mae", stream=stream).findings[0]
        assert found.interval is None
        assert found.reason.startswith("the weights give 150 rows an effective sample size of 3.0")
