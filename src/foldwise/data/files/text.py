"""Open a text file: unzipped, decoded, and with one clear sentence when it is no text."""

from __future__ import annotations

import codecs
import gzip
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast, final

from foldwise.data.checks.file import check_unpacked, damaged_gzip, readable
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
def open_text(path: Path, encoding: str | None, unpacked: float | None = None) -> Iterator[TextIO]:
    """Open for reading; `encoding` None is UTF-8, or what the byte order mark says; `unpacked` limits a gzip file, in GB."""
    with readable(path), damaged_gzip(path), _open_bytes(path, unpacked) as raw:
        start = raw.peek(4096)[:4096]
        chosen = encoding or next((name for mark, name in MARKS.items() if start.startswith(mark)), "utf-8")
        _check_is_text(path, start, chosen)
        with io.TextIOWrapper(raw, encoding=chosen, newline="") as text:
            try:
                yield text
            except UnicodeDecodeError as error:
                raise _undecodable(path, chosen, unpacked) from error
            except UnicodeError as error:  # UTF-16 and UTF-32 without the mark that tells the order of their bytes
                message = f"'{path.name}' is not {chosen} text: {error}"
                raise InputError(message, hint="encoding='utf-8' or encoding='utf-16-le'") from error


@final
class _Limited(gzip.GzipFile):
    """A gzip file that refuses to grow beyond a limit."""

    def __init__(self, path: Path, limit: float | None) -> None:
        super().__init__(path)
        self.where, self.limit, self.size = path, limit, 0

    def read1(self, size: int = -1) -> bytes:
        """Read a piece, as a text wrapper does, and count it."""
        return self._counted(super().read1(size))

    def read(self, size: int | None = -1) -> bytes:
        """Read and count; all of it piece by piece."""
        if size is not None and size >= 0:
            return self._counted(super().read(size))
        return b"".join(iter(lambda: self.read1(io.DEFAULT_BUFFER_SIZE), b""))

    def _counted(self, piece: bytes) -> bytes:
        self.size += len(piece)
        check_unpacked(self.where, self.size, self.limit)
        return piece


def _open_bytes(path: Path, unpacked: float | None) -> io.BufferedReader:
    # A gzip file reads and peeks like a buffered one without being declared so.
    packed = path.suffix.lower() == ".gz"
    return cast("io.BufferedReader", _Limited(path, unpacked)) if packed else path.open("rb")


def _check_is_text(path: Path, start: bytes, encoding: str) -> None:
    try:
        io.TextIOWrapper(io.BytesIO(), encoding)  # also refuses codecs that make no text, such as base64
    except (LookupError, ValueError) as error:
        message = f"there is no encoding called '{encoding:.60}'"
        raise InputError(message, hint="encoding='utf-8' or encoding='latin-1'") from error
    if b"\x00" in start and not encoding.lower().startswith(("utf-16", "utf-32", "utf_16", "utf_32", "utf16", "utf32")):
        message = f"'{path.name}' is not a text file: it holds zero bytes"
        raise InputError(message, hint="encoding='utf-16' if it is text, or a name whose ending says what it is")


def _undecodable(path: Path, encoding: str, unpacked: float | None) -> InputError:
    """Read again to name the line: the decoder knows its place in a block only."""
    with _open_bytes(path, unpacked) as raw:
        content = raw.read()
    try:
        content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"'{path.name}' is not {encoding} text: byte 0x{content[error.start]:02x} in line {line}"
        other = "encoding='latin-1'" if encoding.startswith("utf") else "encoding='utf-8'"
        return InputError(message, hint=other)
    return InputError(f"'{path.name}' changed while it was being read", hint="again")
