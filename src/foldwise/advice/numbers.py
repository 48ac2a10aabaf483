"""A feature table as numbers: categories become codes, whatever the table is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import DateContent, NumericContent, content_of, is_sparse

if TYPE_CHECKING:
    import narwhals as nw

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Content, Table
    from foldwise.typing import Untyped

__all__ = ["column_of", "hash_rows", "is_plain_frame", "missing_filled", "numbers_of", "tied_places"]

ODD, SHIFT, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(29), np.uint64(32)
"""Multiplier of SplitMix64, and how far the upper bits are carried down."""


def numbers_of(table: Table) -> Floats:
    """All columns as numbers (n, p).

    Examples
    --------
    >>> import pandas as pd
    >>> numbers_of(pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "w"]}))
    array([[1., 1.],
           [2., 0.]])
    """
    if isinstance(table, np.ndarray):
        return np.asarray(table, dtype=np.float64)
    if is_sparse(table):
        return np.asarray(table.toarray(), dtype=np.float64)
    if is_plain_frame(table):
        return np.asarray(table, dtype=np.float64)
    import narwhals as nw

    return np.stack([_series_numbers(series) for series in nw.from_native(table).iter_columns()], axis=1)


def is_plain_frame(table: Table) -> bool:
    """Whether a table is a frame of pandas with nothing but numbers of numpy in it."""
    frame: Untyped = table
    return hasattr(frame, "iloc") and all(map(_is_plain, getattr(frame, "dtypes", (None,))))


def column_of(table: Table, place: int) -> Floats:
    """One column as numbers (n,).

    Examples
    --------
    >>> column_of(np.array([[1, 2], [3, 4]]), 1)
    array([2., 4.])
    """
    if isinstance(table, np.ndarray):
        return table[:, place].astype(np.float64)
    if is_sparse(table):
        return np.ravel(table[:, [place]].toarray()).astype(np.float64)
    import narwhals as nw

    return _series_numbers(nw.from_native(table)[:, place])


def _is_plain(dtype: Untyped) -> bool:
    return isinstance(dtype, np.dtype) and dtype.kind in "biuf"


def _series_numbers(series: nw.Series[Any]) -> Floats:
    """Values of numbers, codes of anything else; the quick ways first."""
    native = series.to_native()
    if _is_plain(getattr(native, "dtype", None)):
        return np.asarray(native, dtype=np.float64)
    if hasattr(native, "cat") and hasattr(native, "iloc"):
        return _codes(np.asarray(native.cat.codes))
    return _numbers(content_of(series)[0])


def _codes(codes: Codes) -> Floats:
    return np.where(codes < 0, np.nan, codes.astype(np.float64))


def _numbers(content: Content) -> Floats:
    """Values, microseconds or codes; missing is not a number."""
    if isinstance(content, NumericContent):
        return content.values
    if isinstance(content, DateContent):
        known = ~np.isnat(content.values)
        return np.where(known, content.values.astype(np.int64).astype(np.float64), np.nan)
    return _codes(content.codes)


def missing_filled(numbers: Floats) -> Floats:
    """Put the mean of the column where a number is missing.

    Examples
    --------
    >>> missing_filled(np.array([[1.0], [np.nan], [3.0]])).ravel()
    array([1., 2., 3.])
    """
    # A sum is missing as soon as one number is, and costs less than looking at each.
    if np.isfinite(numbers.sum()):
        return numbers
    known = np.isfinite(numbers)
    means = np.where(known, numbers, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    return np.where(known, numbers, means)


def hash_rows(columns: list[Floats], before: Array | None = None) -> Array:
    """One word of 64 bits for each row, equal for equal rows (n,); -0 is 0, and there is one missing value.

    Parameters
    ----------
    columns
        The numbers of the rows, column by column.
    before
        Words of the same rows in other columns, to go on from.

    Examples
    --------
    >>> key = hash_rows([np.array([1.0, 2.0, 1.0]), np.array([0.0, 0.0, -0.0])])
    >>> bool(key[0] == key[2]), bool(key[0] == key[1])
    (True, False)
    """
    key = np.zeros(columns[0].size, dtype=np.uint64) if before is None else before
    for column in columns:
        key = (key + (column + 0.0).view(np.uint64)) * ODD
        key ^= key >> SHIFT
    return key


def tied_places(key: Array) -> Codes:
    """Places of the words that occur more than once, and with tiny probability of some others.

    Examples
    --------
    >>> tied_places(hash_rows([np.array([7.0, 1.0, 7.0])]))
    array([0, 2])
    """
    # Half of each word is sorted in half the time.
    words = (key * ODD >> HALF).astype(np.uint32)
    ordered = np.sort(words)
    equal = ordered[1:] == ordered[:-1]
    return np.flatnonzero(np.isin(words, ordered[1:][equal])) if equal.any() else np.zeros(0, dtype=np.intp)
