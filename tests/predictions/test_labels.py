"""Labels as codes."""

import numpy as np
import pytest

from foldwise.predictions.labels import Coded, factorise, label_text


@pytest.mark.parametrize(
    ("values", "codes", "labels"),
    [
        (np.array([5, 7, 5]), [0, 1, 0], ("5", "7")),
        (np.array([2**40, -(2**40)]), [1, 0], (str(-(2**40)), str(2**40))),
        (np.array([1.0, 0.5, np.nan]), [1, 0, -1], ("0.5", "1")),
        (np.array(["b", "a"]), [1, 0], ("a", "b")),
        (np.array([True, False]), [1, 0], ("False", "True")),
        (np.array(["x", None, np.nan, "y"], dtype=object), [0, -1, -1, 1], ("x", "y")),
        (np.array([1, "1", 1.0, "a"], dtype=object), [0, 0, 0, 1], ("1", "a")),
    ],
)
def test_each_distinct_label_is_written_once(values, codes, labels):
    found = factorise(values)
    assert (found.codes.tolist(), found.labels) == (codes, labels)


def test_what_is_coded_stays_so():
    coded = Coded(np.array([0, -1]), ("a",))
    assert factorise(coded) is coded
    assert coded.size == 2


def test_whole_numbers_are_written_alike():
    assert label_text(3.0) == label_text(3) == label_text("3") == "3"
    assert label_text(3.5) == "3.5"


def test_moments_are_labels_as_they_are_read():
    moments = np.array(["2024-01-02", "NaT", "2024-01-01"], dtype="datetime64[ns]")
    found = factorise(moments)
    assert [None if code < 0 else found.labels[code] for code in found.codes] == ["2024-01-02", None, "2024-01-01"]
