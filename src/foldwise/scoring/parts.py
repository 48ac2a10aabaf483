"""Parts of a table that are read apart, and the number of the first row of each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.predictions.sources import Source

__all__ = ["SourcePart", "blocks_of", "parts_of", "with_starts"]

ROWS_PER_TASK = 1 << 22
"""Least number of rows that one task reads."""


@final
@dataclass(frozen=True, eq=False)
class SourcePart:
    """One part of a table.

    Parameters
    ----------
    source
        Where its rows are read.
    start
        Number of its first row among all rows, from 0; -1 where that is not known yet.
    """

    source: Source
    start: int = -1


def parts_of(source: Source) -> tuple[SourcePart, ...]:
    """The parts of a source, in their fixed order; where it tells its rows, with the first of each.

    Examples
    --------
    >>> from foldwise.predictions.sources import open_source
    >>> [part.start for part in parts_of(open_source({"y": [0, 1, 1]}))]
    [0]
    """
    found = source.partitions()
    if len(found) == 1:
        return (SourcePart(found[0], 0),)
    rows = [part.rows for part in found]
    if any(count is None for count in rows):
        return tuple(SourcePart(part) for part in found)
    return with_starts([SourcePart(part) for part in found], [count or 0 for count in rows])


def with_starts(parts: Sequence[SourcePart], rows: Sequence[int]) -> tuple[SourcePart, ...]:
    """The same parts, given how many rows each has."""
    starts = accumulate(rows, initial=0)
    return tuple(SourcePart(part.source, start) for part, start in zip(parts, starts, strict=False))


def blocks_of(parts: Sequence[SourcePart]) -> list[tuple[SourcePart, ...]]:
    """Neighbouring parts that one task reads, so that small files do not cost a merge each; large ones are read apart.

    Examples
    --------
    >>> from foldwise.predictions.sources import open_source
    >>> source = open_source({"y": [0, 1, 1]})
    >>> starts = (0, 3_000_000, 5_000_000, 9_000_000)
    >>> [len(block) for block in blocks_of([SourcePart(source, start) for start in starts])]
    [2, 2]
    """
    blocks: list[list[SourcePart]] = []
    for part in parts:
        if not blocks or part.start - blocks[-1][0].start >= ROWS_PER_TASK:
            blocks.append([])
        blocks[-1].append(part)
    return [tuple(block) for block in blocks]
