"""Rules grown condition by condition on some rows, and cut back on others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, final

import numpy as np

from foldwise.learners.c45.rules import Condition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.learners.rows import TrainingRows

__all__ = ["Conditions", "GrowingRows", "covers", "net_share", "pruned"]

Conditions: TypeAlias = tuple[Condition, ...]
"""What a row must fulfil."""
GROWN = 2 / 3
"""Share of the rows that rules are grown on; the others cut them back."""


@final
@dataclass(frozen=True, eq=False)
class GrowingRows:
    """Training rows with what makes growing rules fast.

    Parameters
    ----------
    rows
        The rows.
    least
        Least weight of the rows that fulfil a condition.
    """

    rows: TrainingRows
    least: float

    @cached_property
    def values(self) -> tuple[Floats, ...]:
        """Values of each column that occur, in order."""
        return tuple(np.unique(column[~np.isnan(column)]) for column in self.rows.matrix.T)

    @cached_property
    def ranks(self) -> tuple[Codes, ...]:
        """Place of each row among the values of a column, -1 where missing."""
        found = []
        for column, values in zip(self.rows.matrix.T, self.values, strict=True):
            places = np.searchsorted(values, column) if values.size else np.zeros(column.size, dtype=np.intp)
            found.append(np.where(np.isnan(column), -1, places))
        return tuple(found)

    @cached_property
    def kinds(self) -> Codes:
        """Number of each row such that equal rows have equal ones: copies of a row are never parted."""
        table = np.column_stack([self.rows.codes, *self.ranks])
        return np.unique(table, axis=0, return_inverse=True)[1].ravel()

    def split(self, chosen: Mask, rng: np.random.RandomState) -> tuple[Mask, Mask]:
        """Two thirds of the chosen rows of each class to grow on, and the others, by weight."""
        grow = np.zeros(chosen.size, dtype=bool)
        for label in np.unique(self.rows.codes[chosen]):
            mine = np.flatnonzero(chosen & (self.rows.codes == label))
            _, places = np.unique(self.kinds[mine], return_inverse=True)
            count = int(places.max()) + 1
            order = rng.permutation(count)
            sizes = np.bincount(places, self.rows.weights[mine], count)[order]
            # A kind of rows goes where its middle falls, so that one heavy row is not always on the same side.
            middle = np.cumsum(sizes) - sizes / 2
            inside = np.zeros(count, dtype=bool)
            inside[order] = middle <= GROWN * sizes.sum()
            grow[mine] = inside[places]
        return grow, chosen & ~grow

    def grown(self, start: Conditions, own: Mask, chosen: Mask) -> Conditions:
        """Add the condition with the largest gain of information until only rows of the class are covered."""
        conditions, covered = start, chosen & covers(start, self.rows.matrix)
        while self.rows.weights[covered & ~own].sum() > 0:
            options = [best for column in range(len(self.values)) for best in self.best(column, covered, own)]
            if not options:
                break
            gain, _, condition = max(options, key=lambda one: (round(one[0], 9), round(one[1], 9)))
            if gain <= 1e-9:
                break
            conditions, covered = (*conditions, condition), covered & condition.holds(self.rows.matrix)
        return conditions

    def best(self, column: int, covered: Mask, own: Mask) -> Iterator[tuple[float, float, Condition]]:
        """Best condition on a column with its gain and its share of the class, if any keeps enough rows."""
        ranks, values = self.ranks[column], self.values[column]
        known = np.flatnonzero(covered & (ranks >= 0))
        if values.size < 2 or known.size == 0:
            return
        places, weights = ranks[known], self.rows.weights[known]
        total: Floats = np.bincount(places, weights, values.size).astype(np.float64)
        right: Floats = np.bincount(places, weights * own[known], values.size).astype(np.float64)
        everything = self.rows.weights[covered]
        before = float(everything[own[covered]].sum()), float(everything.sum())
        if self.rows.encoding.levels[column] is not None:
            found = self.highest(right, total, before)
            if found is not None:
                yield (*found[:2], Condition(column, levels=frozenset([int(values[found[2]])])))
            return
        below, every = np.cumsum(right)[:-1], np.cumsum(total)[:-1]
        found = self.highest(np.r_[below, right.sum() - below], np.r_[every, total.sum() - every], before)
        if found is not None:
            upper, place = found[2] < below.size, found[2] % below.size
            cut = _cut(values, np.flatnonzero(total > 0), place)
            yield (*found[:2], Condition(column, high=cut) if upper else Condition(column, low=cut))

    def highest(self, right: Floats, total: Floats, before: tuple[float, float]) -> tuple[float, float, int] | None:
        """Largest gain p (log₂ p/t - log₂ P/T), its share p/t and its place, among conditions that keep enough rows."""
        allowed = (right > 0) & (total >= self.least) & (total < before[1] * (1 - 1e-12))
        if not allowed.any():
            return None
        share = np.where(allowed, right / np.maximum(total, 1e-300), 1.0)
        gains = np.where(allowed, np.round(right * (np.log2(share) - np.log2(before[0] / before[1])), 9), -np.inf)
        place = int(gains.argmax())
        return float(gains[place]), float(share[place]), place


def _cut(values: Floats, present: Codes, place: int) -> float:
    """Middle between the neighbours of a cut that occur, and never the upper one."""
    at = int(np.searchsorted(present, place, side="right"))
    low, high = values[present[max(at - 1, 0)]], values[present[min(at, present.size - 1)]]
    middle = low + (high - low) / 2
    return float(middle if middle < high else low)


def covers(conditions: Conditions, matrix: Floats) -> Mask:
    """Which rows of a matrix fulfil all conditions."""
    covered = np.ones(len(matrix), dtype=bool)
    for condition in conditions:
        covered &= condition.holds(matrix)
    return covered


def net_share(right: float, wrong: float) -> float:
    """(p - n)/(p + n), by which rules are cut back when they are made; -1 where they cover nothing.

    Examples
    --------
    >>> net_share(3, 1), net_share(0, 0)
    (0.5, -1.0)
    """
    return (right - wrong) / (right + wrong) if right + wrong > 0 else -1.0


def pruned(
    conditions: Conditions, growing: GrowingRows, own: Mask, chosen: Mask, *, worth: Callable[[float, float], float]
) -> Conditions:
    """The first conditions that are worth most on some rows, by the weight of rows they get right and wrong; the fewest of these.

    Where these rows are all of one class, no condition can show its worth: all are kept.
    """
    covered, weights = chosen.copy(), growing.rows.weights
    if not all((weights[chosen & side] > 0).any() for side in (own, ~own)):
        return conditions
    values = []
    for at in range(len(conditions) + 1):
        if at:
            covered &= conditions[at - 1].holds(growing.rows.matrix)
        values.append(round(worth(float(weights[covered & own].sum()), float(weights[covered & ~own].sum())), 9))
    return conditions[: int(np.argmax(values))]
