"""Delimited text, read in chunks of lines."""

import gzip

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.predictions.sources import delimited
from foldwise.predictions.sources.delimited import DelimitedSource


@pytest.fixture
def path(tmp_path):
    (tmp_path / "t.csv").write_text("y,p\nno,0.25\nNA,\nyes,0.75\n")
    return tmp_path / "t.csv"


def test_only_an_empty_field_is_missing(path):
    source = DelimitedSource(path)
    (chunk,) = source.chunks(["y", "p"])
    assert (source.names, source.name, source.rows) == (("y", "p"), "'t.csv'", None)
    assert chunk["y"].tolist() == ["no", "NA", "yes"]
    assert np.isnan(chunk["p"]).tolist() == [False, True, False]


def test_numbers_are_read_to_the_last_digit(tmp_path):
    values = np.random.default_rng(0).normal(size=500)
    (tmp_path / "t.csv").write_text("p\n" + "\n".join(map(repr, values.tolist())))
    (chunk,) = DelimitedSource(tmp_path / "t.csv").chunks(["p"])
    assert np.array_equal(chunk["p"], values)


def test_lines_come_some_at_a_time(path, monkeypatch):
    monkeypatch.setattr(delimited, "ROWS_PER_CHUNK", 2)
    assert [chunk["y"].tolist() for chunk in DelimitedSource(path).chunks(["y"])] == [["no", "NA"], ["yes"]]


def test_a_zipped_file_counts_for_what_it_holds(path, tmp_path):
    zipped = tmp_path / "t.csv.gz"
    with gzip.open(zipped, "wb") as file:
        file.write(path.read_bytes())
    assert DelimitedSource(zipped).size == 5 * zipped.stat().st_size
    assert DelimitedSource(path).size == path.stat().st_size
    assert next(DelimitedSource(zipped).chunks(["y"]))["y"].tolist() == ["no", "NA", "yes"]


def test_names_without_rows_give_no_chunk(tmp_path):
    (tmp_path / "t.csv").write_text("y,p\n")
    assert list(DelimitedSource(tmp_path / "t.csv").chunks(["y"])) == []


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "t.csv").write_text("")
    with pytest.raises(InputError, match=r"t\.csv"):
        _ = DelimitedSource(tmp_path / "t.csv").names
