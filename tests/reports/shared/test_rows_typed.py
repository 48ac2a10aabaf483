"""How rows are named again."""

import numpy as np
import pandas as pd

from foldwise.data import read, sample
from foldwise.reports.shared.rows_typed import RowOrigin, rows_in_python, rows_typed


def test_a_file_is_named_as_it_was_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my data").mkdir()
    table = pd.DataFrame({"x": [0.5, 1.5, 1.5, 2.0] * 5, "town": ["a", "b"] * 10, "y": ["no", "yes"] * 10})
    table.to_csv("my data/rows.csv", index=False)
    dataset = read("my data/rows.csv", "y", groups="town", positive="no")
    assert rows_typed(dataset) == "'my data/rows.csv' --target y --groups town --positive no"
    assert rows_in_python(dataset) == "'my data/rows.csv', 'y', groups='town', positive='no'"


def test_rows_of_an_object_are_named_by_what_stands_for_them():
    dataset = read(np.arange(40.0).reshape(20, 2), np.arange(20) % 2, groups=np.repeat(range(10), 2))
    assert rows_typed(dataset).startswith("FILE --target ")
    assert rows_typed(dataset).endswith(" --groups GROUPS")
    assert rows_in_python(dataset) == "X, y, groups=groups"
    assert rows_in_python(sample("iris")) == "foldwise.sample('iris')"


def test_how_a_file_was_read_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = pd.DataFrame({"x": [0.5, 1.5, 1.5, 2.0] * 5, "no": range(20), "y": ["no", "yes"] * 10})
    table.to_csv("rows.csv", index=False)
    dataset = read("rows.csv", "y", drop="no", missing=["2.0"], costs="fn=2,fp=1")
    assert rows_typed(dataset) == "rows.csv --target y --costs fn=2,fp=1 --drop no --missing 2.0"
    code = rows_in_python(dataset)
    assert code == "foldwise.read('rows.csv', 'y', costs='fn=2,fp=1', drop=['no'], missing=['2.0'])"
    assert RowOrigin.of(dataset).fingerprint == dataset.fingerprint
