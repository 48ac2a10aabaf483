"""The ending of a name says how a file is read."""

import pytest

from foldwise.data import read
from foldwise.errors import InputError, SealError


def test_the_case_of_the_ending_does_not_matter(tmp_path):
    path = tmp_path / "ROWS.CSV"
    path.write_text("a,y\n1,u\n2,v\n")
    assert read(path, "y").n == 2
    assert read(str(path), "y").name == "ROWS.CSV"


@pytest.mark.parametrize("name", ["rows.xls", "rows.json", "rows", "rows.parquet.gz", "rows.gz"])
def test_other_endings_are_refused_with_those_that_are_known(tmp_path, name):
    path = tmp_path / name
    path.write_text("a,y\n1,u\n")
    with pytest.raises(InputError, match=r"does not read files .* try saving it as .csv, or one of .csv, .tsv"):
        read(path, "y")


@pytest.mark.parametrize(
    ("name", "option"),
    [("rows.arff", "delimiter"), ("rows.jsonl", "delimiter"), ("rows.db", "encoding"), ("rows.arff", "query")],
)
def test_an_option_that_means_nothing_is_refused(tmp_path, name, option):
    path = tmp_path / name
    path.write_text("x")
    with pytest.raises(InputError, match=f"{option}= is for .*, not for {path.suffix} files"):
        read(path, "y", **{option: ","})


def test_a_sealed_file_is_refused_for_what_it_is(tmp_path):
    path = tmp_path / "rows.sealed"
    path.write_text("kept")
    with pytest.raises(SealError, match=r"'rows.sealed' is sealed: its rows are for one final look, .*; try the open"):
        read(path, "y")
