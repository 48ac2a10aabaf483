"""The tree in which summaries are merged: real summaries in random trees, and an estimate for 10¹² rows.

Run with ``python -m studies.reduction_tree`` (about twenty seconds on one core); it prints and writes the page.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass
from math import ceil, log2
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from benchmarks.timing import table
from foldwise.measures import Outcomes, measure
from foldwise.measures.summaries import Ranking, SummaryRequest, rank_sums, summarise
from foldwise.predictions import ScoreKind
from studies.publication import publish

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.measures.summaries import Summary

T = TypeVar("T")
PARTS, ROWS, TREES = 128, 400, 20
REQUEST = SummaryRequest(tuple(measure(name) for name in ("error", "f1", "auc", "log-loss", "brier")))
PART = 1 << 22
"""Rows of a task, as `foldwise.scoring.parts` has them."""
RANGE, READ = 1 << 21, 1 << 24
CORES, RATE, SORTED, LINK = 1000, 1.5e6, 4e6, 1e9
"""Cores; rows that one of them summarises and sorts in a second; bytes that a link carries in a second."""
KEY = 9
"""Bytes of a score and its class when rows are dealt out by ranges."""
TEXT = """\
`score` summarises every part of a table where it lies and merges the summaries in a tree of pairs. This page tries the tree out with
real summaries and estimates what {rows} rows would take; nothing of that size was run. The largest run is
[10⁸ rows](../benchmarks/score_scale.md).

## Any tree gives the same bits

{parts} parts of {size} rows, merged in {trees} trees drawn at random, each with the parts in another order. The last column counts how
many different results came out; sums of floats, added in the same trees, are there for comparison.

{tried}

## What is merged

{merged}

## {rows} rows on {cores:,} cores

{cores:,} cores that each summarise {rate:.1f} million rows and sort {sorted:.0f} million in a second, links of {link:.0f} GB/s; {tasks:,} tasks of
{part:,} rows.

{plan}

The second pass as it is reads all rows once for every {read:,} of them: right up to about 10⁹ rows, where that is 60 reads. Beyond, the
rows must be dealt out by ranges once, {key} bytes each, through the shuffle of the cluster or files; a range then sorts what it was given.
The ranges, the offsets and the sums stay as they are, and so do their bits. This is planned, not built.

## How large sums may grow

{growth}

Written by `python -m studies.reduction_tree`.
"""


@dataclass(frozen=True)
class Line:
    """One step of the plan."""

    step: str
    amount: str
    seconds: float


def rows_of(seed: int, n: int) -> Outcomes:
    """Rows of a fair system, in two classes."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.3).astype(np.intp)
    p = 1 / (1 + np.exp(-(rng.normal(size=n) + 1.5 * truth - 0.75)))
    scores = np.stack([1 - p, p], axis=1)
    return Outcomes(truth, (p > 0.5).astype(np.intp), scores, ScoreKind.PROBABILITY, classes=2)


def in_random_tree(leaves: list[T], merge: Callable[[T, T], T], rng: np.random.Generator) -> T:
    """Merge two neighbours at a time, drawn at random, of leaves in random order."""
    held = [leaves[at] for at in rng.permutation(len(leaves))]
    while len(held) > 1:
        at = int(rng.integers(len(held) - 1))
        held[at : at + 2] = [merge(held[at], held[at + 1])]
    return held[0]


def figures(summary: Summary) -> tuple[float, ...]:
    """What comes out of a summary."""
    (ranking,) = summary.rankings["s"]
    sums = rank_sums(ranking, 1, np.zeros(2, dtype=np.int64), ranking.rows)
    parts = sums.variance_parts(0, ranking.rows, 1)
    means = (summary.moments[name] for name in ("error", "log-loss", "brier"))
    spread = () if parts is None else tuple(parts)
    losses = tuple(value for one in means for value in (one.means[0], one.covariance[0, 0]))
    return (sums.area(0, ranking.rows, 1), sums.average_precision(ranking.rows, 1), *spread, *losses)


def tried() -> str:
    """How many results different trees give."""
    rng = np.random.default_rng(1)
    parts = [rows_of(seed, ROWS) for seed in range(PARTS)]
    leaves = [summarise({"s": rows}, REQUEST) for rows in parts]
    losses: list[Floats] = [measure("log-loss").loss(rows) for rows in parts]  # type: ignore[attr-defined]
    exact = {figures(in_random_tree(leaves, lambda a, b: a + b, rng)) for _ in range(TREES)}
    sums = [float(part.sum()) for part in losses]
    plain = {in_random_tree(sums, lambda a, b: a + b, rng) for _ in range(TREES)}
    narrow = [np.float32(part.astype(np.float32).sum()) for part in losses]
    single = {float(in_random_tree(narrow, lambda a, b: a + b, rng)) for _ in range(TREES)}
    return table(
        ["merged", "different results"],
        [
            ["summaries: areas, their variance, average precision, means and variances of losses", str(len(exact))],
            ["sums of log-losses as floats of 64 bits", str(len(plain))],
            ["sums of log-losses as floats of 32 bits", str(len(single))],
        ],
    )


def merged() -> tuple[str, float, int]:
    """Bytes of summaries and the time of a merge, measured; the time and the bytes of the largest."""
    lines = []
    seconds, size = 0.0, 0
    for n in (10_000, 1_000_000):
        a, b = (summarise({"s": rows_of(seed, n)}, REQUEST) for seed in (1, 2))
        start = time.perf_counter()
        whole = a + b
        seconds, size = time.perf_counter() - start, len(pickle.dumps(whole))
        lines.append([f"{2 * n:,} rows of one system, all scores distinct", f"{size / 1e6:.1f} MB", f"{seconds:.2f}"])
    counted = pickle.dumps(summarise({"s": rows_of(1, 1000)}, SummaryRequest((measure("error"), measure("f1")))))
    lines.append(["any number of rows, measures of labels only", f"{len(counted) / 1e3:.1f} kB", "0.00"])
    lines.append(
        [f"any number of rows, at most {Ranking.of(np.zeros(1), np.zeros(1, dtype=int), 2).budget:,} bins", "25 MB", ""]
    )
    return table(["summary of", "size", "seconds of a merge"], lines), seconds, size


def plan(n: float, merge: float, size: float) -> str:
    """What each step would take."""
    tasks = ceil(n / PART)
    depth = ceil(log2(tasks))
    waves = ceil(tasks / CORES)
    lines = [
        Line("first look: classes, segments, rows", f"{n:.0e} rows, truth only", n / CORES / (4 * RATE)),
        Line("summaries of the tasks", f"{waves:,} tasks on each core", n / CORES / RATE),
        Line(
            "merging them in a tree",
            f"depth {depth}, {tasks * size / 1e12:.1f} TB in all, {2 * size / 1e6:.0f} MB into a node",
            (waves + depth) * merge + (waves + depth) * size / LINK,
        ),
        Line("ranges with their offsets", f"{ceil(n / RANGE):,} ranges of {RANGE:,} rows", ceil(n / RANGE) * 2e-5),
        Line(
            "second pass as it is", f"{ceil(n / READ):,} reads of everything", ceil(n / READ) / CORES * n / (4 * RATE)
        ),
        Line(
            "second pass, rows dealt out once",
            f"{n * KEY / 1e12:.0f} TB moved",
            n * KEY / LINK / CORES + n / CORES / SORTED,
        ),
        Line("sums of the ranges", "200 bytes each", ceil(n / RANGE) * 1e-5),
    ]
    return table(["step", "amount", "seconds"], [[one.step, one.amount, f"{one.seconds:,.0f}"] for one in lines])


def growth() -> str:
    """Bounds of sums of n numbers of size 1."""
    unit = 2.0**-53
    lines = []
    for power in (6, 8, 10, 12):
        n = 10.0**power
        lines.append(
            [
                f"10^{power}",
                f"{n * unit:.0e}",
                f"{ceil(log2(n)) * unit:.0e}",
                "0",
                f"2^{log2(n):.0f} of 2^63",
                f"2^{log2(min(n, RANGE)) + 2 * log2(2 * n):.0f} of 2^106",
                f"{0.5 / n**0.5:.0e}",
            ]
        )
    header = [
        "rows",
        "floats one by one",
        "floats in pairs",
        "exact sums",
        "counts",
        "squares of a range",
        "standard error of a share",
    ]
    words = (
        "Relative bounds of the rounding of sums, and how large whole numbers become. Counts, areas, DeLong's variance, average precision, "
        "means and variances of losses are exact at every size: whole numbers, and sums kept without rounding (200 to 300 bytes each). "
        "Rounded: sums of real losses within groups (in an order that the table fixes). Bounded: what only bins tell of more than "
        "1,048,576 distinct scores (equal error rate, lift, partial areas, calibration error, medians, variance of a "
        "difference of areas), and weights, which are rounded to 2⁻⁴⁷ of their sum."
    )
    return f"{words}\n\n{table(header, lines)}"


def main() -> None:
    """Try, estimate and publish."""
    n = 1e12
    lines, merge, size = merged()
    text = TEXT.format(
        rows="10¹²",
        parts=PARTS,
        size=ROWS,
        trees=TREES,
        tried=tried(),
        merged=lines,
        cores=CORES,
        rate=RATE / 1e6,
        sorted=SORTED / 1e6,
        link=LINK / 1e9,
        tasks=ceil(n / PART),
        part=PART,
        plan=plan(n, merge, min(size, 25e6)),
        read=READ,
        key=KEY,
        growth=growth(),
    ).rstrip("\n")
    print(text)
    publish("reduction-tree", "The reduction tree", text)


if __name__ == "__main__":
    main()
