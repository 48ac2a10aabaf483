"""Opening text."""

import gzip

import pytest

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


def test_zero_bytes_are_no_text(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"a\x00b")
    with pytest.raises(InputError, match=r"'rows\.csv' is not a text file: it holds zero bytes"):
        content(path)
