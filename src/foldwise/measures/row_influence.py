"""How much each row moves a resampled measure, by the shortest way there is."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.measures.association_influence import ASSOCIATIONS
from foldwise.measures.fit_variance import between_fits, variance_between_fits
from foldwise.measures.influence import AREAS, base_name
from foldwise.measures.linearise import (
    Linearised,
    count_slopes,
    fewest_of_a_class,
    loss_edges,
    rank_edges,
    ranks_rows,
)
from foldwise.measures.measure import CountMeasure, LossMeasure, RankMeasure
from foldwise.measures.row_means import RowMeans, row_means_from, row_means_of
from foldwise.measures.tally import ROWS

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures.model_scores import ModelScores, Sheet

__all__ = ["RowInfluence", "row_influence"]


@final
@dataclass(frozen=True, eq=False)
class RowInfluence:
    """Contributions of the rows, what is supposed at the edges, and the contributions that show how models differ.

    `between` is the variance of the measure between fits; None for ranks, which are places among the rows of one fit.
    """

    rows: RowMeans
    edges: Linearised
    steady: RowMeans
    between: float | None = None


def row_influence(scored: ModelScores) -> RowInfluence | None:
    """Contributions of the rows to the measure; None for a measure that has no derivative.

    Where the predictions were added up by row already, they are not looked at again.
    """
    measure = scored.measure
    if isinstance(measure, LossMeasure) and measure.transform is None:
        quick = _of_sums(scored, measure)
        if quick is not None:
            return quick
    if isinstance(measure, CountMeasure):
        quick = _of_mistakes(scored, measure)
        if quick is not None:
            return quick
    if isinstance(measure, RankMeasure):
        quick = _of_area(scored, measure)
        if quick is not None:
            return quick
    linear = scored.linear
    if linear is None:
        return None
    n, weights = scored.predictions.n, scored.predictions.weights
    rows = row_means_of(linear.contribution, scored.row, n, weights, tested=scored.sheet.tests)
    steady = linear.stable
    if steady is None:
        return RowInfluence(rows, linear, rows, _between(scored, linear))
    return RowInfluence(rows, linear, row_means_of(steady, scored.row, n, weights, tested=scored.sheet.tests))


def _between(scored: ModelScores, linear: Linearised) -> float | None:
    """Variance between fits from the contributions of the predictions; None for areas under curves."""
    measure, weights = scored.measure, scored.predictions.weights
    if isinstance(measure, RankMeasure) and base_name(measure) not in ASSOCIATIONS:
        return None
    contribution = linear.contribution
    if weights is not None:
        contribution = contribution * (weights / weights[scored.sheet.tests.rows].mean())[scored.row]
    return between_fits(contribution, scored.sheet.layout, jump=linear.jump)


def _of_sums(scored: ModelScores, measure: LossMeasure) -> RowInfluence | None:
    """From the sums of the losses of each row."""
    found = scored.loss_sums
    if found is None or found.by_row is None or found.times is None:
        return None
    tests = scored.sheet.tests
    rows = row_means_from(found.by_row, tests, found.squares)
    edges = loss_edges(scored, measure, np.empty(0), mean=scored.value)
    sums = found.by_resample, found.by_row, found.squares
    between = variance_between_fits(*sums, scored.sheet.layout, jump=edges.jump)
    return RowInfluence(rows, edges, rows, between)


def _of_area(scored: ModelScores, measure: RankMeasure) -> RowInfluence | None:
    """Of two classes, from the place of each row among those of the other class, in its resample and in its repeat."""
    sheet, multiple = scored.sheet, AREAS.get(measure.name)
    tally = None if multiple is None else scored.tally
    if tally is None or tally.placed is None or tally.scores is None or multiple is None or not ranks_rows(scored):
        return None
    first = sheet.codes == tally.positive
    rows = row_means_from(_centred(tally.placed, sheet.counts, first) * multiple, sheet.tests, float("nan"))
    if scored.resamples.repeats == 1:
        return RowInfluence(rows, rank_edges(scored, np.empty(0), fewest_of_a_class(scored), None), rows)
    steady = _placed(sheet, tally.scores[:, tally.positive], first)
    edges = rank_edges(scored, np.empty(0), fewest_of_a_class(scored), None)
    return None if steady is None else RowInfluence(rows, edges, steady)


def _centred(places: Floats, times: Codes | Floats, first: Mask) -> Floats:
    """Sums of the places of each row, less the mean place of its side, times all tests over those of the side (n,)."""
    total, ups = float(times.sum()), float(times[first].sum())
    won = float(places[first].sum())
    high, low = won / ups, (float(places.sum()) - won) / (total - ups)
    return np.where(first, (places - high * times) * (total / ups), (places - low * times) * (total / (total - ups)))


def _placed(sheet: Sheet, scores: Floats, first: Mask) -> RowMeans | None:
    """What each row adds to the area within its repeat; None where that is not known at a low cost."""
    row = sheet.outputs.row
    if not native.COMPILED or row.dtype not in ROWS or not row.flags.c_contiguous:
        return None
    sums = np.empty(first.size)
    squares = native._native.placed_sums(scores=scores, side=first, row=row, starts=sheet.repeat_edges, sums=sums)
    return None if isnan(squares) else row_means_from(sums, sheet.tests, squares)


def _of_mistakes(scored: ModelScores, measure: CountMeasure) -> RowInfluence | None:
    """Of two classes a row is in one of two cells: from how often it was wrong."""
    tally = scored.tally
    if tally is None or tally.tables.shape[1] != 2:
        return None
    mistakes, hits = tally.wrong.by_row, tally.right.by_row
    if mistakes is None or hits is None:
        return None
    table = tally.tables.sum(axis=0)
    if table[:, 2].any():
        return None
    slopes, edges = count_slopes(scored, measure, table)
    first = scored.sheet.codes == 0
    right, wrong = np.where(first, slopes[0, 0], slopes[1, 1]), np.where(first, slopes[0, 1], slopes[1, 0])
    sums, tested = right * hits + wrong * mistakes, scored.sheet.tests
    # Σ(ψ - mean of the row)² of a row that is wrong m of t times is (right - wrong)² m(t - m)/t.
    jumps = float((right - wrong) ** 2 @ (hits * mistakes / np.maximum(hits + mistakes, 1)))
    means = row_means_from(sums, tested, 0.0)
    rows = RowMeans(means.rows, means.means, jumps / tested.again if tested.again else float("nan"))
    squares = float(right**2 @ hits + wrong**2 @ mistakes)
    by_resample = np.einsum("rcd,cd->r", tally.tables, slopes)
    between = variance_between_fits(by_resample, sums, squares, scored.sheet.layout, jump=edges.jump)
    return RowInfluence(rows, edges, rows, between)
