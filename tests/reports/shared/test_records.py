"""Results as plain data."""

import json

import numpy as np

from foldwise.reports.shared.records import json_record, json_value


def test_what_json_has_no_word_for_is_null():
    record = json_record({"low": float("nan"), "high": float("inf"), "value": 0.5, "name": "lda"})
    assert record == {"low": None, "high": None, "value": 0.5, "name": "lda"}
    assert json.dumps(record, allow_nan=False)


def test_parameters_of_any_kind_become_values():
    assert [json_value(one) for one in (1, True, None, "a", np.float64("nan"))] == [1, True, None, "a", None]
    assert json_value((1, 2)) == "(1, 2)"
