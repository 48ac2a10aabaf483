"""The feature table, and why a column of the source is not in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from foldwise.data.content import Content
    from foldwise.data.dataset import Column
    from foldwise.data.request import Request
    from foldwise.data.table import Table

__all__ = ["Features", "Part", "reason_unwanted"]


@final
@dataclass(frozen=True, eq=False)
class Part:
    """The target, the groups, the order or the weights: its column and what it holds."""

    column: Column
    content: Content


@final
@dataclass(frozen=True, eq=False)
class Features:
    """The feature table, every column of the source, and the parts that are columns of the source."""

    X: Table
    columns: tuple[Column, ...]
    parts: dict[str, Part]


def reason_unwanted(name: str, request: Request) -> str:
    """Say why the user does not want a column; empty where it is wanted."""
    if name in request.drop or request.roles.get(name) == "drop":
        return "on request"
    wanted = request.features is None or name in request.features or name in request.by_name.values()
    return "" if wanted else "not asked for"
