"""Open a text file: unzipped, decoded, and with one clear sentence when it is no text."""

from __future__ import annotations

import codecs
import gzip
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast

from foldwise.data.checks.file import damaged_gzip
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["open_text"]

MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""What a byte order mark at the start of a file says; UTF-32 first, because its mark starts like that of UTF-16."""


@contextmanager
def open_text(path: Path, encoding: str | None) -> Iterator[TextIO]:
    """Open for reading; `encoding` None is UTF-8, or what the byte order mark says."""
    with damaged_gzip(path), _open_bytes(path) as raw:
        start = raw.peek(4096)[:4096]
        chosen = encoding or next((name for mark, name in MARKS.items() if start.startswith(mark)), "utf-8")
        _check_is_text(path, start, chosen)
        with io.TextIOWrapper(raw, encoding=chosen, newline="") as text:
            try:
                yield text
            except UnicodeDecodeError as error:
                raise _undecodable(path, chosen) from error


def _open_bytes(path: Path) -> io.BufferedReader:
    # A gzip file reads and peeks like a buffered one without being declared so.
    return cast("io.BufferedReader", gzip.GzipFile(path)) if path.suffix.lower() == ".gz" else path.open("rb")


def _check_is_text(path: Path, start: bytes, encoding: str) -> None:
    try:
        codecs.lookup(encoding)
    except LookupError as error:
        message = f"there is no encoding called '{encoding}'"
        raise InputError(message, hint="encoding='utf-8' or encoding='latin-1'") from error
    if b"\x00" in start and not encoding.lower().startswith(("utf-16", "utf-32", "utf_16", "utf_32", "utf16", "utf32")):
        message = f"'{path.name}' is not a text file: it holds zero bytes"
        raise InputError(message, hint="encoding='utf-16' if it is text, or a name whose ending says what it is")


def _undecodable(path: Path, encoding: str) -> InputError:
    """Read again to name the line: the decoder knows its place in a block only."""
    with _open_bytes(path) as raw:
        content = raw.read()
    try:
        content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"'{path.name}' is not {encoding} text: byte 0x{content[error.start]:02x} in line {line}"
        other = "encoding='latin-1'" if encoding.startswith("utf") else "encoding='utf-8'"
        return InputError(message, hint=other)
    return InputError(f"'{path.name}' changed while it was being read", hint="again")
