"""Rows that are read in pieces have the findings of the rows in memory, however they are cut, with weights, groups and both."""

from functools import cache
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.comparisons import default
from foldwise.intervals import UnitRequest
from foldwise.predictions.sources import arrays
from foldwise.scoring.unit_pass import add_up_units, merge_segments

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
COSTS = {
    "two": [[0.0, 1.0], [4.0, 0.0]],
    "sure": [[0.0, 1.0], [4.0, 0.0]],
    "three": [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]],
}
UNITS = {
    "rows": {},
    "weights": {"weights": "w"},
    "groups": {"groups": "g"},
    "both": {"weights": "w", "groups": "g"},
}
for system in "ab":  # surer than they are right, and certain of some
    sure = np.exp(np.log(FRAME[[f"two {system} 0", f"two {system} 1"]].to_numpy()) * 8)
    sure /= sure.sum(axis=1, keepdims=True)
    sure[rng.random(N) < 0.1] = [1.0, 0.0]
    FRAME["sure"], FRAME[f"sure {system}"] = FRAME["two"], sure.argmax(axis=1)
    FRAME[f"sure {system} 0"], FRAME[f"sure {system} 1"] = sure.T
SAME = ["model", "measure", "segment", "value", "low", "high", "method"]
NOT_KEPT = (
    "needs all rows in memory",
    "only areas have an interval",
    "no row moves the",
    "the measure has no value here",
)
"""Why a measure of rows in pieces has no interval, or no test, where rows in memory have one."""


def scored(task, more, *, stream, rows=1 << 20, data=FRAME, systems="ab"):
    given = {"predicted": {system: f"{task} {system}" for system in systems}, "data": data, "measures": "all", **more}
    if task in COSTS:
        columns = range(len(COSTS[task]))
        given["scores"] = {system: [f"{task} {system} {column}" for column in columns] for system in systems}
        given["costs"] = COSTS[task]
    with patch.object(arrays, "ROWS_PER_CHUNK", rows):
        return foldwise.score(task, stream=stream, **given)


@cache
def in_pieces(task, units):
    """Both systems from pieces of 70 rows, once for all tests that look at them."""
    return scored(task, UNITS[units], stream=True, rows=70)


@cache
def in_memory(task, units):
    """Both systems from rows in memory, with the measures that rows in pieces have."""
    names = ",".join(dict.fromkeys(one.measure.name for one in in_pieces(task, units).findings))
    return scored(task, UNITS[units] | {"measures": names}, stream=False)


CASES = [(task, units) for task in (*COSTS, "value") for units in UNITS]


@pytest.fixture(autouse=True)
def _without_exchanges():
    """Predictions are exchanged at random where they are few, which takes the rows."""
    with patch.object(default, "exchanged_by_default", return_value=False):
        yield


@pytest.mark.parametrize(("task", "units"), CASES)
def test_every_measure_has_the_value_and_the_interval_that_it_has_in_memory(task, units):
    pieces, whole = in_pieces(task, units), in_memory(task, units)
    assert len(pieces.findings) >= 2 * (19 if task == "value" else 50)
    for one, other in zip(pieces.findings, whole.findings, strict=True):
        bound = pieces.bounds.get((one.model, one.measure.name), 0.0)
        assert one.estimate.value == pytest.approx(other.estimate.value, rel=1e-9, abs=1e-11 + bound, nan_ok=True)
        if one.interval is None or other.interval is None:
            assert one.interval is None
            assert other.interval is None or any(why in one.reason for why in NOT_KEPT)
            continue
        assert one.interval.method == other.interval.method
        ends = [(found.low, found.high) for found in (one.interval, other.interval)]
        np.testing.assert_allclose(*ends, rtol=1e-9, atol=1e-10, err_msg=one.measure.name)


@pytest.mark.parametrize(("task", "units"), CASES)
def test_every_pair_has_the_test_that_it_has_in_memory(task, units):
    pieces = in_pieces(task, units)
    tested, whole = pieces.pairs(), in_memory(task, units).pairs()
    whole = whole.set_index("measure", drop=False).loc[tested["measure"]].reset_index(drop=True)
    np.testing.assert_array_equal(whole["method"], tested["method"])
    columns = ["difference", "low", "high", "p_value", "p_adjusted"]
    pd.testing.assert_frame_equal(tested[columns], whole[columns], rtol=1e-8, atol=1e-10)
    assert len(tested) >= (17 if task == "value" else 40)
    assert all(any(why in reason for why in NOT_KEPT) for reason in pieces.missing.values())


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("task", ["two", "value"])
def test_the_cuts_do_not_matter(task, units):
    asked = UNITS[units] | {"segments": "site"}
    whole = scored(task, asked, stream=True, systems="a").to_frame()
    mixed = FRAME.iloc[np.random.default_rng(6).permutation(N)]
    pieces = scored(task, asked, stream=True, rows=53, data=mixed, systems="a").to_frame()
    pd.testing.assert_frame_equal(pieces[SAME], whole[SAME], rtol=1e-10, atol=1e-12)


def test_weights_have_no_unit():
    heavy = FRAME.assign(w=FRAME["w"] * 1e-25)
    pieces, other = (
        scored("two", UNITS["weights"], stream=True, data=data, systems="a").to_frame() for data in (FRAME, heavy)
    )
    pd.testing.assert_frame_equal(pieces[SAME], other[SAME], rtol=1e-8, atol=1e-10)


def test_nothing_is_read_where_nothing_is_asked():
    assert add_up_units([], None, {"all": UnitRequest()}, {}, None) == {}
    assert merge_segments({}, {}) == {}
