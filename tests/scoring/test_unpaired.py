"""Reading systems on different rows."""

import numpy as np
import pandas as pd
import pytest

from foldwise.errors import InputError
from foldwise.scoring import read_systems

NONE = {"classes": None, "task": None, "positive": None, "costs": None}


def test_rows_are_cut_by_the_column_of_systems():
    frame = pd.DataFrame({"y": [0, 1, 1, 0, 1], "p": [0.1, 0.8, 0.6, 0.3, 0.9], "who": ["b", "a", "a", "b", "a"]})
    found = read_systems(frame, {"truth": "y", "scores": "p"}, NONE, "who")
    assert {name: table.n for name, table in found.items()} == {"a": 3, "b": 2}
    assert found["a"].of("a").scores[:, 1].tolist() == [0.8, 0.6, 0.9]


def test_a_line_without_a_system_is_refused():
    frame = pd.DataFrame({"y": [0, 1], "said": [0, 1], "who": ["a", None]})
    with pytest.raises(InputError, match="the system column 'who' is empty in row 1"):
        read_systems(frame, {"truth": "y", "predicted": "said"}, NONE, "who")


def test_values_stay_values():
    rows = np.linspace(0.5, 9.5, 20)
    found = read_systems({"a": (rows, rows + 1), "b": (rows, rows - 1)}, {}, NONE)
    assert not found["a"].is_classification
