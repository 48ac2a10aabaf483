"""What a column holds, in one form whatever it came from: numbers, texts or dates.

Typing, checks and fingerprints all work on this form, so a CSV file and a polars frame with the same values are treated
the same. A truth value is a text (``False``, ``True``); a text that is an ISO date is a date.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, final

import numpy as np

from foldwise.data.scan import count_levels, factorise
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from foldwise.arrays import Array, Codes, Floats

__all__ = [
    "Content",
    "DateContent",
    "Mixture",
    "NumericContent",
    "TextContent",
    "as_numbers",
    "as_texts",
    "is_number",
    "without",
]

DAY = 86_400_000_000
"""Microseconds."""


@final
@dataclass(frozen=True, eq=False)
class NumericContent:
    """Real values (n,), NaN where missing; `integer` says that the source had an integer type."""

    values: Floats
    integer: bool = False

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
        return int(count_levels(self.values[:, None])[0])

    @cached_property
    def whole(self) -> bool:
        """Whether every value that is not missing is a whole number."""
        if self.integer and not self.missing:
            return True
        return bool(np.isfinite(self.known).all() and (self.known == np.floor(self.known)).all())

    @cached_property
    def distinct(self) -> Floats:
        """The distinct values that are not missing, sorted."""
        return factorise(self.known)[0]


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
        return f"numbers ({self.numbers} of {n} rows) with texts ({self.texts} of {n} rows, such as '{self.example}')"


@final
@dataclass(frozen=True, eq=False)
class TextContent:
    """Codes (n,) into the sorted `names`, -1 where missing; `labels` are the names in their own type (C,)."""

    names: tuple[str, ...]
    codes: Codes
    labels: Array
    mixture: Mixture | None = None

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


def as_numbers(content: Content, name: str) -> NumericContent:
    """Turn any content into numbers: texts are read, dates become days since 1970 (seconds, unless all are midnights).

    Examples
    --------
    >>> as_numbers(DateContent(np.array(["1970-01-03", "1970-01-01"], dtype="datetime64[us]")), "day").values.tolist()
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
    distinct, inverse = np.unique(content.values[known], return_inverse=True)
    if isinstance(content, NumericContent):
        labels = distinct.astype(np.int64) if content.whole else distinct
    else:
        labels = np.datetime_as_string(distinct, unit="auto")
    codes = np.full(known.shape, -1, dtype=np.intp)
    codes[known] = inverse
    return texts_of(codes, labels)


def texts_of(codes: Codes, labels: Array, mixture: Mixture | None = None) -> TextContent:
    """Sort the labels by their text and renumber the codes; labels that read the same become one."""
    written = np.array([str(label) for label in labels.tolist()], dtype=np.str_)
    names, first, renumbered = np.unique(written, return_index=True, return_inverse=True)
    kept = labels[first] if names.size == labels.size and labels.dtype.kind in "biu" else names
    recoded = np.append(renumbered, -1)[codes].astype(np.intp)
    return TextContent(tuple(names.tolist()), recoded, kept, mixture)


def without(content: NumericContent, tokens: Collection[str]) -> tuple[NumericContent, tuple[str, ...]]:
    """Read the numbers that `tokens` name as missing; give also the tokens that were met."""
    numbers = {token: float(token) for token in tokens if is_number(token) and float(token) == float(token)}
    met = tuple(token for token, number in numbers.items() if (content.values == number).any())
    if not met:
        return content, ()
    gone = np.isin(content.values, [numbers[token] for token in met])
    return replace(content, values=np.where(gone, np.nan, content.values)), met


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
