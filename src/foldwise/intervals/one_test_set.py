"""What the methods for one test set share: the plans, and the units that are independent of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.measures import Scored

__all__ = ["ONE_TEST_SET", "answer_groups", "rows_refusal"]

ONE_TEST_SET = ("holdout", "three-way", "fixed", "predefined")
"""Plans with one test set. The models are given, so an interval speaks of other test rows, not of other training rows."""


def answer_groups(scored: Scored) -> Codes | None:
    """Group of each answer (N,), or None where every row stands for itself."""
    groups = scored.predictions.groups
    return None if groups is None else groups[scored.row]


def rows_refusal(scored: Scored) -> str | None:
    """Say why a method that takes rows for independent is not valid here, or None where it is."""
    if scored.predictions.groups is None:
        return None
    return "the rows come in groups, and rows of one group are alike"
