"""The tables that foldwise itself reads: coverage and size by measure, plan and world, and the gates."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import astuple, fields
from math import ceil, isnan
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.comparisons.simulated import SOURCE as TESTS
from foldwise.comparisons.simulated import SimulatedTest
from foldwise.intervals.simulated import SOURCE, CoverageGate, Simulated, effective_groups
from studies.validity.summary import FEWEST, FLOOR
from studies.validity.worlds import Classes, World, group_sizes, world

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from studies.validity.summary import Figure, Verdict

PACKAGE = Path(__file__).parents[2] / "src" / "foldwise"
SURE = 90
"""Intervals from which a gate is made."""
TRAIT_OF_WORLD = {"separable": "perfect", "t3": "heavy-tail"}
"""What must have been seen of the rows to know that they come from such a world."""


def coverage_table(figures: Iterable[Figure]) -> list[Simulated]:
    """One row for every measure, family of plans and world."""
    groups: dict[tuple[str, str, str], list[Figure]] = defaultdict(list)
    for one in figures:
        if one.coverage.of >= FEWEST:
            groups[one.measure, one.plan, one.cell.world].append(one)
    return [_covered(key, found) for key, found in groups.items()]


def _covered(key: tuple[str, str, str], found: list[Figure]) -> Simulated:
    worst = min(found, key=lambda one: one.coverage.value)
    ratios = [one.ratio for one in found if not isnan(one.ratio)]
    return Simulated(
        *key,
        method=worst.method,
        cells=len(found),
        worst=round(worst.coverage.value, 4),
        model=worst.cell.model,
        n=worst.cell.n,
        simulations=int(worst.coverage.of),
        median=round(median(one.coverage.value for one in found), 4),
        ratio=round(median(ratios), 2) if ratios else 0.0,
    )


def size_table(verdicts: Iterable[Verdict]) -> list[SimulatedTest]:
    """One row for every kind, measure, family of plans and world."""
    groups: dict[tuple[str, str, str, str], list[Verdict]] = defaultdict(list)
    for one in verdicts:
        if one.rate.of >= FEWEST:
            groups[one.duel.kind, one.measure, one.plan, one.duel.world].append(one)
    return [_tested(key, found) for key, found in groups.items()]


def _tested(key: tuple[str, str, str, str], found: list[Verdict]) -> SimulatedTest:
    pick = min if key[0] == "power" else max
    worst = pick(found, key=lambda one: one.rate.value)
    return SimulatedTest(
        *key,
        method=worst.method,
        cells=len(found),
        rate=round(worst.rate.value, 4),
        model=worst.duel.model,
        n=worst.duel.n,
        simulations=int(worst.rate.of),
        median=round(median(one.rate.value for one in found), 4),
    )


def make_gates(figures: Iterable[Figure]) -> list[CoverageGate]:
    """One gate for every measure, family of plans and kind of rows on which the default covered too little.

    Of the cells that are below the floor by more than two Monte-Carlo errors, the largest sets the limit. There is none
    where it is the largest that was studied.
    """
    groups: dict[tuple[Any, ...], list[Figure]] = defaultdict(list)
    for one in figures:
        share = one.coverage
        if share.of >= SURE and share.value + 2 * share.error < FLOOR:
            groups[one.measure, one.plan, *kind_of(world(one.cell.world)), trait_of(one)].append(one)
    return [_gate(key, found) for key, found in groups.items()]


def kind_of(drawn: World) -> tuple[str, str, bool, bool]:
    """What can be seen of the rows of a world: its classes, its structure, its weights, and whether a class is rare."""
    classes = "none" if not drawn.classes else "two" if drawn.classes == 2 else "many"
    structure = "groups" if getattr(drawn, "groups", "") else "time" if getattr(drawn, "memory", 0) else "rows"
    rare = isinstance(drawn, Classes) and (drawn.share < 0.5 or drawn.classes > 2)
    return classes, structure, bool(getattr(drawn, "selected", False)), rare


def trait_of(figure: Figure) -> str:
    """What else must have been seen."""
    return TRAIT_OF_WORLD.get(figure.cell.world) or ("memoriser" if figure.cell.model == "1-nn" else "")


def _gate(key: tuple[Any, ...], found: list[Figure]) -> CoverageGate:
    measure, plan, classes, structure, weighted, rare, trait = key
    limits = [limit_of(one) for one in found]
    most = None if any(limit is None for limit in limits) else max(limit for limit in limits if limit is not None)
    worst = min(found, key=lambda one: one.coverage.value)
    return CoverageGate(
        *(measure, plan, classes, structure, weighted),
        most_rows=None if rare or structure == "groups" else most,
        most_rarest=most if rare and structure != "groups" else None,
        most_groups=most if structure == "groups" else None,
        trait=trait,
        coverage=round(worst.coverage.value, 4),
        simulations=int(worst.coverage.of),
        cell=f"{worst.cell.world}, {worst.cell.model}, n = {worst.cell.n}",
    )


def limit_of(figure: Figure) -> float | None:
    """Rows, rows of the rarest class or effective groups of a cell; None for the largest that was studied."""
    drawn, n = world(figure.cell.world), figure.cell.n
    if n == max(drawn.sizes):
        return None
    if getattr(drawn, "groups", ""):
        return groups_of(drawn, n)
    if isinstance(drawn, Classes) and kind_of(drawn)[3]:
        return ceil(n * float(drawn.shares().min()))
    return n


def groups_of(drawn: World, n: int) -> float:
    """Effective number of groups of a sample of n rows, on average."""
    kind = getattr(drawn, "groups", "")
    rng = np.random.default_rng(0)
    made = [group_sizes(kind, n, rng) for _ in range(50)]
    return round(float(np.mean([effective_groups(one) for one in made if one is not None])), 1)


def write_tables(figures: Sequence[Figure], verdicts: Sequence[Verdict], package: Path = PACKAGE) -> None:
    """Write what foldwise reads, one record per line, so that a change is readable."""
    coverage = _document(Simulated, coverage_table(figures))
    gates = _document(CoverageGate, make_gates(figures))
    text = f'{{"coverage": {coverage},\n"gates": {gates}}}\n'
    (package / "intervals" / SOURCE).write_text(text, encoding="utf-8")
    tests = _document(SimulatedTest, size_table(verdicts))
    (package / "comparisons" / TESTS).write_text(f"{tests}\n", encoding="utf-8")


def _document(kind: type[Any], rows: Sequence[Any]) -> str:
    columns = json.dumps([part.name for part in fields(kind)])
    lines = ",\n".join(json.dumps(list(astuple(one)), separators=(",", ":")) for one in rows)
    return f'{{"columns": {columns},\n"rows": [\n{lines}\n]}}'
