"""The delta interval of a measure of counts, of rows that are weighted or come in groups, from sums in each cell.

All rows of a cell of the confusion matrix have the same contribution to the
measure, and the same class. So sums of weights and of their squares in each cell, and of weights in each cell and group, give it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval
from foldwise.intervals.methods.delta import ROUNDING_SHARE, Delta, edge_ends, open_note, reach_of
from foldwise.intervals.refusals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.variances.linearised import linearised
from foldwise.measures import class_variance, kinds_variance, row_weight, smooth_table
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats, Mask
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import CountMeasure, Measure, Smoothed

__all__ = ["CellSums", "cells_of", "count_interval", "view_table"]


@final
@dataclass(frozen=True, eq=False)
class CellSums:
    """Sums in the cells of a confusion matrix, as a measure sees it.

    Parameters
    ----------
    table
        Weights (C, C + 1).
    positive
        Code of the positive class.
    squares
        Squared weights (C, C + 1); None where all rows weigh 1.
    groups
        Weights of each group (G, C, C + 1); None where every row stands for itself.
    """

    table: Floats
    positive: int
    squares: Floats | None = None
    groups: Floats | None = None

    @property
    def row(self) -> float:
        """Weight of one row, Σw²/Σw."""
        return 1.0 if self.squares is None else float(self.squares.sum() / self.table.sum())

    def variance(self, found: Smoothed) -> float:
        """Variance of the measure where rows are independent."""
        return class_variance(found)[0] if self.squares is None else self.spread(found)[0]

    def spread(self, found: Smoothed) -> tuple[float, float]:
        """Variance of the measure and its degrees of freedom."""
        if self.squares is None:
            return class_variance(found)
        return kinds_variance(found, self.table, self.squares)


def view_table(measure: Measure, table: Array, classes: tuple[str, ...], positive: int) -> tuple[Array, int]:
    """The confusion matrix as the measure sees it: as it is, or the class it is about against the rest."""
    if not measure.about:
        return table, positive
    code = classes.index(measure.about)
    own = np.arange(len(classes)) == code
    seen = np.zeros((2, 3), dtype=table.dtype)
    for truth, rows in enumerate((~own, own)):
        part = table[rows].sum(axis=0)
        seen[truth] = part[:-1][~own].sum(), part[code], part[-1]
    return seen, 1


def cells_of(measure: CountMeasure, summed: SummarisedSystem) -> CellSums:
    """Sums in the cells that a measure looks at: all of them, or its class against the rest."""
    summary, name = summed.summary, summed.system
    table = summary.tables[name].astype(np.float64)
    known = summary.squares.get(name)
    squares = None if known is None else np.array([one / SMALLEST_FLOATS_IN_ONE for one in known]).reshape(table.shape)
    groups = None
    if summary.groups is not None:
        start, stop = summary.columns[f"cells of {name}"]
        groups = summary.groups.sums[:, start:stop].reshape(-1, *table.shape)
    if not measure.about:
        return CellSums(table, summed.positive, squares, groups)
    own = np.arange(len(table)) == summed.classes.index(measure.about)
    return CellSums(
        _viewed(table, own),
        1,
        None if squares is None else _viewed(squares, own),
        None if groups is None else np.stack([_viewed(one, own) for one in groups]),
    )


def _viewed(table: Array, own: Mask) -> Floats:
    """One class against the rest, unclassified last (2, 3)."""
    seen = np.zeros((2, 3))
    for truth, rows in enumerate((~own, own)):
        part = table[rows].sum(axis=0)
        seen[truth] = part[:-1][~own].sum(), part[:-1][own].sum(), part[-1]
    return seen


def count_interval(measure: CountMeasure, cells: CellSums, level: float) -> tuple[Interval | None, str]:
    """The interval of the rows in these cells, or why there is none."""
    found = smooth_table(measure, cells.table, cells.positive, row=cells.row)
    if cells.groups is None:
        variance, df = cells.spread(found)
    else:
        carrying = int(np.sum(_in_groups(found, cells.groups)[0] > 0))
        if carrying < FEWEST_GROUPS:
            needs = f"it needs {FEWEST_GROUPS} groups with rows that count for {measure.name}"
            return None, f"{needs}, and {there_are(carrying)}"
        found = smooth_table(measure, cells.table, cells.positive, row=cells.row * _design_effect(found, cells))
        (variance, df), (between, units) = class_variance(found), _group_variance(found, cells.groups)
        variance, df = max(between, variance), min(df, units)
    error = sqrt(variance)
    ends = edge_ends(measure, cells.table, cells.positive, found=found, half=reach_of(error, df, level), level=level)
    interval = Interval(*ends, level, Delta.name, Target.PROXY, open_note(measure, ends), error)
    return interval, "delta from the summary of the rows"


def _in_groups(found: Smoothed, groups: Floats) -> tuple[Floats, Floats]:
    """Weight of the rows of each group that contribute to the measure, and their contribution (G,), (G,)."""
    carrying = np.abs(found.slopes) > ROUNDING_SHARE * max(float(np.abs(found.slopes).max()), 1e-300)
    own = groups[:, carrying]
    return own.sum(axis=1), own @ found.slopes[carrying]


def _group_variance(found: Smoothed, groups: Floats) -> tuple[float, float]:
    """Variance from the groups with rows that contribute to the measure, and its degrees of freedom."""
    mass, moved = _in_groups(found, groups)
    shares, moves = mass[mass > 0] / mass.sum(), moved[mass > 0] / groups.sum()
    return linearised(moves - shares * moves.sum(), shares)


def _design_effect(found: Smoothed, cells: CellSums) -> float:
    """Design effect of the groups, as for rows in memory."""
    groups: Floats = np.zeros((0, *cells.table.shape)) if cells.groups is None else cells.groups
    rows, between, mass = cells.variance(found), _group_variance(found, groups)[0], _in_groups(found, groups)[0]
    most = max(1.0, row_weight(mass[mass > 0]) / found.row)
    return most if between <= ROUNDING_SHARE * rows else min(most, max(1.0, between / rows))
