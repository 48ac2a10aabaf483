"""Sums of the second pass over rows that are read in pieces: the contribution of each row to a measure, given the sums over all rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.limits.few_values import loss_values
from foldwise.intervals.limits.share import share_of
from foldwise.intervals.streamed.unit_sums import ShareSums, UnitSums
from foldwise.measures import (
    CountMeasure,
    LossMeasure,
    SumMeasure,
    left_out_influence,
    predicted_columns,
    without_rounding,
)
from foldwise.measures.summaries import GroupSums, area_components

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats, Mask
    from foldwise.intervals.streamed.value_pairs import CorrelationEffect
    from foldwise.measures import Outcomes, Smoothed
    from foldwise.measures.summaries import Ranking, RowGroups

__all__ = [
    "AreaEffect",
    "CellShares",
    "CountDifference",
    "EffectKey",
    "RowEffect",
    "TrialKinds",
    "UnitFindings",
    "UnitRequest",
    "ValueCells",
    "sum_effects",
]

EffectKey = tuple[str, ...]
"""Measure and system, or two of them; with ``loss`` in between the loss behind a function of sums."""


@final
@dataclass(frozen=True, eq=False)
class RowEffect:
    """The contribution of a row to a mean loss, a function of sums, or a difference of two.

    Parameters
    ----------
    measure
        The measure.
    weight
        Sum of the weights of all rows.
    means
        Weighted means of the losses or summands of each system (m,).
    turns
        Slopes by these means (m,), with the sign of the system.
    left_out
        Whether ψ is computed by leaving the row out (`left_out_influence`).
    """

    measure: LossMeasure | SumMeasure
    weight: float
    means: Mapping[str, Floats]
    turns: Mapping[str, Floats]
    left_out: bool = False

    def psi(self, systems: Mapping[str, Outcomes]) -> Floats:
        """ψ of some rows (n,)."""
        found: Floats = np.zeros(next(iter(systems.values())).size)
        for name, turn in self.turns.items():
            seen = self.measure.view(systems[name])
            rows = (
                self.measure.loss(seen)[:, None] if isinstance(self.measure, LossMeasure) else self.measure.rows(seen)
            )
            own = (rows - self.means[name]) @ turn
            if self.left_out and isinstance(self.measure, SumMeasure):
                totals = self.means[name] * self.weight, self.weight
                own = left_out_influence(self.measure.of_sums, rows, own, weights=seen.weights, totals=totals)
            found = found + own
        return found

    def moves(self, systems: Mapping[str, Outcomes]) -> tuple[Floats, Floats]:
        """Contribution of each row to the measure, and its share of the weight (n,), (n,)."""
        first = next(iter(systems.values()))
        shares = np.full(first.size, 1 / self.weight) if first.weights is None else first.weights / self.weight
        return self.psi(systems) * shares, shares


@final
@dataclass(frozen=True, eq=False)
class TrialKinds:
    """Weighted rows in the numerator and the denominator of a share.

    Parameters
    ----------
    measure
        A share: a mean of zeros and ones, or a function of counts.
    system
        Name of the system.
    total
        Weight of the rows in the denominator and of the two half rows that are added.
    code
        Class whose rows are the denominator, those with the right label the numerator; -1 where the measure determines the rows.
    """

    measure: LossMeasure | CountMeasure
    system: str
    total: float
    code: int = -1

    def of(self, systems: Mapping[str, Outcomes]) -> tuple[ShareSums, ShareSums]:
        """Sums over the successes, and over the failures."""
        rows = systems[self.system]
        weights = np.ones(rows.size) if rows.weights is None else rows.weights
        above, counted = self._masks(rows)
        return ShareSums.of(weights[above] / self.total), ShareSums.of(weights[counted & ~above] / self.total)

    def _masks(self, rows: Outcomes) -> tuple[Mask, Mask]:
        if self.code >= 0:
            counted = rows.truth == self.code
            return counted & (rows.output == rows.truth), counted
        seen = self.measure.view(rows)
        if isinstance(self.measure, LossMeasure):
            return self.measure.loss(seen) > 0, np.ones(rows.size, dtype=np.bool_)
        share = share_of(self.measure, seen.classes, seen.positive)
        if share is None:  # the caller has checked that it is one
            message = f"{self.measure.name} is not a share"
            raise TypeError(message)
        cell = seen.truth, predicted_columns(seen)
        return share.above[cell], share.below[cell]


@final
@dataclass(frozen=True, eq=False)
class CountDifference:
    """How much more a row moves a measure of counts of one system than that of another, of rows in groups.

    Parameters
    ----------
    measure
        The measure.
    weight
        Sum of the weights of all rows.
    names
        The two systems.
    smoothed
        The measure at the smoothed table of each.
    """

    measure: CountMeasure
    weight: float
    names: tuple[str, str]
    smoothed: Mapping[str, Smoothed]

    def moves(self, systems: Mapping[str, Outcomes]) -> tuple[Floats, Floats]:
        """Moves of the rows that can move either, and their share of the weight; 0 and 0 of the others (n,), (n,)."""
        seen = [self.measure.view(systems[name]) for name in self.names]
        first, second = (self.smoothed[name] for name in self.names)
        carrying = first.carrying(seen[0]) | second.carrying(seen[1])
        mass: Floats = np.ones(seen[0].size) if seen[0].weights is None else seen[0].weights
        shares = np.where(carrying, mass / self.weight, 0.0)
        return (first.rows(seen[0]) - second.rows(seen[1])) * shares, shares


@final
@dataclass(frozen=True, eq=False)
class AreaEffect:
    """The contribution of a row to an area, or to a difference of two, within its class.

    Parameters
    ----------
    signs
        How each system counts.
    weights, means
        Weight of the rows of each class, and the weighted mean of their structural components (C,), (C,).
    """

    signs: Mapping[str, float]
    weights: Floats
    means: Floats

    def of(self, systems: Mapping[str, Outcomes], rankings: Mapping[str, tuple[Ranking, ...]]) -> tuple[UnitSums, ...]:
        """Sums over the rows of each class."""
        first = next(iter(systems.values()))
        mass: Floats = np.ones(first.size) if first.weights is None else first.weights
        placed: Floats = np.zeros(first.size)
        for name, sign in self.signs.items():
            placed = placed + sign * area_components(systems[name], rankings[name])
        found = []
        for code in range(first.classes):
            own = first.truth == code
            shares = mass[own] / self.weights[code]
            left = np.sqrt(np.maximum(1 - shares, 1e-12))  # leverage: the mean is drawn towards heavy rows
            apart = without_rounding(placed[own] - self.means[code])
            found.append(UnitSums.of(apart * shares / left, shares))
        return tuple(found)


@final
@dataclass(frozen=True, eq=False)
class CellShares:
    """Losses that take one value for each true class and label: these values (C, L), and the rows that have each (C · L).

    Rows with a loss of another value are in none of them.
    """

    values: Floats
    sums: tuple[ShareSums, ...]

    def __add__(self, other: CellShares) -> CellShares:
        """Merge two disjoint sets of rows."""
        return CellShares(self.values, tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)))


@final
@dataclass(frozen=True, eq=False)
class ValueCells:
    """Which of the values of a loss of labels each row has.

    Parameters
    ----------
    loss
        The loss.
    system
        Name of the system.
    weight
        Sum of the weights of all rows.
    unlabelled
        Whether any row has no label.
    """

    loss: LossMeasure
    system: str
    weight: float
    unlabelled: bool

    def of(self, systems: Mapping[str, Outcomes], groups: RowGroups | None) -> tuple[CellShares, GroupSums | None]:
        """Sums over the rows with each value, and their shares of the weight within each group (G, C · L)."""
        rows = systems[self.system]
        values = loss_values(self.loss, rows, unlabelled=self.unlabelled)
        if values is None:
            return CellShares(np.zeros((0, 0)), ()), None
        losses = self.loss.loss(rows)
        apart = np.abs(values[rows.truth] - losses[:, None])
        cells = rows.truth * values.shape[1] + apart.argmin(axis=1)
        known = apart.min(axis=1) <= ROUNDING_TOLERANCE * np.maximum(1.0, np.abs(losses))
        shares = (np.ones(rows.size) if rows.weights is None else rows.weights) / self.weight
        sums = tuple(ShareSums.of(shares[known & (cells == cell)]) for cell in range(values.size))
        if groups is None:
            return CellShares(values, sums), None
        columns = np.eye(values.size)[cells] * shares[:, None]
        return CellShares(values, sums), GroupSums.of(groups.labels, groups.codes, columns)


@final
@dataclass(frozen=True, eq=False)
class UnitRequest:
    """The sums to compute over the rows of one segment."""

    effects: Mapping[EffectKey, RowEffect | CorrelationEffect] = field(default_factory=dict)
    trials: Mapping[EffectKey, TrialKinds] = field(default_factory=dict)
    areas: Mapping[EffectKey, AreaEffect] = field(default_factory=dict)
    cells: Mapping[EffectKey, ValueCells] = field(default_factory=dict)
    differences: Mapping[EffectKey, CountDifference] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there is any sum to compute."""
        return bool(self.effects or self.trials or self.areas or self.cells or self.differences)


@final
@dataclass(frozen=True, eq=False)
class UnitFindings:
    """Sums over the rows of one segment; for rows in groups also within each group."""

    effects: Mapping[EffectKey, UnitSums] = field(default_factory=dict)
    trials: Mapping[EffectKey, tuple[ShareSums, ShareSums]] = field(default_factory=dict)
    areas: Mapping[EffectKey, tuple[UnitSums, ...]] = field(default_factory=dict)
    groups: Mapping[EffectKey, GroupSums] = field(default_factory=dict)
    cells: Mapping[EffectKey, CellShares] = field(default_factory=dict)

    def __add__(self, other: UnitFindings) -> UnitFindings:
        """Merge two disjoint sets of rows."""
        return UnitFindings(
            {key: one + other.effects[key] for key, one in self.effects.items()},
            {key: (one[0] + other.trials[key][0], one[1] + other.trials[key][1]) for key, one in self.trials.items()},
            {key: tuple(a + b for a, b in zip(one, other.areas[key], strict=True)) for key, one in self.areas.items()},
            {key: one + other.groups[key] for key, one in self.groups.items()},
            {key: one + other.cells[key] for key, one in self.cells.items()},
        )


def sum_effects(
    systems: Mapping[str, Outcomes],
    request: UnitRequest,
    rankings: Mapping[str, tuple[Ranking, ...]],
    groups: RowGroups | None = None,
) -> UnitFindings:
    """Compute the requested sums over some rows."""
    effects, sums = {}, {}
    for key, effect in request.effects.items():
        moves, shares = effect.moves(systems)
        effects[key] = UnitSums.of(moves, shares)
        if groups is not None:
            sums[key] = GroupSums.of(groups.labels, groups.codes, np.column_stack([moves, shares]))
    if groups is not None:
        for key, difference in request.differences.items():
            sums[key] = GroupSums.of(groups.labels, groups.codes, np.column_stack(difference.moves(systems)))
    trials = {key: one.of(systems) for key, one in request.trials.items()}
    areas = {key: one.of(systems, rankings) for key, one in request.areas.items()}
    cells = {}
    for key, one in request.cells.items():
        cells[key], within = one.of(systems, groups)
        if within is not None:
            sums[key] = within
    return UnitFindings(effects, trials, areas, sums, cells)
