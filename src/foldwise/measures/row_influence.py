"""How much each row moves a resampled measure, by the shortest way there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.linearise import Linearised, count_slopes, loss_edges
from foldwise.measures.measure import CountMeasure, LossMeasure
from foldwise.measures.row_means import RowMeans, row_means_from, row_means_of

if TYPE_CHECKING:
    from foldwise.measures.model_scores import Scored

__all__ = ["RowInfluence", "row_influence"]


@final
@dataclass(frozen=True, eq=False)
class RowInfluence:
    """Contributions of the rows, what is supposed at the edges, and the contributions that show how models differ."""

    rows: RowMeans
    edges: Linearised
    steady: RowMeans


def row_influence(scored: Scored) -> RowInfluence | None:
    """Contributions of the rows to the measure; None for a measure that has no derivative.

    Where the answers were added up by row already, they are not looked at again.
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
    linear = scored.linear
    if linear is None:
        return None
    n, weights = scored.predictions.n, scored.predictions.weights
    rows = row_means_of(linear.contribution, scored.row, n, weights, tested=scored.sheet.tests)
    steady = linear.stable
    if steady is None:
        return RowInfluence(rows, linear, rows)
    return RowInfluence(rows, linear, row_means_of(steady, scored.row, n, weights, tested=scored.sheet.tests))


def _of_sums(scored: Scored, measure: LossMeasure) -> RowInfluence | None:
    """From the sums of the losses of each row."""
    found = scored.loss_sums
    if found is None or found.by_row is None or found.times is None:
        return None
    rows = row_means_from(found.by_row, scored.sheet.tests, found.squares)
    return RowInfluence(rows, loss_edges(scored, measure, np.empty(0), mean=scored.raw_value), rows)


def _of_mistakes(scored: Scored, measure: CountMeasure) -> RowInfluence | None:
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
    return RowInfluence(rows, edges, rows)
