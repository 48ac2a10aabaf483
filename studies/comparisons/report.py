"""The page of the study: false positives of every test, and how often real differences are found."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.comparisons import Size
from studies.comparisons.trials import BARE, DATASETS, HALVES, HIERARCHICAL, MATCHED, NESTED, POWER, SIZE, SYSTEMS
from studies.publication import publish

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from studies.comparisons.store import Store
    from studies.comparisons.trials import Trial
    from studies.comparisons.world import World

KEPT = Path(__file__).parents[2] / "src" / "foldwise" / "comparisons" / "simulations" / "size.json"
FEWEST = 100
"""Simulations below which a rate is not kept."""
NOMINAL = 0.05
CHOSEN = ("auto", "loo-bootstrap", "influence", "corrected-t", "corrected-t-once", "mcnemar")
"""Tests that are shown for learners that memorise."""
DEFAULT_BOUND = 0.07

STRUCTURE = """
Rows of a group share a shift of their columns, and there are 20 groups of 5; rows in time have columns that are correlated
from one to the next. Tests over groups, and over blocks that are trained on both sides, are widened for the training rows
that the resamples share; without that equal 1-NN look different in 16 % of comparisons over groups. `diebold-mariano` is
liberal in short series, which is why the default never takes it. The default is `influence`; 1-NN on repeated parts of
groups is the one case here in which it exceeds 7 %.
"""
MARGIN = """
The second linear discriminant errs more often by exactly the difference that just matters, so that every finding of
equivalence or of non-inferiority is a false one. The margin is the expected difference for the rows trained on, known
exactly for each fit. 5 % are promised, at most.
"""
ONE_TEST_SET = """
Fixed systems whose scores are independent given the class, each with Bayes error .2 and so with equal error, area and
recall; nothing is fitted. For intervals (`bonett-price`, `newcombe`) a false positive is one that leaves out 0. `batch-t` is
for 20,000 rows and more; slow tests were left out there. For `model-confidence-set` a false positive is any of the equal
systems left out; they err on the same difficult rows.
"""
OVER_DATASETS = """
Linear discriminants on ten datasets of 100 rows whose Bayes error is drawn between .1 and .4; four equal models, each with
its own columns. For several models a false positive is any pair that is called different. `bayes-…` tests answer with
probabilities: counted is how often one model is said to be better, by more than the ROPE of .01, with a probability of at
least .95. With rope 0 they would do so in up to 10 %, since either side may win.
"""
ABOUT = """
Two learners of equal expected error: the same learner sees two independent, equally informative blocks of columns
(Bayes error .2 in each), so every finding of a difference is a false one. 5 % of false findings are promised. Parts are
stratified, as in foldwise by default. Each figure stands beside its Monte-Carlo error.
"""
READING = """
Reading. The default is `loo-bootstrap` for the means of losses of learners that are fitted in batches, as here, from 500
bootstrap samples beside the parts, and `influence` for other measures and learners (decision 0014). The plain corrected
t-test is liberal for 1-NN and the more so the more often it is repeated; `corrected-t-once`, which gives repeats no credit
as new information, is not, and subsampling a third is no way out when draws are stratified. One repeat alone and McNemar's
test on a holdout hold their level too, at less power. `naive-t` shows what happens without a correction. `bayes-correlated-t` answers with probabilities:
counted is how often one learner is said to be better, by more than the ROPE of .01, with a probability of at least .95.
`sign`, and less so `wilcoxon`, find little in 0-1 losses, since they split the rows on which both are right or both wrong.
"""
CAREFUL = """
`nested-cv` and `conservative-z` assume nothing about the overlap of the training sets; `method="careful"` takes them, with
the plans they need.
"""
HIDDEN = """
## What stratified parts hide

Two fixed rules of equal error, one wrong on 40 % of the first class only, the other on 40 % of the second class only. Which
of them looks better is a matter of how many rows of each class there are, and parts of equal composition do not show that.
Putting the hidden variance of the difference back restores the level.
"""


def share(p: np.ndarray) -> tuple[float, float]:
    """Share of p-values at or below 5 %, and its Monte-Carlo error."""
    rate = float((p <= NOMINAL).mean())
    return rate, float(np.sqrt(rate * (1 - rate) / p.size))


def shown(p: np.ndarray) -> str:
    """Write a share; a dash where nothing was simulated."""
    if not p.size:
        return "–"
    rate, error = share(p)
    return f"{rate:.3f} ± {error:.3f}"


def size_table(store: Store, worlds: Sequence[World], trials: Sequence[Trial]) -> str:
    """One row per test and plan, one column per world."""
    rows = [["test", "plan", "measure", *(world.name for world in worlds)], ["---"] * (3 + len(worlds))]
    for trial in trials:
        cells = [store.p_values(world, trial) for world in worlds]
        if any(p.size for p in cells):
            name = f"**{'default' if trial.test == 'auto' else trial.test}**" if trial.test == "auto" else trial.test
            rows.append([name, f"`{trial.shown}`", trial.measure, *map(shown, cells)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def figures(store: Store, groups: dict[str, Sequence[World]]) -> list[Size]:
    """Rate of false positives of every test, plan and world of equal learners, as the package keeps them."""
    found = []
    for name in ("size", "structure", "margin", "systems", "matched", "datasets", "hierarchical", "neighbours"):
        for world in groups[name]:
            for trial in SIZE:
                p = store.p_values(world, trial)
                if trial.suits(world) and p.size >= FEWEST:
                    rate = round(share(p)[0], 4)
                    found.append(Size(*trial.key, world.name, p.size, rate))
    return found


def keep(found: Sequence[Size]) -> None:
    """Write the figures where the package reads them: its notes, its catalogue and its pages say what was simulated."""
    columns = [field.name for field in fields(Size) if field.name not in ("coverage", "study")]
    rows = ",\n".join(json.dumps([getattr(one, name) for name in columns]) for one in found)
    KEPT.write_text(f'{{"columns": {json.dumps(columns)},\n"rows": [\n{rows}\n]}}\n', encoding="utf-8")


def counts(store: Store, worlds: Sequence[World]) -> str:
    """How many simulations are behind each column."""
    return "Simulations: " + ", ".join(f"{world.name} {len(store.seeds(world)):,}" for world in worlds) + "."


def section(store: Store, worlds: Sequence[World], trials: Sequence[Trial]) -> tuple[str, str]:
    """A table and how many simulations are behind it."""
    return size_table(store, worlds, trials), counts(store, worlds)


def power_chart(store: Store, worlds: Sequence[World]) -> alt.LayerChart:
    """Share of differences found against their size, a line for each test, with two Monte-Carlo errors."""
    import altair as alt

    records: list[dict[str, Any]] = []
    for world in worlds:
        for trial in POWER:
            p = store.p_values(world, trial)
            if p.size:
                rate, error = share(p)
                test = "default" if trial.test == "auto" else trial.test
                records.append(
                    {
                        "difference": round(world.bayes[1] - world.bayes[0], 4),
                        "found": rate,
                        "low": rate - 2 * error,
                        "high": rate + 2 * error,
                        "test": f"{test}, {trial.shown}",
                    }
                )
    base = alt.Chart(alt.InlineData(values=records)).encode(
        x=alt.X("difference:Q", title="difference of the Bayes errors"), color=alt.Color("test:N", title=None)
    )
    title = "share of comparisons that find it"
    y = alt.Y("found:Q", title=title, scale=alt.Scale(domain=[0, 1]))
    bars = base.mark_rule().encode(y=alt.Y("low:Q", title=title), y2="high:Q")
    layers = [bars, base.mark_line(point=True).encode(y=y)]
    return alt.LayerChart(layer=layers).properties(width=460, height=300, title=f"Power, {worlds[0].name}")


def write(store: Store, groups: dict[str, Sequence[World]], out: Path) -> None:
    """Write the page and the chart."""
    out.mkdir(parents=True, exist_ok=True)
    power_chart(store, groups["power"]).save(out / "comparisons-power.svg")
    plain = [trial for trial in SIZE if not trial.structure and trial.test != BARE]
    chosen = [trial for trial in plain if trial.test in CHOSEN]
    bare = [trial for trial in SIZE if trial.test in ("corrected-t", BARE) and trial.shown == "kfold(10, repeats=3)"]
    parts = [
        ABOUT.strip(),
        "## False positives at 5 %",
        size_table(store, groups["size"], plain),
        counts(store, groups["size"]),
        READING.strip(),
        "## Rows in groups and in time",
        STRUCTURE.strip(),
        *section(store, groups["structure"], [trial for trial in SIZE if trial.structure in ("groups", "time")]),
        "## Equivalence and non-inferiority at the margin",
        MARGIN.strip(),
        *section(store, groups["margin"], [trial for trial in SIZE if trial.structure == "margin"]),
        "## Systems on one test set",
        ONE_TEST_SET.strip(),
        *section(store, (*groups["systems"], *groups["matched"]), (*SYSTEMS, *MATCHED)),
        "## Several datasets",
        OVER_DATASETS.strip(),
        *section(store, (*groups["datasets"], *groups["hierarchical"]), (*DATASETS, *HIERARCHICAL)),
        "## Learners that memorise, with fewer and more rows and columns",
        size_table(store, groups["memory"], chosen),
        counts(store, groups["memory"]),
        "## Careful tests, with few rows and more neighbours",
        CAREFUL.strip(),
        size_table(store, groups["neighbours"], [trial for trial in plain if trial.plan in (NESTED, HALVES)]),
        counts(store, groups["neighbours"]),
        HIDDEN.strip(),
        size_table(store, groups["hidden"], [trial for trial in bare if trial.measure == "error"]),
        counts(store, groups["hidden"]),
        "## Power",
        "Linear discriminants, one block with Bayes error .20, the other with more.",
        size_table(store, groups["power"], POWER),
        counts(store, groups["power"]),
        "![Power of the default, McNemar and 5x2cv](comparisons-power.svg)",
        "Made by `python -m studies.comparisons`; again to add simulations, `--minutes 0` to write the page only.",
    ]
    keep(figures(store, groups))
    publish("comparisons", "Size and power of the tests", "\n\n".join(parts))
