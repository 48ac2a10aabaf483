"""All rows of a source in memory: wide tables as they are, long tables put side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import InputError
from foldwise.predictions.inputs import Roles
from foldwise.predictions.labels import Coded, factorise
from foldwise.predictions.sources import ArraySource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes
    from foldwise.predictions.sources import Source
    from foldwise.typing import Given

__all__ = ["collect", "to_wide"]


def collect(source: Source, roles: Roles) -> ArraySource:
    """Read all columns that are needed."""
    chunks = list(source.chunks(roles.columns))
    if not chunks:
        message = f"{source.name} holds no rows"
        raise InputError(message, hint="a table with at least one row")
    return ArraySource({name: _joined([chunk[name] for chunk in chunks]) for name in roles.columns}, source.name)


def _joined(parts: Sequence[Any]) -> Given:
    """Put pieces of a column end to end; texts as objects, so that a missing one stays missing."""
    if len(parts) == 1 and not isinstance(parts[0], Coded):
        return parts[0]
    if any(isinstance(part, Coded) for part in parts):
        return np.concatenate([_objects(part) for part in parts])
    return np.concatenate(parts)


def _objects(part: Given) -> Array:
    if not isinstance(part, Coded):
        return np.asarray(part, dtype=object)
    return np.array([*part.labels, None], dtype=object)[part.codes]


def to_wide(table: ArraySource, roles: Roles) -> tuple[ArraySource, Roles]:
    """Turn a long table, one line per system and row, into a wide one with a column for each system.

    Lines are matched by the row column; without one, by their order within each system, if the truth then agrees.
    """
    owner = factorise(table.columns[roles.system])
    if np.any(owner.codes < 0):
        message = f"the system column '{roles.system}' is empty in row {int(np.argmax(owner.codes < 0)) + 1:,}"
        raise InputError(message, hint="a name in every line")
    order = sorted(range(len(owner.labels)), key=owner.labels.__getitem__)
    systems = tuple(owner.labels[code] for code in order)
    lines = [np.flatnonzero(owner.codes == code) for code in order]
    if roles.row:
        lines = _matched(lines, table, roles, systems)
    _check_same(lines, table, roles, systems)
    shared = [name for name in (roles.truth, roles.groups, roles.weights, roles.segment) if name]
    columns = {name: table.columns[name][lines[0]] for name in shared}
    predicted, scores = {}, {}
    for name, own in zip(systems, lines, strict=True):
        for column in roles.predicted.values():
            predicted[name] = f"{column} {name}"
            columns[predicted[name]] = table.columns[column][own]
        for given in roles.scores.values():
            scores[name] = tuple(f"{column} {name}" for column in given)
            columns |= {f"{column} {name}": table.columns[column][own] for column in given}
    wide = Roles(roles.truth, predicted, scores, roles.groups, roles.weights, roles.segment)
    return ArraySource(columns, table.name), wide


def _matched(lines: list[Codes], table: ArraySource, roles: Roles, names: tuple[str, ...]) -> list[Codes]:
    """Lines of each system in the order of their row numbers."""
    row = factorise(table.columns[roles.row]).codes
    found = [own[np.argsort(row[own], kind="stable")] for own in lines]
    for name, own in zip(names, found, strict=True):
        if np.any(np.diff(row[own]) == 0):
            message = f"'{name}' predicts a row of '{roles.row}' twice"
            raise InputError(message, hint="one line for each system and row")
        if not np.array_equal(row[own], row[found[0]]):
            message = f"'{name}' and '{names[0]}' predict different rows of '{roles.row}'"
            raise InputError(
                message, hint="the rows that all systems predicted, or compare_unpaired for different rows"
            )
    return found


def _check_same(lines: list[Codes], table: ArraySource, roles: Roles, names: tuple[str, ...]) -> None:
    """Refuse lines whose truth differs between systems."""
    truth = factorise(table.columns[roles.truth]).codes
    for name, own in zip(names, lines, strict=True):
        if own.size != lines[0].size:
            message = f"'{name}' has {own.size:,} lines and '{names[0]}' has {lines[0].size:,}"
            raise InputError(message, hint="row=… with the column that says which row a line is about")
        if not np.array_equal(truth[own], truth[lines[0]]):
            at = int(np.argmax(truth[own] != truth[lines[0]]))
            message = f"line {at + 1:,} of '{name}' and of '{names[0]}' have different truth"
            hint = "the same truth for every system" if roles.row else "row=… with the column that says which row it is"
            raise InputError(message, hint=hint)
