"""What the user gave to `score`, as a source of columns and what each column is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks import check_same_index, check_unique_names
from foldwise.errors import InputError, UnknownNameError, several_targets
from foldwise.phrases import count_of
from foldwise.predictions.external import plain_array
from foldwise.predictions.labels import check_told_apart, factorise
from foldwise.predictions.sources import ArraySource, open_source

if TYPE_CHECKING:
    from foldwise.predictions.sources import Source
    from foldwise.typing import Given

__all__ = ["SINGLE_SYSTEM", "Roles", "read_inputs"]

SINGLE_SYSTEM = "system"
"""Name of a single system that was given without one."""
MOST_CLASSES = 1000


@final
@dataclass(frozen=True)
class Roles:
    """What each column is for.

    Parameters
    ----------
    truth
        The true labels or values.
    predicted
        The column of each system's predictions; empty where they follow from the scores.
    scores
        The column of the positive score, or one for each class in the order of the classes, of each system that has any.
    groups, weights, segment
        What is known about the rows.
    system, row
        In a long table, which system predicted which row.
    """

    truth: str
    predicted: Mapping[str, str]
    scores: Mapping[str, tuple[str, ...]]
    groups: str = ""
    weights: str = ""
    segment: str = ""
    system: str = ""
    row: str = ""

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, those without labels last."""
        return tuple(dict.fromkeys([*self.predicted, *self.scores]))

    @property
    def unlabelled(self) -> tuple[str, ...]:
        """Systems that have scores and no predictions."""
        return tuple(name for name in self.systems if name not in self.predicted)

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that are needed."""
        scores = [name for names in self.scores.values() for name in names]
        others = (self.groups, self.weights, self.segment, self.system, self.row)
        return tuple(dict.fromkeys([self.truth, *self.predicted.values(), *scores, *filter(None, others)]))


def read_inputs(  # noqa: PLR0913 - keyword-only, see `score`
    truth: Given,
    predicted: Given,
    *,
    scores: Given,
    data: Given,
    groups: Given,
    weights: Given,
    segments: Given,
    system: str | None,
    row: str | None,
) -> tuple[Source, Roles]:
    """Bring arrays, column names and tables into one form."""
    if predicted is None and scores is None:
        message = "neither predictions nor scores were given"
        raise InputError(message, hint="predicted=… with the labels or values, or scores=…")
    predicted, bare = _without_labels(predicted)
    if data is not None:
        if row is not None and system is None:
            message = "row= says which lines of a long table are about one row, and no column says which system a line is from"
            raise InputError(message, hint="system=…, or the call without row=")
        inputs = _of_table(truth, predicted, scores, open_source(data))
        _check_known(inputs[1], bare)
        _refuse_truth(inputs[1])
        more = {"groups": groups, "weights": weights, "segment": segments, "system": system, "row": row}
        return inputs[0], _apart(
            inputs[0], _with_roles(*inputs, {name: value for name, value in more.items() if value is not None})
        )
    for name, value in (("system", system), ("row", row)):
        if value is not None:
            message = f"{name}= names a column of a long table, and there is no table"
            raise InputError(message, hint="data=… with the table or its path")
    more = {"groups": groups, "weights": weights, "segment": segments}
    source, roles = _of_arrays(truth, predicted, scores, more)
    _check_known(roles, bare)
    return source, _apart(source, roles)


def _refuse_truth(roles: Roles) -> None:
    """Refuse the column of the truth as predictions or scores: it would be right in every row."""
    scores = [column for columns in roles.scores.values() for column in columns]
    for what, names in (("predicted", [*roles.predicted.values()]), ("scores", scores)):
        if roles.truth in names:
            message = f"the column '{roles.truth}' is the truth and was given as {what}= too"
            raise InputError(message, hint="the column with what the system said")


def _apart(source: Source, roles: Roles) -> Roles:
    """Refuse groups, segments and systems that are written alike; in a file all of them are texts."""
    if isinstance(source, ArraySource):
        columns_by_role = {"groups": roles.groups, "segments": roles.segment, "system": roles.system}
        for what, column in columns_by_role.items():
            if column:
                check_told_apart(source.columns[column], what)
    return roles


def _without_labels(predicted: Given) -> tuple[Any, tuple[str, ...]]:
    """Take out the systems whose predictions are None: their labels follow from their scores."""
    if not isinstance(predicted, Mapping):
        return predicted, ()
    bare = tuple(str(name) for name, values in predicted.items() if values is None)
    return ({name: one for name, one in predicted.items() if one is not None} or None if bare else predicted), bare


def _check_known(roles: Roles, bare: tuple[str, ...]) -> None:
    """Refuse scores of a system that nobody named, and a system that has neither predictions nor scores."""
    for name in bare:
        if name not in roles.scores:
            message = f"'{name}' has neither predictions nor scores"
            raise InputError(message, hint=f"scores={{'{name}': …}}")
    for name in roles.unlabelled:
        if (roles.predicted or bare) and name not in bare:
            raise UnknownNameError.of("system with predictions", name, [*roles.predicted, *bare])


def _of_table(truth: Given, predicted: Given, scores: Given, source: Source) -> tuple[Source, Roles]:
    """Roles by the names of columns."""
    if isinstance(truth, list | tuple) and len(truth) > 1 and all(isinstance(name, str) for name in truth):
        received = f"truth= names {len(truth):,} columns"
        raise several_targets(received, hint=f"truth='{truth[0]}'")
    if not isinstance(truth, str):
        message = f"with data=… truth is the name of a column, not {type(truth).__name__}"
        raise InputError(message, hint="truth='y'")
    labels = {} if predicted is None else _named(predicted, "predicted")
    columns = _score_columns(scores, tuple(labels))
    if len(labels) == 1 and set(columns) == {SINGLE_SYSTEM}:
        columns = {next(iter(labels)): columns[SINGLE_SYSTEM]}
    return source, Roles(truth, labels, columns)


def _named(given: Given, what: str) -> dict[str, str]:
    """Columns by system: ``{name: column}``, one column, or several named after themselves."""
    if isinstance(given, Mapping):
        columns = {str(name): column for name, column in given.items()}
    else:
        names = [given] if isinstance(given, str) else list(given)
        columns = {str(name): name for name in names}
        if len(columns) < len(names):
            message = f"{what} names the column '{next(name for name in names if names.count(name) > 1)}' twice"
            raise InputError(message, hint="each column once")
    for column in columns.values():
        if not isinstance(column, str):
            message = f"with data=… {what} is the name of a column, or several, not {type(column).__name__}"
            raise InputError(message, hint=f"{what}='yhat', or {what}={{'mine': 'yhat', 'theirs': 'yhat2'}}")
    return columns


def _score_columns(given: Given, systems: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Score columns by system; a plain list is one for each system in turn, or of one system one for each class."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {str(name): (one,) if isinstance(one, str) else tuple(one) for name, one in given.items()}
    if isinstance(given, str):
        return {systems[0] if len(systems) == 1 else SINGLE_SYSTEM if not systems else given: (given,)}
    columns = list(given)
    if len(systems) > 1:
        if len(columns) != len(systems):
            message = f"there are {len(systems)} systems and {count_of(len(columns), 'score column')}"
            raise InputError(message, hint="scores={system: column} for those that have scores")
        pairs = zip(systems, columns, strict=True)
        return {name: (one,) if isinstance(one, str) else tuple(one) for name, one in pairs}
    return {systems[0] if systems else SINGLE_SYSTEM: tuple(columns)}


def _with_roles(source: Source, roles: Roles, more: Mapping[str, Any]) -> Roles:
    """Add the columns that tell about the rows, and check that all are there."""
    for name, value in more.items():
        if not isinstance(value, str):
            message = f"with data=… {name} is the name of a column, not {type(value).__name__}"
            raise InputError(message, hint=f"{name}='…'")
    complete_roles = Roles(roles.truth, roles.predicted, roles.scores, **more)
    source.check(*complete_roles.columns)
    return complete_roles


def _of_arrays(truth: Given, predicted: Given, scores: Given, more: Mapping[str, Any]) -> tuple[Source, Roles]:
    """Columns with names of our own for arrays that have none."""
    if isinstance(truth, str | PathLike):
        message = f"truth is the text '{truth}', and there is no table to find a column in"
        raise InputError(message, hint="data=… with the table or its path, or truth=… with the labels")
    outputs = {} if predicted is None else _by_system(predicted, "predicted")
    columns = {"truth": _array(truth, "truth")}
    columns |= {f"predicted {name}": _array(output, f"predictions of '{name}'") for name, output in outputs.items()}
    given, tables = _score_arrays(scores, tuple(outputs), columns["truth"])
    columns |= tables
    known = {name: value for name, value in more.items() if value is not None}
    columns |= {name: _array(value, name) for name, value in known.items()}
    _check_indexes(truth, {"predicted": predicted, "scores": scores, **known})
    size = len(columns["truth"])
    for name, column in columns.items():
        if len(column) != size:
            message = f"{name} has {count_of(len(column), 'row')} but truth has {size:,}"
            raise InputError(message, hint="one value for every row")
    if size == 0:
        message = "truth is empty"
        raise InputError(message, hint="at least one row")
    roles = Roles("truth", {name: f"predicted {name}" for name in outputs}, given, **{name: name for name in known})
    return ArraySource(columns), roles


def _check_indexes(truth: Given, given: Mapping[str, Any]) -> None:
    """Refuse pandas objects whose rows are those of the truth in another order."""
    for what, values in given.items():
        listed = values.items() if isinstance(values, Mapping) else [(None, values)]
        for name, one in listed:
            check_same_index(what if name is None else f"{what} of '{name}'", one, truth, of="truth")


def _score_arrays(
    scores: Given,
    systems: tuple[str, ...],
    truth: Given,
) -> tuple[dict[str, tuple[str, ...]], dict[str, Any]]:
    """Names of the score columns of each system, and the columns; those of a frame keep their names."""
    if scores is None:
        return {}, {}
    if (
        not hasattr(scores, "collect_schema")
        and _is_frame(scores)
        and (len(systems) == 1 or (not systems and _named_like_classes(scores, truth)))
    ):
        scores = {systems[0] if systems else SINGLE_SYSTEM: scores}  # one column for each class, not for each system
    names: dict[str, tuple[str, ...]] = {}
    columns: dict[str, Any] = {}
    for name, one in _by_system(scores, "scores", systems=systems).items():
        parts = {f"score {name} {column}": one[column] for column in one.columns} if _is_frame(one) else {}
        parts = parts or {f"score {name}": one}
        names[name] = tuple(parts)
        columns |= {column: _array(part, f"scores of '{name}'") for column, part in parts.items()}
    return names, columns


def _is_frame(values: Given) -> bool:
    return hasattr(values, "columns") and not isinstance(values, np.ndarray | Mapping)


def _named_like_classes(frame: Given, truth: Given) -> bool:
    """Whether the columns of a frame are called as the classes are."""
    names = tuple(str(name) for name in frame.columns)
    labels = factorise(truth).labels if len(names) < MOST_CLASSES else ()
    return len(names) > 1 and set(names) == set(labels)


def _by_system(given: Given, what: str, systems: tuple[str, ...] = ()) -> dict[str, Any]:
    """Arrays by system; a single one belongs to the only system."""
    if hasattr(given, "collect_schema"):
        message = f"{what} is a lazy frame, which has no rows yet"
        raise InputError(message, hint=f"{what}.collect()")
    if isinstance(given, Mapping):
        if not given:
            message = f"{what} is empty"
            raise InputError(message, hint=f"{what}={{'my model': [...]}}")
        return {str(name): values for name, values in given.items()}
    if _is_frame(given):  # one column for each system
        check_unique_names(tuple(map(str, given.columns)), what)
        return {str(name): given[name] for name in given.columns}
    if len(systems) > 1:
        message = f"there are {len(systems)} systems and one array of scores"
        raise InputError(message, hint="scores={system: array} for those that have scores")
    return {systems[0] if systems else SINGLE_SYSTEM: given}


def _array(values: Given, what: str) -> Given:
    if isinstance(values, str | bytes):
        message = f"{what} is the text '{values!s}', not a column of values"
        raise InputError(message, hint="data=… with the table it names a column of")
    array = plain_array(values, what)
    if array.ndim == 0:
        message = (
            f"{what} is {'missing' if values is None else f'of type {type(values).__name__}'}, not a column of values"
        )
        raise InputError(message, hint="a list or an array with one value for every row")
    if array.dtype.kind in "US" and isinstance(values, Sequence):
        # numpy would write None as 'None'; the list still knows.
        array = np.array(list(values), dtype=object)
    if array.ndim == 2 and array.shape[1] == 1 and what.startswith("scores"):
        return array[:, 0]
    if array.ndim > 2 or (array.ndim == 2 and not what.startswith("scores")):
        if array.ndim == 2 and array.shape[1] > 1:
            received = f"{what} has {array.shape[1]:,} columns"
            hint = "one label or value for each row"
            raise several_targets(
                received, hint=f"{hint}; probabilities of classes are scores=" if what.startswith("pred") else hint
            )
        message = f"{what} must be one column, not an array of shape {array.shape}"
        raise InputError(message)
    return array
