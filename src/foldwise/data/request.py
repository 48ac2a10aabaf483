"""What the user asked for, and what was found at the source."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Real
from os import PathLike
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks.kinds import shown
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data.table import Table

__all__ = ["DEFAULT_TOKENS", "EMPTY", "ROLE_NAMES", "Loaded", "ReadRequest"]

EMPTY = ("", " ", "  ")
"""Fields with nothing in them, which no list of tokens has to name."""
DEFAULT_TOKENS = (
    *EMPTY,
    *("?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "-NaN", "-nan", "NULL", "null", "None"),
    *("1.#QNAN", "-1.#QNAN", "1.#IND", "-1.#IND"),
)
"""Texts that a CSV file may write for a missing value."""
READING = (
    *("task", "costs", "features", "drop", "roles", "missing", "query", "delimiter", "encoding", "unpacked", "sheet"),
    *("file_format", "drop_missing_target"),
)
"""Arguments that say how a file is read."""
ROLE_NAMES = ("categorical", "drop", "feature", "keep", "numeric")


@final
@dataclass(frozen=True, eq=False)
class ReadRequest:
    """The arguments of `read`, tidied; see there for what each means."""

    target: Any = None
    task: str | None = None
    groups: Any = None
    order: Any = None
    weights: Any = None
    costs: Any = None
    positive: Any = None
    features: Sequence[str] | None = None
    drop: Sequence[str] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    missing: Sequence[str] | None = None
    query: str | None = None
    name: str | None = None
    delimiter: str | None = None
    encoding: str | None = None
    unpacked: float | None = None
    drop_missing_target: bool = False
    sheet: str | int | None = None
    file_format: str | None = None
    segments: Any = None
    empty: bool = False
    """Whether a feature may have no value in any row, as in one row that is to be predicted."""

    def __post_init__(self) -> None:
        if self.unpacked is not None and not (isinstance(self.unpacked, Real) and self.unpacked > 0):
            message = (
                f"unpacked is the number of gigabytes that a packed file may unpack to, not {shown(self.unpacked)}"
            )
            raise InputError(message, hint="unpacked=8")
        for role in self.roles.values():
            if role not in ROLE_NAMES:
                raise UnknownNameError.of("role", str(role), ROLE_NAMES)

    @property
    def reading(self) -> dict[str, Any]:
        """What was asked for of a file beside the uses of its columns, in plain values."""
        reading_options = {name: getattr(self, name) for name in READING}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in reading_options.items()}
        costs = plain.get("costs")
        if costs is not None and not isinstance(costs, str | dict):
            plain["costs"] = _plain_costs(costs)
        return {name: value for name, value in plain.items() if not _unsaid(value)}

    @property
    def as_text(self) -> frozenset[str]:
        """Columns to take literally, digits included."""
        return frozenset(name for name, role in self.roles.items() if role == "categorical")

    @property
    def by_name(self) -> dict[str, str]:
        """The columns asked for by name, by what they are to be used for."""
        parts = {"target": self.target, "groups": self.groups, "order": self.order, "weights": self.weights}
        parts |= {"segments": self.segments}
        return {part: name for part, name in parts.items() if isinstance(name, str)}

    @property
    def asked(self) -> dict[str, str]:
        """Columns that are no features, by their names; a column of segments may be one, or serve for something else too."""
        columns_by_name = {name: part for part, name in self.by_name.items() if part != "segments"}
        name = self.by_name.get("segments")
        if (
            name is None
            or name in columns_by_name
            or name in (self.features or ())
            or self.roles.get(name, "drop") != "drop"
        ):
            return columns_by_name
        return {**columns_by_name, name: "segments"}

    @property
    def wants_all(self) -> bool:
        """Whether no column is left out on request."""
        return not self.drop and self.features is None and "drop" not in self.roles.values()

    def refuse(self, *options: str, because: str) -> None:
        """Refuse options that mean nothing for this source, rather than ignore them."""
        for option in options:
            if getattr(self, option) is not None:
                message = f"{option}= is for {because}"
                raise InputError(message, hint=f"the call without {option}=")


@final
@dataclass(frozen=True, eq=False)
class Loaded:
    """A table as it came from its source.

    Parameters
    ----------
    table
        pandas frame (from a file), or the user's own object.
    name
        What to call it.
    tokens
        The texts that were read as missing, per column.
    from_file
        Whether the table is ours to put in shape; a user's object keeps its form.
    parse
        Whether a text may stand for a number, as in a CSV file.
    source
        Path of the file as the user wrote it; empty for objects and standard input.
    """

    table: Table
    name: str
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    from_file: bool = False
    parse: bool = False
    source: str = ""


def _unsaid(value: object) -> bool:
    """Whether nothing was asked for."""
    return value is None or value is False or (isinstance(value, list | dict) and not value)


def _plain_costs(costs: object) -> object:
    """Costs as a path or as lists of numbers."""
    if isinstance(costs, PathLike):
        return str(costs)
    try:
        return np.asarray(costs, dtype=np.float64).tolist()
    except (ValueError, TypeError) as error:
        message = f"costs are a table of numbers, a line for each true class, not {shown(costs)}"
        raise InputError(message, hint="costs=[[0, 1], [5, 0]]") from error
