"""Values as plain data and back."""

import math

import numpy as np
import pytest

import foldwise
from foldwise.data import Task
from foldwise.reports.saved.codec import Reader, Writer


def around(value):
    writer = Writer()
    return Reader(writer.arrays, writer.predictions).read(writer.write(value))


def test_plain_values_come_back_as_they_were():
    value = (1, 0.5, None, True, "x", [1, (2,)], {("a", 1): Task.REGRESSION, "b": -math.inf})
    assert around(value) == value
    assert math.isnan(around(float("nan")))
    assert around(np.float64(0.5)) == 0.5


def test_arrays_of_objects_become_texts():
    assert around(np.array(["a", None], dtype=object)).tolist() == ["a", "None"]


@pytest.mark.parametrize(
    "record",
    [
        {"$": "value", "name": "Popen", "fields": {}},
        {"$": "value", "name": "Interval", "fields": {"low": 1}},
        {"$": "enum", "name": "Task", "value": "nothing"},
        {"$": "__init__"},
        {"$": "array", "at": -1},
        {"$": "array", "at": True},
        {"$": "number", "value": "5"},
        [1, 2],
        {},
    ],
)
def test_what_was_not_written_so_is_not_read(record):
    with pytest.raises((KeyError, ValueError, TypeError, IndexError)):
        Reader([np.zeros(1)], []).read(record)


def test_fields_of_later_versions_may_be_lacking_and_no_others():
    found = foldwise.permutation_test("lda", foldwise.sample("iris"), permutations=2, plan="kfold(2)", progress=None)
    record = Writer().write(found)
    del record["fields"]["options"], record["fields"]["origin"]
    assert Reader([], []).read(record).p_value == found.p_value
    del record["fields"]["seed"]
    with pytest.raises((ValueError, TypeError)):
        Reader([], []).read(record)
