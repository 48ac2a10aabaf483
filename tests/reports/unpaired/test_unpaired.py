"""The result of a comparison on different rows."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import UnknownNameError

ROWS = {
    "spring": (np.arange(80) % 2, np.where(np.arange(80) < 8, 1 - np.arange(80) % 2, np.arange(80) % 2)),
    "autumn": (np.arange(60) % 2, np.where(np.arange(60) < 20, 1 - np.arange(60) % 2, np.arange(60) % 2)),
}
RESULT = foldwise.compare_unpaired(ROWS, measures="error,accuracy")


def test_what_was_found_is_found_by_name():
    assert RESULT.finding("spring", "error").estimate.value == pytest.approx(0.1)
    assert RESULT.finding("autumn", "acc").measure.name == "accuracy"
    assert RESULT.names == ("spring", "autumn")


def test_pairs_of_a_measure():
    assert RESULT.pairs("accuracy")["measure"].tolist() == ["accuracy"]
    assert len(RESULT.pairs()) == 2
    with pytest.raises(UnknownNameError, match="no measure here called 'nonsense'"):
        RESULT.pairs("nonsense")


def test_json_holds_the_same():
    found = RESULT.to_dict()
    assert (found["verb"], found["n"]) == ("compare-unpaired", {"spring": 80, "autumn": 60})
    assert [row["measure"] for row in found["pairs"]] == ["error", "accuracy"]


def test_unknown_names_are_refused():
    with pytest.raises(UnknownNameError, match="no system here called 'winter'"):
        RESULT.finding("winter", "error")
    with pytest.raises(UnknownNameError, match="no measure here called 'mcc'"):
        RESULT.finding("spring", "mcc")
