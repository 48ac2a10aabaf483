"""Dataframes in partitions, such as Dask's: one partition is in memory at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from foldwise.predictions.sources.arrays import of_frame
from foldwise.predictions.sources.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.typing import Given

__all__ = ["PartitionedSource", "has_partitions"]


def has_partitions(data: Given) -> bool:
    """Whether a dataframe comes in partitions that are computed one by one."""
    return all(hasattr(data, part) for part in ("npartitions", "get_partition", "columns"))


@final
@dataclass(frozen=True, eq=False)
class PartitionedSource(Source):
    """A dataframe with `npartitions`, `get_partition` and `compute`."""

    frame: Any
    name: str = "the partitioned table"

    def partitions(self) -> tuple[Source, ...]:
        """One for each partition of the frame; they are computed where they are read."""
        return tuple(PartitionedSource(self.frame.get_partition(at), self.name) for at in range(self.frame.npartitions))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(str(column) for column in self.frame.columns)

    @property
    def rows(self) -> None:
        """Not known before the last partition."""
        return

    @property
    def size(self) -> int:
        """Taken for large: whoever cuts a table into partitions has a reason."""
        return 1 << 60

    def chunks(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Compute the partitions one after the other."""
        wanted = self.frame[list(dict.fromkeys(columns))]
        for number in range(self.frame.npartitions):
            part = (wanted.get_partition(number) if self.frame.npartitions > 1 else wanted).compute()
            if len(part):
                yield from of_frame(part.reset_index(drop=True)).chunks(columns)
