"""Find out what kind of source was given."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import ReadRequest, is_frame
from foldwise.data.checks import check_file, usable_path
from foldwise.errors import InputError
from foldwise.predictions.sources.arrays import ArraySource, of_frame
from foldwise.predictions.sources.delimited import DelimitedSource
from foldwise.predictions.sources.parquet import ParquetSource
from foldwise.predictions.sources.partitioned import PartitionedSource, has_partitions
from foldwise.predictions.sources.source import Source

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["open_source"]

DELIMITED = (".csv", ".tsv", ".txt", ".data", ".dat")
PARQUET = (".parquet", ".pq")
WILDCARDS = set("*?[")


def open_source(  # noqa: PLR0911 - one for each kind of table
    data: Given, *, sheet: str | int | None = None, file_format: str | None = None
) -> Source:
    """Open a path, a folder, a pattern or a list of Parquet files, a dataframe, one in partitions, or a mapping of arrays.

    `sheet` and `file_format` say how to read a file, as `foldwise.read` does.

    Examples
    --------
    >>> open_source({"y": [0, 1], "p": [0.2, 0.7]}).names
    ('y', 'p')
    """
    if isinstance(data, list | tuple) and data and all(isinstance(one, str | PathLike) for one in data):
        return _several([Path(one) for one in data])
    if isinstance(data, str | PathLike):
        return _open_path(Path(data), ReadRequest(sheet=sheet, file_format=file_format))
    for name, value in (("sheet", sheet), ("file_format", file_format)):
        if value is not None:
            message = f"{name}= says how to read a file, and data is no path"
            raise InputError(message, hint=f"the call without {name}=")
    if isinstance(data, Source):
        return data
    if hasattr(data, "collect_schema"):  # a lazy frame, which warns when it is asked for its columns
        return of_frame(data)
    if has_partitions(data):
        return PartitionedSource(data)
    if isinstance(data, Mapping):
        return ArraySource({str(name): np.asarray(values) for name, values in data.items()}, "the table")
    if is_frame(data):
        return of_frame(data)
    message = f"data is a path, a dataframe or a mapping of columns, not {type(data).__name__}"
    raise InputError(message, hint="data='predictions.csv'")


def _open_path(path: Path, request: ReadRequest) -> Source:
    from foldwise.data.files import STDIN, load_file

    if str(path) == STDIN or request.sheet is not None or request.file_format is not None:
        label = "standard input" if str(path) == STDIN else f"'{path.name}'"
        return of_frame(load_file(path, request).table, label)
    if WILDCARDS & set(str(path)) and not usable_path(path).exists():
        return _matching(path)
    if usable_path(path).is_dir():
        return ParquetSource(path)
    check_file(path)
    ending = Path(path.stem).suffix.lower() if path.suffix.lower() == ".gz" else path.suffix.lower()
    if ending in DELIMITED:
        return DelimitedSource(path)
    if ending in PARQUET:
        return ParquetSource(path)
    return of_frame(load_file(path, request).table, f"'{path.name}'")


def _matching(pattern: Path) -> ParquetSource:
    """Files whose names match a pattern such as ``rows/part-*.parquet``."""
    from glob import glob

    paths = [Path(one) for one in glob(str(pattern), recursive=True)]  # noqa: PTH207 - a pattern may be absolute
    if not paths:
        message = f"no file matches '{pattern}'"
        raise InputError(message, hint="a pattern of Parquet files such as 'rows/*.parquet'")
    return _several(paths)


def _several(files: list[Path]) -> ParquetSource:
    """Several Parquet files, in the order of their names, as one table."""
    for file in files:
        check_file(usable_path(file))
        if file.suffix.lower() not in PARQUET:
            message = f"several files are read as one table where they are Parquet files, and '{file.name}' is none"
            raise InputError(message, hint="one table, or files ending in .parquet")
    if len(set(files)) < len(files):
        twice = next(file for file in files if files.count(file) > 1)
        message = f"'{twice.name}' was given twice"
        raise InputError(message, hint="every file once")
    ordered = tuple(sorted(files))
    return ParquetSource(ordered[0].parent, ordered)
