"""Rows that are read in pieces have the findings of the rows in memory, however they are cut, with weights, groups and both."""

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.intervals import UnitRequest
from foldwise.predictions.sources import arrays
from foldwise.scoring.unit_pass import add_up_units, merge_units

rng = np.random.default_rng(5)
N = 240
GROUP = rng.integers(0, 12, N)
CODES = (rng.random(N) < 0.4).astype(int)
THREE = rng.integers(0, 3, N)


def said(truth, classes):
    scores = np.exp(
        rng.normal(size=(N, classes)) + 1.5 * np.eye(classes)[truth] + rng.normal(size=(12, classes))[GROUP]
    )
    return scores / scores.sum(axis=1, keepdims=True)


FRAME = pd.DataFrame({"g": GROUP, "w": 10 ** rng.uniform(-3, 3, N), "site": np.where(np.arange(N) % 3, "x", "z")})
FRAME["value"] = np.exp(rng.normal(size=N))
TRUTHS = {"two": CODES, "three": THREE}
for task, truth in TRUTHS.items():
    FRAME[task] = truth
    for system in "ab":
        table = said(truth, 2 if task == "two" else 3)
        FRAME[f"{task} {system}"] = table.argmax(axis=1)
        for column, part in enumerate(table.T):
            FRAME[f"{task} {system} {column}"] = part
for system in "ab":
    FRAME[f"value {system}"] = FRAME["value"] * np.exp(0.4 * rng.normal(size=N) + 0.3 * rng.normal(size=12)[GROUP])
COSTS = {"two": [[0.0, 1.0], [4.0, 0.0]], "three": [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]]}
UNITS = {
    "rows": {},
    "weights": {"weights": "w"},
    "groups": {"groups": "g"},
    "both": {"weights": "w", "groups": "g"},
}
SAME = ["model", "measure", "segment", "value", "low", "high", "method"]
SLOPES_ONLY = ("correlation",)
"""Of whose rows only the moments are looked at."""


def scored(task, more, *, stream, rows=1 << 20, data=FRAME):
    given = {"predicted": {system: f"{task} {system}" for system in "ab"}, "data": data, "measures": "all", **more}
    if task in COSTS:
        columns = range(len(COSTS[task]))
        given["scores"] = {system: [f"{task} {system} {column}" for column in columns] for system in "ab"}
        given["costs"] = COSTS[task]
    with patch.object(arrays, "ROWS_PER_CHUNK", rows):
        return foldwise.score(task, stream=stream, **given)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("task", ["two", "three", "value"])
def test_every_measure_has_the_interval_that_it_has_in_memory(task, units):
    pieces = scored(task, UNITS[units], stream=True, rows=70).to_frame()
    whole = scored(task, UNITS[units], stream=False).to_frame()
    made = pieces[pieces["low"].notna() & ~pieces["measure"].isin(SLOPES_ONLY)]
    assert len(made) > (30 if task == "value" else 80)
    expected = whole.set_index(["model", "measure"]).loc[list(zip(made["model"], made["measure"], strict=True))]
    np.testing.assert_array_equal(made["method"], expected["method"])
    for column in ("value", "low", "high"):
        np.testing.assert_allclose(made[column], expected[column], rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("task", ["two", "value"])
def test_the_cuts_do_not_matter(task, units):
    whole = scored(task, UNITS[units] | {"segments": "site"}, stream=True).to_frame()
    order = rng.permutation(N)
    for rows, data in ((97, FRAME), (53, FRAME.iloc[order])):
        pieces = scored(task, UNITS[units] | {"segments": "site"}, stream=True, rows=rows, data=data).to_frame()
        pd.testing.assert_frame_equal(pieces[SAME], whole[SAME], rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("task", ["two", "value"])
def test_tests_of_weighted_losses_areas_and_sums_agree(task):
    pieces, whole = (scored(task, UNITS["weights"], stream=stream).pairs() for stream in (True, False))
    pieces = pieces[pieces["method"].isin(["paired-t", "placement-t"]) | pieces["measure"].isin(["r2", "brier-skill"])]
    expected = whole.set_index("measure").loc[pieces["measure"]]
    assert len(pieces) > 8
    known = expected["method"].notna().to_numpy()
    for column in ("difference", "low", "high", "p_value"):
        np.testing.assert_allclose(pieces[column][known], expected[column][known], rtol=1e-6, atol=1e-10)


def test_weights_have_no_unit():
    heavy = FRAME.assign(w=FRAME["w"] * 1e-200)
    pieces, other = (scored("two", UNITS["weights"], stream=True, data=data).to_frame() for data in (FRAME, heavy))
    pd.testing.assert_frame_equal(pieces[SAME], other[SAME], rtol=1e-8, atol=1e-10)


def test_nothing_is_read_where_nothing_is_asked():
    assert add_up_units([], None, {"all": UnitRequest()}, {}, None) == {}
    assert merge_units({}, {}) == {}
