"""Error-based pruning: a subtree gives way to a leaf, or to its largest branch, where no more errors are expected of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.learners.c45.errors import extra_errors
from foldwise.learners.c45.nodes import DECIMALS, Cases, TreeNode, cases_by_branch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.learners.c45.growth import TreeTable

__all__ = ["prune"]

MARGIN = 0.1
"""Errors by which a simpler tree may be worse; Quinlan's."""


@final
@dataclass(frozen=True, eq=False)
class _Pruning:
    table: TreeTable
    confidence: float
    raising: bool

    def pruned(self, node: TreeNode, cases: Cases, above: TreeNode | None = None) -> tuple[TreeNode, float]:
        """The pruned subtree on these cases, and the errors expected of it."""
        leaf = TreeNode.of(self.table.counts(cases), above)
        if node.test is None or leaf.cases <= 0:
            return leaf, self.of_leaf(leaf)
        found = [self.pruned(branch, part, leaf) for branch, part in self.parts(node, cases)]
        branches = tuple(branch for branch, _ in found)
        as_tree, as_leaf = sum(errors for _, errors in found), self.of_leaf(leaf)
        largest = branches[int(np.argmax(np.round([branch.cases for branch in branches], DECIMALS)))]
        as_branch = self.expected(largest, cases, max(as_tree, as_leaf) + MARGIN) if self.raising else np.inf
        if as_leaf <= as_tree + MARGIN and as_leaf <= as_branch + MARGIN:
            return leaf, as_leaf
        if as_branch <= as_tree + MARGIN:
            return self.pruned(largest, cases, above)
        return leaf.split(node.test, branches), as_tree

    def expected(self, node: TreeNode, cases: Cases, most: float) -> float:
        """Errors expected of a subtree on these cases; counted no further than `most`."""
        if node.test is None:
            return self.of_leaf(TreeNode.of(self.table.counts(cases), node)) if cases.rows.size else 0.0
        total = 0.0
        for branch, part in self.parts(node, cases):
            total += self.expected(branch, part, most - total)
            if total > most:
                break
        return total

    def parts(self, node: TreeNode, cases: Cases) -> Iterator[tuple[TreeNode, Cases]]:
        """Each branch with its cases."""
        assert node.test is not None
        values = self.table.matrix[cases.rows, node.test.column]
        parts = cases_by_branch(node.test, values, cases.weights, shares=node.branch_weights())
        for branch, (kept, weights) in zip(node.branches, parts, strict=True):
            yield branch, Cases(cases.rows[kept], weights)

    def of_leaf(self, leaf: TreeNode) -> float:
        return leaf.errors + extra_errors(leaf.errors, leaf.cases, self.confidence) if leaf.cases > 0 else 0.0


def prune(root: TreeNode, table: TreeTable, *, confidence: float = 0.25, raising: bool = True) -> TreeNode:
    """Prune from the leaves up.

    Parameters
    ----------
    root
        The tree as it was grown.
    table
        Its training rows.
    confidence
        Confidence factor of the errors that are expected of a leaf; the smaller, the smaller the tree.
    raising
        Whether the largest branch may take the place of its node.
    """
    return _Pruning(table, confidence, raising).pruned(root, table.every_case())[0]
