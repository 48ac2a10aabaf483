"""The page of the study: named figures, tables, a chart, and the table that foldwise itself shows."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import table
from foldwise.intervals.simulations.coverage import COVERAGE_FILE, Coverage
from studies.coverage.cells import CAREFUL, DEFAULT
from studies.coverage.chart import draw_charts
from studies.coverage.problems import PROBLEMS
from studies.coverage.summary import Key, summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from studies.coverage.store import Store

COMMITTED = Path(__file__).parents[2] / "src" / "foldwise" / "intervals" / "simulations" / COVERAGE_FILE
BOUND = 0.93
FIGURES = (
    ("influence", "normal", "lda", DEFAULT, BOUND),
    ("corrected-t", "normal", "lda", DEFAULT, BOUND),
    ("nested-cv", "normal", "lda", CAREFUL, BOUND),
    ("nested-cv", "normal", "1-nn", CAREFUL, BOUND),
    ("nested-cv", "normal", "tree", CAREFUL, BOUND),
    ("oob", "normal", "1-nn", "bootstrap(200)", BOUND),
    ("influence", "unbalanced", "lda", DEFAULT, BOUND),
    ("influence", "unbalanced", "majority", DEFAULT, BOUND),
    ("corrected-t", "unbalanced", "lda", DEFAULT, BOUND),
    ("corrected-t", "unbalanced", "majority", DEFAULT, BOUND),
)
"""Coverage of the risk that is promised at n = 100; the last four are those of stratified parts."""

ABOUT = """# Coverage of the intervals

How often does a 95 % interval contain the truth? Datasets are drawn from problems whose truth is known, each learner is
fitted, its plan is run and every interval is made. The **risk** is the error of the model that was fitted to all rows of
*that* dataset, on new rows; the **expected risk** is its mean over datasets. The risk of a linear rule and of a tree is
exact; that of the others is an average of the expected loss over 8,192 quasi-random points, within .002.

Every figure has a Monte-Carlo error, √(c(1-c)/S), given as ±. Methods that estimate the risk of smaller models (holdout,
5x2cv, Wald intervals, forward blocks) are held against the same two targets, which is what their users want to know.
Nothing is left out: a figure in bold is more than two Monte-Carlo errors below 95 %.

Run it again, or for longer, with `python -m studies.coverage --minutes 10`: replications are added to those kept in
`.foldwise/coverage.db`, and this page, its chart and the table behind `foldwise methods` are written anew.
"""


def publish(store: Store, out: Path, committed: Path = COMMITTED) -> None:
    """Write the page, the charts and the table that foldwise shows."""
    figures, refused = summarise(store)
    out.mkdir(parents=True, exist_ok=True)
    write_table(figures, committed)
    draw_charts(figures, out)
    text = "\n".join([ABOUT, *_promises(figures), *_stopping(figures), *_pictures(), *_tables(figures, refused)])
    (out / "coverage.md").write_text(text + "\n", encoding="utf-8")
    print("\n".join(_promises(figures) + _stopping(figures)), flush=True)


def write_table(figures: Sequence[Coverage], path: Path) -> None:
    """Write the figures one per line, so that a change is readable."""
    columns = [part.name for part in fields(Coverage)]
    rows = ",\n".join(json.dumps([getattr(one, name) for name in columns]) for one in figures)
    path.write_text(f'{{"columns": {json.dumps(columns)},\n"rows": [\n{rows}\n]}}\n', encoding="utf-8")


def _promises(figures: Sequence[Coverage]) -> list[str]:
    """The figures that were promised, kept or not."""
    rows = []
    for method, name, model, plan, bound in FIGURES:
        for one in figures:
            if (one.method, one.problem, one.model, one.plan, one.n) == (method, name, model, plan, 100) and (
                one.target == "risk"
            ):
                kept = "yes" if one.coverage >= bound else "**no**"
                rows.append(
                    [
                        method,
                        name,
                        model,
                        plan,
                        str(one.simulations),
                        str(one),
                        f"{bound:.0%}",
                        kept,
                        f"{one.width:.3f}",
                    ]
                )
    header = ["method", "problem", "learner", "plan", "simulations", "covers the risk", "at least", "reached", "width"]
    return ["## What is promised at n = 100\n", table(header, rows), ""]


def _stopping(figures: Sequence[Coverage]) -> list[str]:
    """What repeating a plan until its interval is short does to its coverage."""
    asked = [
        one
        for one in figures
        if (one.problem, one.model, one.n, one.method, one.target) == ("normal", "lda", 100, "corrected-t", "risk")
        and one.plan.startswith("kfold(10")
        and "stratify" not in one.plan
    ]
    rows = [[one.plan, str(one.simulations), str(one), f"{one.width:.3f}"] for one in asked]
    words = (
        "`until=` adds repeats of ten parts until half the width is below the bound, at most 30 of them (300 fits). "
        "These intervals are anytime-valid: one tenth of the error goes to a confidence sequence over the repeats."
    )
    header = ["plan", "simulations", "covers the risk", "width"]
    return ["## Repeating a plan until its interval is short\n", words + "\n", table(header, rows), ""]


def _pictures() -> list[str]:
    return [
        "## At a glance\n",
        "![Coverage of the risk by method at n = 100](coverage.svg)\n",
        "![Coverage of the risk by number of rows](coverage-rows.svg)\n",
    ]


def _tables(figures: Sequence[Coverage], refused: dict[Key, float]) -> list[str]:
    """One table for every problem."""
    parts = []
    for source in PROBLEMS:
        mine = [one for one in figures if one.problem == source.name]
        if mine:
            parts += [f"## {source.name}: {source.title}\n", _table(mine, refused), ""]
    return parts


def _table(figures: Sequence[Coverage], refused: dict[Key, float]) -> str:
    rows = []
    for risk, expected in zip(figures[::2], figures[1::2], strict=True):
        share = refused[risk.problem, risk.model, risk.n, risk.plan, risk.method]
        rows.append(
            [
                *(risk.model, str(risk.n), risk.plan, risk.method, str(risk.simulations)),
                *(_marked(risk), _marked(expected), f"{risk.width:.3g}", f"{share:.0%}" if share else ""),
            ]
        )
    order = sorted(rows, key=lambda row: (row[0], int(row[1])))
    header = ["learner", "n", "plan", "method", "simulations", "risk", "expected risk", "median width", "refused"]
    return table(header, order)


def _marked(one: Coverage) -> str:
    return f"**{one}**" if one.coverage + 2 * one.error < 0.95 else str(one)
