"""The page of the study: what falls short first and plainly, then everything."""

from __future__ import annotations

from collections import defaultdict
from math import isnan
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.timing import table
from foldwise.measures import MEASURES
from studies.publication import publish
from studies.validity.cells import CORE, DEFAULT, NO_TRUTH, TURNS
from studies.validity.duels import TEST_TURNS, Duel
from studies.validity.summary import FEWEST, FLOOR, GOAL, ROWS_AT_EDGE, SIZE, WIDEST, Figure, Share, Verdict
from studies.validity.tables import grouped, shown
from studies.validity.worlds import WORLDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from studies.validity.cells import Cell

SHOWN = 150
"""Most rows of a table of what falls short; the rest is counted."""
ABOUT = f"""How often does the interval that foldwise gives *when no method is named* contain the truth, and how often
does its default test call equal models different? Rows are drawn from worlds whose truth is known and given to
`foldwise.assess` and `foldwise.compare` with nothing but the names of the measures (and of the plan, where the table has
one). The truth is the value of the model fitted to all rows, on infinitely many new rows: a fixed set of 4,096 to 16,384
quasi-random points, weighted so that rare classes and heavy tails are known as well as the rest. Its error is a tenth of
the sampling error or less. Under `holdout` it is that of the model fitted to the training rows, which is what the report says that
figures and intervals are about (METHODS N.34 has their coverage of the model of all rows).

- **coverage** should be .95 and is promised to be at least {GOAL}; a figure in bold misses that by more than two
  Monte-Carlo errors. Below {FLOOR} a default is refused or marked as not assessable.
- **width** is in widths of an oracle that knows the standard deviation of the estimate, 2 · 1.96 · sd; promised is at
  most {WIDEST}. The oracle of the error knows the standard deviation of estimate minus truth: an interval is about the risk of
  the model fitted to the rows at hand, which differs between samples, so that no valid one can be shorter. Where hardly a row
  is wrong an oracle has next to no width, and no interval from n rows can be below 3.7/n of the range, the bound for what was
  never seen.
- **refused** are requests that got no interval, or one that is marked as not assessable; they count in no other column.
- **false positives** of tests should be .05 and are promised to be at most {SIZE}. Equal models are one learner on blocks of
  columns that are independent given the target and equally informative, so they are equal by every measure.

{len(CORE)} measures are asked for in every simulation, the others in one of {TURNS} (tests: one of {TEST_TURNS}), unless
`--all-measures` or `--measures` asks for them; hence the different numbers of simulations. Measures that need costs get 1 for a
mistake with a row of the first class, 5 with one of the last. Every figure has its Monte-Carlo error, given as ±. `python -m
studies.validity --minutes 60` continues the simulations where they were stopped; `--page` adds them to
`studies/validity/results.parquet`, which keeps the sums of every cell and measure, and writes this page, the tables behind
`foldwise explain`, and the gates from it. `--forget` drops measures whose method has changed.

Coverage of the {len(CORE)} measures was simulated anew with the methods of METHODS N.35 (2,490 of 2,542 figures), and so were a fifth of the tests. The measures that
take turns and the other tests mostly have the first 60 to 300 draws, with methods that differ from today's by shorter intervals and smaller p-values
at most. All that had covered less than {GOAL}, and all tests above {SIZE}, were simulated anew with 200 draws that had not been seen before. So the share of figures
that keep a promise is a little too favourable: a figure that was high by chance stayed. Of the new simulations of all cells alone, without those draws, 2,488
figures (43 to 300 draws, half of them with 274 or more) are at least {GOAL} in 99.5 %, and 568 sizes of tests (half of them with 99 draws or more) at most {SIZE} in
97.0 %; none misses by two errors. Skills of rules without features, and medians, are as METHODS N.36 has them.
"""


def write_page(figures: Sequence[Figure], verdicts: Sequence[Verdict]) -> str:
    """Write the page and return its text."""
    made = [one for one in figures if one.coverage.of >= FEWEST]
    tested = [one for one in verdicts if one.rate.of >= FEWEST]
    parts = [ABOUT, *promises(made, tested), *short(made), *liberal(tested), *flags(made), *wide(made)]
    parts += [*refusals(figures), *measures(made), *worlds(made), *duels(tested), *unstudied(figures)]
    text = "\n".join(parts)
    publish("validity", "Validity of the defaults", text)
    return text


def promises(figures: Sequence[Figure], verdicts: Sequence[Verdict]) -> list[str]:
    """What is promised, and how many figures keep it."""
    equal = [one for one in verdicts if one.duel.kind == "size"]
    families = [one for one in verdicts if one.duel.kind == "family"]
    heavy = [one for one in figures if one.cell.world == "t3" and one.unflagged.of >= FEWEST]
    seen = shown(figures)
    rows = [
        _kept(f"coverage at least {GOAL}", figures, lambda one: one.coverage.value >= GOAL),
        _kept(f"… by more than two errors not below {GOAL}", figures, lambda one: not one.coverage.below(GOAL)),
        *(_of_shown(seen) if len(seen) < len(figures) else ()),
        _kept(
            f"coverage at least {GOAL}, of the {len(CORE)} measures asked for in every simulation",
            [one for one in seen if one.measure in CORE],
            lambda one: one.coverage.value >= GOAL,
        ),
        _kept("no interval of width 0", figures, lambda one: one.zero == 0),
        _kept(f"width at most {WIDEST} oracle's", figures, lambda one: not one.ratio > WIDEST),
        _kept(
            f"… where the oracle's is more than {ROWS_AT_EDGE} rows of the range",
            [one for one in figures if not one.at_edge],
            lambda one: not one.ratio > WIDEST,
        ),
        _kept(
            f"… and the oracle is that of the error: at most {WIDEST} of its widths",
            [one for one in figures if not one.at_edge and one.excess > 0],
            lambda one: one.excess <= WIDEST,
        ),
        _kept(f"false positives at most {SIZE}", equal, lambda one: one.rate.value <= SIZE),
        _kept(f"families of five at most {SIZE}", families, lambda one: one.rate.value <= SIZE),
        _kept("t3: unflagged runs cover at least .90", heavy, lambda one: one.unflagged.value >= 0.9),
    ]
    power = [one for one in verdicts if one.duel.kind == "power" and one.measure == "error"]
    rows += [
        [f"power at least .40: {one.duel.model}, n = {one.duel.n}, .20 against .26", "1", str(one.rate)]
        for one in power
    ]
    rows = [row for row in rows if row[1] != "0"]
    return ["## What is promised\n", table(["promise", "figures", "kept by"], rows), ""]


def _of_shown(seen: Sequence[Figure]) -> list[list[str]]:
    """The same of what users see, where gates hold intervals back."""
    return [
        _kept(
            f"coverage at least {GOAL}, of intervals that no gate holds back",
            seen,
            lambda one: one.coverage.value >= GOAL,
        ),
        _kept(f"… by more than two errors not below {GOAL}", seen, lambda one: not one.coverage.below(GOAL)),
    ]


def _kept(what: str, found: Sequence[Any], keeps: Callable[[Any], bool]) -> list[str]:
    kept = sum(1 for one in found if keeps(one))
    return [what, str(len(found)), f"{kept} ({100 * kept / len(found):.1f} %)" if found else "–"]


def short(figures: Sequence[Figure]) -> list[str]:
    """Intervals that cover too little, the worst first."""
    low = sorted((one for one in figures if one.coverage.value < GOAL), key=lambda one: one.coverage.value)
    return [f"## Intervals that cover less than {GOAL}: {len(low)} of {len(figures)}\n", _intervals(low), ""]


def wide(figures: Sequence[Figure]) -> list[str]:
    """Intervals that are wider than promised."""
    found = sorted((one for one in figures if one.ratio > WIDEST), key=lambda one: -one.ratio)
    return [
        f"## Intervals wider than {WIDEST} times an oracle's: {len(found)} of {len(figures)}\n",
        _intervals(found),
        "",
    ]


def _intervals(found: Sequence[Figure]) -> str:
    header = ["world", "model", "n", "plan", "measure", "method", "coverage", "of", "width", "no width", "refused"]
    rows = [
        [
            *(one.cell.world, one.cell.model, str(one.cell.n), one.cell.plan, one.measure, one.method),
            *(bold(one.coverage), f"{one.coverage.of:.0f}", _number(one.ratio)),
            *(f"{one.zero:.0%}" if one.zero else "", f"{one.refused.value:.0%}" if one.refused.hits else ""),
        ]
        for one in found[:SHOWN]
    ]
    return _cut(table(header, rows), len(found)) if found else "None."


def _cut(text: str, count: int) -> str:
    return text if count <= SHOWN else f"{text}\n\nand {count - SHOWN} more."


def bold(share: Share) -> str:
    """A coverage, bold where it misses the goal by more than chance."""
    return f"**{share}**" if share.below(GOAL) else str(share)


def _number(value: float) -> str:
    return "–" if isnan(value) else f"{value:.2f}"


def liberal(verdicts: Sequence[Verdict]) -> list[str]:
    """Tests that call equal models different too often, the worst first."""
    equal = [one for one in verdicts if one.duel.equal]
    high = sorted((one for one in equal if one.rate.value > SIZE), key=lambda one: -one.rate.value)
    text = _cut(_tests(high[:SHOWN]), len(high)) if high else "None."
    return [f"## Tests that call equal models different in more than {SIZE}: {len(high)} of {len(equal)}\n", text, ""]


def _tests(found: Sequence[Verdict]) -> str:
    header = ["world", "model", "n", "p", "plan", "measure", "test", "rate", "of", "refused"]
    rows = [
        [
            *(one.duel.world, one.duel.model, str(one.duel.n), str(one.duel.p), one.duel.plan, one.measure, one.method),
            *(f"**{one.rate}**" if one.duel.equal and one.rate.above(SIZE) else str(one.rate), f"{one.rate.of:.0f}"),
            f"{one.refused.value:.0%}" if one.refused.hits else "",
        ]
        for one in found
    ]
    return table(header, rows)


def flags(figures: Sequence[Figure]) -> list[str]:
    """Coverage of runs with and without a warning about heavy tails."""
    found = [one for one in figures if one.cell.world == "t3" and one.measure in ("mse", "rmse", "mae", "r2")]
    rows = [
        [
            *(
                one.cell.model,
                str(one.cell.n),
                one.cell.plan,
                one.measure,
                f"{one.get('flagged') / one.get('made'):.0%}",
            ),
            *(str(one.flagged), str(one.unflagged), str(one.coverage)),
        ]
        for one in found
    ]
    words = (
        "Noise with 3 degrees of freedom: the squared loss has no variance. The warning should be where the interval "
        "fails, so that runs without it can be trusted (at least .90)."
    )
    header = ["model", "n", "plan", "measure", "flagged", "flagged cover", "others cover", "all"]
    return ["## The warning about heavy tails\n", f"{words}\n", table(header, rows) if rows else "None.", ""]


def refusals(figures: Sequence[Figure]) -> list[str]:
    """Where requests were refused or marked."""
    groups: dict[tuple[str, str, int, str], list[Figure]] = defaultdict(list)
    for one in figures:
        if one.refused.value > 0.01:
            groups[one.cell.world, one.cell.model, one.cell.n, one.cell.plan].append(one)
    rows = []
    for (world, model, n, plan), found in groups.items():
        shares = [one.refused.value for one in found]
        marked = Share(sum(one.get("marked_covered") for one in found), sum(one.get("marked") for one in found))
        most = max(found, key=lambda one: one.refused.value).measure
        rows.append([world, model, str(n), plan, str(len(found)), f"{median(shares):.0%}", most, str(marked)])
    header = ["world", "model", "n", "plan", "measures", "median refused", "most", "marked ones cover"]
    return ["## Refused, or marked as not assessable\n", table(header, rows) if rows else "None.", ""]


def measures(figures: Sequence[Figure]) -> list[str]:
    """Coverage of every measure on the default plans: over all cells together, and the lowest."""
    seen = {(one.cell, one.measure) for one in shown(figures)}
    groups = grouped((one for one in figures if one.cell.plan == DEFAULT), lambda one: one.measure)
    rows = [_of_measure(name, groups[name], seen) for one in MEASURES if (name := one.name) in groups]
    header = ["measure", "method", "cells", "coverage of all", "of", "lowest coverage", "where", "held back by gates"]
    words = "On the default plans of all worlds, models and sizes; the lowest is that of cells that no gate holds back."
    return ["## Every measure\n", f"{words}\n", table(header, rows) if rows else "None.", ""]


def _of_measure(name: str, found: Sequence[Figure], seen: AbstractSet[tuple[Cell, str]]) -> list[str]:
    given = [one for one in found if (one.cell, one.measure) in seen]
    pooled = Share(sum(one.coverage.hits for one in given), sum(one.coverage.of for one in given))
    kinds = ", ".join(dict.fromkeys(one.method for one in found))
    held = f"{len(found) - len(given)} of {len(found)}" if len(given) < len(found) else ""
    if not given:
        return [name, kinds, str(len(found)), "–", "0", "–", "", held]
    worst = min(given, key=lambda one: one.coverage.value)
    where = f"{worst.cell.world}, {worst.cell.model}, n = {worst.cell.n}"
    return [name, kinds, str(len(found)), str(pooled), f"{pooled.of:.0f}", bold(worst.coverage), where, held]


def worlds(figures: Sequence[Figure]) -> list[str]:
    """Coverage on the default plans: the lowest and the median over models and sizes, for every world and measure."""
    parts = ["## Default plans, by world\n"]
    for drawn in WORLDS:
        mine = [one for one in figures if one.cell.world == drawn.name and one.cell.plan == DEFAULT]
        if mine:
            parts += [f"### {drawn.name}: {drawn.title}\n", _by_measure(mine), ""]
    return parts


def _by_measure(figures: Sequence[Figure]) -> str:
    groups: dict[str, list[Figure]] = defaultdict(list)
    for one in figures:
        groups[one.measure].append(one)
    rows = []
    for measure, found in sorted(groups.items(), key=lambda item: (item[0] not in CORE, item[0])):
        worst = min(found, key=lambda one: one.coverage.value)
        ratios = [one.ratio for one in found if not isnan(one.ratio)]
        rows.append(
            [
                *(
                    measure,
                    worst.method,
                    str(len(found)),
                    bold(worst.coverage),
                    f"{worst.cell.model}, n = {worst.cell.n}",
                ),
                *(f"{median(one.coverage.value for one in found):.3f}", _number(median(ratios)) if ratios else "–"),
                f"{worst.bias:+.2g}",
            ]
        )
    header = ["measure", "method", "cells", "lowest coverage", "where", "median", "median width", "bias there"]
    return table(header, rows)


def duels(verdicts: Sequence[Verdict]) -> list[str]:
    """Every duel under the measures that are always asked for: the highest rate, or the power."""
    parts = []
    for kind, title in (
        ("power", "Power"),
        ("family", "Five equal models, adjusted by Holm"),
        ("size", "Two equal models"),
    ):
        groups: dict[Duel, list[Verdict]] = defaultdict(list)
        for one in verdicts:
            if one.duel.kind == kind:
                groups[one.duel].append(one)
        if groups:
            parts += [f"## {title}\n", _rates(groups), ""]
    return parts


def _rates(groups: dict[Duel, list[Verdict]]) -> str:
    header = ["world", "model", "n", "p", "plan", "error or rmse", "auc or mae", "highest", "measure", "median"]
    rows = []
    for duel, found in groups.items():
        by_measure = {one.measure: one for one in found}
        highest = max(found, key=lambda one: one.rate.value)
        named = [next((by_measure[name] for name in pair if name in by_measure), None) for pair in PAIRS]
        rows.append(
            [
                *(duel.world, duel.model, str(duel.n), str(duel.p), duel.plan),
                *("–" if one is None else str(one.rate) for one in named),
                *(str(highest.rate), highest.measure, f"{median(one.rate.value for one in found):.3f}"),
            ]
        )
    return table(header, rows)


PAIRS = (("error", "rmse"), ("auc", "mae"))


def unstudied(figures: Sequence[Figure]) -> list[str]:
    """Measures about which this study says nothing, and why."""
    studied = {one.measure for one in figures if one.coverage.of >= FEWEST}
    refused = {one.measure for one in figures} - studied
    missing = [one.name for one in MEASURES if one.name not in studied]
    none = [name for name in missing if name in NO_TRUTH]
    never = [name for name in missing if name in refused]
    rest = [name for name in missing if name not in NO_TRUTH and name not in refused]
    words = [
        f"No value on infinitely many rows, or nothing to be unsure of: {', '.join(none) or 'none'}.",
        f"Asked for, and refused an interval by default on these plans: {', '.join(never) or 'none'}.",
        f"Not simulated yet: {', '.join(rest) or 'none'}.",
    ]
    return ["## Not studied\n", " ".join(words), ""]
