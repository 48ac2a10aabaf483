"""Every kind of source gives the same columns."""

import gzip

import numpy as np
import pandas as pd
import polars as pl
import pytest

from foldwise.errors import InputError, UnknownNameError
from foldwise.predictions.labels import Coded
from foldwise.predictions.sources import open_source
from tests.predictions.mutations import damaged

FRAME = pd.DataFrame(
    {"y": ["no", "yes", None, "yes"], "k": [1, 2, 3, 4], "p": [0.1, 0.9, 0.5, 0.75], "b": [True, False, True, True]}
)


def values(column):
    """Plain values of a column, coded or not."""
    if isinstance(column, Coded):
        return [column.labels[code] if code >= 0 else None for code in column.codes]
    return [None if pd.isna(value) else value for value in np.asarray(column).tolist()]


def everything(source):
    chunks = list(source.chunks(list(source.names)))
    return {name: [value for chunk in chunks for value in values(chunk[name])] for name in source.names}


@pytest.fixture
def folder(tmp_path):
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    FRAME.to_csv(tmp_path / "t.tsv", index=False, sep="\t")
    with gzip.open(tmp_path / "t.csv.gz", "wt") as file:
        FRAME.to_csv(file, index=False)
    FRAME.to_parquet(tmp_path / "t.parquet")
    (tmp_path / "t.jsonl").write_text(FRAME.to_json(orient="records", lines=True))
    (tmp_path / "parts" / "site=a").mkdir(parents=True)
    (tmp_path / "parts" / "site=b").mkdir()
    FRAME[:2].to_parquet(tmp_path / "parts" / "site=a" / "0.parquet")
    FRAME[2:].to_parquet(tmp_path / "parts" / "site=b" / "0.parquet")
    return tmp_path


@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.csv.gz", "t.parquet", "t.jsonl"])
def test_files_of_every_kind(folder, name):
    source = open_source(folder / name)
    found = everything(source)
    assert found["y"] == ["no", "yes", None, "yes"]
    assert found["k"] == [1, 2, 3, 4]
    assert found["p"] == [0.1, 0.9, 0.5, 0.75]
    assert [str(value) for value in found["b"]] == ["True", "False", "True", "True"]
    assert name in source.name


def test_a_folder_of_parquet_files_is_one_table_and_its_folders_are_columns(folder):
    source = open_source(str(folder / "parts"))
    assert source.rows == 4
    assert set(source.names) == {"y", "k", "p", "b", "site"}
    assert everything(source)["site"] == ["a", "a", "b", "b"]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, dict, lambda c: pl.DataFrame(c).lazy()])
def test_tables_in_memory(make):
    source = open_source(make({"y": [0, 1], "p": [0.2, 0.7]}))
    assert everything(source) == {"y": [0, 1], "p": [0.2, 0.7]}


def test_a_partitioned_dataframe_is_read_partition_by_partition():
    dd = pytest.importorskip("dask.dataframe")
    source = open_source(dd.from_pandas(FRAME, npartitions=2))
    assert source.rows is None
    assert len(list(source.chunks(["k"]))) == 2
    assert everything(source)["k"] == [1, 2, 3, 4]


def test_a_column_that_is_not_there_gets_the_nearest_name(folder):
    with pytest.raises(UnknownNameError, match=r"there is no column of 't\.csv' called 'kk'; try 'k'"):
        open_source(folder / "t.csv").check("kk")


def test_what_is_no_table_is_refused(folder):
    with pytest.raises(InputError, match="data is a path, a dataframe or a mapping of columns, not int"):
        open_source(7)
    (folder / "broken.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(InputError, match=r"'broken\.parquet' is not a whole Parquet file"):
        _ = open_source(folder / "broken.parquet").names
    (folder / "empty").mkdir()
    with pytest.raises(InputError, match="the folder 'empty' holds no Parquet file"):
        _ = open_source(folder / "empty").names
    with pytest.raises(InputError, match="there is no file"):
        open_source(folder / "nowhere.csv")


def test_a_large_file_is_never_in_memory_as_a_whole(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    group = pa.table({"p": np.random.default_rng(0).random(250_000)})
    with pq.ParquetWriter(tmp_path / "large.parquet", group.schema, compression="none") as file:
        for _ in range(20):
            file.write_table(group)
    before, most, rows = pa.total_allocated_bytes(), 0, 0
    for chunk in open_source(tmp_path / "large.parquet").chunks(["p"]):
        rows += chunk["p"].size
        most = max(most, pa.total_allocated_bytes() - before)
    assert rows == 5_000_000
    assert most < (tmp_path / "large.parquet").stat().st_size / 2


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".csv.gz"])
def test_a_damaged_file_is_refused_or_read_and_never_crashes(tmp_path, suffix):
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"y": rng.choice(["a", "b"], 60), "s": rng.random(60)})
    path = tmp_path / f"t{suffix}"
    table.to_parquet(path) if suffix == ".parquet" else table.to_csv(path, index=False)
    whole, refused = path.read_bytes(), 0
    for _ in range(80):
        path.write_bytes(damaged(whole, rng))
        try:
            source = open_source(path)
            source.check("y", "s")
            sum(len(chunk["s"]) for chunk in source.chunks(["y", "s"]))
        except InputError as error:
            refused += 1 if "\n" not in str(error) else -1000
    assert refused > 0
