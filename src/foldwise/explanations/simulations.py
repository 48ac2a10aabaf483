"""What was simulated of defaults: the lowest coverage and the highest false positives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.comparisons import default_size
from foldwise.intervals import default_coverage, has_gates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.comparisons import SimulatedTest
    from foldwise.intervals import Simulated

__all__ = ["default_blocks", "measure_blocks"]

MARGIN = "  "
MEASURES_SHOWN = 6
"""Measures listed on the page of a method, the worst first."""


def measure_blocks(name: str) -> list[str]:
    """What was simulated of a measure: the lowest coverage of its default interval, the worst of its default test."""
    blocks = []
    if by_plan := lowest(default_coverage(name), "plan"):
        head = "Lowest simulated coverage of its default interval at 95 %"
        blocks.append("\n".join([head, *coverage_lines(by_plan, "plan"), *_held_back(by_plan)]))
    if tests := highest_rates(default_size(name, kind="size"), "plan"):
        head = "Equal models called different by its default test, at 5 %"
        blocks.append("\n".join([head, *size_lines(tests, "plan")]))
    return blocks


def default_blocks(kind: str, name: str) -> list[str]:
    """What was simulated of a method as the default: the measures it did worst for."""
    more = "the page of a measure has the figures of each plan, such as that of auc"
    if kind == "interval" and (found := lowest(default_coverage(method=name), "measure")):
        head = f"As a default at 95 %: lowest simulated coverage of {len(found)} measures"
        shown = found[:MEASURES_SHOWN]
        return ["\n".join([head, *coverage_lines(shown, "measure"), *_held_back(shown), MARGIN + more])]
    if kind == "test" and (rates := highest_rates(default_size(method=name, kind="size"), "measure")):
        head = f"As a default at 5 %: equal models called different, {len(rates)} measures"
        return ["\n".join([head, *size_lines(rates[:MEASURES_SHOWN], "measure"), MARGIN + more])]
    return []


def lowest(found: Iterable[Simulated], by: str) -> list[Simulated]:
    """The lowest coverage for every measure or plan, the worst first."""
    first: dict[str, Simulated] = {}
    for one in sorted(found, key=lambda one: one.worst):
        first.setdefault(getattr(one, by), one)
    return list(first.values())


def highest_rates(found: Iterable[SimulatedTest], by: str) -> list[SimulatedTest]:
    """The highest rate for every measure or plan, the worst first."""
    first: dict[str, SimulatedTest] = {}
    for one in sorted(found, key=lambda one: -one.rate):
        first.setdefault(getattr(one, by), one)
    return list(first.values())


def coverage_lines(found: Sequence[Simulated], by: str) -> list[str]:
    """One line each: what it is about, the coverage with its error, and where it was found."""
    return [_line(getattr(one, by), one.worst, one.error, f"{one.world} {one.model} n={one.n}") for one in found]


def _held_back(found: Sequence[Simulated]) -> list[str]:
    """What becomes of defaults that covered too little, where any of these did."""
    told = [f"{MARGIN}where it covers too little no interval is given, and the report says why"]
    return told if any(has_gates(one.measure, one.plan) for one in found) else []


def size_lines(found: Sequence[SimulatedTest], by: str) -> list[str]:
    """One line each: what it is about, the rate with its error, and where it was found."""
    return [_line(getattr(one, by), one.rate, one.error, f"{one.world} {one.model} n={one.n}") for one in found]


def _line(name: str, share: float, error: float, where: str) -> str:
    figure = f"{100 * share:.1f} % ± {100 * error:.1f}"
    return f"{MARGIN}{name:<25} {figure:>13}  {where}"
