"""Standard input as a file."""

from __future__ import annotations

import gzip
import io
import sys

import pytest

from foldwise.data import read, seal_file
from foldwise.data.files.standard_input import format_of, standard_input
from foldwise.errors import InputError, UnknownNameError

CSV = b"a,y\n1,u\n2,v\n3,u\n"
LINES = b'\n{"a": 1, "y": "u"}\n{"a": 2, "y": "v"}\n{"a": 3, "y": "u"}\n'
ARFF = b"@RELATION r\n@ATTRIBUTE a NUMERIC\n@ATTRIBUTE y {u,v}\n@DATA\n1,u\n2,v\n3,u\n"


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch):
    """Puts bytes into standard input."""

    def put(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return put


@pytest.mark.parametrize("content", [CSV, LINES, ARFF, gzip.compress(CSV)], ids=["csv", "jsonl", "arff", "csv.gz"])
def test_what_is_piped_in_is_recognised(pipe, content: bytes) -> None:
    pipe(content)
    rows = read("-", "y")
    assert (rows.n, rows.name, rows.target.tolist()) == (3, "standard input", ["u", "v", "u"])


def test_the_format_may_be_said(pipe, tmp_path) -> None:
    pipe(b"a y\n1 u\n2 v\n")
    assert read("-", "y", file_format="csv", delimiter=" ").n == 2
    (tmp_path / "rows.export").write_bytes(LINES)
    assert read(tmp_path / "rows.export", "y", file_format=".JSONL").n == 3
    with pytest.raises(UnknownNameError, match="there is no format of files called 'cvs'; try 'csv'"):
        read(tmp_path / "rows.export", "y", file_format="cvs")


def test_a_file_is_left_behind_nowhere(pipe) -> None:
    pipe(CSV)
    with standard_input(None) as path:
        assert path.read_bytes() == CSV
    assert not path.exists()


def test_beginnings_tell_the_kind_of_a_file() -> None:
    assert [format_of(start) for start in (b"PAR1", b"PK\x03\x04", b"SQLite format 3\x00", b"")] == [
        *(".parquet", ".xlsx", ".db", ".csv")
    ]


def test_too_much_is_refused(pipe) -> None:
    pipe(CSV * 100_000)
    with pytest.raises(InputError, match=r"standard input holds more than 0.001 GB; try unpacked=0.002"):
        read("-", "y", unpacked=0.001)


def test_nothing_is_told(pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(b"")
    with pytest.raises(InputError, match=r"standard input is empty; try a file with rows in it"):
        read("-", "y")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(
        InputError, match=r"nothing is piped into standard input; try cat rows.csv \| foldwise assess -"
    ):
        read("-", "y")


def test_what_is_piped_in_cannot_be_sealed(pipe) -> None:
    pipe(CSV)
    with pytest.raises(InputError, match="rows of standard input cannot be sealed, since the sealed file is written"):
        seal_file("-", "y")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a,y\n", "standard input"),
        (b"a,y\n1,u\n2\n3,4,5\n", "standard input"),
        (b"PAR1 and no more", "standard input is not a whole Parquet file"),
        (b'{"a": 1', "standard input"),
        (b"\x1f\x8b no gzip", "standard input"),
    ],
)
def test_messages_call_it_by_its_name(pipe, content, told) -> None:
    pipe(content)
    with pytest.raises(InputError) as refused:
        read("-", "y")
    assert told in str(refused.value)
    assert "stdin" not in str(refused.value)
    assert "tmp" not in str(refused.value)
