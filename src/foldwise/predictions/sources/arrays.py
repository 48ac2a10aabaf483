"""Arrays and dataframes that are in memory already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks import check_unique_names
from foldwise.predictions.sources.source import ROWS_PER_CHUNK, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.arrays import Array
    from foldwise.typing import Given

__all__ = ["ArraySource", "of_frame"]


@final
@dataclass(frozen=True, eq=False)
class ArraySource(Source):
    """Arrays of equal length; chunks are views, nothing is copied.

    Examples
    --------
    >>> source = ArraySource({"y": np.arange(3)})
    >>> source.names, source.rows, [chunk["y"].tolist() for chunk in source.chunks(["y"])]
    (('y',), 3, [[0, 1, 2]])
    """

    columns: Mapping[str, Array]
    name: str = "predictions"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the arrays."""
        return tuple(self.columns)

    @property
    def rows(self) -> int:
        """Length of the arrays."""
        return len(next(iter(self.columns.values())))

    def chunks(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Views of some rows at a time."""
        for start in range(0, self.rows, ROWS_PER_CHUNK):
            yield {name: self.columns[name][start : start + ROWS_PER_CHUNK] for name in columns}


def of_frame(frame: Given, name: str = "the table") -> ArraySource:
    """Take the columns of a dataframe that narwhals knows."""
    import narwhals as nw

    if hasattr(frame, "iloc"):
        check_unique_names(tuple(map(str, frame.columns)), name.strip("'"))
    table = nw.from_native(frame)
    if isinstance(table, nw.LazyFrame):
        table = table.collect()
    return ArraySource({str(column): np.asarray(table[column].to_numpy()) for column in table.columns}, name)
