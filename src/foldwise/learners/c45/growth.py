"""How a tree is grown: the best test of each node, and cases with missing values divided among its branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.learners.c45.nodes import Cases, NodeTest, TreeNode, cases_by_branch
from foldwise.learners.c45.splits import MISSING, Gains, best_column, cut_gains, level_gains, merged_levels

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.learners.rows import TrainingRows

__all__ = ["TreeTable", "grow_tree"]

COUNTS_AT_ONCE = 4_000_000
"""Cumulated counts held at once."""
DEEPEST = 100
"""Tests on a path, so that no tree is too deep to be copied."""
NO_WORSE = 1e-3
"""A subtree must save more errors than this on its own cases."""


@final
@dataclass(frozen=True, eq=False)
class TreeTable:
    """Training rows as a tree looks at them.

    Parameters
    ----------
    matrix
        Numbers and places of levels (n, p), NaN where missing.
    codes
        Class of each row.
    weights
        Weight of each row.
    classes
        Number of classes.
    numbers, categories
        Places of the columns of either kind.
    ranks
        Ranks of the numbers (q, n).
    slots
        Line of each category in the counts of all levels of all columns (r, n).
    starts
        First line of each column of categories, and the number of lines.
    """

    matrix: Floats
    codes: Codes
    weights: Floats
    classes: int
    numbers: Codes
    categories: Codes
    ranks: Array
    slots: Codes
    starts: Codes

    @classmethod
    def of(cls, rows: TrainingRows) -> TreeTable:
        """Rank the numbers, once for the whole tree."""
        category = np.array([levels is not None for levels in rows.encoding.levels])
        numbers, categories = np.flatnonzero(~category), np.flatnonzero(category)
        lengths = [len(rows.encoding.levels[column] or ()) + 1 for column in categories]
        starts = np.cumsum([0, *lengths]).astype(np.intp)
        places = rows.matrix.T[categories]
        last = np.array(lengths, dtype=np.float64)[:, None] - 1
        slots = np.where(np.isnan(places), last, places).astype(np.intp) + starts[:-1, None]
        ranks = np.array([_ranks(rows.matrix[:, column]) for column in numbers], dtype=np.int32)
        return cls(
            rows.matrix,
            rows.codes,
            rows.weights,
            rows.classes.size,
            numbers,
            categories,
            ranks.reshape(len(numbers), len(rows.codes)),
            slots,
            starts,
        )

    def counts(self, cases: Cases) -> Floats:
        """Weight of each class."""
        return np.bincount(self.codes[cases.rows], cases.weights, self.classes).astype(np.float64)

    def every_case(self) -> Cases:
        """All training rows."""
        return Cases(np.arange(len(self.codes)), self.weights)


def _ranks(values: Floats) -> Array:
    distinct = np.unique(values[~np.isnan(values)])
    return np.where(np.isnan(values), MISSING, np.searchsorted(distinct, values))


@final
@dataclass(frozen=True, eq=False)
class _Sorted:
    """Cases of a node, and their places in the order of each column of numbers."""

    cases: Cases
    order: Codes
    ranks: Array

    @classmethod
    def of(cls, table: TreeTable) -> _Sorted:
        order = np.argsort(table.ranks, axis=1, kind="stable")
        return cls(table.every_case(), order, np.take_along_axis(table.ranks, order, axis=1))

    def part(self, kept: Mask, weights: Floats) -> _Sorted:
        """Keep some of the cases, in the same orders."""
        inside = kept[self.order]
        places = np.cumsum(kept) - 1
        order = places[self.order[inside]].reshape(len(self.order), int(kept.sum()))
        return _Sorted(Cases(self.cases.rows[kept], weights), order, self.ranks[inside].reshape(order.shape))


@final
@dataclass(frozen=True, eq=False)
class _Growth:
    """Settings of a growth."""

    table: TreeTable
    least: float
    subsets: bool
    counted: Mask

    def node(self, part: _Sorted, above: TreeNode | None = None, depth: int = 0) -> TreeNode:
        leaf = TreeNode.of(self.table.counts(part.cases), above)
        if leaf.cases < 2 * self.least - 1e-9 or leaf.errors <= 1e-9 or depth >= DEEPEST:
            return leaf
        test = self.best_test(part, leaf.cases)
        if test is None:
            return leaf
        values = self.table.matrix[part.cases.rows, test.column]
        branches = tuple(
            self.node(part.part(kept, weights), leaf, depth + 1)
            for kept, weights in cases_by_branch(test, values, part.cases.weights)
        )
        saved = leaf.errors - sum(end.errors for branch in branches for end in branch.leaves())
        return leaf.split(test, branches) if saved > NO_WORSE else leaf

    def best_test(self, part: _Sorted, cases: float) -> NodeTest | None:
        """The test with the best gain ratio."""
        gains, infos = np.full(self.table.matrix.shape[1], -np.inf), np.zeros(self.table.matrix.shape[1])
        numbers, categories = self.table.numbers, self.table.categories
        places = np.empty(0, dtype=np.intp)
        merged: dict[int, Codes] = {}
        if numbers.size:
            found, places = self._cuts(part, cases)
            gains[numbers], infos[numbers] = found.gains, found.infos
        if categories.size:
            found, merged = self._levels(part.cases, cases)
            gains[categories], infos[categories] = found.gains, found.infos
        column = best_column(Gains(gains, infos), self.counted)
        if column < 0:
            return None
        if column in merged:
            return NodeTest(column, branch_of_level=merged[column])
        at = int(np.searchsorted(categories, column))
        if at < categories.size and categories[at] == column:
            return NodeTest(column, branch_of_level=np.arange(self.table.starts[at + 1] - self.table.starts[at] - 1))
        at = int(np.searchsorted(numbers, column))
        rows = part.cases.rows[part.order[at, places[at] : places[at] + 2]]
        return NodeTest(column, _threshold(self.table.matrix[:, column], *self.table.matrix[rows, column]))

    def _cuts(self, part: _Sorted, cases: float) -> tuple[Gains, Codes]:
        """Best cuts of the columns of numbers, a block of columns at a time."""
        single = np.zeros((self.table.classes, part.cases.rows.size))
        single[self.table.codes[part.cases.rows], np.arange(part.cases.rows.size)] = part.cases.weights
        step = max(1, COUNTS_AT_ONCE // single.size)
        found = [
            cut_gains(
                np.cumsum(single[:, part.order[start : start + step]], axis=2),
                part.ranks[start : start + step],
                cases=cases,
                least=self.least,
            )
            for start in range(0, len(part.order), step)
        ]
        gains = Gains(np.concatenate([one.gains for one, _ in found]), np.concatenate([one.infos for one, _ in found]))
        return gains, np.concatenate([places for _, places in found])

    def _levels(self, cases: Cases, total: float) -> tuple[Gains, dict[int, Codes]]:
        """Gains of the columns of categories, and the groups of levels where these are merged."""
        classes, starts = self.table.classes, self.table.starts
        keys = self.table.slots[:, cases.rows] * classes + self.table.codes[cases.rows]
        weights = np.broadcast_to(cases.weights, keys.shape)
        counted = np.bincount(keys.ravel(), weights.ravel(), starts[-1] * classes)
        counts = counted.astype(np.float64).reshape(-1, classes)
        found = level_gains(counts, starts[:-1], cases=total, least=self.least)
        merged: dict[int, Codes] = {}
        if self.subsets:
            for at in np.flatnonzero(np.diff(starts) > 3):
                lines = counts[starts[at] : starts[at + 1]]
                column = int(self.table.categories[at])
                merged[column], found.gains[at], found.infos[at] = merged_levels(
                    lines[:-1], float(lines[-1].sum()), self.least
                )
        return found, merged


def _threshold(values: Floats, low: float, high: float) -> float:
    """Largest value of the training rows that is not above the middle between two neighbours."""
    middle = low / 2 + high / 2
    return float(np.nanmax(values[values <= middle])) if low < middle < high else float(low)


def grow_tree(table: TreeTable, *, least: float = 2, subsets: bool = False) -> TreeNode:
    """Grow a tree; a subtree that is no better than a leaf on its own cases becomes one.

    Parameters
    ----------
    table
        The training rows.
    least
        Weight of the cases that at least two branches of every test must have.
    subsets
        Whether levels are merged into groups.

    Examples
    --------
    >>> from foldwise.learners.rows import training_rows
    >>> from foldwise.learners import C45Tree
    >>> rows = training_rows(C45Tree(), [[1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> grow_tree(TreeTable.of(rows)).test.threshold
    2.0
    """
    many = np.zeros(table.matrix.shape[1], dtype=bool)
    many[table.categories] = np.diff(table.starts) - 1 >= 0.3 * table.weights.sum()
    counted = np.ones_like(many) if many.all() else ~many
    return _Growth(table, least, subsets, counted).node(_Sorted.of(table))
