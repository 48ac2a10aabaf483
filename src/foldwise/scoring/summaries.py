"""Summaries of parts of the rows, made where they are read: on a worker, or on the threads of this process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from foldwise.measures.summaries import group_components, place_rows, summarise
from foldwise.reports.score import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from foldwise.intervals import UnitFindings
    from foldwise.measures.summaries import ExactMoments, GroupSums, Ranking, Summary, SummaryRequest
    from foldwise.scoring.first_pass import Chunk, FirstPass
    from foldwise.scoring.parts import SourcePart

__all__ = ["Placed", "merge_placed", "merge_segments", "on_threads", "place_parts", "summarise_parts"]

Sums = TypeVar("Sums", "Summary", "UnitFindings")

Placed = dict[str, "tuple[ExactMoments, ...] | tuple[GroupSums, ...]"]
"""Moments of the structural components of each segment, class by class; of rows in groups, their sums within these."""
Read = TypeVar("Read")
Done = TypeVar("Done")


def on_threads(
    chunks: Iterator[Read], work: Callable[[Read], Done], fold: Callable[[Done], None], threads: int
) -> None:
    """Do the work on every chunk, a few at a time on threads, and fold the results in the order of the chunks."""
    if threads == 1:
        for chunk in chunks:
            fold(work(chunk))
        return
    with ThreadPoolExecutor(max_workers=threads) as pool:
        waiting: list[Any] = []
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > threads:
                fold(waiting.pop(0).result())
        for one in waiting:
            fold(one.result())


def summarise_parts(
    parts: tuple[SourcePart, ...], *, found: FirstPass, request: SummaryRequest, threads: int
) -> dict[str, Summary]:
    """Summary of every segment of some parts; of all their rows where there are no segments."""
    whole: dict[str, Summary] = {}

    def work(chunk: Chunk) -> dict[str, Summary]:
        like = dict(whole)
        return {
            name: summarise(rows, request, like=like.get(name), groups=groups) for name, rows, groups in chunk.parts()
        }

    def fold(pieces: dict[str, Summary]) -> None:
        whole.update(merge_segments(whole, pieces))

    on_threads(_chunks(parts, found), work, fold, threads)
    return whole


def _chunks(parts: tuple[SourcePart, ...], found: FirstPass) -> Iterator[Chunk]:
    return (chunk for part in parts for chunk in found.read(part.source, part.start))


def merge_segments(mine: dict[str, Sums], yours: dict[str, Sums]) -> dict[str, Sums]:
    """Merge what was added up over two disjoint sets of rows, segment by segment."""
    return {**mine, **{name: mine[name] + one if name in mine else one for name, one in yours.items()}}


def place_parts(
    parts: tuple[SourcePart, ...],
    *,
    found: FirstPass,
    rankings: Mapping[str, Mapping[str, tuple[Ranking, ...]]],
    threads: int,
) -> Placed:
    """Moments of the structural components of some parts, given the order of all scores in every segment."""
    placed: Placed = {}

    def work(chunk: Chunk) -> Placed:
        pieces = list(chunk.parts())
        if found.segments:
            pieces.append((ALL, chunk.systems, chunk.groups))
        return {
            name: place_rows(rows, rankings[name])
            if groups is None
            else (group_components(rows, rankings[name], groups),)
            for name, rows, groups in pieces
        }

    def fold(pieces: Placed) -> None:
        placed.update(merge_placed(placed, pieces))

    on_threads(_chunks(parts, found), work, fold, threads)
    return placed


def merge_placed(mine: Placed, yours: Placed) -> Placed:
    """Merge the moments of two disjoint sets of rows."""
    both = {
        name: tuple(a + b for a, b in zip(mine[name], one, strict=True)) if name in mine else one  # type: ignore[operator]
        for name, one in yours.items()
    }
    return {**mine, **both}
