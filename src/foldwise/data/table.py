"""A feature table is whatever the model wants to receive: an array, a sparse matrix or a dataframe."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from foldwise.data.content import DateContent, NumericContent
from foldwise.data.series import content_of, content_of_array
from foldwise.fingerprints import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Array, Codes
    from foldwise.data.content import Content

__all__ = [
    "Table",
    "boolean_spelling",
    "column_names",
    "hash_table",
    "is_frame",
    "is_pandas",
    "is_sparse",
    "shape_of",
    "take_columns",
    "take_rows",
]

Table: TypeAlias = Any
"""numpy array (n, p), scipy sparse matrix, or any dataframe that narwhals knows."""


def is_sparse(table: Table) -> bool:
    """Whether the table is a scipy sparse matrix or array."""
    return hasattr(table, "tocsr") and hasattr(table, "nnz")


def is_frame(table: Table) -> bool:
    """Whether the table is a dataframe with named columns."""
    return hasattr(table, "columns") and not isinstance(table, np.ndarray)


def is_pandas(table: Table) -> bool:
    """Whether the table is a dataframe of pandas itself."""
    return type(table).__module__.partition(".")[0] == "pandas" and hasattr(table, "iloc")


def shape_of(table: Table) -> tuple[int, int]:
    """Rows and columns."""
    rows, columns = table.shape
    return int(rows), int(columns)


def take_rows(table: Table, rows: Codes) -> Table:
    """Select rows by number, in that order and with repeats; the result has the kind of the table."""
    if isinstance(table, np.ndarray) or is_sparse(table):
        return table[rows]
    if hasattr(table, "iloc"):
        return table.iloc[rows]
    import narwhals as nw

    return nw.from_native(table)[rows].to_native()


def take_columns(table: Table, columns: Sequence[int]) -> Table:
    """Select columns by place; the table itself where all are wanted."""
    places = list(columns)
    if places == list(range(shape_of(table)[1])):
        return table
    if isinstance(table, np.ndarray) or is_sparse(table):
        return table[:, places]
    if hasattr(table, "iloc"):
        return table.iloc[:, places]
    import narwhals as nw

    return nw.from_native(table)[:, places].to_native()


def column_names(table: Table) -> tuple[str, ...]:
    """Names of the columns; an array's are x0, x1, …."""
    if not is_frame(table):
        return _numbered(shape_of(table)[1])
    if hasattr(table, "iloc"):
        return tuple(str(name) for name in table.columns)
    import narwhals as nw

    return tuple(nw.from_native(table).columns)


@lru_cache(maxsize=64)
def _numbered(columns: int) -> tuple[str, ...]:
    return tuple([f"x{j}" for j in range(columns)])


def hash_table(table: Table) -> str:
    """Hash the content; frames with the same columns and values give the same hash, whatever their kind."""
    return digest([table] if isinstance(table, np.ndarray) else _parts(table))


def _parts(table: Table) -> Iterator[Array | str]:
    """What a sparse matrix or a dataframe consists of."""
    if is_sparse(table):
        matrix = table.tocsr(copy=True)
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        yield from (
            matrix.data,
            *(part.astype(np.int64) for part in (matrix.indices, matrix.indptr)),
            str(matrix.shape),
        )
    else:
        for name, content in _frame_contents(table):
            yield name
            yield from _content_parts(content)


def _frame_contents(frame: Table) -> Iterator[tuple[str, Content]]:
    """Name and content of each column; numbers of pandas as they are, since going through narwhals takes ten times as long."""
    import narwhals as nw

    if not is_pandas(frame):
        for column in nw.from_native(frame).iter_columns():
            yield str(column.name), content_of(column)[0]
        return
    kinds = frame.dtypes.to_numpy().tolist()
    if all(kind == np.float64 for kind in kinds):
        yield from zip(column_names(frame), map(NumericContent, frame.to_numpy().T), strict=True)
        return
    for kind, (name, series) in zip(kinds, frame.items(), strict=True):
        plain = isinstance(kind, np.dtype) and kind.kind in "iuf"
        if plain:
            yield str(name), content_of_array(series.to_numpy())
        else:
            yield str(name), content_of(nw.from_native(series, series_only=True))[0]


def _content_parts(content: Content) -> Iterator[Array | str]:
    """Bytes that depend on the values alone: -0 is 0, and there is one missing value."""
    if isinstance(content, NumericContent):
        yield np.where(np.isnan(content.values), np.nan, content.values + 0.0)
        if content.exact is not None:
            yield " ".join(map(str, content.exact.tolist()))
    elif isinstance(content, DateContent):
        yield content.values.astype(np.int64)
    else:
        yield content.codes.astype(np.int64)
        yield from (boolean_spelling(name) for name in content.names)


def boolean_spelling(name: str) -> str:
    """Write a truth value in one way: pandas has True where polars has true."""
    return name.lower() if name in ("True", "False") else name
