"""The second pass, for intervals of weighted rows and of ratios of sums, once the sums over all rows are known."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from foldwise.intervals import sum_effects
from foldwise.reports.score import ALL
from foldwise.scoring.summaries import merge_segments, on_threads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.intervals import UnitFindings, UnitRequest
    from foldwise.measures.summaries import Ranking
    from foldwise.scoring.first_pass import Chunk, FirstPass
    from foldwise.scoring.parts import SourcePart
    from foldwise.scoring.workers import Workers

__all__ = ["add_up_units"]

Requests = dict[str, "UnitRequest"]
"""The sums to compute over the rows of each segment."""


def add_up_units(  # noqa: PLR0917 - the pieces of one pass
    blocks: list[tuple[SourcePart, ...]],
    found: FirstPass,
    requests: Requests,
    rankings: Mapping[str, Mapping[str, tuple[Ranking, ...]]],
    workers: Workers,
) -> dict[str, UnitFindings]:
    """Compute the requested sums of every segment; nothing is read where none is requested."""
    if not any(requests.values()):
        return {}
    work = partial(sum_parts, found=found, requests=requests, rankings=rankings, threads=workers.threads)
    return workers.reduce(work, blocks, merge_segments)


def sum_parts(
    parts: tuple[SourcePart, ...],
    *,
    found: FirstPass,
    requests: Requests,
    rankings: Mapping[str, Mapping[str, tuple[Ranking, ...]]],
    threads: int,
) -> dict[str, UnitFindings]:
    """Sums over the rows of some parts."""
    whole: dict[str, UnitFindings] = {}

    def work(chunk: Chunk) -> dict[str, UnitFindings]:
        pieces = list(chunk.parts())
        if found.segments and all(name != ALL for name, _, _ in pieces):
            pieces.append((ALL, chunk.systems, chunk.groups))
        return {
            name: sum_effects(rows, requests[name], rankings.get(name, {}), groups) for name, rows, groups in pieces
        }

    def fold(pieces: dict[str, UnitFindings]) -> None:
        whole.update(merge_segments(whole, pieces))

    on_threads((chunk for part in parts for chunk in found.read(part.source, part.start)), work, fold, threads)
    return whole
