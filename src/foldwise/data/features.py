"""The feature table: of a dataframe column by column, of an array all at once; and why a column is not in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks.table import check_features_left, check_stored_values, check_values
from foldwise.data.column import decide_feature, describe_content
from foldwise.data.content import MOST_EXACT, DateContent, is_number
from foldwise.data.dataset import Column, Kind, Role
from foldwise.data.scan import MOST_LEVELS, all_finite, count_levels, distinct_and_codes
from foldwise.data.series import content_of, content_of_array, series_of
from foldwise.data.table import column_names, is_pandas, is_sparse, take_columns
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import narwhals as nw

    from foldwise.arrays import Array, Codes, Mask
    from foldwise.data.content import Content, NumericContent, TextContent
    from foldwise.data.request import Loaded, ReadRequest
    from foldwise.data.table import Table

__all__ = [
    "Features",
    "RoleColumn",
    "column_content",
    "frame_features",
    "matrix_features",
    "matrix_part",
    "reason_unwanted",
]


PLAIN_TYPES = (np.dtype(np.float64), np.dtype(np.int64))
"""Types of columns that are described all at once."""


@final
@dataclass(frozen=True, eq=False)
class RoleColumn:
    """The target, the groups, the order or the weights: its column and what it holds."""

    column: Column
    content: Content


@final
@dataclass(frozen=True, eq=False)
class Features:
    """The feature table, every column of the source, and the parts that are columns of the source."""

    X: Table
    columns: tuple[Column, ...]
    parts: dict[str, RoleColumn]


def reason_unwanted(name: str, request: ReadRequest) -> str:
    """Say why the user does not want a column; empty where it is wanted."""
    if name in request.drop or request.roles.get(name) == "drop":
        return "on request"
    is_requested = request.features is None or name in request.features or name in request.by_name.values()
    return "" if is_requested else "not asked for"


def frame_features(loaded: Loaded, request: ReadRequest) -> Features:
    """Go through the columns, left to right."""
    import narwhals as nw

    frame = nw.from_native(loaded.table, eager_only=True)
    columns_used, segments = request.asked, request.by_name.get("segments")
    columns: list[Column] = []
    parts: dict[str, RoleColumn] = {}
    renewed: dict[int, NumericContent | TextContent] = {}
    names, plain = column_names(loaded.table), _plain_columns(loaded, request)
    others = [place for place in range(len(names)) if place not in plain]
    other_series = dict(zip(others, frame[:, others].iter_columns(), strict=True)) if others else {}
    for place, name in enumerate(names):
        if place in plain:
            columns.append(plain[place])
            continue
        series = other_series[place]
        if name == segments:
            content, tokens = column_content(series, loaded, request)
            parts["segments"] = RoleColumn(describe_content(name, content, Role.SEGMENTS, tokens), content)
        if columns_used.get(name) == "segments":
            columns.append(parts["segments"].column)
            continue
        if reason := reason_unwanted(name, request):
            columns.append(_left_out(series, reason))
            continue
        content, tokens = column_content(series, loaded, request)
        if name in columns_used:
            columns.append(describe_content(name, content, Role(columns_used[name]), tokens))
            parts[columns_used[name]] = RoleColumn(columns[-1], content)
            continue
        column, decided = decide_feature(name, content, request.roles.get(name), tokens, empty=request.empty)
        columns.append(column)
        if not isinstance(decided, DateContent) and (decided is not content or not _is_ready(series, tokens, loaded)):
            renewed[place] = decided
    places = [place for place, column in enumerate(columns) if column.role is Role.FEATURE]
    check_features_left(len(places), {column.name: column.note for column in columns if column.role is Role.DROPPED})
    return Features(_assemble(frame, places, renewed), tuple(columns), parts)


def _plain_columns(loaded: Loaded, request: ReadRequest) -> dict[int, Column]:
    """Those columns of a pandas frame, by place, that are numbers and nothing else, described all at once.

    Finite numbers that differ and do not count the rows, in a frame of the user's, wanted as they are. What is made of them is what
    would be made of each by itself, which takes much longer.
    """
    if loaded.from_file or loaded.parse or loaded.tokens or request.missing or not is_pandas(loaded.table):
        return {}
    names, changed = column_names(loaded.table), {name for name, role in request.roles.items() if role == "categorical"}
    own = {*request.by_name.values(), *changed}
    numeric_places = [
        place
        for place, kind in enumerate(loaded.table.dtypes.to_numpy().tolist())
        if kind in PLAIN_TYPES and names[place] not in own and not reason_unwanted(names[place], request)
    ]
    n = loaded.table.shape[0]
    if not numeric_places or not n:
        return {}
    numbers = take_columns(loaded.table, numeric_places).to_numpy(dtype=np.float64)
    levels, low, high = count_levels(numbers), numbers.min(axis=0), numbers.max(axis=0)
    may_count_rows = np.isin(numbers[0], (0, 1)) & (numbers[-1] == numbers[0] + n - 1)
    with np.errstate(invalid="ignore"):
        exact = np.maximum(-low, high) <= MOST_EXACT  # False where one is missing
    plain = exact & (levels > 1) & ~may_count_rows
    return {
        place: Column(names[place], Kind.NUMERIC, Role.FEATURE, distinct)
        for place, distinct, is_plain in zip(numeric_places, levels.tolist(), plain.tolist(), strict=True)
        if is_plain
    }


def column_content(series: nw.Series[Any], loaded: Loaded, request: ReadRequest) -> tuple[Content, tuple[str, ...]]:
    """Read a column; where texts may be numbers the reader of the file has dealt with the tokens already."""
    name = str(series.name)
    missing_tokens = () if loaded.parse or request.missing is None else request.missing
    content, met = content_of(series, tokens=missing_tokens, parse=loaded.parse and name not in request.as_text)
    return content, (*loaded.tokens.get(name, ()), *met)


def _is_ready(series: nw.Series[Any], tokens: tuple[str, ...], loaded: Loaded) -> bool:
    """Whether a column can stay as it is: a user's is never touched without need, one from a file has a few types."""
    if tokens and not loaded.parse:
        return False
    if not loaded.from_file:
        return not _has_pandas_missing(series)
    dtype = series.to_native().dtype
    return isinstance(dtype, np.dtype) and (dtype.kind in "iu" or dtype == np.float64)


def _has_pandas_missing(series: nw.Series[Any]) -> bool:
    """Whether texts or truth values are missing as ``pandas.NA``, which encoders of scikit-learn refuse."""
    if series.dtype.is_numeric() or not series.implementation.is_pandas():
        return False
    missing = getattr(series.to_native().dtype, "na_value", None)
    return type(missing).__name__ == "NAType" and series.null_count() > 0


def _left_out(series: nw.Series[Any], reason: str) -> Column:
    """Describe a column that is not read, for it may hold anything."""
    kind = Kind.NUMERIC if series.dtype.is_numeric() else Kind.CATEGORICAL
    return Column(str(series.name), kind, Role.DROPPED, levels=0, missing=int(series.null_count()), note=reason)


def _assemble(
    frame: nw.DataFrame[Any], places: list[int], renewed: Mapping[int, NumericContent | TextContent]
) -> Table:
    """Select the features, the renewed ones in their places."""
    import narwhals as nw

    table = take_columns(frame.to_native(), places)
    labels = frame.columns
    changed = [series_of(renewed[place], labels[place], frame) for place in places if place in renewed]
    return nw.from_native(table, eager_only=True).with_columns(*changed).to_native() if changed else table


def matrix_features(loaded: Loaded, request: ReadRequest) -> Features:
    """Take the columns, which are called x0, x1, …."""
    table = _with_missing(loaded.table, request)
    names = column_names(table)
    columns_used = request.asked
    if not request.by_name and request.wants_all:
        check_features_left(len(names), {})
        return Features(table, tuple(_describe(table, names, request)), {})
    reasons = {name: reason_unwanted(name, request) for name in names}
    feature_places = [place for place, name in enumerate(names) if name not in columns_used and not reasons[name]]
    check_features_left(len(feature_places), {name: reason for name, reason in reasons.items() if reason})
    X = take_columns(table, feature_places)
    columns = {column.name: column for column in _describe(X, [names[place] for place in feature_places], request)}
    parts = {part: matrix_part(table, names.index(name), name, part) for part, name in request.by_name.items()}
    columns |= {name: parts[part].column for name, part in columns_used.items()}
    gone = {
        name: Column(name, Kind.NUMERIC, Role.DROPPED, 0, note=reason) for name, reason in reasons.items() if reason
    }
    return Features(X, tuple((columns | gone)[name] for name in names), parts)


def _with_missing(table: Table, request: ReadRequest) -> Table:
    """Read the numbers that the user calls missing as missing."""
    if not request.missing:
        return table
    if is_sparse(table):
        message = "missing= cannot be used with a sparse matrix, whose zeros are not written down"
        raise InputError(message, hint="the call without missing=")
    numbers = [float(token) for token in request.missing if is_number(token)]
    return np.where(np.isin(table, numbers), np.nan, table)


def matrix_part(table: Table, place: int, name: str, part: str) -> RoleColumn:
    """Read a column of an array that is no feature."""
    values = take_columns(table, [place])
    content = content_of_array(np.asarray(values.toarray() if is_sparse(values) else values)[:, 0], name=name)
    return RoleColumn(describe_content(name, content, Role(part)), content)


def _describe(X: Table, names: Sequence[str], request: ReadRequest) -> list[Column]:
    """Check the values, and make one entry per column for all columns at once."""
    counts = _sparse_counts(X, names) if is_sparse(X) else _dense_counts(X, names, empty=request.empty)
    missing, levels, constant = counts
    categories = [place for place, name in enumerate(names) if request.roles.get(name) == "categorical"]
    if not is_sparse(X):
        levels[categories] = [_distinct(X[:, place]) for place in categories]
    return [
        Column(
            name,
            Kind.CATEGORICAL if request.roles.get(name) == "categorical" else Kind.NUMERIC,
            Role.FEATURE,
            distinct,
            unknown,
            note="constant" if single else "",
        )
        for name, distinct, unknown, single in zip(
            names, levels.tolist(), missing.tolist(), constant.tolist(), strict=True
        )
    ]


def _distinct(values: Array) -> int:
    """Count all distinct values: how a category is encoded depends on their number."""
    known = values[values == values]
    return int(distinct_and_codes(known)[0].size)


def _dense_counts(X: Array, names: Sequence[str], *, empty: bool) -> tuple[Codes, Codes, Mask]:
    """Missing values, distinct values (of the first rows), and whether there is one value only; each (p,)."""
    known = all_finite(X)
    if not known:
        check_values(X, names, empty=empty)
    levels = count_levels(X)
    missing = np.zeros(X.shape[1], dtype=np.intp) if known else np.isnan(X).sum(axis=0)
    single = levels == 1
    if single.any():
        single[single] = (X[:, single] == X[0, single]).all(axis=0)
    return missing, levels, single


def _sparse_counts(X: Table, names: Sequence[str]) -> tuple[Codes, Codes, Mask]:
    """Count as `_dense_counts` does, over all rows; what is not stored is zero."""
    stored = X.tocoo()
    check_stored_values(stored.row, stored.col, stored.data, names, n=X.shape[0])
    p = X.shape[1]
    missing = np.bincount(stored.col[np.isnan(stored.data)], minlength=p)
    known = (stored.data != 0) & ~np.isnan(stored.data)
    values, places = stored.data[known], stored.col[known]
    order = np.lexsort((values, places))
    values, places = values[order], places[order]
    new = np.ones(values.size, dtype=np.bool_)
    new[1:] = (values[1:] != values[:-1]) | (places[1:] != places[:-1])
    zeros = np.bincount(places, minlength=p) + missing < X.shape[0]
    levels = np.minimum(np.bincount(places[new], minlength=p) + zeros, MOST_LEVELS)
    return missing, levels, (levels == 1) & (missing == 0)
