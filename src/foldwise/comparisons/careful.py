"""The careful tests: which plan has one, and which it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.comparisons.catalogue import comparison_method
from foldwise.errors import ValidityError
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import ComparisonMethod
    from foldwise.comparisons.pair import Pair

__all__ = ["CAREFUL_TESTS", "careful_method"]

CAREFUL_TESTS: dict[str, str] = {"two-folds-out": "nested-cv", "paired-halves": "conservative-z"}
"""The tests that assume nothing about the overlap of the training sets, by the plans they need."""


def careful_method(pair: Pair) -> ComparisonMethod:
    """Find the careful test of a pair's plan.

    Raises
    ------
    ValidityError
        The plan has none.
    """
    name = CAREFUL_TESTS.get(pair.resamples.kind)
    if name is None:
        losses = isinstance(pair.measure, LossMeasure)
        message = f"no careful comparison can be made from {pair.resamples.plan}"
        hint = "two-folds-out(5, repeats=10)" if losses else "paired-halves(10, splits=15)"
        raise ValidityError(message, hint=f"plan='{hint}', or no plan")
    return comparison_method(name)
