"""The page of the study, and the figures that the package keeps."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import table
from foldwise.comparisons import Size
from studies.different_rows.worlds import ROWS, worlds
from studies.publication import publish

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KEPT = Path(__file__).parents[2] / "src" / "foldwise" / "comparisons" / "simulations" / "size_rows.json"
FEWEST = 200
"""Tests below which a rate is not kept: where a class is rare, few samples have both."""
LIBERAL = 0.07
ABOUT = """
Tests that need no fits: a share or a measure held against its true value (`one-share`, `given-value`), and systems on different
rows that are equal by construction. Each figure is the share of tests at 5 % that reject what is true, with its Monte-Carlo
error, and below it the share of 95 % intervals that hold the truth, where a test comes with one; `**` where a rate is above 7 %
by two errors.

Classes are normal scores with a Bayes error of .2 (.001 where they are separable), calibrated probabilities among the measures. Of 5 and
1 % positives half are found. Ties: scores, or errors of values, rounded to whole numbers. Heavy tails: errors are t with 3
degrees of freedom. Unequal sizes: the second system has four times the rows of the first. Unlike tails: the small sample has
heavy tails and the large one has not, so that the RMSE and nothing else is equal. Rates are those of samples in which the
measure has a value and the test is not refused. A permutation test deals the rows 19 times, which does not change its size.

Squared errors with t3 tails have no variance: no test and no interval of their mean holds its level, and `score` and
`compare_unpaired` say so where the largest losses look like that. Absolute errors (`mae`) depend less on single rows.
"""


def sizes(kept: Mapping[str, Mapping[str, Sequence[int]]]) -> list[Size]:
    """Every figure with enough tests, by test, number of systems and measure, then in the order of the worlds."""
    order = sorted(worlds(), key=lambda world: [one.name for one in worlds()].index(world.name) * 10**6 + world.n)
    found = []
    for world in order:
        for key, (_, made, rejected, spans, inside) in kept.get(world.title, {}).items():
            test, plan, measure = key.split("/")
            if made >= FEWEST:
                coverage = round(inside / spans, 4) if spans else None
                found.append(Size(test, plan, measure, world.title, made, round(rejected / made, 4), coverage))
    return sorted(found, key=lambda one: (one.test, one.plan, one.measure))


def keep(found: Sequence[Size]) -> None:
    """Write the figures where the package reads them."""
    columns = [field.name for field in fields(Size) if field.name != "study"]
    rows = ",\n".join(json.dumps([getattr(one, name) for name in columns]) for one in found)
    KEPT.write_text(f'{{"columns": {json.dumps(columns)},\n"rows": [\n{rows}\n]}}\n', encoding="utf-8")


def shown(one: Size | None) -> str:
    """A rate with its error, and the coverage."""
    if one is None:
        return ""
    flag = " **" if one.rate - 2 * one.error > LIBERAL else ""
    covered = "" if one.coverage is None else f" ({100 * one.coverage:.1f})"
    return f"{100 * one.rate:.1f} ± {100 * one.error:.1f}{flag}{covered}"


def lines(found: Sequence[Size]) -> list[list[str]]:
    """One line per test, measure and world, one column per number of rows."""
    cells = {(one.test, one.plan, one.measure, *one.world.split(" n=")): one for one in found}
    rows: dict[tuple[str, ...], dict[int, Size]] = {}
    for (*what, n), one in cells.items():
        rows.setdefault(tuple(what), {})[int(n.split()[0])] = one
    return [[*what, *(shown(by_rows.get(n)) for n in sorted(ROWS))] for what, by_rows in rows.items()]


def write(kept: Mapping[str, Mapping[str, Sequence[int]]]) -> None:
    """Write the page and the figures."""
    found = sizes(kept)
    keep(found)
    heads = ["test", "of", "measure", "world", *(f"n = {n:,}" for n in sorted(ROWS))]
    made = "Made by `python -m studies.different_rows`; again to continue, `--minutes 0` to write the page only."
    text = "\n\n".join([ABOUT.strip(), table(heads, lines(found)), made])
    publish("different-rows", "Tests of one test set and of different rows", text)
