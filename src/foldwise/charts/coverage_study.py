"""How often intervals contained the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.figure import SECOND, finished, interval_rows
from foldwise.errors import InputError
from foldwise.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.intervals import Coverage
    from foldwise.typing import Untyped

__all__ = ["coverage_study"]

MOST_SETTINGS = 40


def coverage_study(found: Sequence[Coverage], *, level: float = 0.95) -> Untyped:
    """Draw simulated coverages with the error of their simulation, beside the level that the intervals promise.

    Examples
    --------
    >>> from foldwise.intervals import simulated_coverage
    >>> drawn = coverage_study(simulated_coverage("corrected-t")[:3])
    >>> drawn.to_dict()["description"].startswith("Coverage of intervals at a level of 95 % in 3 settings")
    True
    """
    if not found:
        message = "there are no simulations to draw"
        raise InputError(message, hint="foldwise.intervals.simulated_coverage('corrected-t')")
    import altair as alt

    shown = list(found)[:MOST_SETTINGS]
    together, labels = _labels(shown)
    records = []
    for label, one in zip(labels, shown, strict=True):
        low, high = wilson(one.coverage * one.simulations, one.simulations, 0.95)
        records.append(
            {
                "label": label,
                "value": one.coverage,
                "low": low,
                "high": high,
            }
        )
    drawn = interval_rows(records, "share of intervals that contained the truth")
    promised = (
        alt.Chart(alt.InlineData(values=[{"value": level}]))
        .mark_rule(strokeDash=[4, 4], color=SECOND)
        .encode(x="value:Q")
    )
    drawn.layer = [promised, *drawn.layer]
    methods = ", ".join(dict.fromkeys(one.method for one in found))
    said = [
        f"{methods}; dashed: the level, {100 * level:g} %; 95 % intervals of the simulation",
        together,
    ]
    worst = min(found, key=lambda one: one.coverage)
    description = (
        f"Coverage of intervals at a level of {100 * level:g} % in {len(found)} settings; the least is {worst}."
    )
    return finished(drawn, "Simulated coverage", said, description)


def _labels(found: Sequence[Coverage]) -> tuple[str, list[str]]:
    """What all settings share, or what their labels mean; and a label for each of what differs."""
    settings = [f"{one.problem}, {one.model}, {one.n:,}" for one in found]
    expected = [one.target.startswith("expected") for one in found]
    if len(set(settings)) == 1:
        whole = f"{settings[0]} rows"
        return whole, ["expected risk" if one else "risk of the model" for one in expected]
    letters = ["E" if one else "R" for one in expected]
    meaning = "problem, model, rows (R: risk of the model, E: expected risk)"
    return meaning, [f"{setting} ({letter})" for setting, letter in zip(settings, letters, strict=True)]
