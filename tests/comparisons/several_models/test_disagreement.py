"""Rows on which systems disagree."""

import pytest

from foldwise.comparisons import disagreement
from foldwise.errors import MeasureError
from foldwise.predictions import Predictions

TABLE = Predictions.build(
    ["x", "y", "y", "x"], {"a": ["x", "y", "x", "x"], "b": ["x", "x", "x", None], "c": ["x", "y", "x", "y"]}
)


def test_who_is_right_where():
    found = disagreement(TABLE)
    assert found.rows.tolist() == [1, 3]
    assert found.share == 0.5
    frame = found.to_frame()
    assert frame["b"].isna().tolist() == [False, True]
    assert frame.drop(columns="b").to_dict("list") == {
        "row": [1, 3],
        "truth": ["y", "x"],
        "a": ["y", "x"],
        "c": ["y", "y"],
        "right": [2, 1],
    }


def test_patterns_are_counted():
    counts = disagreement(TABLE).counts()
    assert counts["rows"].tolist() == [1, 1]
    assert set(counts.columns) == {"a", "b", "c", "rows"}


def test_systems_that_agree_have_no_such_rows():
    assert disagreement(TABLE.only("a")).rows.size == 0


def test_values_are_refused():
    with pytest.raises(MeasureError, match="systems disagree about classes, and these predict values"):
        disagreement(Predictions.build([1.5, 2.5], {"a": [1.0, 2.0]}))
