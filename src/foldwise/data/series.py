"""From a series or an array to its content, and back to a series of the same kind of frame."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data.checks.table import check_whole_signs
from foldwise.data.content import (
    DateContent,
    Mixture,
    NumericContent,
    TextContent,
    is_integer,
    is_number,
    numbers_of_integers,
    real,
    texts_of,
    without,
)
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import narwhals as nw

    from foldwise.arrays import Array, Codes
    from foldwise.data.content import Content
    from foldwise.typing import Given

__all__ = ["content_of", "content_of_array", "series_of"]

ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?")
NO_TOKENS: tuple[str, ...] = ()
NO_COLUMNS = ("y", "groups", "order", "weights", "segments")
"""What values are called that were given beside the table."""


def content_of(
    series: nw.Series[Any], *, tokens: Collection[str] = (), parse: bool = False, name: str | None = None
) -> tuple[Content, tuple[str, ...]]:
    """Read a narwhals series.

    Parameters
    ----------
    series
        The column.
    tokens
        Texts to read as missing; one that is a number also stands for that number in a numeric column.
    parse
        Whether a text may stand for a number, as in a CSV file.
    name
        What to call the column in messages, where the series does not know.

    Returns
    -------
    tuple
        The content, and which of the tokens were met.
    """
    import narwhals as nw

    called = str(series.name) if name is None else name
    dtype = series.dtype
    if dtype.is_numeric():
        if dtype.is_integer():
            return without(numbers_of_integers(_integers(series)), tokens)
        values = series.cast(nw.Float64).to_numpy() if dtype.is_decimal() else series.to_numpy()
        return without(NumericContent(values.astype(np.float64)), tokens)
    if isinstance(dtype, nw.Date | nw.Datetime):
        return DateContent(series.to_numpy().astype("datetime64[us]")), NO_TOKENS
    if dtype.is_temporal() or dtype.is_nested() or isinstance(dtype, nw.Binary):
        raise _not_understood(called, str(dtype).partition("(")[0])
    codes, levels = _factors(series, called)
    codes, levels, met = _forget(codes, levels, tokens)
    if isinstance(dtype, nw.Categorical | nw.Enum):
        for value in levels:
            check_whole_signs(str(value), called)
        return _dates_among(codes, levels) or _texts(codes, levels), met
    return _from_factors(codes, levels, parse=parse, name=called), met


def content_of_array(values: Array, *, name: str = "values") -> Content:
    """Read a one-dimensional numpy array the way `content_of` reads a series in which no text means missing."""
    kind = values.dtype.kind
    if kind in "iuf":
        return numbers_of_integers(values) if kind != "f" else NumericContent(values.astype(np.float64))
    if kind == "M":
        return DateContent(values.astype("datetime64[us]"))
    if kind not in "bUO":
        raise _not_understood(name, str(values.dtype))
    codes, levels, _ = _forget(*_factorise(values.astype(object), name), NO_TOKENS)
    return _from_factors(codes, levels, parse=False, name=name)


def series_of(content: NumericContent | TextContent, name: str, like: nw.DataFrame[Any]) -> nw.Series[Any]:
    """Make a series for the kind of frame that `like` is: int64, float64 or categorical."""
    import narwhals as nw

    backend = like.implementation
    if isinstance(content, NumericContent):
        whole = content.integer and not content.missing
        long = content.exact is not None and content.exact.dtype.kind == "O"
        values = content.labels if whole and not long else content.values
        return nw.new_series(name, values, backend=backend)
    if backend.is_pandas():
        import pandas as pd

        categories = pd.Categorical.from_codes(content.codes, pd.Index(content.names))
        return nw.from_native(pd.Series(categories, name=name), series_only=True)
    texts = np.array([*content.names, None], dtype=object)[content.codes]
    return nw.new_series(name, texts.tolist(), nw.String, backend=backend).cast(nw.Categorical)


def _integers(series: nw.Series[Any]) -> Array:
    """Values of an integer column, as Python integers where some are missing, so that none goes through float64."""
    if not series.null_count():
        return np.asarray(series.to_numpy())
    unknown = series.is_null().to_list()
    values = [None if gone else value for gone, value in zip(unknown, series.to_list(), strict=True)]
    return np.array([*values, None], dtype=object)[:-1]


def _factors(series: nw.Series[Any], name: str) -> tuple[Codes, list[Any]]:
    """Give a number to each distinct value of a column that is not numeric; -1 is missing."""
    native = series.to_native()
    if hasattr(native, "cat") and series.implementation.is_pandas():
        return native.cat.codes.to_numpy().astype(np.intp), native.cat.categories.tolist()
    if series.implementation.is_pandas():
        return _factorise(native, name)
    return _factorise(np.array([*series.to_list(), None], dtype=object)[:-1], name)


def _factorise(values: Given, name: str) -> tuple[Codes, list[Any]]:
    import pandas as pd

    try:
        codes, levels = pd.factorize(values)
    except TypeError as error:  # a value that cannot be compared, such as a list
        first = next(value for value in values if value is not None)
        raise _not_understood(name, type(first).__name__) from error
    return codes.astype(np.intp), list(levels.tolist())


def _forget(codes: Codes, values: list[Any], tokens: Collection[str]) -> tuple[Codes, list[Any], tuple[str, ...]]:
    """Drop the values that no row has and those that `tokens` read as missing; name the tokens that were met."""
    used = np.bincount(codes[codes >= 0], minlength=len(values)) > 0
    met = tuple(
        dict.fromkeys(str(value) for value, seen in zip(values, used, strict=True) if seen and str(value) in tokens)
    )
    kept_places = [at for at, value in enumerate(values) if used[at] and str(value) not in tokens]
    renumbered = np.full(len(values) + 1, -1, dtype=np.intp)
    renumbered[kept_places] = np.arange(len(kept_places))
    return renumbered[codes], [values[at] for at in kept_places], met


def _from_factors(codes: Codes, values: list[Any], *, parse: bool, name: str) -> Content:
    sorts = [_sort_of(value, parse=parse, name=name) for value in values]
    if set(sorts) == {"number"}:
        integer = all(isinstance(value, int) for value in values)
        if integer or all(isinstance(value, str) and is_integer(value) for value in values):
            return replace(
                numbers_of_integers(np.array([*map(int, values), None], dtype=object)[codes]), integer=integer
            )
        return NumericContent(np.array([*map(real, values), np.nan])[codes], integer)
    dates = _dates_among(codes, values)
    if dates is not None:
        return dates
    mixture = None
    if {"number", "text"} <= set(sorts):
        rows = np.bincount(codes[codes >= 0], minlength=len(values))
        numbers = int(sum(rows[at] for at, sort in enumerate(sorts) if sort == "number"))
        texts = int(sum(rows[at] for at, sort in enumerate(sorts) if sort == "text"))
        mixture = Mixture(numbers, texts, str(values[sorts.index("text")]))
    return _texts(codes, values, mixture)


def _sort_of(value: object, *, parse: bool, name: str) -> str:
    if isinstance(value, str):
        check_whole_signs(value, name)
        return "number" if parse and is_number(value) else "text"
    if isinstance(value, bool | np.bool_):
        return "text"
    if isinstance(value, Real | Decimal):
        return "number"
    if isinstance(value, date):
        return "date"
    raise _not_understood(name, type(value).__name__)


def _texts(codes: Codes, values: list[Any], mixture: Mixture | None = None) -> TextContent:
    """Keep truth values and integers as such; everything else is written as text."""
    for kinds in (bool, int):
        if values and all(type(value) is kinds for value in values):
            return texts_of(codes, np.array(values, dtype=kinds), mixture)
    return texts_of(codes, np.array([str(value) for value in values], dtype=np.str_), mixture)


def _dates_among(codes: Codes, values: Sequence[Any]) -> DateContent | None:
    """Read the values as moments if every one is a date or an ISO text."""
    if not values or not all(
        isinstance(value, date) or (isinstance(value, str) and ISO_DATE.fullmatch(value)) for value in values
    ):
        return None
    try:
        moments = [_moment(value) for value in values]
    except ValueError:  # 2021-02-30 has the form of a date and is none
        return None
    return DateContent(np.array([*moments, np.datetime64("NaT")], dtype="datetime64[us]")[codes])


def _moment(value: date | str) -> datetime | date:
    parsed = datetime.fromisoformat(value) if isinstance(value, str) else value
    if isinstance(parsed, datetime) and parsed.tzinfo is not None:
        return parsed.astimezone(UTC).replace(tzinfo=None)
    return parsed


def _not_understood(name: str, what: str) -> InputError:
    return InputError(
        f"column '{name}' holds values of type {what}, which foldwise does not understand",
        hint="texts or numbers" if name in NO_COLUMNS else f"drop=['{name}'] or converting it first",
    )
