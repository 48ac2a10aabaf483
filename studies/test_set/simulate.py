"""Intervals and tests of test sets whose truth is known."""

from __future__ import annotations

import warnings
from functools import cache
from math import isfinite, log
from typing import TYPE_CHECKING

import numpy as np

from foldwise.comparisons import Pair, choose_comparison, compare_pair
from foldwise.errors import FoldwiseError
from foldwise.intervals import choose_interval, interval_with_choice
from foldwise.measures import ModelScores, measure, scores_of
from foldwise.scoring.rows import every_measure
from studies.test_set import samples
from studies.test_set.store import SUMMED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from studies.test_set.samples import Cell
    from studies.test_set.store import Key, Sums

LEVEL = 0.95
SLOW = ("bca", "paired-bootstrap", "percentile", "batch-t")
"""Methods that draw bootstrap samples: they are run on fewer test sets."""
EXCHANGED = ("permutation", "mcnemar")
"""Tests that hold their level for equal systems by what they are."""
EXAMPLES = 5
"""Test sets that are looked at to know which measures have an interval or a test."""


@cache
def offered(cell: Cell) -> dict[tuple[str, str], str]:
    """Measures of the catalogue for which `score` has an interval, or a test, in such test sets, and by which method."""
    found: dict[tuple[str, str], str] = {}
    for number in range(EXAMPLES):
        table = numbered(cell, number)
        for one in every_measure(table):
            for kind in ("interval", "test"):
                if (kind, one.name) not in found and (method := _method(table, one, kind)):
                    found[kind, one.name] = method
    return found


def asked(cell: Cell) -> dict[tuple[str, str], str]:
    """Those of them that are simulated in this cell: all intervals, and tests other than by exchange.

    Tests that exchange predictions at random take long and hold their level for equal systems by what they are; `studies.comparisons` has
    their power.
    """
    return {key: how for key, how in offered(cell).items() if key[0] == "interval" or how not in (*SLOW, *EXCHANGED)}


def _method(table: Predictions, asked_for: Measure, kind: str) -> str:
    """Name of the method that is chosen; empty where there is none."""
    a, b = (ModelScores(table, name, asked_for) for name in table.models)
    if np.isnan(a.value) or np.isnan(b.value):
        return ""
    method = choose_interval(a).method if kind == "interval" else choose_comparison(Pair(a, b)).method
    return "" if method is None else method.name


def numbered(cell: Cell, number: int) -> Predictions:
    """The test set of this number."""
    return samples.draw(cell, np.random.default_rng([abs(hash_of(cell.key)), number]))


def hash_of(text: str) -> int:
    """A number that is the same in every process."""
    return int.from_bytes(text.encode()[:40], "little") % (2**31 - 1)


def truth_of(cell: Cell, asked_for: Measure) -> float:
    """The figure of many rows; both systems have the same."""
    return _truth(cell.task, cell.how.endswith("groups"), asked_for.name)


@cache
def _truth(task: str, grouped: bool, name: str) -> float:  # noqa: FBT001 - a key
    table = samples.many(task, groups=grouped)
    return float(np.mean([ModelScores(table, model, measure(name)).value for model in table.models]))


def simulate(cell: Cell, wanted: Iterable[tuple[str, str]], numbers: range) -> list[tuple[Key, str, Sums]]:
    """Sums over these test sets, for each kind of figure and measure that is wanted."""
    wanted = list(wanted)
    names = {name for _, name in wanted}
    measures = {one.name: one for one in every_measure(numbered(cell, 0)) if one.name in names}
    truths = {name: truth_of(cell, one) for name, one in measures.items() if ("interval", name) in wanted}
    sums = {key: dict.fromkeys(SUMMED, 0.0) for key in wanted}
    methods = dict.fromkeys(wanted, "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in numbers:
            table = numbered(cell, number)
            scored = scores_of(table, table.models, tuple(measures.values()))
            for kind, name in wanted:
                own = sums[kind, name]
                own["asked"] += 1
                a, b = scored["a", name], scored["b", name]
                found = _interval(a, truths[name], own) if kind == "interval" else _test(Pair(a, b), own)
                methods[kind, name] = found or methods[kind, name]
    return [((kind, cell.key, name), methods[kind, name], sums[kind, name]) for kind, name in wanted]


def _interval(scored: ModelScores, truth: float, sums: Sums) -> str:
    """Add one interval; give its method, empty where there is none."""
    if np.isnan(scored.value):
        return ""
    found = interval_with_choice(scored, level=LEVEL)[0]
    if found is None:
        return ""
    add_interval(sums, (found.low, found.high), scored.value, truth)
    return found.method


def add_interval(sums: Sums, ends: tuple[float, float], value: float, truth: float, *, times: int = 1) -> None:
    """Add an interval that was met so many times."""
    low, high = ends
    sums["made"] += times
    sums["inside"] += times * (low <= truth <= high)
    width = high - low
    if isfinite(width) and width > 0:
        sums["log_width"] += times * log(width)
    else:
        sums["open"] += times
    if isfinite(value):
        sums["off"] += times * (value - truth)
        sums["off_squared"] += times * (value - truth) ** 2


def _test(pair: Pair, sums: Sums) -> str:
    """Add one test; give its method, empty where there is none."""
    if np.isnan(pair.difference):
        return ""
    chosen = choose_comparison(pair).method
    if chosen is None:
        return ""
    try:
        found = compare_pair(pair, chosen, LEVEL)
    except FoldwiseError:
        return ""
    sums["made"] += 1
    sums["rejected"] += found.p_value < 1 - LEVEL
    return chosen.name
