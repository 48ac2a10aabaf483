"""The model confidence set in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.reports.assessment.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.comparison.comparison import ModelComparison

__all__ = ["may_be_best"]

MANY = 3
"""Models from which the set says more than the comparison of two."""


def may_be_best(comparison: ModelComparison) -> Iterator[str]:
    """Say which of three or more models may be the best under the first measure, or why that cannot be said."""
    measure = comparison.measures[0].name
    if comparison.reference or len(comparison.ranking(measure)) < MANY:
        return
    found = comparison.confidence_sets[measure]
    if isinstance(found, str):
        yield f"No model confidence set: {found}."
    elif len(found.models) > 1:
        yield f"The best is among: {', '.join(found.models)} ({level_text(found.level)} model confidence set)."
    else:
        yield f"The best is {found.models[0]} ({level_text(found.level)} model confidence set)."
