"""Standard input as a file: its content is kept in a temporary one, since readers look at it more than once."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

from foldwise.data.checks.file import UNPACKED, readable
from foldwise.errors import FoldwiseError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CALLED", "STDIN", "format_of", "standard_input"]

STDIN = "-"
"""What stands for standard input where a path is expected."""
CALLED = "standard input"
PIECE = 1 << 20
BEGINNINGS = {
    b"\x1f\x8b": ".csv.gz",
    b"PAR1": ".parquet",
    b"ARROW1": ".feather",
    b"PK\x03\x04": ".xlsx",
    b"SQLite format 3\x00": ".db",
}
"""How files of each kind begin."""


def format_of(start: bytes) -> str:
    """Ending of the name that a file with this beginning would have.

    Examples
    --------
    >>> format_of(b'{"age": 31}'), format_of(b"age,class")
    ('.jsonl', '.csv')
    """
    known = [ending for begins, ending in BEGINNINGS.items() if start.startswith(begins)]
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n")
    if known:
        return known[0]
    return ".jsonl" if text.startswith(b"{") else ".arff" if text[:9].lower() == b"@relation" else ".csv"


@contextmanager
def standard_input(unpacked: float | None) -> Iterator[Path]:
    """Give a file with what is piped in; `unpacked` is the most that is read, in GB."""
    source = getattr(sys.stdin, "buffer", None)
    if source is None or source.closed or sys.stdin.isatty():
        message = "nothing is piped into standard input"
        raise InputError(message, hint="cat rows.csv | foldwise assess -, or the path of a file")
    with TemporaryDirectory(prefix="foldwise-") as folder:
        start = source.read(PIECE)
        path = Path(folder) / f"stdin{format_of(start)}"
        with readable(path), path.open("wb") as file:
            _copy(start, source, file, unpacked)
        with _called_by_its_name(path):
            yield path


@contextmanager
def _called_by_its_name(path: Path) -> Iterator[None]:
    """Say standard input where a message names the temporary file."""
    try:
        yield
    except FoldwiseError as error:
        told = [str(error.args[0]), error.hint or ""]
        for name in (str(path), path.name):
            told = [text.replace(f"'{name}'", CALLED).replace(name, CALLED) for text in told]
        error.args, error.hint = (told[0], *error.args[1:]), told[1] or None
        raise


def _copy(start: bytes, source: IO[bytes], file: IO[bytes], unpacked: float | None) -> None:
    most = UNPACKED if unpacked is None else unpacked
    size, piece = 0, start
    while piece:
        size += len(piece)
        if size > most * 1e9:
            message = f"{CALLED} holds more than {most:g} GB"
            raise InputError(message, hint=f"unpacked={2 * most:g}, or the path of a file")
        file.write(piece)
        piece = source.read(PIECE)
