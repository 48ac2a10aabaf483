"""The tables that foldwise itself reads: coverage and size by measure, plan and world, and the gates."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import astuple, dataclass, fields
from math import ceil, isnan
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar, final

import numpy as np

from foldwise.comparisons.simulations.simulated import VALIDITY_FILE as TESTS
from foldwise.comparisons.simulations.simulated import SimulatedTest
from foldwise.intervals.simulations.simulated import VALIDITY_FILE, CoverageGate, Simulated, effective_groups
from foldwise.measures import measure as find_measure
from studies.validity.catalogue import all_cells
from studies.validity.duels import Duel
from studies.validity.summary import FEWEST, FLOOR, Share
from studies.validity.worlds import Classes, World, group_sizes, world

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from studies.validity.cells import Cell
    from studies.validity.summary import Figure, Verdict

PACKAGE = Path(__file__).parents[2] / "src" / "foldwise"
SURE = 40
"""Intervals from which a gate is made."""
UNSEEN = ("t3", "interaction")
"""Worlds of which the rows do not tell that they are like them: heavy tails, and fits that differ as a whole."""

T = TypeVar("T")
K = TypeVar("K", bound="Hashable")


def coverage_table(figures: Iterable[Figure]) -> list[Simulated]:
    """One row for every measure, family of plans and world."""
    made = [one for one in figures if one.coverage.of >= FEWEST]
    groups = grouped(made, lambda one: (one.measure, one.plan, one.cell.world))
    return [_covered(key, found) for key, found in groups.items()]


def _covered(key: tuple[str, str, str], found: Sequence[Figure]) -> Simulated:
    worst = min(found, key=lambda one: one.coverage.value)
    ratios = [one.ratio for one in found if not isnan(one.ratio)]
    return Simulated(
        *key,
        worst=round(worst.coverage.value, 4),
        **_row(worst.method, worst.cell, [worst.coverage, *(one.coverage for one in found)]),
        ratio=round(median(ratios), 2) if ratios else 0.0,
    )


def size_table(verdicts: Iterable[Verdict]) -> list[SimulatedTest]:
    """One row for every kind, measure, family of plans and world."""
    made = [one for one in verdicts if one.rate.of >= FEWEST]
    groups = grouped(made, lambda one: (one.duel.kind, one.measure, one.plan, one.duel.world))
    return [_tested(key, found) for key, found in groups.items()]


def _tested(key: tuple[str, str, str, str], found: Sequence[Verdict]) -> SimulatedTest:
    pick = min if key[0] == "power" else max
    worst = pick(found, key=lambda one: one.rate.value)
    return SimulatedTest(
        *key,
        rate=round(worst.rate.value, 4),
        **_row(worst.method, worst.duel, [worst.rate, *(one.rate for one in found)]),
    )


def grouped(found: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Bring together what has the same key, in the order in which the keys come.

    Examples
    --------
    >>> grouped(["bad", "good", "better"], lambda word: word[0])
    {'b': ['bad', 'better'], 'g': ['good']}
    """
    groups: dict[K, list[T]] = defaultdict(list)
    for one in found:
        groups[key(one)].append(one)
    return dict(groups)


def _row(method: str, cell: Cell | Duel, shares: Sequence[Share]) -> dict[str, Any]:
    """Columns that tables of intervals and of tests have in common; the share of the worst cell, and then those of all."""
    worst, *every = shares
    return {
        "method": method,
        "cells": len(every),
        "model": cell.model,
        "n": cell.n,
        "simulations": int(worst.of),
        "median": round(median(one.value for one in every), 4),
    }


@final
@dataclass(frozen=True)
class Failing:
    """A default that covered too little, and what can be seen of rows like those on which it did."""

    measure: str
    plan: str
    classes: str
    structure: str
    weighted: bool
    rare: bool
    trait: str
    limit: float | None
    coverage: Share
    cell: str

    @property
    def key(self) -> tuple[Any, ...]:
        """What one gate is made for."""
        return self.measure, self.plan, self.classes, self.structure, self.weighted, self.rare, self.trait


def make_gates(figures: Iterable[Figure]) -> list[CoverageGate]:
    """One gate for every measure, family of plans and kind of rows on which the default covered too little.

    Of the cells that are below the floor by more than two Monte-Carlo errors, the largest sets the limit. There is none
    where it is the largest that was studied. Heavy tails, and fits that differ as a whole, cannot be seen in the rows, so
    there a note speaks instead.
    """
    return _gates(_short(figures))


def shown(figures: Sequence[Figure]) -> list[Figure]:
    """Figures of intervals that a user sees: no gate is closed before them."""
    closed = {key: _most(found) for key, found in grouped(_short(figures), lambda one: one.key).items()}
    return [one for one in figures if not _is_closed(_failing_interval(one), closed)]


def _is_closed(one: Failing, closed: Mapping[tuple[Any, ...], float | None]) -> bool:
    most = closed.get(one.key, 0.0)
    return most is None or (one.limit is not None and one.limit <= most)


def _short(figures: Iterable[Figure]) -> list[Failing]:
    short = (one for one in figures if one.coverage.of >= SURE and one.coverage.below(FLOOR))
    return [_failing_interval(one) for one in short if one.cell.world not in UNSEEN]


def _most(found: Sequence[Failing]) -> float | None:
    limits = [one.limit for one in found]
    return None if None in limits else max(limit for limit in limits if limit is not None)


def make_test_gates(verdicts: Iterable[Verdict]) -> list[CoverageGate]:
    """The same for tests that called equal models different too often, by how often the 0 was in their interval."""
    equal = [one for one in verdicts if one.duel.kind == "size" and one.rate.of >= SURE and one.rate.above(1 - FLOOR)]
    return _gates([_failing_test(one) for one in equal if one.duel.world not in UNSEEN])


def _failing_interval(figure: Figure) -> Failing:
    cell, drawn = figure.cell, world(figure.cell.world)
    # A slope of 1 is no sign of classes that are all but separable, as an error of 0 is.
    trait = "perfect" if cell.world == "separable" and find_measure(figure.measure).optimum is None else ""
    where = f"{cell.world}, {cell.model}, n = {cell.n}"
    return Failing(figure.measure, figure.plan, *kind_of(drawn), trait, limit_of(drawn, cell.n), figure.coverage, where)


def _failing_test(verdict: Verdict) -> Failing:
    duel = verdict.duel
    structure = {"": "rows", "weights": "rows", "time": "time"}.get(duel.structure, "groups")
    kind = ("none" if duel.values else "two", structure, duel.structure == "weights", duel.share < 0.5)
    made = Share(verdict.rate.of - verdict.rate.hits, verdict.rate.of)
    where = f"{duel.world}, {duel.model}, n = {duel.n}"
    return Failing(verdict.measure, verdict.plan, *kind, "", _limit_of_duel(duel, structure), made, where)


def _limit_of_duel(duel: Duel, structure: str) -> float | None:
    sizes = [one.n for one in all_cells().values() if isinstance(one, Duel) and one.world == duel.world]
    if duel.n == max(sizes):
        return None
    if structure == "groups":
        return effective_number(duel.structure, duel.n)
    return ceil(duel.n * duel.share) if duel.share < 0.5 else duel.n


def kind_of(drawn: World) -> tuple[str, str, bool, bool]:
    """What can be seen of the rows of a world: its classes, its structure, its weights, and whether a class is rare."""
    classes = "none" if not drawn.classes else "two" if drawn.classes == 2 else "many"
    structure = "groups" if getattr(drawn, "groups", "") else "time" if getattr(drawn, "memory", 0) else "rows"
    rare = isinstance(drawn, Classes) and (drawn.share < 0.5 or drawn.classes > 2)
    return classes, structure, bool(getattr(drawn, "selected", False)), rare


def _gates(failing: Iterable[Failing]) -> list[CoverageGate]:
    return [_gate(found) for found in grouped(failing, lambda one: one.key).values()]


def _gate(found: Sequence[Failing]) -> CoverageGate:
    most = _most(found)
    worst = min(found, key=lambda one: one.coverage.value)
    in_groups = worst.structure == "groups"
    return CoverageGate(
        *(worst.measure, worst.plan, worst.classes, worst.structure, worst.weighted),
        most_rows=None if worst.rare or in_groups else most,
        most_rarest=most if worst.rare and not in_groups else None,
        most_groups=most if in_groups else None,
        trait=worst.trait,
        coverage=round(worst.coverage.value, 4),
        simulations=int(worst.coverage.of),
        cell=worst.cell,
    )


def limit_of(drawn: World, n: int) -> float | None:
    """Rows, rows of the rarest class or effective groups of a cell; None for the largest that was studied."""
    if n == max(drawn.sizes):
        return None
    if getattr(drawn, "groups", ""):
        return effective_number(getattr(drawn, "groups", ""), n)
    if isinstance(drawn, Classes) and kind_of(drawn)[3]:
        rare = float(drawn.shares().min())
        return ceil(n * (rare + drawn.flip * (1 - 2 * rare) if drawn.classes == 2 else rare))
    return n


def effective_number(kind: str, n: int) -> float:
    """Effective number of groups of a sample of n rows, on average."""
    rng = np.random.default_rng(0)
    made = [group_sizes(kind, n, rng) for _ in range(50)]
    return round(float(np.mean([effective_groups(one) for one in made if one is not None])), 1)


def write_tables(figures: Sequence[Figure], verdicts: Sequence[Verdict], package: Path = PACKAGE) -> None:
    """Write what foldwise reads, one record per line, so that a change is readable."""
    coverage = _document(Simulated, coverage_table(figures))
    gates = _document(CoverageGate, make_gates(figures))
    text = f'{{"coverage": {coverage},\n"gates": {gates}}}\n'
    (package / "intervals" / "simulations" / VALIDITY_FILE).write_text(text, encoding="utf-8")
    tests = _document(SimulatedTest, size_table(verdicts))
    text = f'{{"tests": {tests},\n"gates": {_document(CoverageGate, make_test_gates(verdicts))}}}\n'
    (package / "comparisons" / "simulations" / TESTS).write_text(text, encoding="utf-8")


def _document(kind: type[Any], rows: Sequence[Any]) -> str:
    columns = json.dumps([part.name for part in fields(kind)])
    lines = ",\n".join(json.dumps(list(astuple(one)), separators=(",", ":")) for one in rows)
    return f'{{"columns": {columns},\n"rows": [\n{lines}\n]}}'
