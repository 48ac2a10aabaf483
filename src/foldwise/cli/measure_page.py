"""`explain` for a measure, and what was simulated of defaults: the lowest coverage and the highest false positives."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import fill
from typing import TYPE_CHECKING, Any

from foldwise.cli.page import WIDTH
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.comparisons import SimulatedTest
    from foldwise.intervals import Simulated
    from foldwise.measures import Measure

__all__ = ["default_blocks", "measure_called", "measure_facts", "measure_text"]

MARGIN = "  "
SHOWN = 6
"""Measures listed on the page of a method, the worst first."""


def measure_called(name: str) -> Measure | None:
    """The measure of that name, by any of its names; None where there is none."""
    from foldwise.measures import measure

    try:
        return measure(name.strip().lower().replace("_", "-"))
    except InputError:
        return None


def measure_facts(measure: Measure) -> dict[str, Any]:
    """Everything there is to say about a measure, as plain data."""
    from foldwise.comparisons import default_size
    from foldwise.intervals import default_coverage

    return {
        "name": measure.name,
        "kind": "measure",
        "summary": measure.title,
        "formula": measure.formula,
        "task": str(measure.task),
        "needs": str(measure.needs),
        "low": _end(measure.low),
        "high": _end(measure.high),
        "direction": str(measure.direction),
        "undefined": measure.undefined or "never",
        "reference": measure.reference,
        "default_coverage": [asdict(one) for one in default_coverage(measure.name)],
        "default_size": [asdict(one) for one in default_size(measure.name)],
    }


def _end(value: float) -> float | None:
    """An end of the range; none where there is none, which JSON has no number for."""
    return None if abs(value) == float("inf") else value


def measure_text(facts: dict[str, Any]) -> str:
    """Write the facts in 80 columns."""
    from foldwise.comparisons import default_size
    from foldwise.intervals import default_coverage

    title = f"{facts['name']}  (measure)"
    ends = ["∞" if facts[end] is None else f"{facts[end]:g}" for end in ("low", "high")]
    low = f"-{ends[0]}" if facts["low"] is None else ends[0]
    about = f"{facts['task']}, needs a {facts['needs']}; {low} to {ends[1]}, {facts['direction']}"
    parts = [f"{title}\n{'-' * len(title)}", fill(f"{facts['summary'][0].upper()}{facts['summary'][1:]}.", WIDTH)]
    for head, text in (("Formula", facts["formula"]), ("About", about), ("Undefined", facts["undefined"])):
        parts.append(f"{head}\n{fill(text, WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN)}")
    by_plan = lowest(default_coverage(facts["name"]), "plan")
    if by_plan:
        parts.append(
            "\n".join(["Lowest simulated coverage of its default interval at 95 %", *coverage_lines(by_plan, "plan")])
        )
    tests = highest(default_size(facts["name"], kind="size"), "plan")
    if tests:
        parts.append(
            "\n".join(["Equal models called different by its default test, at 5 %", *size_lines(tests, "plan")])
        )
    return "\n\n".join(parts)


def default_blocks(kind: str, name: str) -> list[str]:
    """What was simulated of a method as the default: the measures it did worst for."""
    from foldwise.comparisons import default_size
    from foldwise.intervals import default_coverage

    more = "foldwise explain MEASURE for one of them"
    if kind == "interval" and (found := lowest(default_coverage(method=name), "measure")):
        head = f"As a default at 95 %: lowest simulated coverage of {len(found)} measures"
        return ["\n".join([head, *coverage_lines(found[:SHOWN], "measure"), MARGIN + more])]
    if kind == "comparison" and (rates := highest(default_size(method=name, kind="size"), "measure")):
        head = f"As a default at 5 %: equal models called different, {len(rates)} measures"
        return ["\n".join([head, *size_lines(rates[:SHOWN], "measure"), MARGIN + more])]
    return []


def lowest(found: Iterable[Simulated], by: str) -> list[Simulated]:
    """The lowest coverage for every measure or plan, the worst first."""
    first: dict[str, Simulated] = {}
    for one in sorted(found, key=lambda one: one.worst):
        first.setdefault(getattr(one, by), one)
    return list(first.values())


def highest(found: Iterable[SimulatedTest], by: str) -> list[SimulatedTest]:
    """The highest rate for every measure or plan, the worst first."""
    first: dict[str, SimulatedTest] = {}
    for one in sorted(found, key=lambda one: -one.rate):
        first.setdefault(getattr(one, by), one)
    return list(first.values())


def coverage_lines(found: Sequence[Simulated], by: str) -> list[str]:
    """One line each: what it is about, the coverage with its error, and where it was found."""
    return [_line(getattr(one, by), one.worst, one.error, f"{one.world} {one.model} n={one.n}") for one in found]


def size_lines(found: Sequence[SimulatedTest], by: str) -> list[str]:
    """One line each: what it is about, the rate with its error, and where it was found."""
    return [_line(getattr(one, by), one.rate, one.error, f"{one.world} {one.model} n={one.n}") for one in found]


def _line(name: str, share: float, error: float, where: str) -> str:
    figure = f"{100 * share:.1f} % ± {100 * error:.1f}"
    return f"{MARGIN}{name:<25} {figure:>13}  {where}"
