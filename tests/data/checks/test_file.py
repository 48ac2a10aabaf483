"""Files that cannot be read."""

from pathlib import Path

import pytest

from foldwise.data.checks.file import check_file, unknown_type
from foldwise.errors import InputError


def test_a_file_with_something_in_it_passes(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a")
    check_file(path)


def test_the_nearest_name_in_the_folder_is_suggested(tmp_path):
    (tmp_path / "churn.csv").write_text("a")
    with pytest.raises(InputError) as caught:
        check_file(tmp_path / "churm.csv")
    assert caught.value.hint == f"'{tmp_path / 'churn.csv'}'"


def test_without_a_folder_nothing_is_suggested(tmp_path):
    with pytest.raises(InputError, match="try another path, or the full path"):
        check_file(tmp_path / "nowhere" / "churn.csv")


@pytest.mark.parametrize(
    ("name", "ending"), [("a.json", "'.json'"), ("a.parquet.gz", "'.parquet.gz'"), ("a", "without an ending")]
)
def test_the_ending_is_named(name, ending):
    assert ending in str(unknown_type(Path(name), (".csv",)))


@pytest.mark.parametrize("address", ["https://example.com/rows.csv", "s3://bucket/rows.csv"])
def test_an_address_of_the_web_is_no_file(address):
    with pytest.raises(
        InputError, match=f"'{address}' is an address of the web, and foldwise reads files; try downloading"
    ):
        check_file(Path(address))
