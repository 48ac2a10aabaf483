"""The passes over rows that are read in pieces: summaries, where areas vary together, and ranges of the scores."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial, reduce
from operator import add
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.intervals import SummarisedSystem, unit_request
from foldwise.measures import AREA_MULTIPLES, base_name
from foldwise.measures.summaries import ExactMoments, GroupSums, covariance_of_areas, weighted_covariance
from foldwise.reports.score import ALL
from foldwise.scoring.parts import blocks_of
from foldwise.scoring.ranges import RankedColumn, exact_ranks
from foldwise.scoring.summaries import merge_placed, merge_segments, place_parts, summarise_parts
from foldwise.scoring.unit_pass import add_up_units
from foldwise.scoring.workers import InProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Floats
    from foldwise.intervals import UnitFindings
    from foldwise.measures.summaries import RankSums, Summary, SummaryRequest
    from foldwise.scoring.first_pass import FirstPass
    from foldwise.scoring.parts import SourcePart
    from foldwise.scoring.summaries import Placed
    from foldwise.scoring.workers import Workers

__all__ = ["PassFindings", "make_passes"]


@final
@dataclass(frozen=True, eq=False)
class PassFindings:
    """The results of the passes over the rows, by segment.

    Parameters
    ----------
    parts
        Summaries of the rows.
    placed
        Moments of the structural components of the areas, where these take more than the order of the scores.
    exact
        Exact sums of the rankings.
    units
        Sums of the contributions of rows.
    """

    parts: dict[str, Summary]
    placed: Placed = field(default_factory=dict)
    exact: dict[RankedColumn, RankSums] = field(default_factory=dict)
    units: dict[str, UnitFindings] = field(default_factory=dict)

    def summed(self, found: FirstPass, name: str) -> Iterator[SummarisedSystem]:
        """Each system in one segment."""
        summary, systems = self.parts[name], found.roles.systems
        covariance, sizes, components = self._areas(name)
        for at, system in enumerate(systems):
            columns = [RankedColumn(name, system, place) for place in range(len(summary.rankings.get(system, ())))]
            yield SummarisedSystem(
                *(summary, system, at, len(systems), found.classes, found.positive, covariance),
                ranks=tuple(self.exact[column] for column in columns if column in self.exact),
                sizes=sizes,
                components=components,
                units=self.units.get(name),
            )

    def placements(self, name: str) -> tuple[ExactMoments, ...]:
        """Moments of the structural components of each class; none of rows in groups."""
        return tuple(one for one in self.placed.get(name, ()) if isinstance(one, ExactMoments))

    def _areas(self, name: str) -> tuple[Floats | None, Floats | None, GroupSums | None]:
        """Covariance of the areas of the systems, for rows, weighted rows, or groups."""
        placed = self.placed.get(name)
        if placed is None:
            return None, None, None
        moments = self.placements(name)
        if not moments:
            return None, None, next(one for one in placed if isinstance(one, GroupSums))
        if not self.parts[name].weighted:
            return covariance_of_areas(moments), None, None
        sizes = np.array([one.totals[0] ** 2 / one.second[0, 0] for one in moments])
        return weighted_covariance(moments), sizes, None


def make_passes(
    pieces: tuple[SourcePart, ...], found: FirstPass, request: SummaryRequest, workers: Workers
) -> PassFindings:
    """Read the rows as often as the measures take: once, again where areas, weights or ratios of sums are asked for."""
    parts = _summaries(pieces, found, request, workers)
    placed = _second_pass(pieces, found, parts, request, workers)
    plain = not found.roles.weights
    exact = exact_ranks(pieces, found, parts, request.measures, workers) if plain else {}
    known = PassFindings(parts, placed, exact)
    requests = {
        name: unit_request(request.measures, tuple(known.summed(found, name)), known.placements(name)) for name in parts
    }
    rankings = {name: part.rankings for name, part in parts.items()}
    units = add_up_units(_blocks(pieces, found, workers), found, requests, rankings, workers)
    return replace(known, units=units)


def _summaries(
    pieces: tuple[SourcePart, ...], found: FirstPass, request: SummaryRequest, workers: Workers
) -> dict[str, Summary]:
    """Summary of every segment, and of all rows."""
    work = partial(summarise_parts, found=found, request=request, threads=workers.threads)
    whole = workers.reduce(work, _blocks(pieces, found, workers), merge_segments)
    if not found.segments:
        return whole
    ordered = {name: whole[name] for name in found.segments if name in whole}
    return {ALL: whole[ALL] if ALL in whole else reduce(add, ordered.values()), **ordered}


def _blocks(pieces: tuple[SourcePart, ...], found: FirstPass, workers: Workers) -> list[tuple[SourcePart, ...]]:
    """What one task reads: in this process everything, as merging costs time, and exact sums do not know the cuts.

    Sums within groups are rounded, so these are cut alike everywhere.
    """
    return [pieces] if isinstance(workers, InProcess) and not found.roles.groups else blocks_of(pieces)


def _second_pass(  # noqa: PLR0917 - the pieces of one pass
    pieces: tuple[SourcePart, ...],
    found: FirstPass,
    parts: dict[str, Summary],
    request: SummaryRequest,
    workers: Workers,
) -> Placed:
    """Covariance of the areas of the systems in every segment, where it takes more than the order of the scores."""
    areas = any(base_name(one) in AREA_MULTIPLES for one in request.measures)
    alone = len(found.roles.systems) == 1 and len(found.classes) == 2
    if not areas or (alone and not (found.roles.groups or found.roles.weights)):
        return {}
    rankings = {name: part.rankings for name, part in parts.items()}
    work = partial(place_parts, found=found, rankings=rankings, threads=workers.threads)
    return workers.reduce(work, _blocks(pieces, found, workers), merge_placed)
