"""What the training rows held in each column, in a few numbers: to tell whether new rows are like them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data import Kind, NumericContent, TextContent, column_names, content_of, is_frame, is_sparse
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from foldwise.data import Content, Table

__all__ = ["ColumnProfile", "contents", "profile_columns"]

QUANTILES = 101
"""Numbers that describe the distribution of a numeric column: every hundredth of the rows."""
MOST_ROWS = 10**15
"""Rows that a card may speak of."""
LEVELS_KEPT = 200
"""Levels of a text column that are kept by name; of one with more, new levels are not told."""


@final
@dataclass(frozen=True)
class ColumnProfile:
    """What the training rows held in one column.

    Parameters
    ----------
    name
        Its name.
    kind
        What it holds.
    known
        Number of values that are not missing.
    missing
        Number of missing values.
    quantiles
        Quantiles of a numeric column, from the smallest to the largest value.
    levels
        Number of rows with each level of a text column; empty where there are too many levels.

    Examples
    --------
    >>> profile_columns(np.array([[1.0], [3.0], [2.0]]))[0].quantiles[::50]
    (1.0, 2.0, 3.0)
    """

    name: str
    kind: Kind
    known: int
    missing: int
    quantiles: tuple[float, ...] = ()
    levels: tuple[tuple[str, int], ...] = ()

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return {**asdict(self), "kind": str(self.kind), "levels": [list(level) for level in self.levels]}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> ColumnProfile:
        """From plain values, which may be anybody's."""
        try:
            quantiles = tuple(float(value) for value in record["quantiles"])
            levels = tuple((str(level), int(count)) for level, count in record["levels"])
            known, missing = int(record["known"]), int(record["missing"])
            profile = cls(str(record["name"]), Kind(record["kind"]), known, missing, quantiles, levels)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            message = "the card of the model describes a column in a way that is not understood"
            raise InputError(message) from error
        sorted_numbers = np.isfinite(quantiles).all() and (np.diff(quantiles) >= 0).all()
        counts = [known, missing, *(count for _, count in levels)]
        foreign = (levels and profile.kind is not Kind.CATEGORICAL) or (quantiles and profile.kind is not Kind.NUMERIC)
        within = min(counts) >= 0 and max(counts) <= MOST_ROWS
        if len(quantiles) not in (0, QUANTILES) or not sorted_numbers or not within or foreign:
            message = f"the card of the model describes column '{profile.name}' by impossible numbers"
            raise InputError(message)
        return profile


def profile_columns(table: Table) -> tuple[ColumnProfile, ...]:
    """Describe every column of a table, left to right."""
    if is_sparse(table):
        return tuple(ColumnProfile(name, Kind.NUMERIC, table.shape[0], 0) for name in column_names(table))
    return tuple(_profile(name, content) for name, content in contents(table))


def contents(table: Table) -> Iterator[tuple[str, Content]]:
    """Name and content of every column."""
    import narwhals as nw

    if not is_frame(table):
        for name, values in zip(column_names(table), np.asarray(table).T, strict=True):
            yield name, NumericContent(values.astype(np.float64))
        return
    for series in nw.from_native(table, eager_only=True).iter_columns():
        yield str(series.name), content_of(series)[0]


def _profile(name: str, content: Content) -> ColumnProfile:
    if isinstance(content, NumericContent):
        known = content.known
        at = np.linspace(0, 1, QUANTILES)
        # A quantile that is a value of the rows: the distribution function of a column with few values stays exact.
        found = np.quantile(known, at, method="inverted_cdf") if known.size else np.array([])
        return ColumnProfile(name, Kind.NUMERIC, known.size, content.missing, tuple(found.tolist()))
    if isinstance(content, TextContent):
        counts = np.bincount(content.codes[content.codes >= 0], minlength=content.levels)
        used = [(level, int(count)) for level, count in zip(content.names, counts, strict=True) if count]
        levels = tuple(used) if len(used) <= LEVELS_KEPT else ()
        return ColumnProfile(name, Kind.CATEGORICAL, int(counts.sum()), content.missing, levels=levels)
    return ColumnProfile(name, Kind.DATE, content.values.size - content.missing, content.missing)
