"""Raw tables are read once."""

import pandas as pd
import pytest

from foldwise.data import read
from foldwise.engine.raw_tables import read_table
from foldwise.errors import InputError


@pytest.fixture
def dataset():
    return read(pd.DataFrame({"x": [1.0, 2.0, None], "c": ["b", "a", "b"]}), ["p", "q", "p"])


def test_a_table_is_read_once_for_each_choice_of_categories(dataset):
    encoding, matrix = read_table(dataset, None)
    assert encoding.levels == (None, ("a", "b"))
    assert matrix[:, 1].tolist() == [1.0, 0.0, 1.0]
    assert read_table(dataset, None)[1] is matrix
    assert read_table(dataset, ["x"])[0].levels == (("1", "2"), ("a", "b"))


def test_what_cannot_be_read_is_refused_each_time(dataset):
    for _ in range(2):
        with pytest.raises(InputError, match="no column 'z'"):
            read_table(dataset, ["z"])
