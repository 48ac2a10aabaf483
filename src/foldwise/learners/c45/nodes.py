"""Tests and nodes of a tree, and how cases go down its branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["DECIMALS", "Cases", "NodeTest", "TreeNode", "leaf_shares"]

DECIMALS = 9
"""Decimals to which weights of cases are compared, so that the order of the rows does not matter."""


@final
@dataclass(frozen=True, eq=False)
class Cases:
    """Rows with the fraction of each that is in a node.

    Parameters
    ----------
    rows
        Numbers of the rows.
    weights
        Weight of each; a row whose tested value was missing is in several branches with a part of its weight.
    """

    rows: Codes
    weights: Floats


@final
@dataclass(frozen=True, eq=False)
class NodeTest:
    """What is asked of a case.

    Parameters
    ----------
    column
        Place of the column.
    threshold
        Numbers up to here go to the first branch, others to the second; NaN where the column holds categories.
    branch_of_level
        Branch of each level of a column of categories; -1 for a level without a branch.

    Examples
    --------
    >>> NodeTest(0, threshold=2.5).branches_of(np.array([2.5, 3.0, np.nan]))
    array([ 0,  1, -1])
    """

    column: int
    threshold: float = np.nan
    branch_of_level: Codes | None = None

    @property
    def count(self) -> int:
        """Number of branches."""
        return 2 if self.branch_of_level is None else int(self.branch_of_level.max()) + 1

    def branches_of(self, values: Floats) -> Codes:
        """Branch of each value of the column; -1 where it is missing."""
        missing = np.isnan(values)
        if self.branch_of_level is None:
            return np.where(missing, -1, values > self.threshold)
        return np.where(missing, -1, self.branch_of_level[np.where(missing, 0, values).astype(np.intp)])


@final
@dataclass(frozen=True, eq=False)
class TreeNode:
    """A leaf, or a test with its branches.

    Parameters
    ----------
    counts
        Weight of its training cases of each class.
    label
        Its most frequent class; that of the node above where it has no cases.
    shares
        Shares of the classes; those of the node above where it has no cases.
    test
        What is asked; None in a leaf.
    branches
        One node for each outcome.
    """

    counts: Floats
    label: int
    shares: Floats
    test: NodeTest | None = None
    branches: tuple[TreeNode, ...] = ()

    @classmethod
    def of(cls, counts: Floats, above: TreeNode | None = None) -> TreeNode:
        """Make a leaf with these counts."""
        total = counts.sum()
        if total <= 0 and above is not None:
            return cls(counts, above.label, above.shares)
        return cls(counts, int(np.round(counts, DECIMALS).argmax()), counts / total)

    def split(self, test: NodeTest, branches: tuple[TreeNode, ...]) -> TreeNode:
        """Put a test with its branches here."""
        return TreeNode(self.counts, self.label, self.shares, test, branches)

    @property
    def cases(self) -> float:
        """Weight of its training cases."""
        return float(self.counts.sum())

    @property
    def errors(self) -> float:
        """Weight of its training cases of other classes than the most frequent."""
        return self.cases - float(self.counts[self.label])

    def leaves(self) -> Iterator[TreeNode]:
        """Go through the leaves from first to last."""
        if not self.branches:
            yield self
        for branch in self.branches:
            yield from branch.leaves()

    def nodes(self) -> Iterator[TreeNode]:
        """Go through all nodes, each before its branches."""
        yield self
        for branch in self.branches:
            yield from branch.nodes()

    def branch_weights(self) -> Floats:
        """Share of the cases with a missing value that goes to each branch."""
        totals = np.array([branch.cases for branch in self.branches])
        return np.asarray(totals / totals.sum())


def cases_by_branch(
    test: NodeTest, values: Floats, weights: Floats, *, shares: Floats | None = None
) -> Iterator[tuple[Mask, Floats]]:
    """Which cases go to each branch, and with what weight.

    A missing value goes to each branch with the share of its known cases; `shares` is where it goes if none is known.
    """
    places = test.branches_of(values)
    missing = places < 0
    if not missing.any():
        for branch in range(test.count):
            own = places == branch
            yield own, weights[own]
        return
    totals = np.bincount(places[~missing], weights[~missing], test.count)
    shares = totals / totals.sum() if shares is None or totals.sum() > 0 else shares
    for branch in range(test.count):
        own = places == branch
        kept = (own | missing) if shares[branch] > 0 else own
        yield kept, np.where(missing[kept], weights[kept] * shares[branch], weights[kept])


def leaf_shares(root: TreeNode, matrix: Floats, *, smoothing: float = 0.0) -> Floats:
    """Shares of the classes (N, C) in the leaves that each row reaches, weighted where it reaches several."""
    found = np.zeros((len(matrix), root.counts.size))
    every = Cases(np.arange(len(matrix)), np.ones(len(matrix)))
    waiting: list[tuple[TreeNode, Cases]] = [(root, every)]
    while waiting:
        node, cases = waiting.pop()
        if node.test is None:
            found[cases.rows] += cases.weights[:, None] * _smoothed(node, smoothing)
            continue
        places = node.test.branches_of(matrix[cases.rows, node.test.column])
        for place, (branch, share) in enumerate(zip(node.branches, node.branch_weights(), strict=True)):
            own, missing = places == place, places < 0
            weights = np.where(own, cases.weights, cases.weights * share)
            kept = own | (missing & (weights > 0))
            if kept.any():
                waiting.append((branch, Cases(cases.rows[kept], weights[kept])))
    return found


def _smoothed(leaf: TreeNode, smoothing: float) -> Floats:
    """Shares of the classes with pseudo-counts; a leaf without cases has those of the node above."""
    if leaf.cases <= 0:
        return leaf.shares
    return np.asarray((leaf.counts + smoothing) / (leaf.cases + smoothing * leaf.counts.size))
