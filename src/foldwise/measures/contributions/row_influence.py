"""The influence of each row on a resampled measure, from sums where there are any, else from single predictions."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise import native
from foldwise.measures.contributions.association_influence import ASSOCIATIONS
from foldwise.measures.contributions.influence import AREA_MULTIPLES, base_name
from foldwise.measures.contributions.linearise import (
    Linearised,
    count_slopes,
    loss_edges,
    rank_edges,
    ranks_rows,
)
from foldwise.measures.contributions.row_means import RowMeans, row_means_from, row_means_of
from foldwise.measures.dependence.fit_variance import between_fits, variance_between_fits
from foldwise.measures.measure import CountMeasure, LossMeasure, RankMeasure
from foldwise.measures.tallies.tally import ROW_TYPES

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures.model_scores import ModelScores, Sheet
    from foldwise.measures.tallies.tally import Tally

__all__ = ["RowInfluence", "row_influence", "whole_variance_between_fits"]

NOTHING = np.empty(0)
"""Stands for the contributions of predictions where only their sums were computed."""


class RowInfluence(NamedTuple):
    """Contributions of the rows, the half rows that are supposed (`edges`), and the contributions from which ρ is estimated (`steady`).

    `between` is the variance of the measure between fits; None for ranks, which compare rows of one fit.
    """

    rows: RowMeans
    edges: Linearised
    steady: RowMeans
    between: float | None = None


def row_influence(scored: ModelScores) -> RowInfluence | None:
    """Contributions of the rows to the measure; None for a measure that has no derivative.

    Where the predictions were summed by row already, the sums are used.
    """
    measure = scored.measure
    if isinstance(measure, LossMeasure) and measure.transform is None:
        quick = _from_loss_sums(scored, measure)
        if quick is not None:
            return quick
    if isinstance(measure, CountMeasure):
        quick = _from_mistakes(scored, measure)
        if quick is not None:
            return quick
    if isinstance(measure, RankMeasure):
        quick = _from_placements(scored, measure)
        if quick is not None:
            return quick
    linear = scored.linear
    if linear is None:
        return None
    n, weights = scored.predictions.n, scored.predictions.weights
    rows = row_means_of(linear.contribution, scored.row, n, weights, tested=scored.sheet.tested.tests)
    steady = linear.stable
    if steady is None:
        return RowInfluence(rows, linear, rows, _variance_between_fits(scored, linear))
    return RowInfluence(rows, linear, row_means_of(steady, scored.row, n, weights, tested=scored.sheet.tested.tests))


def whole_variance_between_fits(scored: ModelScores) -> float:
    """Variance between fits with no standard error of its noise taken off; 0 for areas under curves.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris"), baseline=False).predictions
    >>> scored = ModelScores(table, "lda", measure("brier"))
    >>> whole_variance_between_fits(scored) >= scored.influence.between
    True
    """
    linear = scored.linear
    return 0.0 if linear is None else _variance_between_fits(scored, linear, errors=0.0) or 0.0


def _variance_between_fits(scored: ModelScores, linear: Linearised, errors: float | None = None) -> float | None:
    """Variance between fits from the contributions of the predictions; None for areas under curves."""
    measure, weights = scored.measure, scored.predictions.weights
    if isinstance(measure, RankMeasure) and base_name(measure) not in ASSOCIATIONS:
        return None
    contribution = linear.contribution
    if weights is not None:
        contribution = contribution * (weights / weights[scored.sheet.tested.tests.rows].mean())[scored.row]
    return between_fits(contribution, scored.sheet.tested.layout, jump=linear.jump, errors=errors)


def _from_loss_sums(scored: ModelScores, measure: LossMeasure) -> RowInfluence | None:
    """From the sums of the losses of each row."""
    loss_sums = scored.loss_sums
    if loss_sums is None or loss_sums.by_row is None or loss_sums.times is None:
        return None
    edges = loss_edges(scored, measure, NOTHING, mean=scored.value)
    return _with_fits(scored, (loss_sums.by_resample, loss_sums.by_row, loss_sums.squares), edges)


def _with_fits(
    scored: ModelScores, sums: tuple[Floats, Floats, float], edges: Linearised, *, scatter: float | None = None
) -> RowInfluence:
    """Row influence and variance between fits, from the sums of ψ over each resample and over each row, and of ψ²."""
    tested, (by_resample, by_row, squares) = scored.sheet.tested, sums
    layout, strata = tested.layout, tested.strata_of_tests
    rows = row_means_from(by_row, tested.tests, squares, scatter=scatter, strata=strata, fits=(by_resample, layout))
    between = variance_between_fits(*sums, layout, jump=edges.jump, spread=rows.fits)
    return RowInfluence(rows, edges, rows, between)


def _from_placements(scored: ModelScores, measure: RankMeasure) -> RowInfluence | None:
    """Of two classes, from the place of each row among those of the other class, in its resample and in its repeat."""
    sheet, multiple = scored.sheet, AREA_MULTIPLES.get(measure.name)
    alike = scored.in_time or (scored.predictions.groups is not None and scored.apart is not None)
    tally = None if multiple is None or alike else scored.tally
    if tally is None or tally.placed is None or multiple is None or not ranks_rows(scored):
        return None
    tested, resamples = sheet.tested, scored.resamples
    fewest = float(min(tested.class_counts.tolist()))  # of two classes with places, both of which occur
    places, squares = _centred_placements(tally, tally.placed, tested.codes)
    places = places if multiple == 1 else multiple * places
    # Where a repeat has one resample, places within the resample are those within the repeat.
    one_resample_per_repeat = resamples.repeats == resamples.count
    squares = multiple**2 * squares if one_resample_per_repeat else float("nan")
    rows = row_means_from(places, tested.tests, squares, strata=tested.strata_of_tests)
    edges = rank_edges(scored, NOTHING, fewest, None)
    if one_resample_per_repeat or resamples.repeats == 1:
        return RowInfluence(rows, edges, rows)
    steady = _placements_in_repeat(sheet, tally.positive)
    return None if steady is None else RowInfluence(rows, edges, steady)


def _centred_placements(tally: Tally, places: Floats, codes: Codes) -> tuple[Floats, float]:
    """Sums of the placements of each row, less the mean placement of its class, times all tests over those of the class (n,).

    Beside them the sum of the squares of what each prediction adds to them.
    """
    times = tally.wrong.times
    first, second = tally.place_squares if tally.positive else tally.place_squares[::-1]
    if native.COMPILED and times is not None:
        sums = np.empty(places.size)
        sum_of_squares = native._native.centred_places(
            places=places, times=times, codes=codes, first=first, second=second, sums=sums
        )
        return sums, sum_of_squares
    tests = tally.mix.sum(axis=0)
    centre, scale = np.bincount(codes, weights=places, minlength=2) / tests, tests.sum() / tests
    squares = (np.array([first, second]) - tests * centre**2) @ scale**2
    return (places - centre[codes] * times) * scale[codes], float(squares)


def _placements_in_repeat(sheet: Sheet, positive: int) -> RowMeans | None:
    """Placements of each row among all rows of its repeat; None where they take long."""
    outputs, tested = sheet.outputs, sheet.tested
    row, scores, side = outputs.row, outputs.scores, tested.positives
    if not native.COMPILED or scores is None or row.dtype not in ROW_TYPES or not row.flags.c_contiguous:
        return None
    sums = np.empty(side.size)
    squares = native._native.placed_sums(
        scores=scores[:, positive],
        side=side,
        row=row,
        starts=tested.repeat_edges,
        threads=native.cores() if row.size >= native.WORTH_THREADS else 1,
        sums=sums,
    )
    return None if isnan(squares) else row_means_from(sums, tested.tests, squares, strata=tested.strata_of_tests)


def _from_mistakes(scored: ModelScores, measure: CountMeasure) -> RowInfluence | None:
    """Of two classes a row is in one of two cells: from how often it was wrong."""
    tally = scored.tally
    if tally is None or tally.tables.shape[1] != 2:
        return None
    mistakes = tally.wrong.by_row
    if mistakes is None:
        return None
    table = np.add.reduce(tally.tables)
    if any(table[:, 2].tolist()):
        return None
    slopes, edges = count_slopes(scored, measure, table)
    tested = scored.sheet.tested
    sums, by_resample = np.empty(mistakes.size), np.empty(len(tally.tables))
    squares, scatter = _add_mistakes(tally, tested.codes, slopes, (sums, by_resample))
    return _with_fits(scored, (by_resample, sums, squares), edges, scatter=scatter)


def _add_mistakes(tally: Tally, codes: Codes, slopes: Floats, to: tuple[Floats, Floats]) -> tuple[float, float]:
    """Sum of ψ over the tests of each row (n,) and over each resample (R,), in place; the sum of ψ², all and about the mean of each row."""
    mistakes, times, (sums, by_resample) = tally.wrong.by_row, tally.wrong.times, to
    if mistakes is None or times is None:
        return float("nan"), float("nan")
    if native.COMPILED:
        return native._native.mistake_sums(
            mistakes=mistakes,
            times=times,
            codes=codes,
            tables=tally.tables,
            slopes=slopes,
            sums=sums,
            by_resample=by_resample,
        )
    (right_0, wrong_0, _), (wrong_1, right_1, _) = slopes.tolist()
    right, wrong = np.array((right_0, right_1)), np.array((wrong_0, wrong_1))
    hits = times - mistakes
    sums[:] = right[codes] * hits + wrong[codes] * mistakes
    by_resample[:] = tally.tables.reshape(-1, slopes.size) @ slopes.ravel()
    # Σ(ψ - mean of the row)² of a row that is wrong m of t times is (right - wrong)² m(t - m)/t.
    flips = np.bincount(codes, weights=hits * mistakes / np.maximum(times, 1), minlength=2)
    return float((tally.tables.sum(axis=0) * slopes**2).sum()), float((right - wrong) ** 2 @ flips)
