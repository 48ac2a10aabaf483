"""Parquet and Feather."""

import sys

import numpy as np
import pandas as pd
import pytest

from foldwise.data import read
from foldwise.errors import InputError, MissingExtraError

FRAME = pd.DataFrame({"a": [1.5, None, 2.0], "b": ["u", "v", None], "y": pd.Categorical(["no", "yes", "no"])})


def save(frame, path):
    frame.to_parquet(path) if path.suffix in (".parquet", ".pq") else frame.to_feather(path)
    return path


@pytest.mark.parametrize("name", ["rows.parquet", "rows.pq", "rows.feather"])
def test_types_come_with_the_file(tmp_path, name):
    dataset = read(save(FRAME, tmp_path / name), "y")
    assert [str(dtype) for dtype in dataset.X.dtypes] == ["float64", "category"]
    assert (dataset.n, dataset.classes) == (3, ("no", "yes"))
    assert dataset.fingerprint == read(FRAME, "y").fingerprint


def test_nullable_and_small_types_become_the_usual_ones(tmp_path):
    frame = pd.DataFrame(
        {"a": pd.array([1, 2], dtype="Int64"), "b": pd.array([1, None], dtype="Int64"), "y": ["u", "v"]}
    )
    frame["c"] = pd.array([1.5, 2.5], dtype="float32")
    dataset = read(save(frame, tmp_path / "rows.parquet"), "y")
    assert {name: str(dtype) for name, dtype in dataset.X.dtypes.items()} == {
        "a": "int64",
        "b": "float64",
        "c": "float64",
    }


def test_an_index_with_a_name_is_a_column_and_one_without_is_none(tmp_path):
    named = save(FRAME.set_index("a"), tmp_path / "named.parquet")
    unnamed = save(FRAME.set_axis([7, 8, 9]), tmp_path / "unnamed.parquet")
    assert [column.name for column in read(named, "y").columns] == ["a", "b", "y"]
    assert list(read(unnamed, "y").X.index) == [0, 1, 2]


def test_only_the_levels_that_occur_are_kept(tmp_path):
    frame = FRAME.assign(b=pd.Categorical(["u", "v", "u"], categories=["w", "v", "u"]))
    dataset = read(save(frame, tmp_path / "rows.parquet"), "y")
    assert list(dataset.X["b"].cat.categories) == ["u", "v"]


def test_tokens_count_only_when_asked_for(tmp_path):
    path = save(FRAME.assign(b=["NA", "v", "-"], a=[-1.0, 2, 3]), tmp_path / "rows.parquet")
    assert read(path, "y").columns[1].missing == 0
    dataset = read(path, "y", missing=["NA", "-1"])
    assert [(column.missing, column.tokens) for column in dataset.columns] == [(1, ("-1",)), (1, ("NA",)), (0, ())]
    assert dataset.X["a"].isna().tolist() == [True, False, False]


@pytest.mark.parametrize(("name", "what"), [("rows.parquet", "Parquet"), ("rows.feather", "Feather")])
def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch, name, what):
    path = save(FRAME, tmp_path / name)
    for module in [module for module in sys.modules if module.partition(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"reading {what} files needs .* pip install 'foldwise\[parquet\]'"):
        read(path, "y")


@pytest.mark.parametrize("name", ["rows.parquet", "rows.feather"])
def test_a_file_that_was_cut_is_refused_without_naming_its_folder(tmp_path, name):
    path = save(FRAME, tmp_path / name)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(InputError, match="is not a whole") as caught:
        read(path, "y")
    assert str(tmp_path) not in str(caught.value)


def test_a_file_of_more_rows_than_memory_is_refused_by_what_it_says_of_itself(tmp_path):
    path = tmp_path / "rows.parquet"
    pd.DataFrame({"a": np.zeros(200_000), "y": ["u", "v"] * 100_000}).to_parquet(path)
    with pytest.raises(InputError, match=r"'rows\.parquet' unpacks to more than 0\.0001 GB"):
        read(path, "y", unpacked=0.0001)
    assert read(path, "y").n == 200_000
