"""The features of a dataframe: column by column, each with a kind and a role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data.checks.table import check_features_left
from foldwise.data.column import decide_feature, describe_content
from foldwise.data.content import Dates
from foldwise.data.dataset import Column, Kind, Role
from foldwise.data.features import Features, Part, reason_unwanted
from foldwise.data.series import content_of, series_of
from foldwise.data.table import take_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    import narwhals as nw

    from foldwise.data.content import Content, Numbers, Texts
    from foldwise.data.request import Loaded, Request
    from foldwise.data.table import Table

__all__ = ["frame_features"]


def frame_features(loaded: Loaded, request: Request) -> Features:
    """Go through the columns, left to right."""
    import narwhals as nw

    frame = nw.from_native(loaded.table, eager_only=True)
    asked = {name: part for part, name in request.by_name.items()}
    columns: list[Column] = []
    parts: dict[str, Part] = {}
    renewed: dict[int, Numbers | Texts] = {}
    for place, series in enumerate(frame.iter_columns()):
        name = str(series.name)
        if reason := reason_unwanted(name, request):
            columns.append(_left_out(series, reason))
            continue
        content, tokens = _content(series, loaded, request)
        if name in asked:
            columns.append(describe_content(name, content, Role(asked[name]), tokens))
            parts[asked[name]] = Part(columns[-1], content)
            continue
        column, decided = decide_feature(name, content, request.roles.get(name), tokens)
        columns.append(column)
        if not isinstance(decided, Dates) and (decided is not content or not _is_ready(series, tokens, loaded)):
            renewed[place] = decided
    places = [place for place, column in enumerate(columns) if column.role is Role.FEATURE]
    check_features_left(len(places), [column.name for column in columns if column.role is Role.DROPPED])
    return Features(_assemble(frame, places, renewed), tuple(columns), parts)


def _content(series: nw.Series[Any], loaded: Loaded, request: Request) -> tuple[Content, tuple[str, ...]]:
    """Read a column; where texts may be numbers the reader of the file has dealt with the tokens already."""
    name = str(series.name)
    wanted = () if loaded.parse or request.missing is None else request.missing
    content, met = content_of(series, tokens=wanted, parse=loaded.parse and name not in request.as_text)
    return content, (*loaded.tokens.get(name, ()), *met)


def _is_ready(series: nw.Series[Any], tokens: tuple[str, ...], loaded: Loaded) -> bool:
    """Whether a column can stay as it is: a user's is never touched without need, one from a file has a few types."""
    if tokens and not loaded.parse:
        return False
    if not loaded.from_file:
        return True
    dtype = series.to_native().dtype
    return isinstance(dtype, np.dtype) and (dtype.kind in "iu" or dtype == np.float64)


def _left_out(series: nw.Series[Any], reason: str) -> Column:
    """Describe a column that is not read, for it may hold anything."""
    kind = Kind.NUMERIC if series.dtype.is_numeric() else Kind.CATEGORICAL
    return Column(str(series.name), kind, Role.DROPPED, levels=0, missing=int(series.null_count()), note=reason)


def _assemble(frame: nw.DataFrame[Any], places: list[int], renewed: Mapping[int, Numbers | Texts]) -> Table:
    """Select the features, the renewed ones in their places."""
    import narwhals as nw

    kept = take_columns(frame.to_native(), places)
    labels = frame.columns
    changed = [series_of(renewed[place], labels[place], frame) for place in places if place in renewed]
    return nw.from_native(kept, eager_only=True).with_columns(*changed).to_native() if changed else kept
