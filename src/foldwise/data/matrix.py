"""The features of an array or a sparse matrix: numbers, all of them used unless the user says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks.table import check_features_left, check_stored_values, check_values
from foldwise.data.column import describe_content
from foldwise.data.content import is_number
from foldwise.data.dataset import Column, Kind, Role
from foldwise.data.features import Features, Part, reason_unwanted
from foldwise.data.scan import MOST_LEVELS, all_finite, count_levels, factorise
from foldwise.data.series import content_of_array
from foldwise.data.table import column_names, is_sparse, take_columns
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Mask
    from foldwise.data.request import Loaded, Request
    from foldwise.data.table import Table

__all__ = ["matrix_features"]


def matrix_features(loaded: Loaded, request: Request) -> Features:
    """Take the columns, which are called x0, x1, …."""
    table = _with_missing(loaded.table, request)
    names = column_names(table)
    asked = {name: part for part, name in request.by_name.items()}
    if not asked and request.wants_all:
        check_features_left(len(names), [])
        return Features(table, tuple(_describe(table, names, request)), {})
    reasons = {name: reason_unwanted(name, request) for name in names}
    wanted = [place for place, name in enumerate(names) if name not in asked and not reasons[name]]
    check_features_left(len(wanted), [name for name, reason in reasons.items() if reason])
    X = take_columns(table, wanted)
    columns = {column.name: column for column in _describe(X, [names[place] for place in wanted], request)}
    parts = {part: _part(table, names.index(name), name, part) for name, part in asked.items()}
    columns |= {part.column.name: part.column for part in parts.values()}
    gone = {
        name: Column(name, Kind.NUMERIC, Role.DROPPED, 0, note=reason) for name, reason in reasons.items() if reason
    }
    return Features(X, tuple((columns | gone)[name] for name in names), parts)


def _with_missing(table: Table, request: Request) -> Table:
    """Read the numbers that the user calls missing as missing."""
    if not request.missing:
        return table
    if is_sparse(table):
        message = "missing= cannot be used with a sparse matrix, whose zeros are not written down"
        raise InputError(message, hint="the call without missing=")
    numbers = [float(token) for token in request.missing if is_number(token)]
    return np.where(np.isin(table, numbers), np.nan, table)


def _part(table: Table, place: int, name: str, part: str) -> Part:
    values = take_columns(table, [place])
    content, _ = content_of_array(np.asarray(values.toarray() if is_sparse(values) else values)[:, 0], name=name)
    return Part(describe_content(name, content, Role(part)), content)


def _describe(X: Table, names: Sequence[str], request: Request) -> list[Column]:
    """Check the values, and make one entry per column for all columns at once."""
    missing, levels, constant = _sparse_counts(X, names) if is_sparse(X) else _dense_counts(X, names)
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
    return int(factorise(known)[0].size)


def _dense_counts(X: Array, names: Sequence[str]) -> tuple[Codes, Codes, Mask]:
    """Missing values, distinct values (of the first rows), and whether there is one value only; each (p,)."""
    known = all_finite(X)
    if not known:
        check_values(X, names)
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
