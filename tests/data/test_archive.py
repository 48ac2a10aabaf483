"""Datasets in a file."""

import io
import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

from foldwise.data import read, sample
from foldwise.data.archive import pack, unpack
from foldwise.errors import InputError

Y = ["no", "yes", "no"]
COLUMNS = {"a": [1.5, None, 2.5], "i": [1, 2, 3], "t": ["u", None, "v"], "b": [True, False, True]}
TABLES = {
    "array": np.arange(6, dtype=np.float32).reshape(3, 2),
    "sparse": csr_array(np.eye(3)),
    "pandas": pd.DataFrame(COLUMNS | {"c": pd.Categorical(["x", "y", "x"], categories=["z", "y", "x"])}),
    "pandas with numbered columns": pd.DataFrame(np.eye(3)),
    "polars": pl.DataFrame(COLUMNS).with_columns(c=pl.Series(["x", None, "x"], dtype=pl.Categorical)),
}


def saved(dataset, tmp_path, **facts):
    path = tmp_path / "rows.sealed"
    path.write_bytes(pack(dataset, facts, "a note"))
    return path


@pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
def test_a_dataset_comes_back_as_it_was(tmp_path, table):
    dataset = read(
        table, Y, groups=["p", "q", "q"], order=pd.to_datetime(["2026-01-01"] * 3), weights=[1, 2, 3], positive="no"
    )
    dataset, facts = unpack(saved(dataset, tmp_path, more="text")), {"more": "text"}
    back, kept = dataset
    original = read(
        table, Y, groups=["p", "q", "q"], order=pd.to_datetime(["2026-01-01"] * 3), weights=[1, 2, 3], positive="no"
    )
    assert kept == facts
    assert back.fingerprint == original.fingerprint
    assert type(back.X) is type(original.X)
    assert (back.columns, back.positive, back.name, back.task) == (original.columns, "no", "data", original.task)
    assert np.array_equal(back.order, original.order)


def test_the_types_of_a_frame_are_kept(tmp_path):
    frame = TABLES["pandas"]
    back = unpack(saved(read(frame, Y), tmp_path))[0].X
    assert back.dtypes.tolist() == frame.dtypes.tolist()
    assert list(back["c"].cat.categories) == ["z", "y", "x"]
    frame = TABLES["polars"]
    assert unpack(saved(read(frame, Y), tmp_path))[0].X.schema == frame.schema | {"i": pl.Int64}


def test_costs_are_kept(tmp_path):
    dataset = read(np.eye(3), Y, costs=[[0, 1], [5, 0]])
    assert unpack(saved(dataset, tmp_path))[0].costs.tolist() == [[0, 1], [5, 0]]


def test_the_file_holds_no_pickle_and_a_note(tmp_path):
    with zipfile.ZipFile(io.BytesIO(saved(sample("auto-mpg"), tmp_path).read_bytes())) as archive:
        assert archive.read("README.txt") == b"a note"
        for name in archive.namelist():
            if name.endswith(".npy"):
                np.load(io.BytesIO(archive.read(name)), allow_pickle=False)


def test_other_frames_are_refused():
    with pytest.raises(InputError, match="sealed rows in a pyarrow frame cannot be saved"):
        pack(replace(read(pd.DataFrame({"a": [1, 2, 3]}), Y), X=pa.table({"a": [1, 2, 3]})), {}, "")


@pytest.mark.parametrize(
    "spoil", [lambda raw: raw[:100], lambda _: b"nonsense", lambda raw: raw.replace(b"card", b"dark")]
)
def test_a_damaged_file_is_refused(tmp_path, spoil):
    path = saved(sample("iris"), tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InputError, match=r"'rows\.sealed' is not a whole file of sealed rows"):
        unpack(path)
