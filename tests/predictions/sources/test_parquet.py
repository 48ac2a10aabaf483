"""Parquet files and folders, read by row groups."""

import numpy as np
import pandas as pd
import pytest

from foldwise.errors import InputError
from foldwise.predictions.labels import Coded
from foldwise.predictions.sources.parquet import ParquetSource, to_numpy

pa = pytest.importorskip("pyarrow")


def test_a_folder_is_one_table_of_all_its_files(tmp_path):
    for part in (0, 1):
        pd.DataFrame({"p": [0.1 + part, 0.2 + part]}).to_parquet(tmp_path / f"{part}.parquet")
    source = ParquetSource(tmp_path)
    assert (source.names, source.rows) == (("p",), 4)
    assert np.concatenate([chunk["p"] for chunk in source.chunks(["p"])]).tolist() == [0.1, 0.2, 1.1, 1.2]
    assert source.size == sum(file.stat().st_size for file in tmp_path.iterdir())


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())])
def test_texts_are_coded_and_gaps_have_no_code(kind):
    found = to_numpy(pa.array(["no", None, "yes", "no"]).cast(kind))
    assert isinstance(found, Coded)
    assert found.codes.tolist() == [0, -1, 1, 0]
    assert found.labels == ("no", "yes")


def test_truth_values_are_the_labels_python_has_for_them():
    found = to_numpy(pa.array([True, None, False]))
    assert [None if code < 0 else found.labels[code] for code in found.codes] == ["True", None, "False"]


def test_numbers_come_as_they_are_and_gaps_as_nan():
    assert to_numpy(pa.array([1, 2])).tolist() == [1, 2]
    assert np.isnan(to_numpy(pa.array([1.0, None]))[1])


def test_what_is_no_parquet_file_is_refused(tmp_path):
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(InputError, match=r"'broken\.parquet' is not a whole Parquet file"):
        _ = ParquetSource(tmp_path / "broken.parquet").names
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="the folder 'empty' holds no Parquet file"):
        _ = ParquetSource(tmp_path / "empty").names
