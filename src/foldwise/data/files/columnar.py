"""Parquet and Feather, through pyarrow."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from foldwise.data.checks.file import check_unpacked
from foldwise.data.request import Loaded
from foldwise.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pandas as pd

    from foldwise.data.request import ReadRequest
    from foldwise.typing import Untyped

__all__ = ["read_feather", "read_parquet"]

DAMAGE = (ValueError, TypeError, OSError, KeyError, MemoryError, NotImplementedError)
"""What reading a damaged file raises: ArrowInvalid is a ValueError, and a spoiled length asks for too much memory."""


def read_parquet(path: Path, request: ReadRequest) -> Loaded:
    """Read a Parquet file."""
    with _arrow_errors(path, "Parquet"):
        from pyarrow.parquet import ParquetFile

        with ParquetFile(path, page_checksum_verification=True) as file:
            facts = file.metadata
            groups = (facts.row_group(at).total_byte_size for at in range(facts.num_row_groups))
            check_unpacked(path, max(sum(groups), facts.num_rows * facts.num_columns), request.unpacked)
            return Loaded(_frame(file.read()), path.name, from_file=True)


def read_feather(path: Path, request: ReadRequest) -> Loaded:  # noqa: ARG001 - all readers are called alike
    """Read a Feather file."""
    with _arrow_errors(path, "Feather"):
        from pyarrow.feather import read_table

        return Loaded(_frame(read_table(path, memory_map=False)), path.name, from_file=True)


def _frame(table: Untyped) -> pd.DataFrame:
    """Check the inside of a table, where a damaged one could crash the process, and make it a frame."""
    table.validate(full=True)
    return _without_index(table.to_pandas())


def _without_index(frame: pd.DataFrame) -> pd.DataFrame:
    """An index with a name was a column; one without is row numbers that pandas kept."""
    named = [name for name in frame.index.names if name is not None]
    return frame.reset_index(drop=not named)


@contextmanager
def _arrow_errors(path: Path, what: str) -> Iterator[None]:
    """Turn what pyarrow raises into one sentence."""
    try:
        yield
    except InputError:
        raise
    except ImportError as error:
        job = f"reading {what} files"
        raise MissingExtraError.of(job, "parquet") from error
    except DAMAGE as error:
        # pyarrow puts the path before its reason, and advice for programmers behind it.
        reason = str(error).partition("\n")[0].partition(". ")[0].rpartition("': ")[2]
        message = f"'{path.name}' is not a whole {what} file ({reason})"
        raise InputError(message, hint="making or downloading it again") from error
