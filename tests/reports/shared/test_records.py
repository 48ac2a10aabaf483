"""Results as JSON: only what it has a word for."""

import json

import numpy as np
import pytest

from foldwise.reports.shared.records import json_record, json_value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), None])
def test_what_json_has_no_word_for_is_null(value):
    assert json_value(value) is None
    assert json_record({"x": value}) == {"x": None}


@pytest.mark.parametrize("value", [0.5, 3, True, "relu"])
def test_what_json_knows_stays(value):
    assert json_value(value) is value


def test_anything_else_is_its_text_and_can_be_written():
    assert json_value(np.array([1, 2])) == "[1 2]"
    assert json.dumps(json_value({"a": float("nan")}), allow_nan=False) == "\"{'a': nan}\""
