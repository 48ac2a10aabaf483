"""How rows are named again: on the command line with their file and columns, and in Python."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from foldwise.data import SAMPLES, Role

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["rows_in_python", "rows_typed"]

ROLES = (Role.GROUPS, Role.ORDER, Role.WEIGHTS, Role.SEGMENTS)
OPTIONS = {Role.SEGMENTS: "segment"}


def rows_typed(dataset: Dataset) -> str:
    """File and columns as they are typed after a verb; ``FILE`` where the rows came from an object.

    Examples
    --------
    >>> import foldwise
    >>> rows_typed(foldwise.sample("iris"))
    'FILE --target species'
    """
    chosen = "".join(f" --{OPTIONS.get(role, role)} {quote(name)}" for role, name in _used(dataset).items())
    positive = "" if dataset.positive is None else f" --positive {quote(str(dataset.positive))}"
    return f"{quote(dataset.source) if dataset.source else 'FILE'} --target {quote(_target(dataset))}{chosen}{positive}"


def rows_in_python(dataset: Dataset) -> str:
    """The same as arguments of a call: a file with the names of its columns, a sample, or ``X, y``.

    Examples
    --------
    >>> import foldwise
    >>> rows_in_python(foldwise.sample("iris"))
    "foldwise.sample('iris')"
    """
    if not dataset.source:
        return f"foldwise.sample({dataset.name!r})" if dataset.name in SAMPLES else "X, y"
    chosen = "".join(f", {role}={name!r}" for role, name in _used(dataset).items())
    positive = "" if dataset.positive is None else f", positive={str(dataset.positive)!r}"
    return f"{dataset.source!r}, {_target(dataset)!r}{chosen}{positive}"


def _target(dataset: Dataset) -> str:
    return next((one.name for one in dataset.columns if one.role is Role.TARGET), "target")


def _used(dataset: Dataset) -> dict[Role, str]:
    """Columns of groups, time, weights and segments by their role; none where the values came from an object."""
    found = {one.role: one.name for one in dataset.columns if one.role in ROLES}
    return found if dataset.source else {}
