"""The page of the study, from what is kept of it."""

from __future__ import annotations

from collections import Counter
from math import exp, sqrt
from typing import TYPE_CHECKING

from benchmarks.timing import table
from studies.publication import publish
from studies.test_set.few_hits import own_cells
from studies.test_set.samples import CELLS, HOW
from studies.test_set.store import load

if TYPE_CHECKING:
    from studies.test_set.samples import Cell
    from studies.test_set.store import Key, Sums

LEAST_COVERAGE, LARGEST_SIZE = 0.93, 0.07
NORMAL_WIDTH = 2 * 1.96
TASKS = {"two": "Two classes", "three": "Three classes", "values": "Values"}
OWN_HEAD = ["method", "contains the truth", "width", "of the oracle's", "no interval"]

ABOUT = """How often the default 95 % interval of `score` contains the truth, and how often its tests call two systems different that are
not, with Monte-Carlo errors; `**` where less than 93 % are covered, or more than 7 % called different (among the figures of every measure: by more than twice that error). The oracle knows the standard
deviation of the value over test sets: 2 · 1.96 of it is its width; widths are geometric means. `python -m studies.test_set` goes on
where the last run stopped, and writes this page.

## Every measure

Every measure of the catalogue for which `score` has an interval or a test (a test of ours fails for one that was not simulated). Two systems
know a part each of what decides, and are as good as each other. Rows are taken as the columns say: {how}. Each cell is coverage in per cent, with its error, and the
width in oracles in brackets; "-" where there is no interval, empty where the measure is held back from the start, and of tests where predictions are exchanged at random: those
are in the study of comparisons. {draws}

{every}

## Few positives, few hits

"chance" finds 10 % of the positives and calls 10 % of the negatives positive, "weak" 30 and 10 %, "strong" 90 and 5 %. Coverage is
that of test sets in which the measure has a value; "open" where most intervals have no upper end.

{counts}

## Weights that go with the errors

Rows are sampled with a chance that depends on a covariate x, and weighted by one over it: between 1 and 20, or up to some
hundred. The error of the model depends on x with the given slope: negative where heavy rows are the hard ones. Where heavy weights
meet squared errors that grow with them (`rmse`, -0.5), the weighted loss has next to no variance to estimate: such a figure is
not assessable from a few hundred rows, by this or any other interval of rows.

{weights}

## Groups that are easy or hard together

Rows of a group lean to one class as well. Fewer than five groups that hold rows which count for the measure give no interval.

{groups}
"""


def write() -> None:
    """Write the page."""
    sums, methods = load()
    every = "\n\n".join(_task(task, sums, methods) for task in TASKS)
    own = {section: _own(section, sums, methods) for section in ("counts", "weights", "groups")}
    how = "; ".join(f"{name}: {words}" for name, words in HOW.items())
    publish("test-set", "Intervals of one test set", ABOUT.format(how=how, every=every, draws=_draws(sums), **own))


def _draws(sums: dict[Key, Sums]) -> str:
    counts = Counter(int(one["asked"]) for (kind, _, _), one in sums.items() if kind != "own")
    if not counts:
        return ""
    (usual, times), *_ = counts.most_common(1)
    if len(counts) == 1:
        return f"{usual:,} test sets each."
    share = 100 * times / counts.total()
    return f"{min(counts):,} to {max(counts):,} test sets each, {share:.0f} % of the figures with {usual:,}."


def _task(task: str, sums: dict[Key, Sums], methods: dict[Key, str]) -> str:
    cells = [cell for cell in CELLS if cell.task == task]
    lines = []
    for kind, title in (("interval", "intervals"), ("test", "tests of equal systems: share called different")):
        names = sorted({name for (what, cell, name) in sums if what == kind and cell in {one.key for one in cells}})
        rows = [[name, _first(methods, kind, cells, name), *_shown(kind, cells, name, sums)] for name in names]
        head = ["measure", "method", *(f"{cell.how}{f', {cell.rows}' if cell.rows else ''}" for cell in cells)]
        lines += [f"### {TASKS[task]}: {title}", table(head, rows)]
    return "\n\n".join(lines)


def _first(methods: dict[Key, str], kind: str, cells: list[Cell], name: str) -> str:
    return next((found for cell in cells if (found := methods.get((kind, cell.key, name), ""))), "-")


def _shown(kind: str, cells: list[Cell], name: str, sums: dict[Key, Sums]) -> list[str]:
    found = [sums.get((kind, cell.key, name)) for cell in cells]
    return ["" if one is None else covered(one) if kind == "interval" else rejected(one) for one in found]


def error_of(share: float, count: float) -> float:
    """Monte-Carlo error of a share of so many."""
    return sqrt(max(share * (1 - share), 1 / count) / count)


def covered(one: Sums) -> str:
    """Coverage with its error, and the width in oracles.

    Examples
    --------
    >>> covered({"made": 400, "inside": 380, "log_width": -400.0, "open": 0, "off": 0, "off_squared": 4.0})
    '95.0 ± 1.1 (0.94)'
    """
    if not one["made"]:
        return "-"
    share = one["inside"] / one["made"]
    error, ratio = error_of(share, one["made"]), _ratio(one)
    flag = " **" if share < LEAST_COVERAGE - 2 * error else ""
    return f"{100 * share:.1f} ± {100 * error:.1f}{f' ({ratio:.2f})' if ratio else ''}{flag}"


def _ratio(one: Sums) -> float:
    count = one["made"]
    spread = one["off_squared"] / count - (one["off"] / count) ** 2
    if 2 * one["open"] >= count or spread <= 0:
        return 0.0
    return exp(one["log_width"] / (count - one["open"])) / (NORMAL_WIDTH * sqrt(spread))


def rejected(one: Sums) -> str:
    """Share of the tests that call equal systems different.

    Examples
    --------
    >>> rejected({"made": 400, "rejected": 20})
    '5.0 ± 1.1'
    """
    if not one["made"]:
        return "-"
    share = one["rejected"] / one["made"]
    error = error_of(share, one["made"])
    return f"{100 * share:.1f} ± {100 * error:.1f}{' **' if share > LARGEST_SIZE + 2 * error else ''}"


HEADS = {"counts": ["positive", "classifier", "rows"], "weights": ["weights", "slope", "rows"], "groups": ["groups"]}


def _own(section: str, sums: dict[Key, Sums], methods: dict[Key, str]) -> str:
    cells = [cell for cell in own_cells() if cell.section == section]
    order = list(dict.fromkeys(name for cell in cells for name in cell.names))
    lines = []
    for cell in cells:
        for name in cell.names:
            key = ("own", cell.key, name)
            if key in sums:
                lines.append([name, *cell.words, *_line(sums[key], methods[key])])
    return table(["measure", *HEADS[section], *OWN_HEAD], sorted(lines, key=lambda line: order.index(line[0])))


def _line(one: Sums, method: str) -> list[str]:
    if not one["made"]:
        return ["-", "-", "-", "-", "100 %"]
    share, ratio = one["inside"] / one["made"], _ratio(one)
    error = error_of(share, one["made"])
    is_open = 2 * one["open"] >= one["made"]
    width = "open" if is_open else f"{exp(one['log_width'] / (one['made'] - one['open'])):.3f}"
    flag = " **" if share < LEAST_COVERAGE else ""
    missing = 100 * (1 - one["made"] / one["asked"])
    shown = f"{100 * share:.1f} % ± {100 * error:.1f}{flag}"
    return [method, shown, width, f"{ratio:.2f}" if ratio else "-", f"{missing:.0f} %"]
