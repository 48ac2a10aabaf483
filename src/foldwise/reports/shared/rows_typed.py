"""How rows are named again: on the command line with their file and columns, and in Python."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, final

from foldwise.data import SAMPLES, Role

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["RowOrigin", "rows_in_python", "rows_typed"]

ROLES = (Role.GROUPS, Role.ORDER, Role.WEIGHTS, Role.SEGMENTS)
OPTIONS = {Role.SEGMENTS: "segment"}


@final
@dataclass(frozen=True)
class RowOrigin:
    """What rows are called in code that reads them again, and by what they are known.

    Parameters
    ----------
    python
        The rows as arguments of a call.
    typed
        File and columns as they are typed after a verb.
    fingerprint
        Hash of the rows.
    arguments
        Arguments that the rows are read with, which a call need not be given again.
    """

    python: str = "X, y"
    typed: str = "FILE --target target"
    fingerprint: str = ""
    arguments: frozenset[str] = frozenset()

    @classmethod
    def of(cls, dataset: Dataset) -> RowOrigin:
        """Say where the rows of a dataset came from.

        Examples
        --------
        >>> import foldwise
        >>> RowOrigin.of(foldwise.sample("iris")).typed
        'FILE --target species'
        """
        read = frozenset(dataset.reading if dataset.source else ())
        return cls(rows_in_python(dataset), rows_typed(dataset), dataset.fingerprint, read)


def rows_typed(dataset: Dataset) -> str:
    """File and columns as they are typed after a verb; ``FILE`` where the rows came from an object.

    Examples
    --------
    >>> import foldwise
    >>> rows_typed(foldwise.sample("iris"))
    'FILE --target species'
    """
    from foldwise.reports.report.reproduction import typed_argument

    chosen = "".join(f" --{OPTIONS.get(role, role)} {quote(name)}" for role, name in _used(dataset).items())
    positive = "" if dataset.positive is None else f" --positive {quote(str(dataset.positive))}"
    read = "".join(
        f" {typed_argument(name, value)}" for name, value in dataset.reading.items() if typed_argument(name, value)
    )
    path = quote(dataset.source) if dataset.source else "FILE"
    if not dataset.source:
        held = [role for role in ROLES if getattr(dataset, role) is not None]
        chosen = "".join(f" --{OPTIONS.get(role, role)} {role.upper()}" for role in held)
    return f"{path} --target {quote(_target(dataset))}{chosen}{positive}{read}"


def rows_in_python(dataset: Dataset) -> str:
    """The same as arguments of a call: a file with the names of its columns, a sample, or ``X, y``.

    Examples
    --------
    >>> import foldwise
    >>> rows_in_python(foldwise.sample("iris"))
    "foldwise.sample('iris')"
    """
    positive = "" if dataset.positive is None else f", positive={str(dataset.positive)!r}"
    if not dataset.source:
        rows = f"foldwise.sample({dataset.name!r})" if dataset.name in SAMPLES else "X, y"
        parts = {role: getattr(dataset, role) for role in ROLES}
        held = "".join(f", {role}={role}" for role, values in parts.items() if values is not None)
        return f"{rows}{held}{positive}"
    chosen = "".join(f", {role}={name!r}" for role, name in _used(dataset).items())
    text = f"{dataset.source!r}, {_target(dataset)!r}{chosen}{positive}"
    read = "".join(f", {name}={value!r}" for name, value in dataset.reading.items())
    return f"foldwise.read({text}{read})" if read else text


def _target(dataset: Dataset) -> str:
    return next((column.name for column in dataset.columns if column.role is Role.TARGET), "target")


def _used(dataset: Dataset) -> dict[Role, str]:
    """Columns of groups, time, weights and segments by their role; none where the values came from an object."""
    found = {column.role: column.name for column in dataset.columns if column.role in ROLES}
    return found if dataset.source else {}
