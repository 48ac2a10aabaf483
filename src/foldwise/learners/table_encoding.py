"""Tables with numbers, texts and missing values as one matrix, for the estimators that take them as they are."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = ["TableEncoding", "codes_by_appearance"]

Levels: TypeAlias = tuple[str, ...]
"""Names of the categories of a column, in order."""


@final
@dataclass(frozen=True)
class TableEncoding:
    """What each column of a training table holds, and how a table is read into a matrix.

    A number stays a number, a date becomes the days since 1970, a category becomes its place among the levels that occur in
    the training table. Missing values and categories that do not occur in the training table become NaN.

    Parameters
    ----------
    names
        Names of the columns; those of an array are x0, x1, ….
    levels
        Levels of each column; None where it holds numbers.

    Examples
    --------
    >>> table = np.array([["a", 1.5], ["b", None], ["a", 2]], dtype=object)
    >>> encoding = TableEncoding.of(table)
    >>> encoding.levels
    (('a', 'b'), None)
    >>> encoding.encode(np.array([["b", 1], ["c", 2]], dtype=object))
    array([[ 1.,  1.],
           [nan,  2.]])
    """

    names: tuple[str, ...]
    levels: tuple[Levels | None, ...]

    @classmethod
    def of(cls, table: Given, categorical: Given = None) -> TableEncoding:
        """Look at a training table.

        Parameters
        ----------
        table
            Dataframe or array (n, p).
        categorical
            Columns whose numbers are categories: names, places, or a mask of the columns; texts and truth values always
            are.
        """
        return cls.read(table, categorical)[0]

    @classmethod
    def read(cls, table: Given, categorical: Given = None) -> tuple[TableEncoding, Floats]:
        """Look at a training table, and read it into its matrix (n, p)."""
        names = _names(table)
        chosen = _chosen(categorical, names)
        found = [
            _read_levels(column)
            if place in chosen or not _is_numeric(column)
            else (None, _numbers(column, names[place]))
            for place, column in enumerate(_columns(table))
        ]
        encoding = cls(names, tuple(levels for levels, _ in found))
        return encoding, encoding._matrix([column for _, column in found])

    def encode(self, table: Given) -> Floats:
        """Matrix (n, p) of a table, columns contiguous."""
        read = [
            _numbers(column, name) if levels is None else _codes(column, levels)
            for column, name, levels in zip(_columns(table), self.names, self.levels, strict=True)
        ]
        return self._matrix(read)

    def _matrix(self, columns: list[Floats]) -> Floats:
        """Put columns side by side, and refuse infinity."""
        matrix = np.array(columns, dtype=np.float64)
        if np.isinf(matrix).any():
            name = self.names[int(np.argmax(np.isinf(matrix).any(axis=1)))]
            message = f"Input X contains infinity in column '{name}'"
            raise InputError(message, hint="a missing value in its place, or a large number")
        return matrix.T


def codes_by_appearance(values: Iterable[Any]) -> tuple[Codes, list[str]]:
    """Codes of the values in order of appearance, -1 where missing, and what they are called.

    Examples
    --------
    >>> codes_by_appearance(["b", None, "a", "b"])
    (array([ 0, -1,  1,  0]), ['b', 'a'])
    """
    places: dict[str, int] = {}
    codes = [-1 if _is_missing(value) else places.setdefault(_spelled(value), len(places)) for value in values]
    return np.array(codes, dtype=np.intp), list(places)


def _is_frame(table: Given) -> bool:
    return hasattr(table, "columns") and not isinstance(table, np.ndarray)


def _names(table: Given) -> tuple[str, ...]:
    return tuple(map(str, table.columns)) if _is_frame(table) else tuple(f"x{at}" for at in range(table.shape[1]))


def _columns(table: Given) -> Iterator[Given]:
    """Columns of an array; of a dataframe as its series, or as arrays where they are numbers."""
    array = _whole(table) if _is_frame(table) else table
    if array is not None:
        yield from array.T
        return
    import narwhals as nw

    for series in nw.from_native(table, eager_only=True).iter_columns():
        if series.dtype.is_numeric():
            yield series.cast(nw.Float64).to_numpy()
        elif series.dtype in (nw.Date, nw.Datetime):
            yield _days(series.to_numpy())
        else:
            yield series.to_native() if hasattr(series.to_native(), "factorize") else series.to_numpy()


def _whole(frame: Given) -> Array | None:
    """A dataframe of nothing but plain numbers as an array, which is much faster than column by column."""
    kinds = getattr(frame, "dtypes", [None])
    plain = all(
        kind.is_numeric() if hasattr(kind, "is_numeric") else getattr(kind, "kind", "O") in "fiu" for kind in kinds
    )
    array = frame.to_numpy() if plain and hasattr(frame, "to_numpy") else None
    return array if array is not None and array.dtype.kind in "fiu" else None


def _days(dates: Array) -> Floats:
    """Days since 1970; dates are numbers."""
    seconds = dates.astype("datetime64[us]")
    return np.where(np.isnat(seconds), np.nan, seconds.astype(np.int64) / 86_400e6)


def _is_missing(value: Given) -> bool:
    """Whether a value is None, NaN, or pandas' NA or NaT."""
    return (
        value is None or type(value).__name__ in {"NAType", "NaTType"} or (isinstance(value, Real) and value != value)
    )


def _spelled(value: Given) -> str:
    """Name of a category; 1 and 1.0 are the same."""
    number = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
    return str(int(value)) if number and float(value).is_integer() else str(value)


def _is_numeric(column: Given) -> bool:
    """Whether a column holds numbers, be it as objects; objects without any value are categories without levels."""
    kind = getattr(column.dtype, "kind", "O")
    if kind in "fiu":
        return True
    if kind != "O" or not isinstance(column.dtype, np.dtype):
        return False
    values = [value for value in column if not _is_missing(value)]
    truths = all(isinstance(value, bool | np.bool_) for value in values)
    return not truths and all(isinstance(value, Real) for value in values)


def _factors(column: Given) -> tuple[Codes, list[str]]:
    if not hasattr(column, "factorize"):
        return codes_by_appearance(column.tolist())
    codes, names = column.factorize()
    return np.asarray(codes, dtype=np.intp), [_spelled(name) for name in names]


def _read_levels(column: Given) -> tuple[Levels, Floats]:
    """Levels of a column of categories, and the place of each value among them."""
    codes, names = _factors(column)
    levels = tuple(sorted(set(names), key=_natural))
    return levels, _places(codes, names, levels)


def _natural(name: str) -> tuple[int, float, str]:
    """Numbers before texts, by size."""
    try:
        size = float(name)
    except ValueError:
        return 1, 0.0, name
    return (0, size, name) if np.isfinite(size) else (1, 0.0, name)


def _codes(column: Given, levels: Levels) -> Floats:
    return _places(*_factors(column), levels)


def _places(codes: Codes, names: list[str], levels: Levels) -> Floats:
    """Place of each value among the levels, NaN for what is not there."""
    places = {name: float(place) for place, name in enumerate(levels)}
    return np.array([*(places.get(name, np.nan) for name in names), np.nan])[codes]


def _numbers(column: Given, name: str) -> Floats:
    if getattr(column.dtype, "kind", "O") in "fiu":
        return np.asarray(column, dtype=np.float64)
    try:
        return np.array([np.nan if _is_missing(value) else float(value) for value in column], dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = f"column '{name}' held numbers in the training rows, and now has other values"
        raise InputError(message, hint="the same kind of column as in fit") from error


def _chosen(categorical: Given, names: tuple[str, ...]) -> set[int]:
    """Places of the columns that are called categorical."""
    if categorical is None:
        return set()
    given: Array = np.asarray(categorical)
    if given.dtype.kind == "b" and given.shape == (len(names),):
        return set(np.flatnonzero(given).tolist())
    items = given.ravel().tolist()
    places = {name: place for place, name in enumerate(names)} | {place: place for place in range(len(names))}
    unknown = [item for item in items if item not in places]
    if unknown:
        message = f"there is no column {unknown[0]!r} among the {len(names)} columns"
        raise InputError(message, hint=f"a name such as '{names[0]}', or a place from 0 to {len(names) - 1}")
    return {places[item] for item in items}
