"""Rows to predict: the columns a model was trained on, in its order, from a file or an object that may hold others."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, final

from foldwise.data.checks.kinds import shown
from foldwise.data.dataset import Kind
from foldwise.data.features import frame_features, matrix_features
from foldwise.data.files import load_file
from foldwise.data.reader import load_object
from foldwise.data.request import ReadRequest
from foldwise.data.table import column_names, is_frame, shape_of
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data.request import Loaded
    from foldwise.data.table import Table
    from foldwise.typing import TableLike

__all__ = ["ReadingOptions", "read_new_rows"]

NAMES_SHOWN = 6
ROLES = {Kind.NUMERIC: "numeric", Kind.CATEGORICAL: "categorical", Kind.DATE: "keep"}


@final
class ReadingOptions(TypedDict, total=False):
    """How to read a file of rows to predict; each means what it means to `foldwise.read`."""

    missing: Sequence[str] | None
    query: str | None
    delimiter: str | None
    encoding: str | None
    unpacked: float | None
    sheet: str | int | None
    file_format: str | None


def read_new_rows(
    source: TableLike, kinds: Mapping[str, Kind], *, by_name: bool, **reading: Unpack[ReadingOptions]
) -> tuple[Table, tuple[str, ...]]:
    """Read the columns of a model, and say which others there are.

    Parameters
    ----------
    source
        The rows, as `foldwise.read` takes them; no target is needed.
    kinds
        What each column holds, by name, in the order of the model.
    by_name
        Whether the model was trained on a table with names of columns; one of an array goes by position.
    **reading
        How to read a file: arguments of `foldwise.read`.

    Examples
    --------
    >>> table, others = read_new_rows({"b": [1.0, 2.0], "a": [3.0, 4.0]}, {"a": Kind.NUMERIC}, by_name=True)
    >>> table["a"].tolist(), others
    ([3.0, 4.0], ('b',))
    """
    request = ReadRequest(**reading, empty=True)
    loaded = load_file(source, request) if isinstance(source, str | PathLike) else load_object(source, request)
    check_width(loaded, kinds, by_name=by_name)
    if not is_frame(loaded.table):
        return matrix_features(loaded, request).X, ()
    names = column_names(loaded.table)
    if not by_name:
        return _numbers(loaded, names), ()
    request = replace(request, features=tuple(kinds), roles={name: _role(kind, loaded) for name, kind in kinds.items()})
    features = frame_features(loaded, request).X
    return features[list(_in_order(features, kinds))], tuple(name for name in names if name not in kinds)


def check_width(loaded: Loaded, kinds: Mapping[str, Kind], *, by_name: bool) -> None:
    """Refuse a table without rows or a column of the model, or, where columns have no names, with another number of them."""
    framed, names = is_frame(loaded.table), column_names(loaded.table)
    if not shape_of(loaded.table)[0]:
        message = f"{loaded.name} has no rows to predict"
        raise InputError(message, hint="a table with at least one row")
    if by_name and not framed:
        message = (
            f"the model knows its columns by name ({_some(tuple(kinds))}), and the rows are an array without names"
        )
        raise InputError(message, hint="a dataframe, or a file with a header")
    if by_name:
        absent = [name for name in kinds if name not in names]
        if absent:
            what = "a column" if len(absent) == 1 else f"{len(absent)} columns"
            message = (
                f"{loaded.name} lacks {what} that the model was trained on: {_some(absent)}; it has {_some(names)}"
            )
            raise InputError(message, hint="rows with the columns of the training rows")
    elif shape_of(loaded.table)[1] != len(kinds):
        received, expected = count_of(shape_of(loaded.table)[1], "column"), count_of(len(kinds), "column")
        message = f"the model was trained on an array with {expected}, and the rows have {received}"
        raise InputError(message, hint="the same columns in the same order")


def _some(names: Sequence[str]) -> str:
    """The first few names."""
    shown_names = ", ".join(f"'{name}'" for name in names[:NAMES_SHOWN])
    return shown_names if len(names) <= NAMES_SHOWN else f"{shown_names} and {len(names) - NAMES_SHOWN} more"


def _role(kind: Kind, loaded: Loaded) -> str:
    """Texts of a file may be numbers; an object has its kinds already, and the model took them as they are."""
    return ROLES[kind] if loaded.from_file or kind is Kind.NUMERIC else "keep" if kind is Kind.DATE else "feature"


def _in_order(table: Table, kinds: Mapping[str, Kind]) -> Sequence[Any]:
    """The columns as the table calls them, in the order of the model."""
    places = dict(zip(column_names(table), table.columns, strict=True))
    return [places[name] for name in kinds]


def _numbers(loaded: Loaded, names: Sequence[str]) -> Table:
    """The values of a table for a model that was trained on an array."""
    features = frame_features(loaded, ReadRequest(roles=dict.fromkeys(names, "numeric"), empty=True))
    try:
        return features.X.to_numpy(dtype="float64")
    except (TypeError, ValueError, AttributeError) as error:
        message = f"the model was trained on an array of numbers, and the rows are {shown(loaded.table)}"
        raise InputError(message, hint="an array") from error
