"""A tree as a drawing: branches from left to right, and the shares of the classes in each leaf."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, final

from foldwise.learners.c45.text import leaf_text, outcome_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.learners.c45.nodes import TreeNode
    from foldwise.learners.table_encoding import TableEncoding

__all__ = ["tree_chart"]

COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#eeca3b", "#b279a2", "#ff9da6", "#9d755d", "#bab0ac")
LETTER, LINE, BAR, MARGIN = 6.4, 26.0, 44.0, 14.0
"""Width of a letter, height of a leaf, width of a bar, and space around, in pixels."""


def tree_chart(root: TreeNode, encoding: TableEncoding, classes: Sequence[str]) -> str:
    """Draw a tree as SVG: the outcome on each branch, in each leaf a bar with the shares of the classes.

    Parameters
    ----------
    root
        The tree.
    encoding
        Names of columns and levels.
    classes
        Names of the classes.
    """
    placed = list(_Drawing(encoding, _starts(root, encoding)).placed(root))
    ends = [one for one in placed if one.node.test is None]
    longest = max(end.x + BAR + 6 + LETTER * len(leaf_text(end.node, classes)) for end in ends)
    width, height = longest + 2 * MARGIN, LINE * len(ends) + 2 * MARGIN
    parts = [part for one in placed for part in _parts(one, classes)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="11">'
    return "\n".join([head, f'<g transform="translate({MARGIN:.0f} {MARGIN:.0f})">', *parts, "</g>", "</svg>"])


@final
@dataclass(frozen=True, eq=False)
class _Placed:
    """A node at its place, and the one before it."""

    node: TreeNode
    x: float
    y: float
    outcome: str = ""
    above: tuple[float, float] | None = None


@final
@dataclass(frozen=True, eq=False)
class _Drawing:
    encoding: TableEncoding
    starts: list[float]

    def placed(self, root: TreeNode) -> Iterator[_Placed]:
        yield _Placed(root, 0.0, _middle(root, 0))
        yield from self.below(root, 0, 0)

    def below(self, node: TreeNode, first: int, depth: int) -> Iterator[_Placed]:
        """Branches of a node whose first leaf has this number."""
        above = self.starts[depth], _middle(node, first)
        for place, branch in enumerate(node.branches):
            outcome = outcome_text(node.test, place, self.encoding) if node.test else ""
            yield _Placed(branch, self.starts[depth + 1], _middle(branch, first), outcome, above)
            yield from self.below(branch, first, depth + 1)
            first += sum(1 for _ in branch.leaves())


def _middle(node: TreeNode, first: int) -> float:
    """Height of a node: the middle of its leaves."""
    return LINE * (first + sum(1 for _ in node.leaves()) / 2)


def _starts(root: TreeNode, encoding: TableEncoding) -> list[float]:
    """Where the nodes of each depth begin: behind the longest outcome that leads to them."""
    starts, level = [0.0], [root]
    while any(node.branches for node in level):
        texts = [
            outcome_text(node.test, at, encoding) for node in level if node.test for at in range(len(node.branches))
        ]
        starts.append(starts[-1] + LETTER * max(map(len, texts)) + 24)
        level = [branch for node in level for branch in node.branches]
    return starts


def _parts(one: _Placed, classes: Sequence[str]) -> Iterator[str]:
    """A line from the node above with the outcome on it, and the bar of a leaf."""
    if one.above is not None:
        x, y = one.above
        yield f'<path d="M{x:.1f} {y:.1f}V{one.y:.1f}H{one.x:.1f}" fill="none" stroke="#999"/>'
        yield f'<text x="{x + 8:.1f}" y="{one.y - 4:.1f}" fill="#444">{escape(one.outcome)}</text>'
    if one.node.test is not None:
        return
    left = one.x
    for code, share in enumerate(one.node.shares):
        if share > 0:
            colour = COLOURS[code % len(COLOURS)]
            yield f'<rect x="{left:.1f}" y="{one.y - 6:.1f}" width="{BAR * share:.1f}" height="12" fill="{colour}"/>'
        left += BAR * float(share)
    yield f'<text x="{one.x + BAR + 6:.1f}" y="{one.y + 4:.1f}">{escape(leaf_text(one.node, classes))}</text>'
