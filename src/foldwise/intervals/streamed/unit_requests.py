"""The sums that the second pass must compute for the intervals and tests of some measures, from the sums of the first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.limits.few_values import takes_few_values
from foldwise.intervals.limits.share import share_of
from foldwise.intervals.methods.balanced_accuracy import RECALL_MEANS
from foldwise.intervals.streamed.row_effects import (
    AreaEffect,
    CountDifference,
    RowEffect,
    TrialKinds,
    UnitRequest,
    ValueCells,
)
from foldwise.intervals.streamed.summarised_counts import cells_of
from foldwise.intervals.streamed.summarised_units import apart_summands, linear_of
from foldwise.intervals.streamed.value_pairs import CorrelationEffect, value_pairs
from foldwise.measures import (
    AREA_MULTIPLES,
    CountMeasure,
    LossMeasure,
    Needs,
    SumMeasure,
    base_name,
    smooth_table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.intervals.streamed.row_effects import EffectKey
    from foldwise.intervals.streamed.summarised_counts import CellSums
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import Measure
    from foldwise.measures.summaries import ExactMoments

__all__ = ["share_halves", "unit_request"]


def unit_request(
    measures: Sequence[Measure], systems: Sequence[SummarisedSystem], placed: tuple[ExactMoments, ...] = ()
) -> UnitRequest:
    """The sums for these measures of all systems; `placed` are the moments of weighted placements of each class."""
    effects: dict[EffectKey, RowEffect | CorrelationEffect] = {}
    differences: dict[EffectKey, CountDifference] = {}
    trials: dict[EffectKey, TrialKinds] = {}
    areas: dict[EffectKey, AreaEffect] = {}
    cells: dict[EffectKey, ValueCells] = {}
    weighted = systems[0].summary.weighted
    alone = weighted and systems[0].summary.groups is None
    for one in measures:
        if isinstance(one, LossMeasure | SumMeasure):
            effects |= _effects(one, systems, weighted=weighted)
            cells |= _cells(one, systems)
        if base_name(one) == "correlation":
            effects |= _correlations(systems)
        if isinstance(one, CountMeasure) and systems[0].summary.groups is not None:
            differences |= _differences(one, systems)
        if alone and isinstance(one, LossMeasure) and one.zero_one:
            trials |= _shares_of_rows(one, systems)
        if alone and isinstance(one, CountMeasure):
            trials |= _shares_of_counts(one, systems)
        if alone and placed and base_name(one) in AREA_MULTIPLES:
            areas |= _areas(systems, placed)
    return UnitRequest(effects, trials, areas, cells, differences)


def _correlations(systems: Sequence[SummarisedSystem]) -> dict[EffectKey, CorrelationEffect]:
    """Effects of the rows on the correlation of each system, and on their differences."""
    summary = systems[0].summary
    weight = float(summary.moments["correlation"].totals[0]) if summary.weighted else float(summary.n)
    pairs = {one.system: known for one in systems if (known := value_pairs(one)) is not None}
    found: dict[EffectKey, CorrelationEffect] = {
        ("correlation", name): CorrelationEffect(weight, pairs, {name: 1.0}) for name in pairs
    }
    for a, b in combinations(pairs, 2):
        found["correlation", a, b] = CorrelationEffect(weight, pairs, {a: 1.0, b: -1.0})
    return found


def _differences(measure: CountMeasure, systems: Sequence[SummarisedSystem]) -> dict[EffectKey, CountDifference]:
    """How much more a row moves a measure of counts of one system than that of another, at tables with half a row in each cell."""
    found: dict[EffectKey, CountDifference] = {}
    for a, b in combinations(systems, 2):
        cells = {one.system: cells_of(measure, one) for one in (a, b)}
        smoothed = {name: smooth_table(measure, one.table, one.positive, row=one.row) for name, one in cells.items()}
        weight = float(cells[a.system].table.sum())
        found[measure.name, a.system, b.system] = CountDifference(measure, weight, (a.system, b.system), smoothed)
    return found


def _cells(measure: LossMeasure | SumMeasure, systems: Sequence[SummarisedSystem]) -> dict[EffectKey, ValueCells]:
    """Values of a loss of labels, or of the loss behind a relative cost."""
    loss = measure if isinstance(measure, LossMeasure) else measure.loss
    if not isinstance(loss, LossMeasure) or not takes_few_values(loss):
        return {}
    summary = systems[0].summary
    moments = summary.moments[measure.name]
    weight = float(moments.totals[0]) if summary.weighted else float(moments.n)
    blank = {one.system: bool(summary.tables[one.system][:, -1].any()) for one in systems}
    return {
        (measure.name, "cells", name): ValueCells(loss, name, weight, unlabelled) for name, unlabelled in blank.items()
    }


def _effects(
    measure: LossMeasure | SumMeasure, systems: Sequence[SummarisedSystem], *, weighted: bool
) -> dict[EffectKey, RowEffect]:
    """Contributions of the rows for each system; where rows are weighted also those to the loss behind a skill score and to differences."""
    left_out = isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE
    moved, alone = weighted or left_out, systems[0].summary.groups is None
    if not moved and (len(systems) < 2 or isinstance(measure, LossMeasure) or not alone):
        return {}
    linear = {one.system: known for one in systems if (known := linear_of(measure, one)) is not None}
    defined = {name: one for name, one in linear.items() if np.isfinite(one.value)}
    moments = systems[0].summary.moments[measure.name]
    weight = float(moments.totals[0]) if weighted else float(moments.n)
    found: dict[EffectKey, RowEffect] = {}
    for name, one in defined.items() if moved else ():
        turn = np.ones(1) if isinstance(measure, LossMeasure) else one.slopes
        found[measure.name, name] = RowEffect(measure, weight, {name: one.means}, {name: turn}, left_out)
        if weighted and isinstance(measure, SumMeasure) and measure.loss is not None:
            first = np.eye(one.slopes.size)[0]
            found[measure.name, "loss", name] = RowEffect(measure, weight, {name: one.means}, {name: first})
    if alone and (weighted or isinstance(measure, SumMeasure)):
        for a, b in combinations(defined, 2):
            own = apart_summands(moments, defined[a], defined[b])
            means = {a: defined[a].means, b: defined[b].means}
            turns = {a: defined[a].slopes * own, b: -defined[b].slopes * own}
            found[measure.name, a, b] = RowEffect(measure, weight, means, turns)
    return found


def _shares_of_rows(measure: LossMeasure, systems: Sequence[SummarisedSystem]) -> dict[EffectKey, TrialKinds]:
    """Shares of all rows."""
    moments = systems[0].summary.moments[measure.name]
    weight = float(moments.totals[0])
    total = weight + float(moments.second[0, 0]) / weight
    return {(measure.name, one.system): TrialKinds(measure, one.system, total) for one in systems}


def _shares_of_counts(measure: CountMeasure, systems: Sequence[SummarisedSystem]) -> dict[EffectKey, TrialKinds]:
    """Shares of the rows in some cells of the confusion matrix, and recalls of the classes."""
    found: dict[EffectKey, TrialKinds] = {}
    for one in systems:
        cells = cells_of(measure, one)
        if base_name(measure) in RECALL_MEANS:
            squares = cells.table if cells.squares is None else cells.squares
            for code, (weight, square) in enumerate(zip(cells.table.sum(axis=1), squares.sum(axis=1), strict=True)):
                if weight > 0:
                    key = measure.name, str(code), one.system
                    found[key] = TrialKinds(measure, one.system, float(weight + square / weight), code)
            continue
        share = share_of(measure, len(cells.table), cells.positive)
        if share is not None and cells.table[share.below].sum() > 0:
            total = float(cells.table[share.below].sum()) + sum(share_halves(measure, cells)) / 2
            found[measure.name, one.system] = TrialKinds(measure, one.system, total)
    return found


def share_halves(measure: CountMeasure, cells: CellSums) -> tuple[float, float]:
    """Weight of a success and of a failure: that of a row of the classes that can be one (`effective_trials`)."""
    share = share_of(measure, len(cells.table), cells.positive)
    if share is None:  # the caller has checked that it is one
        message = f"{measure.name} is not a share"
        raise TypeError(message)
    squares = cells.table if cells.squares is None else cells.squares
    halves = []
    for kind in (share.above, share.below & ~share.above):
        own = kind.any(axis=1)
        rows = own if cells.table[own].sum() > 0 else np.ones_like(own)
        halves.append(float(squares[rows].sum() / cells.table[rows].sum()))
    return halves[0], halves[1]


def _areas(systems: Sequence[SummarisedSystem], placed: tuple[ExactMoments, ...]) -> dict[EffectKey, AreaEffect]:
    """Areas of all systems, and their differences."""
    if any(one.n == 0 for one in placed):
        return {}
    weights = np.array([one.totals[0] for one in placed])
    means = np.stack([one.totals[1:] / one.totals[0] for one in placed])  # of each class and system
    names = [one.system for one in systems]
    found: dict[EffectKey, AreaEffect] = {
        ("area", name): AreaEffect({name: 1.0}, weights, means[:, at]) for at, name in enumerate(names)
    }
    for i, j in combinations(range(len(names)), 2):
        signs = {names[i]: 1.0, names[j]: -1.0}
        found["area", names[i], names[j]] = AreaEffect(signs, weights, means[:, i] - means[:, j])
    return found
