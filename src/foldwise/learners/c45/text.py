"""A tree as text, one line for each branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.learners.c45.nodes import NodeTest, TreeNode
    from foldwise.learners.table_encoding import TableEncoding

__all__ = ["leaf_text", "number_text", "outcome_text", "tree_text"]


def tree_text(root: TreeNode, encoding: TableEncoding, classes: Sequence[str]) -> str:
    """Write a tree as C4.5 does: each test with its branches below it, leaves with cases and errors.

    Parameters
    ----------
    root
        The tree.
    encoding
        Names of columns and levels.
    classes
        Names of the classes.
    """
    if root.test is None:
        return leaf_text(root, classes)
    return "\n".join(_lines(root, encoding, classes))


def _lines(node: TreeNode, encoding: TableEncoding, classes: Sequence[str], indent: str = "") -> Iterator[str]:
    assert node.test is not None
    for place, branch in enumerate(node.branches):
        outcome = indent + outcome_text(node.test, place, encoding)
        if branch.test is None:
            yield f"{outcome}: {leaf_text(branch, classes)}"
        else:
            yield f"{outcome}:"
            yield from _lines(branch, encoding, classes, indent + "|   ")


def leaf_text(leaf: TreeNode, classes: Sequence[str]) -> str:
    """Class of a leaf with its training cases and, behind a slash, those of other classes."""
    errors = f"/{leaf.errors:.1f}" if leaf.errors >= 0.05 else ""
    return f"{classes[leaf.label]} ({leaf.cases:.1f}{errors})"


def outcome_text(test: NodeTest, branch: int, encoding: TableEncoding) -> str:
    """Condition of a branch."""
    name, levels = encoding.names[test.column], encoding.levels[test.column]
    if levels is None or test.branch_of_level is None:
        return f"{name} {'>' if branch else '<='} {number_text(test.threshold)}"
    own = [level for level, place in zip(levels, test.branch_of_level, strict=True) if place == branch]
    return f"{name} = {own[0]}" if len(own) == 1 else f"{name} in {{{', '.join(own)}}}"


def number_text(number: float) -> str:
    """A number in as few digits as tell it from others.

    Examples
    --------
    >>> number_text(75.0), number_text(0.1)
    ('75', '0.1')
    """
    return repr(float(number)).removesuffix(".0")
