"""The page of the study: his conclusions, point by point, each with what was found now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.timing import table
from studies.kohavi.charts import draw_charts
from studies.kohavi.estimates import Method
from studies.kohavi.groups import FOLDS, GROUPS, HOLDOUTS, LEFT_OUT, SAMPLES, TIMES
from studies.kohavi.problems import BALANCED, LEARNERS, MAJORITY, NUMBERS, PEER, RANDOM
from studies.kohavi.store import TRUTH
from studies.kohavi.summary import Chosen, clearly, coverages, figures, pooled, runs
from studies.kohavi.weka import CLASSIFIERS
from studies.kohavi.words import (
    ABOUT,
    BOOTSTRAP,
    COMPARED,
    CURVES,
    EXTRAPOLATED,
    FOLDS_BIAS,
    FOLDS_SPREAD,
    HOLDOUT,
    IN_SHORT,
    INTERVALS,
    MAJORITY_RULE,
    PUBLISHED,
    REPEATS,
    STRATIFIED,
    TABLES,
    TRIMMED,
    VERDICTS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from studies.kohavi.store import Results
    from studies.kohavi.summary import Figure

COMMAND = "*Made by* `python -m studies.kohavi --page`."


def write_page(results: Results, out: Path) -> None:
    """Write the page and its figures."""
    out.mkdir(parents=True, exist_ok=True)
    draw_charts(results, out)
    (out / "kohavi.md").write_text(page_text(results), encoding="utf-8")


def page_text(results: Results) -> str:
    """The page without its figures."""
    chosen = Chosen(figures(results))
    parts = [
        ABOUT.format(samples=_samples(chosen), **_totals(results)),
        _section("In short", IN_SHORT, _summary(chosen, results)),
        _section("What was run", TABLES, _speeds(results), _counts(chosen)),
        _section("1. The accuracies themselves", PUBLISHED, _truths(chosen)),
        _section("2. Few folds are pessimistic, ten or twenty nearly unbiased", FOLDS_BIAS, _folds(chosen, _bias))
        + _picture("kohavi-folds-bias", "Bias of cross-validation by the number of folds"),
        _section("3. The spread has the form of a U", FOLDS_SPREAD, _shape(chosen), _folds(chosen, _spread))
        + _picture("kohavi-folds-spread", "Standard deviation of cross-validation by the number of folds"),
        _section("4. Stratified folds are better", STRATIFIED, _stratified(chosen)),
        _section("5. Repeating pays most for few folds", REPEATS, _repeats(chosen))
        + _picture("kohavi-repeats", "Standard deviation of repeated cross-validation"),
        _section(
            "6. The .632 bootstrap varies little, and is wrong where a learner memorises", BOOTSTRAP, _bootstrap(chosen)
        )
        + _picture("kohavi-bootstrap-bias", "Bias of the .632 bootstrap")
        + _picture("kohavi-bootstrap-spread", "Standard deviation of the .632 bootstrap"),
        _section("7. Leave-one-out on a balanced sample without a signal", MAJORITY_RULE, _balanced(chosen)),
        _section("8. Holdout and subsampling", HOLDOUT, _holdouts(chosen)),
        _section("9. Trimming", TRIMMED, _trimmed(chosen)),
        _section("10. Following the learning curve to all rows", EXTRAPOLATED, _extrapolated(chosen)),
        _section("11. Learning curves", CURVES) + _picture("kohavi-curves", "Learning curves of both learners"),
        _section("12. Today: which estimate is nearest", COMPARED, _compared(chosen)),
        _section("13. Today: intervals", INTERVALS, _coverage(results))
        + _picture("kohavi-coverage", "Coverage of 95 % intervals"),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _section(title: str, words: str, *tables: str) -> str:
    return "\n\n".join([f"## {title}", words.strip(), *tables]) + "\n"


def _picture(name: str, words: str) -> str:
    return f"\n![{words}]({name}.svg)\n\n{COMMAND}\n"


def _totals(results: Results) -> dict[str, str]:
    found = runs(results)
    return {"tree": f"{found.get(LEARNERS[0], (0,))[0]:,.0f}", "bayes": f"{found.get(LEARNERS[1], (0,))[0]:,.0f}"}


def _samples(chosen: Chosen) -> str:
    counts = [one.samples for one in chosen.all if one.method == Method("apparent")]
    fewest, most = min(counts, default=0), max(counts, default=0)
    return f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"


def _speeds(results: Results) -> str:
    header = [
        "learner",
        "tables",
        "runs",
        "runs per second, as it was",
        "runs per processor second",
        "a million runs on two cores",
    ]
    lines = []
    for tables, found in (("all", runs(results)), (NUMBERS, runs(results, NUMBERS))):
        names = [*LEARNERS] if tables == "all" else [*LEARNERS, PEER, *CLASSIFIERS]
        for name, (count, wall, cpu) in ((name, found[name]) for name in names if name in found):
            speeds = f"{count / wall:,.0f}" if wall else "", f"{count / cpu:,.0f}", f"{1e6 * cpu / count / 2:,.0f} s"
            lines.append([name, tables, f"{count:,.0f}", *speeds])
    return table(header, lines)


def _counts(chosen: Chosen) -> str:
    header = ["table", *(group.name for group in GROUPS if group.name not in ("intervals", "peer"))]
    lines = []
    for problem in chosen.problems:
        most = {one.group: one.samples for one in chosen.all if one.problem == problem}
        lines.append([problem, *(str(most.get(group, "")) for group in header[1:])])
    return table(header, lines)


def _summary(chosen: Chosen, results: Results) -> str:
    """His conclusions, each with the verdict and the numbers."""
    bias, spread, rmse = (_by(chosen, what) for what in ("bias", "spread", "rmse"))
    ten, loo = Method("k-fold", 10, stratified=True), Method("leave-k-out", 1)
    low, high = (Method("k-fold", k, TIMES[-1], stratified=True) for k in (FOLDS[0], FOLDS[-1]))
    coin = chosen.get(RANDOM, LEARNERS[0], Method(".632 bootstrap", times=100))
    balanced = chosen.get(BALANCED, MAJORITY, loo, "leave out")
    numbers = {
        "folds": f"mean bias {bias(Method('k-fold', 2, stratified=True))} with 2 folds, {bias(ten)} with 10",
        "spread": f"mean spread {spread(Method('k-fold', 2, stratified=True))} with 2 folds, {spread(ten)} with 10, "
        f"{spread(loo, 'leave out')} leaving one out",
        "stratified": f"10 folds: mean spread {spread(Method('k-fold', 10))} plain, {spread(ten)} stratified",
        "repeats": f"50 repeats: mean spread {spread(low, 'repeats')} with 2 folds, {spread(high, 'repeats')} with 20",
        "bootstrap": f"mean spread {spread(Method('.632 bootstrap', times=100))}; random labels, C4.5: bias {_bias(coin) if coin else ''}",
        "majority": f"leave-one-out says {100 * balanced.mean:.0f} %, the truth is 50 %" if balanced else "",
        "holdout": f"mean error {rmse(Method('holdout'))}, of 10 folds {rmse(ten)}",
        "trimmed": f"mean error {rmse(Method('trimmed k-fold', 10, stratified=True))}, of 10 folds {rmse(ten)}",
        "extrapolated": f"mean bias {bias(Method('extrapolated 10-fold', 10, stratified=True))}, of 10 folds {bias(ten)}",
        "plus": f"mean error {rmse(Method('.632+ bootstrap', times=100))}, of 10 folds {rmse(ten)}",
        "intervals": "; ".join(
            f"{name} {' / '.join(f'{100 * one.share:.0f} %' for one in pooled(coverages(results)) if one.method.startswith(name + ','))}"
            for name in ("corrected-t", "influence", "nested-cv", "naive-t")
        ),
    }
    return table(
        ["his conclusion, or today's", "now", "C4.5 / naive Bayes"],
        [[*VERDICTS[key], numbers[key]] for key in VERDICTS],
    )


def _by(chosen: Chosen, what: str) -> Callable[..., str]:
    """Means over the tables of both learners, as text."""
    form = "{:+.2f}" if what == "bias" else "{:.2f}"
    return lambda method, group="once": " / ".join(
        form.format(_mean(chosen, method, learner, what, group=group)) for learner in LEARNERS
    )


PAPER = {
    "breast cancer": (91.37, 94.22),
    "chess": (98.19, 86.80),
    "hypothyroid": (98.52, 97.63),
    "mushroom": (99.36, 94.54),
    "soybean": (70.49, 79.76),
    "vehicle": (60.11, 46.80),
    RANDOM: (49.96, 49.90),
}
"""His accuracies, C4.5 and naive Bayes, as they are remembered."""


def _truths(chosen: Chosen) -> str:
    lines = []
    for problem, his in PAPER.items():
        line = [problem]
        for learner, value in zip(LEARNERS, his, strict=True):
            one = chosen.get(problem, learner, TRUTH)
            line += (
                [f"{value:.2f}", *(_shown(100 * one.mean, 100 * one.errors[0]), f"{100 * one.mean - value:+.2f}")]
                if one
                else [""] * 3
            )
        lines.append(line)
    header = ["table", "C4.5, his", "C4.5, now", "difference", "naive Bayes, his", "naive Bayes, now", "difference"]
    return table(header, lines)


def _shown(value: float, error: float) -> str:
    return f"{value:.2f} ± {error:.2f}"


def _bias(one: Figure) -> str:
    shown = f"{100 * one.bias:+.2f} ± {100 * one.errors[2]:.2f}"
    return f"**{shown}**" if clearly(one.bias, one.errors[2]) else shown


def _spread(one: Figure) -> str:
    return _shown(100 * one.spread, 100 * one.errors[1])


def _folds(chosen: Chosen, show: Callable[[Figure], str]) -> str:
    methods = [(Method("k-fold", k, 1, stratified=True), "once") for k in FOLDS]
    methods += [(Method("leave-k-out", rows), "leave out") for rows in LEFT_OUT[::-1]]
    header = ["table", "learner", *(f"{k}" for k in FOLDS), *(f"-{rows}" for rows in LEFT_OUT[::-1])]
    return table(header, _lines(chosen, methods, show))


def _shape(chosen: Chosen) -> str:
    """On how many tables the spread is more or less than that of ten folds."""
    ten = Method("k-fold", 10, stratified=True)
    others = [(f"{k} folds", Method("k-fold", k, stratified=True), "once") for k in FOLDS if k != ten.folds]
    others.append(("leaving one out", Method("leave-k-out", 1), "leave out"))
    lines = []
    for learner in LEARNERS:
        for name, method, group in others:
            found = [
                (chosen.get(one, learner, method, group), chosen.get(one, learner, ten))
                for one in chosen.problems
                if one != BALANCED
            ]
            pairs = [(a, b) for a, b in found if a and b]
            signs = [clearly(a.spread - b.spread, float(np.hypot(a.errors[1], b.errors[1]))) for a, b in pairs]
            means = [
                f"{_mean(chosen, one, learner, 'spread', group=which):.2f}"
                for one, which in ((method, group), (ten, "once"))
            ]
            lines.append(
                [learner, name, *means, f"{signs.count(1)} of {len(signs)}", f"{signs.count(-1)} of {len(signs)}"]
            )
    return table(["learner", "", "mean spread", "of ten folds", "clearly more", "clearly less"], lines)


def _lines(chosen: Chosen, methods: Sequence[tuple[Method, str]], show: Callable[[Figure], str]) -> list[list[str]]:
    lines = []
    for learner in LEARNERS:
        for problem in chosen.problems:
            found = [chosen.get(problem, learner, method, group) for method, group in methods]
            if problem != BALANCED and any(found):
                lines.append([problem, learner, *(show(one) if one else "" for one in found)])
    return lines


def _mean(chosen: Chosen, method: Method, learner: str, what: str, *, group: str = "once") -> float:
    """Mean over his six tables and the random labels, in percent."""
    found = [chosen.get(problem, learner, method, group) for problem in chosen.problems if problem != BALANCED]
    values = [getattr(one, what) for one in found if one]
    return 100 * float(np.mean(values)) if values else float("nan")


def _stratified(chosen: Chosen) -> str:
    header = [
        "learner",
        "folds",
        "mean bias, plain",
        "stratified",
        "mean spread, plain",
        "stratified",
        "spread clearly less",
        "more",
    ]
    lines = []
    for learner in LEARNERS:
        for k in FOLDS:
            plain, dealt = Method("k-fold", k), Method("k-fold", k, stratified=True)
            pairs = [pair for pair in chosen.both(plain, dealt, learner) if pair[0].problem != BALANCED]
            signs = [clearly(b.spread - a.spread, float(np.hypot(a.errors[1], b.errors[1]))) for a, b in pairs]
            lines.append([
                learner, str(k), *(f"{_mean(chosen, one, learner, 'bias'):+.2f}" for one in (plain, dealt)),
                *(f"{_mean(chosen, one, learner, 'spread'):.2f}" for one in (plain, dealt)),
                f"{signs.count(-1)} of {len(signs)}", f"{signs.count(1)} of {len(signs)}",
            ])  # fmt: skip
    return table(header, lines)


def _repeats(chosen: Chosen) -> str:
    header = ["learner", "folds", *(f"× {times}" for times in TIMES)]
    lines = [
        [
            learner,
            str(k),
            *(
                f"{_mean(chosen, Method('k-fold', k, times, stratified=True), learner, 'spread', group='repeats'):.2f}"
                for times in TIMES
            ),
        ]
        for learner in LEARNERS
        for k in FOLDS
    ]
    return table(header, lines)


def _bootstrap(chosen: Chosen) -> str:
    methods = [(Method(".632 bootstrap", times=count), "once") for count in SAMPLES]
    header = ["table", "learner", *(str(count) for count in SAMPLES), "spread with 100", "spread of 10 folds"]
    lines = _lines(chosen, methods, _bias)
    for line in lines:
        for method in (methods[-1][0], Method("k-fold", 10, stratified=True)):
            one = chosen.get(line[0], line[1], method)
            line.append(_spread(one) if one else "")
    return table(header, lines)


def _balanced(chosen: Chosen) -> str:
    methods = [
        ("leave-one-out", Method("leave-k-out", 1), "leave out"),
        ("10 folds", Method("k-fold", 10), "once"),
        ("10 folds, stratified", Method("k-fold", 10, stratified=True), "once"),
        ("2 folds", Method("k-fold", 2), "once"),
        ("2 folds, stratified", Method("k-fold", 2, stratified=True), "once"),
        ("holdout of a third", Method("holdout"), "once"),
        (".632, 100 samples", Method(".632 bootstrap", times=100), "once"),
        (".632+, 100 samples", Method(".632+ bootstrap", times=100), "once"),
        ("leave-one-out bootstrap", Method("leave-one-out bootstrap", times=100), "once"),
    ]
    lines = []
    for name, method, group in methods:
        found = [chosen.get(BALANCED, learner, method, group) for learner in (MAJORITY, *LEARNERS)]
        lines.append([name, *(_shown(100 * one.mean, 100 * one.errors[0]) if one else "" for one in found)])
    return table(["estimate", "majority rule", *LEARNERS], lines)


def _means(chosen: Chosen, methods: Sequence[tuple[str, Method]]) -> str:
    header = [
        "estimate",
        *(f"{learner}, {what}" for learner in LEARNERS for what in ("bias", "spread", "root mean square error")),
    ]
    lines = []
    for name, method in methods:
        line = [name]
        for learner in LEARNERS:
            bias, spread, rmse = (_mean(chosen, method, learner, what) for what in ("bias", "spread", "rmse"))
            line += [f"{bias:+.2f}", f"{spread:.2f}", f"{rmse:.2f}"]
        lines.append(line)
    return table(header, lines)


TEN = ("10 folds, stratified", Method("k-fold", 10, stratified=True))


def _holdouts(chosen: Chosen) -> str:
    named = [(f"holdouts of a third: {count}", Method("holdout", times=count)) for count in HOLDOUTS]
    return _means(chosen, [*named, TEN])


def _trimmed(chosen: Chosen) -> str:
    named = [(f"{k} folds, {'trimmed' if name != 'k-fold' else 'mean'}", Method(name, k, stratified=True))
             for k in (10, 20) for name in ("k-fold", "trimmed k-fold")]  # fmt: skip
    return _means(chosen, named)


def _extrapolated(chosen: Chosen) -> str:
    named = [(f"{k} folds, stratified", Method("k-fold", k, stratified=True)) for k in FOLDS]
    return _means(chosen, [*named, ("10 folds, extrapolated", Method("extrapolated 10-fold", 10, stratified=True))])


def _compared(chosen: Chosen) -> str:
    named = [
        ("apparent accuracy", Method("apparent")),
        ("holdout of a third", Method("holdout")),
        ("2 folds, stratified", Method("k-fold", 2, stratified=True)),
        ("5 folds, stratified", Method("k-fold", 5, stratified=True)),
        TEN,
        ("20 folds, stratified", Method("k-fold", 20, stratified=True)),
        ("50 holdouts of a third", Method("holdout", times=50)),
        (".632 bootstrap, 100", Method(".632 bootstrap", times=100)),
        (".632+ bootstrap, 100", Method(".632+ bootstrap", times=100)),
        ("leave-one-out bootstrap, 100", Method("leave-one-out bootstrap", times=100)),
        ("10 folds, extrapolated", Method("extrapolated 10-fold", 10, stratified=True)),
    ]
    return _means(chosen, named)


def _coverage(results: Results) -> str:
    found = coverages(results)
    tables = list(dict.fromkeys(one.problem for one in found))
    header = ["interval, plan", "learner", "covers, %", "mean width, points", "refused", *tables]
    lines = []
    for one in pooled(found):
        mine = {each.problem: each for each in found if (each.learner, each.method) == (one.learner, one.method)}
        cells = [
            f"{100 * mine[name].share:.0f}" if name in mine and mine[name].samples else "refused" for name in tables
        ]
        lines.append([
            one.method, one.learner, f"{100 * one.share:.1f} ± {100 * one.error:.1f}", f"{100 * one.width:.1f}",
            f"{one.refused / max(one.refused + one.samples, 1):.0%}" if one.refused else "", *cells,
        ])  # fmt: skip
    return table(header, lines)
