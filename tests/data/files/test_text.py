"""Opening text."""

import gzip

import pytest

from foldwise.data import read
from foldwise.data.files.text import open_text
from foldwise.errors import InputError


def content(path, encoding=None):
    with open_text(path, encoding) as text:
        return text.read()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("ending", [".csv", ".csv.gz"])
def test_text_is_decoded_and_unzipped(tmp_path, encoding, ending):
    path = tmp_path / f"rows{ending}"
    raw = "é\r\nü\n".encode(encoding)
    path.write_bytes(gzip.compress(raw) if ending.endswith("gz") else raw)
    assert content(path, "utf-16-le" if encoding == "utf-16-le" else None) == "é\r\nü\n"


def test_the_line_of_a_wrong_byte_is_found_beyond_the_first_block(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"0123456789\n" * 5000 + b"caf\xe9\n")
    with pytest.raises(
        InputError, match=r"'rows.csv' is not utf-8 text: byte 0xe9 in line 5001; try encoding='latin-1'"
    ):
        content(path)


def test_a_file_that_is_mended_while_it_is_read_is_to_be_read_again(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("cafe\n")

    def read_what_was_there_before():
        with open_text(path, None):
            raise UnicodeDecodeError("utf-8", b"caf\xe9", 3, 4, "invalid continuation byte")

    with pytest.raises(InputError, match=r"'rows\.csv' changed while it was being read"):
        read_what_was_there_before()


@pytest.mark.parametrize(
    ("encoding", "message"),
    [("rot13", "no encoding called 'rot13'"), ("base64", "no encoding called"), ("utf-16", "is not utf-16 text")],
)
def test_an_encoding_that_makes_no_text_of_the_file_is_refused(tmp_path, encoding, message):
    (tmp_path / "rows.csv").write_text("x,y\n1,a\n2,b\n")
    with pytest.raises(InputError, match=message):
        read(tmp_path / "rows.csv", target="y", encoding=encoding)


def test_zero_bytes_are_no_text(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"a\x00b")
    with pytest.raises(InputError, match=r"'rows\.csv' is not a text file: it holds zero bytes"):
        content(path)


@pytest.mark.parametrize("ending", ["csv", "arff", "jsonl"])
def test_a_gzip_file_that_grows_beyond_the_limit_is_refused(tmp_path, ending):
    path = tmp_path / f"bomb.{ending}.gz"
    start = {"csv": "a,y\n", "arff": "@relation r\n@attribute a numeric\n@attribute y {u,v}\n@data\n", "jsonl": ""}[
        ending
    ]
    row = '{"a": 1, "y": "u"}\n{"a": 2, "y": "v"}\n' if ending == "jsonl" else "1,u\n2,v\n"
    path.write_bytes(gzip.compress((start + row * 20_000).encode()))
    with pytest.raises(
        InputError, match=rf"'bomb\.{ending}\.gz' unpacks to more than 0\.0001 GB; try unpacked=0\.0002"
    ):
        read(path, "y", unpacked=0.0001)
    assert read(path, "y", unpacked=0.01).n == 40_000


@pytest.mark.parametrize("unpacked", [0, -1, "4", float("nan")])
def test_the_limit_is_a_number_of_gigabytes(tmp_path, unpacked):
    with pytest.raises(InputError, match="unpacked is the number of gigabytes that a packed file may unpack to"):
        read(tmp_path / "rows.csv.gz", "y", unpacked=unpacked)


def test_a_file_that_cannot_be_opened_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n1,u\n2,v\n")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(
        InputError, match=r"rows\.csv' cannot be read: permission denied; try another file, or the right"
    ):
        read(path, "y")


def test_a_name_that_is_too_long_for_any_file_is_refused():
    with pytest.raises(InputError, match="cannot be read: file name too long"):
        read("x" * 5000 + ".csv", "y")
