"""What a column holds, in one form whatever it came from: numbers, texts or dates.

Typing, checks and fingerprints all work on this form, so a CSV file and a polars frame with the same values are treated
the same. A truth value is a text (``False``, ``True``); a text that is an ISO date is a date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, TypeAlias, final

import numpy as np

from foldwise.data.scan import LEVELS_ROWS, MOST_LEVELS, count_levels, distinct_and_codes
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.typing import Given

__all__ = [
    "Content",
    "DateContent",
    "Mixture",
    "NumericContent",
    "TextContent",
    "as_texts",
    "content_as_numbers",
    "is_integer",
    "is_number",
    "numbers_of_integers",
    "real",
    "unknown_rows",
    "without",
]

DAY = 86_400_000_000
"""Microseconds."""
MOST_EXACT, MOST_INT64, MOST_UINT64 = 2**53, 2**63 - 1, 2**64 - 1
"""Whole numbers up to these are told apart by float64, int64 and uint64."""
INTEGER = re.compile(r"[+-]?[0-9]{1,300}")


@final
@dataclass(frozen=True, eq=False)
class NumericContent:
    """Real values (n,), NaN where missing; `integer` says that the source had an integer type.

    Whole numbers that float64 cannot tell apart, such as 64-bit ids, are kept in `exact` too (n,), 0 where missing.
    """

    values: Floats
    integer: bool = False
    exact: Array | None = None

    @cached_property
    def missing(self) -> int:
        """Number of missing values."""
        return int(np.isnan(self.values).sum())

    @cached_property
    def known(self) -> Floats:
        """The values that are not missing."""
        return self.values[~np.isnan(self.values)] if self.missing else self.values

    @cached_property
    def levels(self) -> int:
        """Number of distinct values in the first 1,000 rows, counted up to 100."""
        if self.exact is not None:
            return min(int(np.unique(self.exact[~np.isnan(self.values)][:LEVELS_ROWS]).size), MOST_LEVELS)
        return int(count_levels(self.values[:, None])[0])

    @cached_property
    def whole(self) -> bool:
        """Whether every value that is not missing is a whole number."""
        if self.integer and not self.missing:
            return True
        return bool(np.isfinite(self.known).all() and (self.known == np.floor(self.known)).all())

    @cached_property
    def distinct(self) -> Array:
        """The distinct values that are not missing, sorted."""
        return distinct_and_codes(self.known if self.exact is None else self.exact[~np.isnan(self.values)])[0]

    @cached_property
    def labels(self) -> Array:
        """The values (n,) in a type that tells them all apart: whole numbers as integers, or as texts where too long."""
        if self.exact is not None:
            return self.exact.astype(np.str_) if self.exact.dtype.kind == "O" else self.exact
        small = self.whole and bool((np.abs(self.known) <= MOST_EXACT).all())
        return self.values.astype(np.int64) if small and not self.missing else self.values


@final
@dataclass(frozen=True)
class Mixture:
    """How many rows of a column are numbers and how many are texts, with the first text."""

    numbers: int
    texts: int
    example: str

    def __str__(self) -> str:
        """Say it."""
        n = self.numbers + self.texts
        return f"numbers ({self.numbers:,} of {n:,} rows) with texts ({self.texts:,} of {n:,} rows, such as '{self.example}')"


@final
@dataclass(frozen=True, eq=False)
class TextContent:
    """Codes (n,) into the sorted `names`, -1 where missing; `labels` are the names in their own type (C,).

    `merged` is a name that several values have, such as the number 1 and the text '1'; empty where there is none.
    """

    names: tuple[str, ...]
    codes: Codes
    labels: Array
    mixture: Mixture | None = None
    merged: str = ""

    @cached_property
    def missing(self) -> int:
        """Number of missing values."""
        return int((self.codes < 0).sum())

    @property
    def levels(self) -> int:
        """Number of distinct values."""
        return len(self.names)


@final
@dataclass(frozen=True, eq=False)
class DateContent:
    """Moments (n,) as datetime64[us] in universal time, NaT where missing."""

    values: Array

    @cached_property
    def missing(self) -> int:
        """Number of missing values."""
        return int(np.isnat(self.values).sum())

    @cached_property
    def levels(self) -> int:
        """Number of distinct moments."""
        return int(np.unique(self.values[~np.isnat(self.values)]).size)


Content: TypeAlias = NumericContent | TextContent | DateContent
"""What a column holds, once it was read."""


def content_as_numbers(content: Content, name: str) -> NumericContent:
    """Turn any content into numbers: texts are read, dates become days since 1970 (seconds, unless all are midnights).

    Examples
    --------
    >>> content_as_numbers(
    ...     DateContent(np.array(["1970-01-03", "1970-01-01"], dtype="datetime64[us]")), "day"
    ... ).values.tolist()
    [2.0, 0.0]
    """
    if isinstance(content, NumericContent):
        return content
    if isinstance(content, DateContent):
        known = ~np.isnat(content.values)
        microseconds = content.values.astype(np.int64)
        unit = DAY if (microseconds[known] % DAY == 0).all() else 1_000_000
        return NumericContent(np.where(known, microseconds / unit, np.nan))
    for text in content.names:
        if not is_number(text):
            rows = int((content.codes == content.names.index(text)).sum())
            message = f"column '{name}' cannot be numeric: {count_of(rows, 'row')} {'holds' if rows == 1 else 'hold'} the text '{text}'"
            raise InputError(message, hint=f"missing=['{text}'] to read that text as missing, or another role")
    values = np.array([float(text) for text in content.names] + [np.nan])
    return NumericContent(values[content.codes])


def as_texts(content: Content) -> TextContent:
    """Turn any content into texts; whole numbers are written without a decimal point.

    Examples
    --------
    >>> as_texts(NumericContent(np.array([2.0, 10.0, np.nan]))).names
    ('10', '2')
    """
    if isinstance(content, TextContent):
        return content
    known = ~(np.isnan(content.values) if isinstance(content, NumericContent) else np.isnat(content.values))
    values = content.values if isinstance(content, DateContent) or content.exact is None else content.exact
    distinct, inverse = np.unique(values[known], return_inverse=True)
    if isinstance(content, NumericContent):
        labels = NumericContent(distinct, content.integer).labels if distinct.dtype.kind == "f" else distinct
    else:
        labels = np.datetime_as_string(distinct, unit="auto")
    codes = np.full(known.shape, -1, dtype=np.intp)
    codes[known] = inverse
    return texts_of(codes, labels)


def texts_of(codes: Codes, labels: Array, mixture: Mixture | None = None) -> TextContent:
    """Sort the labels by their text and renumber the codes; labels that read the same become one."""
    written = np.array([str(label) for label in labels.tolist()], dtype=np.str_)
    names, first, renumbered, times = np.unique(written, return_index=True, return_inverse=True, return_counts=True)
    labels_kept = labels[first] if names.size == labels.size and labels.dtype.kind in "biu" else names
    recoded = np.append(renumbered, -1)[codes].astype(np.intp)
    merged = "" if names.size == labels.size else str(names[np.argmax(times)])
    return TextContent(tuple(names.tolist()), recoded, labels_kept, mixture, merged)


def numbers_of_integers(values: Array) -> NumericContent:
    """Numbers of integers (n,) of any size; None among Python integers is missing.

    Examples
    --------
    >>> numbers_of_integers(np.array([2**53, 2**53 + 1])).distinct.tolist()
    [9007199254740992, 9007199254740993]
    """
    if values.dtype.kind == "O":
        listed = values.tolist()
        reals = np.array([np.nan if value is None else real(value) for value in listed], dtype=np.float64)
        values = np.array([*(0 if value is None else int(value) for value in listed), None], dtype=object)[:-1]
    else:
        reals = values.astype(np.float64)
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    if low >= -MOST_EXACT and high <= MOST_EXACT:
        return NumericContent(reals, integer=True)
    kinds = ((np.int64, -MOST_INT64, MOST_INT64), (np.uint64, 0, MOST_UINT64))
    kind = next((kind for kind, least, most in kinds if least <= low and high <= most), object)
    return NumericContent(reals, integer=True, exact=values.astype(kind))


def without(content: NumericContent, tokens: Collection[str]) -> tuple[NumericContent, tuple[str, ...]]:
    """Read the numbers that `tokens` name as missing; give also the tokens that were met."""
    numbers = {token: float(token) for token in tokens if is_number(token) and float(token) == float(token)}
    if content.exact is not None:
        return _without_exactly(content, tokens)
    met = tuple(token for token, number in numbers.items() if (content.values == number).any())
    if not met:
        return content, ()
    gone = np.isin(content.values, [numbers[token] for token in met])
    return replace(content, values=np.where(gone, np.nan, content.values)), met


def _without_exactly(content: NumericContent, tokens: Collection[str]) -> tuple[NumericContent, tuple[str, ...]]:
    """As `without`, where float64 would take other numbers for the tokens."""
    assert content.exact is not None
    texts = content.exact.astype(np.str_)
    gone = np.isin(texts, list(tokens))
    met = tuple(token for token in tokens if (texts == token).any())
    return replace(content, values=np.where(gone, np.nan, content.values)), met


def real(value: Given) -> float:
    """Give the nearest float; a number too large for one is infinite.

    Examples
    --------
    >>> real(10**400), real(1)
    (inf, 1.0)
    """
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def is_integer(text: str) -> bool:
    """Whether the text is a whole number written in digits, and not one too large for any float.

    Examples
    --------
    >>> [is_integer(text) for text in ("-12", "+7", "1.0", "")]
    [True, True, False, False]
    """
    return INTEGER.fullmatch(text.strip()) is not None


def is_number(text: str) -> bool:
    """Whether the text is a number the way data files write one.

    Examples
    --------
    >>> [is_number(text) for text in ("-1.5e3", "1,000", "1_000", "two")]
    [True, False, False, False]
    """
    if "_" in text:
        return False
    try:
        float(text)
    except ValueError:
        return False
    return True


def unknown_rows(content: Content) -> Mask:
    """Rows without a value.

    Examples
    --------
    >>> unknown_rows(NumericContent(np.array([1.0, np.nan])))
    array([False,  True])
    """
    if isinstance(content, TextContent):
        return content.codes < 0
    return np.isnat(content.values) if content.values.dtype.kind == "M" else np.isnan(content.values)
