"""The page of a measure in the documentation, written from what the measure knows about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data import Task
from foldwise.measures.aliases import ALIASES
from foldwise.measures.catalogue import FAMILIES
from foldwise.measures.measure import CountMeasure, Direction, LossMeasure, RankMeasure, SumMeasure
from foldwise.measures.pooled import PooledMeasure

if TYPE_CHECKING:
    from foldwise.measures.measure import Measure

__all__ = ["describe"]

AGGREGATION: dict[type[Measure], str] = {
    LossMeasure: "a mean of one loss per row: the losses of all resamples of a repeat are pooled",
    CountMeasure: "a function of the confusion matrix: the matrices of a repeat are summed, then it is computed once",
    SumMeasure: "a function of sums over rows: the sums of a repeat are pooled, then it is computed once",
    RankMeasure: "a comparison of rows with each other: computed within each resample and averaged, never pooled",
    PooledMeasure: "a function of a whole sample of rows on one scale: the rows of a repeat are pooled",
}


def describe(measure: Measure) -> str:
    """Describe a measure in Markdown: formula, range, direction, needs, aggregation, conventions, other names.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> print(describe(measure("recall")))
    # recall
    <BLANKLINE>
    **Recall (sensitivity)**: TP / (TP + FN) of the positive class; mean over the classes (macro) when there are more than two.
    ...
    """
    title = measure.title[0].upper() + measure.title[1:]
    rows = "\n".join(f"| {key} | {_cell(value)} |" for key, value in _facts(measure).items() if value)
    return f"# {measure.name}\n\n**{title}**: {_cell(measure.formula)}.\n\n| | |\n|---|---|\n{rows}\n"


def _facts(measure: Measure) -> dict[str, str]:
    """What there is to know, in the order of the page; empty where there is nothing."""
    family = next((one for one in FAMILIES if one.name == measure.name.partition("(")[0]), None)
    parameters = [] if family is None else [f"`{one.name}`: {one.summary}; {one.allowed}" for one in family.parameters]
    others = [f"`{alias}`" for alias, name in ALIASES.items() if name == measure.name]
    optimum = "" if measure.optimum is None else f", best at {measure.optimum:g}"
    low, high = _end(measure.low), _end(measure.high)
    of_two = "" if measure.high_of_two is None else f", for two classes to {_end(measure.high_of_two)}"
    return {
        "for": f"{measure.task}{' of two classes' if measure.two_classes else ''}",
        "needs": str(measure.needs),
        "range": f"{low} to {high}{of_two}",
        "direction": f"{'neither high nor low is better' if measure.direction is Direction.NONE else measure.direction}{optimum}",
        "resamples": AGGREGATION.get(type(measure), ""),
        "rests on": str(measure.scope) if measure.task is Task.CLASSIFICATION else "",
        "undefined": measure.undefined or "never",
        "read beside it": f"`{measure.beside}`" if measure.beside else "",
        "parameters": "; ".join(parameters),
        "written": f"`{family.usage}`" if family is not None else "",
        "also called": ", ".join(others),
        "reference": measure.reference,
    }


def _end(value: float) -> str:
    return f"{value:g}".replace("inf", "∞")


def _cell(text: str) -> str:
    """A bar would end the cell of a table."""
    return text.replace("|", "\\|")
