"""Exact areas and average precision of more distinct scores than are kept: the second pass, by ranges of the scores.

The first pass counts the rows of each class in bins of the scores. Runs of bins with few enough rows are ranges; how many rows
of each class score below a range is known from the bins. In the second pass every range is read and sorted by itself, equal
scores never being parted, and what it adds to the areas, their variance and the average precision is a whole number or a sum
without rounding. So neither the ranges nor who sorts them changes a bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, final

import numpy as np

from foldwise.measures import AREA_MULTIPLES, base_name
from foldwise.measures.summaries import Ranking, key_value, order_keys, rank_sums
from foldwise.predictions import encode
from foldwise.reports.score import ALL
from foldwise.scoring.summaries import on_threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.arrays import Array
    from foldwise.measures import Measure
    from foldwise.measures.summaries import RankSums, Summary
    from foldwise.scoring.first_pass import FirstPass
    from foldwise.scoring.parts import SourcePart
    from foldwise.scoring.workers import Workers

__all__ = ["RANK_MEASURES", "exact_ranks"]

RANK_MEASURES = frozenset({*AREA_MULTIPLES, "average-precision", "ks"})
"""Measures whose values are exact by this second pass."""
ROWS_PER_RANGE = 1 << 21
"""Rows of one range, which are sorted in memory: about 200 MB with what sorting takes."""
KEYS_HELD = 1 << 20
"""Keys of one range that are gathered before equal ones are counted together."""
ROWS_READ = 1 << 24
"""Rows of ranges that are read together: 9 bytes each."""


class RankedColumn(NamedTuple):
    """One ranking: of a segment, a system and a score column."""

    segment: str
    system: str
    at: int


@final
@dataclass(frozen=True, eq=False)
class Range:
    """A range of one ranking.

    Parameters
    ----------
    column
        Which ranking.
    low, high
        Smallest and largest key in it.
    below, rows
        Rows of each class that score below it, and in the whole ranking (C,), (C,).
    size
        Rows in it.
    """

    column: RankedColumn
    low: int
    high: int
    below: Array
    rows: Array
    size: int


def exact_ranks(  # noqa: PLR0917 - the pieces of one pass
    parts: tuple[SourcePart, ...],
    found: FirstPass,
    summaries: Mapping[str, Summary],
    measures: tuple[Measure, ...],
    workers: Workers,
) -> dict[RankedColumn, RankSums]:
    """Sums of every ranking that a measure asked for rests on; rows are read again where bins are not enough."""
    if not any(base_name(one) in RANK_MEASURES for one in measures):
        return {}
    sums: dict[RankedColumn, RankSums] = {}
    waiting: list[Range] = []
    for name, summary in summaries.items():
        for system, rankings in summary.rankings.items():
            for at, ranking in enumerate(rankings):
                column, nothing = RankedColumn(name, system, at), np.zeros_like(ranking.rows)
                up = at if len(rankings) > 1 else found.positive
                if ranking.exact:
                    sums[column] = rank_sums(ranking, up, nothing, ranking.rows)
                else:
                    waiting += _cut(column, ranking, nothing, ranking.rows)
    while waiting:
        waiting = _pass(parts, found, waiting, sums, workers)
    return sums


def _pass(  # noqa: PLR0917 - the pieces of one pass
    parts: tuple[SourcePart, ...],
    found: FirstPass,
    waiting: list[Range],
    sums: dict[RankedColumn, RankSums],
    workers: Workers,
) -> list[Range]:
    """Read the rows again for all ranges; those that still hold too many distinct scores come back in smaller ones."""
    left: list[Range] = []
    for done in workers.map(
        partial(sort_ranges, parts=parts, found=found, threads=workers.threads), list(_bundles(waiting))
    ):
        for one, result in done:
            if isinstance(result, Ranking):
                left += _cut(one.column, result, one.below, one.rows)
            else:
                sums[one.column] = sums[one.column] + result if one.column in sums else result
    return left


def _cut(column: RankedColumn, ranking: Ranking, below: Array, rows: Array) -> list[Range]:
    """Ranges of a ranking that is in bins, given the rows of each class below it."""
    ends = np.cumsum(ranking.counts, axis=0)
    found = []
    for first, stop in ranking.ranges(ROWS_PER_RANGE):
        before = below + (ends[first - 1] if first else 0)
        size = int(ranking.counts[first:stop].sum())
        found.append(Range(column, *ranking.span(first, stop), before, rows, size))
    return found


def _bundles(ranges: Sequence[Range]) -> Iterator[list[Range]]:
    """Ranges that are read together: small ones, so that the rows are not read once for each."""
    bundle: list[Range] = []
    for one in sorted(ranges, key=lambda one: (one.column, one.low)):
        if bundle and sum(min(each.size, ROWS_PER_RANGE) for each in bundle) + one.size > ROWS_READ:
            yield bundle
            bundle = []
        bundle.append(one)
    if bundle:
        yield bundle


def sort_ranges(
    ranges: list[Range], *, parts: tuple[SourcePart, ...], found: FirstPass, threads: int = 1
) -> list[tuple[Range, RankSums | Ranking]]:
    """Read the scores of all parts, keep those in the ranges, and sort them; a ranking where there were too many."""
    held = [RangeKeys(len(found.classes)) for _ in ranges]

    def fold(rows: list[tuple[Array, Array]]) -> None:
        for gathered, some in zip(held, rows, strict=True):
            gathered.take(*some)

    columns = _columns(found, ranges)
    chunks = (chunk for part in parts for chunk in part.source.chunks(columns))
    on_threads(chunks, partial(_inside, ranges=ranges, found=found), fold, threads)
    results: list[tuple[Range, RankSums | Ranking]] = []
    for one in ranges:
        ranking = held.pop(0).ranking()  # free the memory of what has been sorted
        up = one.column.at if one.rows.size > 2 else found.positive
        exact = ranking.exact
        results.append((one, rank_sums(ranking, up, one.below, one.rows) if exact else ranking))
    return results


def _columns(found: FirstPass, ranges: Sequence[Range]) -> list[str]:
    """Truth, segment, and the scores of the systems that have ranges."""
    scores = [name for one in ranges for name in found.roles.scores[one.column.system]]
    return list(dict.fromkeys(filter(None, [found.roles.truth, found.roles.segment, *scores])))


def _inside(chunk: Mapping[str, Any], ranges: Sequence[Range], found: FirstPass) -> list[tuple[Array, Array]]:
    """Keys and classes of the rows that lie in each range."""
    scores: dict[tuple[str, int], Array] = {}
    kept = []
    kind = np.int8 if len(found.classes) < 128 else np.int32
    truth = encode(chunk[found.roles.truth], found.classes, "truth").astype(kind)
    segment = found.segment_codes(chunk)
    for one in ranges:
        name, system, at = one.column
        if (system, at) not in scores:
            scores[system, at] = found.score_column(chunk, system, at)
        own = scores[system, at]
        inside = (own >= key_value(one.low)) & (own <= key_value(one.high))
        if name != ALL and segment is not None:
            inside &= segment == found.segments.index(name)
        rows = np.flatnonzero(inside)
        kept.append((order_keys(own[rows]), truth[rows]))
    return kept


class RangeKeys:
    """Keys and classes of one range as they are read; equal ones are counted together where there are many."""

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.keys: list[Array] = []
        self.codes: list[Array] = []
        self.size = 0
        self.counted: Ranking | None = None

    def take(self, keys: Array, codes: Array) -> None:
        """Add some rows."""
        self.keys.append(keys)
        self.codes.append(codes)
        self.size += keys.size
        if self.size > ROWS_PER_RANGE + KEYS_HELD:
            self.counted = self.ranking()
            self.size = 0

    def ranking(self) -> Ranking:
        """The order of the rows so far."""
        keys = np.concatenate(self.keys) if self.keys else np.zeros(0, dtype=np.uint64)
        codes = np.concatenate(self.codes) if self.codes else np.zeros(0, dtype=np.int8)
        self.keys, self.codes = [], []
        found = Ranking.of_keys(keys, codes, self.classes, budget=ROWS_PER_RANGE)
        return found if self.counted is None else reduce(add, [self.counted, found])
