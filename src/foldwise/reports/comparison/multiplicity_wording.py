"""How many tests were made under several measures, where nothing is adjusted across them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.comparison.comparison import ModelComparison

__all__ = ["not_adjusted"]


def not_adjusted(comparison: ModelComparison) -> Iterator[str]:
    """Say how many tests were made, where several measures were judged without adjustment across them."""
    measures = {one.comparison.measure.name for one in comparison.judgements}
    if len(measures) < 2 or (comparison.across_measures and comparison.adjustment != "none"):
        return
    tests = f"{len(comparison.judgements)} tests were made under {len(measures)} measures"
    if comparison.adjustment == "none":
        yield f"{tests} and none was adjusted: about one in twenty finds a difference where there is none"
    else:
        yield (
            f"{tests}; p-values are adjusted for the pairs of each measure, not across the measures, unless asked for "
            "(adjust_measures=True, --adjust-measures)"
        )
