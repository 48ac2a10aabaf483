"""Values of a measure on resampled rows, from which all bootstrap intervals are made.

The rows of a *fixed* set of predictions are drawn again; nothing is refitted, so the spread is that of test sampling only.
All systems see the same draws, so that differences are paired. Four ways of drawing have the same distribution, the fastest first: draws of
the cells of the confusion matrix, the compiled kernel for areas, draws times sums, and row by row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.intervals.bootstrapping.canonical import canonical_order, cell_codes, class_ranks
from foldwise.measures import AREA_MULTIPLES, CountMeasure, LossMeasure, SumMeasure, base_name
from foldwise.native import bootstrap_wins, draw_counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Array, Codes, Counts, Floats
    from foldwise.measures import Measure, Outcomes

__all__ = ["BootstrapDraws", "cell_replicates", "replicates", "resampled", "sampling_strata"]

MOST_NUMBERS = 20_000_000
"""Numbers held at a time while drawing."""
MOST_CELLS = 5_000
"""Joint cells of true class and predicted classes up to which samples are drawn as tables of counts."""
VALUE_TOLERANCE = 1e-9
"""Values that differ by less are the same."""
ROWS_RECENTRED = 2_000
"""Up to so many rows a reference mean is recomputed in every resample; beyond, sums have its effect to first order."""


@final
@dataclass(frozen=True)
class BootstrapDraws:
    """How to draw.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.
    bayesian
        Give every row a random weight (Rubin 1981) instead of a random count.
    """

    resamples: int = 2000
    seed: int = 0
    bayesian: bool = False


def replicates(
    measure: Measure, systems: Sequence[Outcomes], draws: BootstrapDraws, *, groups: Codes | None = None
) -> Floats:
    """Values of each system in each resample (resamples, systems); NaN where the measure has none.

    Parameters
    ----------
    measure
        What to compute.
    systems
        The outcomes of each system, on the same rows.
    draws
        How to draw.
    groups
        Group of each row; groups are drawn whole.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(truth=np.array([0, 1, 1, 1]), output=np.array([0, 1, 0, 1]), classes=2)
    >>> replicates(measure("error"), [rows], BootstrapDraws(resamples=3)).shape
    (3, 1)
    """
    seen = [measure.view(outcomes) for outcomes in systems]
    plain = groups is None and seen[0].weights is None
    if plain and _has_cells(measure, seen):
        return _by_cells(measure, seen, draws)
    if groups is None:
        order = canonical_order(seen)
        seen = [one.where(order) for one in seen]
    if plain and not draws.bayesian and base_name(measure) in AREA_MULTIPLES and seen[0].classes == 2:
        return _by_wins(measure, seen, draws)
    frame = _Frame(measure, seen, draws, groups)
    if isinstance(measure, LossMeasure):
        return _by_losses(measure, frame)
    if isinstance(measure, CountMeasure) and frame.units * seen[0].classes ** 2 <= MOST_NUMBERS:
        return _by_tables(measure, frame)
    if isinstance(measure, SumMeasure) and (seen[0].reference is not None or seen[0].size > ROWS_RECENTRED):
        return _by_sums(measure, frame)
    return np.array([frame.evaluate(multiplicity) for multiplicity in frame.each()])


def resampled(
    measure: Measure, outcomes: Outcomes, draws: BootstrapDraws, *, groups: Codes | None = None
) -> Iterator[tuple[Outcomes, Codes | None]]:
    """The drawn rows of each resample, and their groups; a group drawn twice counts as two."""
    if groups is None:
        outcomes = outcomes.where(canonical_order([outcomes]))
    frame = _Frame(measure, [measure.view(outcomes)], draws, groups)
    for multiplicity in frame.each():
        times = multiplicity.astype(np.intp)
        rows = np.repeat(np.arange(times.size), times)
        copy = np.arange(rows.size) - np.repeat(np.cumsum(times) - times, times)
        yield outcomes.where(rows), None if groups is None else frame.unit[rows] + copy * frame.units


def sampling_strata(measure: Measure, systems: Sequence[Outcomes]) -> Codes:
    """Class of each row, by the order of `class_ranks`, for a measure that ignores the class shares, else one for all (N,).

    The classes of a fixed test set may be taken as given only where the measure ignores how many rows each has: areas and
    recalls do, precision and the error rate do not, and drawing the classes apart would hide part of their variance.
    """
    first = systems[0]
    if first.classes and not isinstance(measure, LossMeasure | SumMeasure):
        bare = replace(measure, about="")
        if all(_ignores_shares(bare, one) for one in systems):
            return class_ranks(systems)[first.truth]
    return np.zeros(first.size, dtype=np.intp)


def _ignores_shares(measure: Measure, seen: Outcomes) -> bool:
    """Whether twice as many rows of any class leave the value as it is."""
    value, rows = measure.value(seen), np.arange(seen.size)
    doubled = (seen.where(np.append(rows, rows[seen.truth == code])) for code in np.unique(seen.truth))
    return all(abs(measure.value(one) - value) < VALUE_TOLERANCE * max(1.0, abs(value)) for one in doubled)


def _has_cells(measure: Measure, seen: Sequence[Outcomes]) -> bool:
    """Whether a measure of labels has few enough joint cells (truth, prediction of each system)."""
    of_labels = isinstance(measure, CountMeasure) or (isinstance(measure, LossMeasure) and measure.zero_one)
    classes = seen[0].classes
    return of_labels and classes > 0 and classes * (classes + 1) ** len(seen) <= MOST_CELLS


def _by_cells(measure: Measure, seen: Sequence[Outcomes], draws: BootstrapDraws) -> Floats:
    """Draw the joint cells at once: the work does not grow with the number of rows."""
    _, at, counts = np.unique(cell_codes(seen), return_index=True, return_counts=True)
    corners = [replace(one.where(at), weights=None) for one in seen]
    return _of_drawn(measure, corners, _draw_cells(counts, sampling_strata(measure, seen)[at], draws))


def cell_replicates(measure: Measure, corners: Sequence[Outcomes], counts: Array, draws: BootstrapDraws) -> Floats:
    """Values of each system in each resample, given one row of each joint cell and how many rows it stands for.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> corners = Outcomes(truth=np.array([0, 1, 1]), output=np.array([0, 0, 1]), classes=2)
    >>> values = cell_replicates(
    ...     measure("error"), [corners], np.array([5_000_000, 10_000, 9_990_000]), BootstrapDraws(200)
    ... )
    >>> round(float(values.mean()), 5), bool(values.std() < 2e-5)
    (0.00067, True)
    """
    order = np.argsort(cell_codes(corners))
    ordered = [one.where(order) for one in corners]
    # Whether a measure ignores the class shares is seen where the cells have their rows.
    heavy = [replace(one, weights=counts[order].astype(np.float64)) for one in ordered]
    return _of_drawn(measure, ordered, _draw_cells(counts[order], sampling_strata(measure, heavy), draws))


def _of_drawn(measure: Measure, corners: Sequence[Outcomes], drawn: Floats) -> Floats:
    """Values of each system, given how often each cell was drawn (B, cells)."""
    values, size = [], float(drawn[0].sum())
    for corner in corners:
        if isinstance(measure, LossMeasure):
            values.append(measure.finish(drawn @ measure.loss(corner) / size))
        else:
            values.append(measure.of_table(_tables(drawn, corner), corner.positive))  # type: ignore[attr-defined]
    return np.stack(values, axis=1)


def _draw_cells(counts: Array, strata: Codes, draws: BootstrapDraws) -> Floats:
    rng = np.random.default_rng(draws.seed)
    drawn = np.empty((draws.resamples, counts.size))
    for stratum in np.unique(strata):
        mine = strata == stratum
        size = int(counts[mine].sum())
        if draws.bayesian:
            mass = rng.standard_gamma(counts[mine], (draws.resamples, int(mine.sum())))
            drawn[:, mine] = size * mass / mass.sum(axis=1, keepdims=True)
        else:
            drawn[:, mine] = rng.multinomial(size, counts[mine] / size, draws.resamples)
    return drawn


def _tables(drawn: Floats, corner: Outcomes) -> Floats:
    """Confusion matrices of one system from the drawn joint cells (B, C, C + 1)."""
    shape = (corner.classes, corner.classes + 1)
    column = np.where(corner.output < 0, corner.classes, corner.output)
    place = np.zeros((drawn.shape[1], shape[0] * shape[1]))
    place[np.arange(drawn.shape[1]), corner.truth * shape[1] + column] = 1
    return (drawn @ place).reshape(-1, *shape)


def _by_wins(measure: Measure, seen: Sequence[Outcomes], draws: BootstrapDraws) -> Floats:
    """Areas of two classes by the compiled kernel."""
    positive = seen[0].truth == seen[0].positive
    scores = np.stack([one.scores[:, one.positive] for one in seen if one.scores is not None])
    wins = bootstrap_wins(scores, positive, resamples=draws.resamples, seed=draws.seed)
    ups = int(positive.sum())
    areas = wins / (2.0 * ups * (positive.size - ups))
    return 1 - AREA_MULTIPLES[base_name(measure)] * (1 - areas)


@final
@dataclass(frozen=True, eq=False)
class _Frame:
    """The rows, and the units they are drawn in."""

    measure: Measure
    seen: Sequence[Outcomes]
    draws: BootstrapDraws
    groups: Codes | None

    @cached_property
    def unit(self) -> Codes:
        """Unit of each row: itself, or its group."""
        if self.groups is None:
            return np.arange(self.seen[0].size)
        return np.unique(self.groups, return_inverse=True)[1]

    @cached_property
    def strata(self) -> list[Codes]:
        """Units of each stratum."""
        if self.groups is not None:
            return [np.arange(int(self.unit.max()) + 1)]
        classes = sampling_strata(self.measure, self.seen)
        return [np.flatnonzero(classes == c) for c in np.unique(classes)]

    @property
    def units(self) -> int:
        """Number of units."""
        return sum(stratum.size for stratum in self.strata)

    @cached_property
    def _rng(self) -> np.random.Generator:
        return np.random.default_rng(self.draws.seed)

    def blocks(self) -> Iterator[Counts]:
        """Counts or weights of the units, some resamples at a time (block, units)."""
        size = max(1, MOST_NUMBERS // self.units)
        for start in range(0, self.draws.resamples, size):
            block = range(start, min(start + size, self.draws.resamples))
            if len(self.strata) == 1:
                yield np.asarray(self._draw(self.units, block, 0), dtype=np.float64)
                continue
            drawn = np.empty((len(block), self.units))
            for number, stratum in enumerate(self.strata):
                drawn[:, stratum] = self._draw(stratum.size, block, number)
            yield drawn

    def _draw(self, size: int, block: range, stratum: int) -> Counts:
        if not self.draws.bayesian:
            return draw_counts(size, block, self.draws.seed, stratum)
        mass = self._rng.standard_exponential((len(block), size))
        return size * mass / mass.sum(axis=1, keepdims=True)

    def each(self) -> Iterator[Array]:
        """How often, or with what weight, each row is in each resample (N,)."""
        for block in self.blocks():
            for drawn in block:
                yield drawn[self.unit]

    def evaluate(self, multiplicity: Array) -> list[float]:
        """The measure of each system on one resample."""
        bare = replace(self.measure, about="")
        if self.draws.bayesian:
            own = self.seen[0].weights
            weights = multiplicity if own is None else multiplicity * own
            return [bare.value(replace(one, weights=weights)) for one in self.seen]
        rows = np.repeat(np.arange(multiplicity.size), multiplicity.astype(np.intp))
        return [bare.value(one.where(rows)) for one in self.seen]

    def by_unit(self, values: Floats) -> Floats:
        """Weighted sums of values (N, m) within each unit (units, m)."""
        return self.seen[0].sums(values, self.unit, self.units)


def _by_losses(measure: LossMeasure, frame: _Frame) -> Floats:
    losses = np.stack([measure.loss(one) for one in frame.seen], axis=1)
    sums = frame.by_unit(np.column_stack([np.ones(len(losses)), losses]))
    drawn = np.concatenate([block @ sums for block in frame.blocks()])
    return measure.finish(drawn[:, 1:] / drawn[:, :1])


def _by_sums(measure: SumMeasure, frame: _Frame) -> Floats:
    pieces = [frame.by_unit(measure.rows(one)) for one in frame.seen]
    width = pieces[0].shape[1]
    drawn = np.concatenate([block @ np.hstack(pieces) for block in frame.blocks()])
    return np.stack([measure.of_sums(drawn[:, at : at + width]) for at in range(0, drawn.shape[1], width)], axis=1)


def _by_tables(measure: CountMeasure, frame: _Frame) -> Floats:
    values = []
    pieces = [one.confusion(frame.unit, frame.units) for one in frame.seen]
    shape, size = pieces[0].shape[1:], int(np.prod(pieces[0].shape[1:]))
    sums = np.hstack([piece.reshape(frame.units, size) for piece in pieces]).astype(np.float64)
    drawn = np.concatenate([block @ sums for block in frame.blocks()])
    for at, one in enumerate(frame.seen):
        tables = drawn[:, at * size : (at + 1) * size].reshape(-1, *shape)
        values.append(measure.of_table(tables, one.positive))
    return np.stack(values, axis=1)
