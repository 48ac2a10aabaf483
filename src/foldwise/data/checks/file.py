"""Checks of a file before it is read."""

from __future__ import annotations

import re
import zlib
from contextlib import contextmanager
from difflib import get_close_matches
from gzip import BadGzipFile
from os import PathLike, fsencode
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from foldwise.data.checks.kinds import shown
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "DAMAGED_ARCHIVE",
    "UNPACKED",
    "check_file",
    "check_unpacked",
    "damaged_gzip",
    "empty_file",
    "no_rows",
    "readable",
    "unknown_type",
    "usable_path",
    "writable",
]

DAMAGED_ARCHIVE = (
    *(BadZipFile, zlib.error, EOFError, OSError, MemoryError, RecursionError, NotImplementedError, RuntimeError),
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError, ArithmeticError),
)
"""What reading a damaged zip file of arrays and JSON raises."""
ADDRESS = re.compile(r"(?:https?|ftp|s3|gs|abfss?|hdfs):/", re.IGNORECASE)
"""An address, of whose two strokes a path keeps one."""
MOST_SIGNS = 120
"""Signs of a path that is no path, in a message."""
UNPACKED = 4.0
"""Gigabytes that a packed file may unpack to, unless more are allowed."""


def check_file(path: Path) -> None:
    """Refuse an address of the web, and a file that does not exist, is a folder, is empty or cannot be opened."""
    if ADDRESS.match(str(path)):
        message = f"'{str(path).replace(':/', '://', 1)}' is an address of the web, and foldwise reads files"
        raise InputError(message, hint="downloading it first, then the path of the file")
    with readable(path):
        if path.is_dir():
            message = f"'{path}' is a folder, not a file"
            raise InputError(message, hint="the path of one data file in it")
        if not path.exists():
            message = f"there is no file '{path}'"
            raise InputError(message, hint=_nearest(path))
        if path.stat().st_size == 0:
            raise empty_file(path)
        with path.open("rb"):
            pass


def usable_path(given: str | PathLike[str]) -> Path:
    """Refuse a path that no file can have here: too long, with a zero byte, or in a folder that may not be entered.

    Examples
    --------
    >>> usable_path("fits.db").name
    'fits.db'
    """
    told: Any = given
    if not isinstance(told, str | PathLike) or not str(told):
        message = f"a path is a text such as 'results/x.html', not {shown(given)}"
        raise InputError(message, hint="the name of a file")
    path = Path(given)
    try:
        fsencode(path)
        path.exists()
    except UnicodeEncodeError:
        why = "it holds half of a sign"
    except OSError as error:
        why = (error.strerror or str(error)).lower()
    else:
        why = "it holds a zero byte" if "\0" in str(path) else ""
    if why:
        text = str(path)
        message = f"'{text if len(text) <= MOST_SIGNS else text[:MOST_SIGNS] + '…'}' cannot be used as a path: {why}"
        raise InputError(message, hint="another path")
    return path


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that it does not let us read into one sentence."""
    try:
        yield
    except OSError as error:
        message = f"'{path}' cannot be read: {(error.strerror or str(error)).lower()}"
        raise InputError(message, hint="another file, or the right to read this one") from error


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that it does not let us write into one sentence."""
    try:
        yield
    except OSError as error:
        message = f"'{path}' cannot be written: {(error.strerror or str(error)).lower()}"
        raise InputError(message, hint="another folder, or one with room and the right to write") from error


def check_unpacked(path: Path, size: float, limit: float | None) -> None:
    """Refuse a packed file that grows beyond the limit, in gigabytes; a small file may unpack to more than memory holds."""
    most = UNPACKED if limit is None else limit
    if size > most * 1e9:
        message = f"'{path.name}' unpacks to more than {most:g} GB"
        raise InputError(message, hint=f"unpacked={2 * most:g} to allow so many gigabytes, if you trust it")


def empty_file(path: Path) -> InputError:
    """Say that a file has no content."""
    return InputError(f"'{path.name}' is empty", hint="a file with rows in it")


def no_rows(path: Path, columns: int) -> InputError:
    """Say that a file has columns but no rows."""
    message = f"'{path.name}' has {count_of(columns, 'column')} and no rows"
    return InputError(message, hint="a file with at least two rows")


def unknown_type(path: Path, known: tuple[str, ...]) -> InputError:
    """Say that the name of a file does not tell what it is."""
    ending = "".join(path.suffixes[-2:]) if path.suffix == ".gz" else path.suffix
    what = f"files ending in '{ending}'" if ending else "files without an ending"
    return InputError(
        f"'{path.name}': foldwise does not read {what}", hint=f"saving it as .csv, or one of {', '.join(known)}"
    )


@contextmanager
def damaged_gzip(path: Path) -> Iterator[None]:
    """Turn what gzip raises on a damaged file into one sentence."""
    try:
        yield
    except (BadGzipFile, EOFError, zlib.error) as error:
        message = f"'{path.name}' is not a whole gzip file ({error})"
        raise InputError(message, hint="making or downloading it again") from error


def _nearest(path: Path) -> str:
    folder = path.parent
    names = sorted(entry.name for entry in folder.iterdir() if entry.exists()) if folder.is_dir() else []
    nearest = get_close_matches(path.name, names, n=1, cutoff=0.6)
    return f"'{folder / nearest[0]}'" if nearest else "another path, or the full path"
