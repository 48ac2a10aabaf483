"""Find the reader for a file by the ending of its name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from foldwise.data.checks.file import check_file, no_rows, unknown_type
from foldwise.data.files.arff import read_arff
from foldwise.data.files.columnar import read_feather, read_parquet
from foldwise.data.files.delimited import read_delimited
from foldwise.data.files.excel import read_excel
from foldwise.data.files.json_lines import read_json_lines
from foldwise.data.files.sqlite import read_sqlite
from foldwise.data.files.standard_input import CALLED, STDIN, standard_input
from foldwise.errors import InputError, SealError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from foldwise.data.request import Loaded, ReadRequest

__all__ = ["load_file"]

TEXT_READERS: dict[str, Callable[[Path, ReadRequest], Loaded]] = {
    **dict.fromkeys((".csv", ".tsv", ".txt", ".data", ".dat"), read_delimited),
    ".arff": read_arff,
    **dict.fromkeys((".jsonl", ".ndjson"), read_json_lines),
}
BINARY_READERS: dict[str, Callable[[Path, ReadRequest], Loaded]] = {
    **dict.fromkeys((".parquet", ".pq"), read_parquet),
    ".feather": read_feather,
    **dict.fromkeys((".xlsx", ".xlsm"), read_excel),
    **dict.fromkeys((".db", ".sqlite", ".sqlite3"), read_sqlite),
}


def load_file(source: str | PathLike[str], request: ReadRequest) -> Loaded:
    """Read the file, or standard input; the ending of its name says how, unless the request does."""
    if str(source) == STDIN:
        with standard_input(request.unpacked) as piped:
            return replace(load_file(piped, request), name=CALLED, source="")
    if not str(source).strip():
        message = "the path of the file is empty"
        raise InputError(message, hint="the path of a file, such as 'rows.csv'")
    path = Path(source)
    check_file(path)
    packed = path.suffix.lower() == ".gz"
    ending = Path(path.stem).suffix.lower() if packed else path.suffix.lower()
    if request.file_format is not None:
        ending = _asked_ending(request.file_format)
    readers = TEXT_READERS if packed else TEXT_READERS | BINARY_READERS
    if ending == ".sealed":
        message = f"'{path.name}' is sealed: its rows are for one final look, not for fitting, tuning or choosing"
        raise SealError(message, hint="the open part; unseal looks at the sealed rows")
    if ending not in readers:
        raise unknown_type(path, (*TEXT_READERS, *BINARY_READERS))
    _refuse_foreign(request, ending)
    loaded = readers[ending](path, request)
    if not len(loaded.table):
        raise no_rows(path, loaded.table.shape[1])
    return replace(loaded, source=str(source))


def _asked_ending(name: str) -> str:
    known = [ending.lstrip(".") for ending in (*TEXT_READERS, *BINARY_READERS)]
    if name.lower().lstrip(".") not in known:
        raise UnknownNameError.of("format of files", name, known)
    return f".{name.lower().lstrip('.')}"


def _refuse_foreign(request: ReadRequest, ending: str) -> None:
    """Options that this kind of file has no use for are refused, not ignored."""
    if TEXT_READERS.get(ending) is not read_delimited:
        request.refuse("delimiter", because=f"delimited text, not for {ending} files")
    if ending not in TEXT_READERS:
        request.refuse("encoding", because=f"text files, not for {ending} files")
    if BINARY_READERS.get(ending) is not read_sqlite:
        request.refuse("query", because=f"SQLite databases, not for {ending} files")
    if BINARY_READERS.get(ending) is not read_excel:
        request.refuse("sheet", because=f"Excel files, not for {ending} files")
