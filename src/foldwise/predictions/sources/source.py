"""What every source of predictions can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from foldwise.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["ROWS_PER_CHUNK", "Source"]

ROWS_PER_CHUNK = 1 << 19
"""Rows read at a time."""


class Source(ABC):
    """Named columns of equal length, read some rows at a time and as often as one likes."""

    name: str = "predictions"

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""

    @property
    @abstractmethod
    def rows(self) -> int | None:
        """Number of rows, where it is known without reading."""

    @property
    def size(self) -> int:
        """Size in bytes, as a hint whether all rows fit in memory; 0 where they are there already."""
        return 0

    @abstractmethod
    def chunks(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Read these columns, some rows at a time: arrays (n,) or (n, C), or coded labels."""

    def partitions(self) -> tuple[Source, ...]:
        """Parts that are read apart, on other machines too, in an order that does not change; one where there are none."""
        return (self,)

    def check(self, *columns: str) -> None:
        """Refuse a column that is not there, naming the nearest."""
        for column in columns:
            if column not in self.names:
                what = f"column of {self.name}"
                raise UnknownNameError.of(what, column, self.names)
