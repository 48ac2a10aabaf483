"""Delimited text: CSV, TSV and anything alike, with the delimiter found from the file."""

from __future__ import annotations

import csv
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from foldwise.data.checks.file import empty_file, no_rows
from foldwise.data.files.layout import SPACE, check_widths, find_layout, long_fields
from foldwise.data.files.text import open_text
from foldwise.data.request import DEFAULT_TOKENS, EMPTY, Loaded
from foldwise.errors import FoldwiseWarning, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pandas as pd

    from foldwise.data.files.layout import FileLayout
    from foldwise.data.request import ReadRequest
    from foldwise.typing import Given

__all__ = ["parse_errors", "read_delimited"]


def read_delimited(path: Path, request: ReadRequest) -> Loaded:
    """Read a delimited text file; an empty field is always missing, other tokens as the request says."""
    with parse_errors(path), long_fields():
        layout = _layout(path, request)
        tokens = DEFAULT_TOKENS if request.missing is None else (*EMPTY, *request.missing)
        frame = _parse(path, request, layout, na_values=list(tokens), low_memory=False)
        literal = [name for name in layout.names if name in request.as_text or frame[name].dtype in (bool, object)]
        told = [name for name in layout.names if name in literal or frame[name].isna().any()]
        written = _parse(path, request, layout, usecols=told, dtype=str, na_filter=False) if told else frame[[]]
    met = {name: tuple(sorted(written.loc[frame[name].isna(), name].unique())) for name in told}
    for name in literal:  # pandas would write true as True, and 007 as 7
        frame[name] = written[name].where(~frame[name].isna())
    known = {name: found for name, found in met.items() if found}
    return Loaded(frame, path.name, tokens=known, from_file=True, parse=True)


def _layout(path: Path, request: ReadRequest) -> FileLayout:
    with open_text(path, request.encoding, request.unpacked) as text:
        layout = find_layout(path, text, request.delimiter)
    if layout is None:
        raise empty_file(path)
    with open_text(path, request.encoding, request.unpacked) as text:
        rows = check_widths(path, text, layout)
    if rows == 0:
        raise no_rows(path, layout.width)
    if not layout.header:
        sentence = f"'{path.name}' has no line of column names: its columns are called x0 to x{layout.width - 1}"
        warnings.warn(sentence, FoldwiseWarning, stacklevel=2)
    return layout


def _parse(path: Path, request: ReadRequest, layout: FileLayout, **how: Given) -> pd.DataFrame:
    import pandas as pd

    with open_text(path, request.encoding, request.unpacked) as text:
        return pd.read_csv(text, **csv_options(layout, pd.__version__), **how)


def csv_options(layout: FileLayout, version: str) -> dict[str, Any]:
    """How this version of pandas is to read text of this layout, so that numbers are what was written."""
    major, minor = version.split(".")[:2]
    exact = {} if (int(major), int(minor)) >= (3, 1) else {"float_precision": "round_trip"}
    return {
        "sep": r"\s+" if layout.delimiter == SPACE else layout.delimiter,
        "names": list(layout.names),
        "header": 0 if layout.header else None,
        "index_col": False,
        "skipinitialspace": layout.spaced,
        "decimal": layout.decimal,
        "keep_default_na": False,
        **exact,
    }


@contextmanager
def parse_errors(path: Path) -> Iterator[None]:
    """Turn what the parsers raise into one sentence."""
    from pandas.errors import ParserError

    try:
        yield
    except (ParserError, csv.Error, OverflowError) as error:
        reason = " ".join(str(error).split())[:200]
        message = f"'{path.name}' cannot be read as delimited text ({reason})"
        raise InputError(message, hint="looking for a quote that is never closed, or delimiter=") from error
