"""Weighted rows and rows in groups, summarised, have the intervals of the rows in memory."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import InputError

rng = np.random.default_rng(2)
N = 4000
TRUTH = rng.integers(0, 2, N)
P = 1 / (1 + np.exp(-(rng.normal(size=N) + TRUTH - 0.5)))
FRAME = pd.DataFrame(
    {
        "y": TRUTH,
        "p": P,
        "q": np.round(P, 1) ** 2,
        "w": rng.gamma(2, size=N),
        "g": rng.integers(0, 150, N),
        "value": rng.normal(size=N) + 5,
    }
)
FRAME["guess"] = FRAME["value"] + rng.normal(size=N) * (1 + FRAME["g"] % 3)
UNITS = {"groups": {"groups": "g"}, "weights": {"weights": "w"}, "both": {"groups": "g", "weights": "w"}}
ENDS = ["value", "low", "high"]


def both(*given, **more):
    return tuple(foldwise.score(*given, data=FRAME, stream=stream, **more) for stream in (False, True))


@pytest.mark.parametrize("units", UNITS)
def test_losses_and_areas_agree(units):
    more = {"scores": {"a": "p", "b": "q"}, "measures": "error,log-loss,auc", **UNITS[units]}
    whole, pieces = both("y", **more)
    pd.testing.assert_frame_equal(pieces.to_frame()[ENDS], whole.to_frame()[ENDS], rtol=1e-9)


@pytest.mark.parametrize("units", UNITS)
def test_differences_of_systems_agree(units):
    more = {"scores": {"a": "p", "b": "q"}, "measures": "error,log-loss,auc,brier-skill", **UNITS[units]}
    whole, pieces = both("y", **more)
    columns = ["difference", "low", "high", "p_value"]
    pd.testing.assert_frame_equal(pieces.pairs()[columns], whole.pairs()[columns], rtol=1e-8)


@pytest.mark.parametrize("units", UNITS)
def test_values_agree(units):
    whole, pieces = both("value", "guess", measures="rmse,mae,r2,rae,smape", **UNITS[units])
    pd.testing.assert_frame_equal(pieces.to_frame()[ENDS], whole.to_frame()[ENDS], rtol=1e-9)


@pytest.mark.parametrize("units", UNITS)
def test_measures_of_counts_agree(units):
    whole, pieces = both("y", scores={"a": "p"}, measures="f1,mcc,balanced-error,recall", **UNITS[units])
    assert pieces.to_frame()["value"].to_numpy() == pytest.approx(whole.to_frame()["value"].to_numpy(), rel=1e-9)
    pd.testing.assert_frame_equal(pieces.to_frame()[["low", "high"]], whole.to_frame()[["low", "high"]], rtol=1e-9)


def test_equal_weights_are_none():
    same = FRAME.assign(w=3.7)
    weighted = foldwise.score("y", scores="p", data=same, weights="w", stream=True)
    plain = foldwise.score("y", scores="p", data=same, stream=True)
    assert [one.interval for one in weighted.findings] == [one.interval for one in plain.findings]
    in_memory = foldwise.score("y", scores="p", data=same, weights="w")
    pd.testing.assert_frame_equal(weighted.to_frame()[ENDS], in_memory.to_frame()[ENDS], rtol=1e-9)
    np.testing.assert_allclose(weighted.confusion("system"), in_memory.confusion("system"))


def test_rows_of_weight_zero_are_left_out_and_told():
    some = FRAME.assign(w=FRAME["w"].where(FRAME.index >= 3, 0.0))
    found = foldwise.score("y", scores="p", data=some, weights="w", stream=True)
    assert (found.rows, "3 rows of weight 0 were left out" in found.notes) == (N - 3, True)


def test_few_groups_have_no_interval():
    found = foldwise.score(
        "y", scores="p", data=FRAME.assign(g=FRAME["g"] % 3), groups="g", stream=True, measures="error"
    )
    assert found.findings[0].interval is None
    assert "it needs 5 groups, and there are 3" in found.findings[0].reason


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("w", -1.0, "weights must not be negative; the smallest is -1.0"),
        ("w", np.nan, "weights holds nan in row 8"),
        ("g", None, "groups is missing in row 8"),
    ],
)
def test_bad_rows_are_found(column, value, message):
    broken = FRAME.astype({"g": object})
    broken.loc[7, column] = value
    with pytest.raises(InputError) as caught:
        foldwise.score(
            "y", scores="p", data=broken, stream=True, **{"w": {"weights": "w"}, "g": {"groups": "g"}}[column]
        )
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("units", UNITS)
def test_one_class_against_the_rest(units):
    whole, pieces = both("y", scores={"a": "p"}, measures="precision[1],recall[0]", **UNITS[units])
    pd.testing.assert_frame_equal(pieces.to_frame()[ENDS], whole.to_frame()[ENDS], rtol=0.01)


@pytest.mark.parametrize("units", UNITS)
def test_perfect_systems_are_not_certain(units):
    sure = FRAME.assign(p=0.1 + 0.8 * FRAME["y"])
    given = {"scores": {"a": "p"}, "data": sure, "measures": "error,balanced-error,auc", **UNITS[units]}
    for one in foldwise.score("y", stream=True, **given).findings:
        assert 0.0005 < one.interval.high - one.interval.low < 0.08, one.measure.name


@pytest.mark.parametrize("units", UNITS)
def test_a_correlation_has_the_interval_of_the_rows_in_memory(units):
    found, expected = (
        foldwise.score("value", "guess", data=FRAME, measures="correlation", stream=stream, **UNITS[units]).to_frame()
        for stream in (True, False)
    )
    np.testing.assert_allclose(found[ENDS], expected[ENDS], rtol=1e-10)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_the_unit_of_the_target_does_not_matter(units, unit):
    """Absolute errors of 1e-12 had no interval: they were taken for rounding."""
    other = FRAME.assign(value=unit * FRAME["value"], guess=unit * FRAME["guess"])
    found, expected = (
        foldwise.score("value", "guess", data=data, measures="mae,r2", stream=True, **UNITS[units]).to_frame()[ENDS]
        for data in (other, FRAME)
    )
    np.testing.assert_allclose(found[:1], unit * expected[:1], rtol=1e-9)
    np.testing.assert_allclose(found[1:], expected[1:], rtol=1e-9)


def test_three_rows_are_no_reason_to_fail():
    found = foldwise.score("value", "guess", data=FRAME[:3], measures="correlation", stream=True).findings[0]
    assert (found.interval, "rows, and there are 3" in found.reason) == (None, True)


@pytest.mark.parametrize("units", UNITS)
def test_the_brier_score_of_two_classes_is_1_at_most(units):
    """Ends were bounded by 2, what it can be of many classes, of rows in pieces and of rows in groups."""
    truth, p = np.tile([0, 1], 6), np.tile([0.98, 0.03], 6)
    p[:4] = 0.5
    rows = pd.DataFrame({"y": truth, "p": p, "w": np.r_[5.0, np.ones(11)], "g": np.arange(12) // 2})
    for stream in (False, True):
        found = foldwise.score("y", scores="p", data=rows, stream=stream, measures="brier", **UNITS[units])
        assert found.findings[0].interval.high == 1
