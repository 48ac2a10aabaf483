"""How often the default intervals of one test set contain the truth: few hits, weights, groups.

Run with ``python -m studies.test_set [simulations]``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

import numpy as np

from benchmarks.timing import table
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from studies.publication import publish
from studies.test_set import worlds

if TYPE_CHECKING:
    from foldwise.predictions import Predictions

SIZES, LARGE, LEVEL = (30, 50, 100, 300), 1_000_000, 0.95
TWO = (
    *("mcc", "kappa", "f1", "f(2)", "precision", "recall", "balanced-error", "macro-f1", "informedness", "markedness"),
    *("g-mean", "lr-positive", "diagnostic-odds-ratio"),
)
THREE = ("mcc", "kappa", "quadratic-kappa", "macro-f1", "balanced-error")
LABELS, VALUES = ("error", "recall", "precision", "auc", "mcc"), ("rmse", "mae")
WITH_GROUPS = ("error", "recall", "mcc", "auc", "log-loss")


@final
@dataclass
class Tally:
    """Intervals of one measure in one world."""

    truth: float
    inside: float = 0.0
    made: float = 0.0
    asked: float = 0.0
    widths: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    method: str = ""

    def add(self, rows: Predictions, name: str, times: int = 1) -> None:
        """Make the default interval of these rows, drawn so many times."""
        scored = ModelScores(rows, "m", measure(name))
        found = None if np.isnan(scored.value) else make_interval(scored, level=LEVEL)
        self.asked += times
        if found is None:
            return
        self.method = found.method
        self.made += times
        self.inside += times * (found.low <= self.truth <= found.high)
        self.widths += [found.width] * times
        self.values += [scored.value] * times

    def cells(self) -> list[str]:
        """Coverage with its Monte-Carlo error, median width, that width over the oracle's, share without an interval."""
        if self.made == 0:
            return ["-", "-", "-", "-", "100 %"]
        share = self.inside / self.made
        error = np.sqrt(max(share * (1 - share), 1 / self.made) / self.made)
        oracle = 2 * 1.96 * float(np.std(self.values))
        width = float(np.median(self.widths))
        ratio = f"{width / oracle:.2f}" if np.isfinite(width) and oracle > 0 else "-"
        shown = f"{100 * share:.1f} % ± {100 * error:.1f}"
        flag = "" if share >= 0.93 else " **"
        missing = 100 * (1 - self.made / self.asked)
        return [self.method, shown + flag, f"{width:.3f}" if np.isfinite(width) else "open", ratio, f"{missing:.0f} %"]


HEAD = ["method", "contains the truth", "width", "of the oracle's", "no interval"]


def of_counts(simulations: int) -> list[list[str]]:
    """Measures of the confusion matrix, with few positives and few hits."""
    lines = []
    kinds = [
        ((share, kind), worlds.table_of(share, kind), TWO) for share in worlds.SHARES for kind in worlds.CLASSIFIERS
    ]
    kinds += [
        (("70/20/10", f"{strength:g} of rows known"), worlds.three_classes(strength), THREE) for strength in (0.2, 0.8)
    ]
    for (share, kind), cells, names in kinds:
        for n in SIZES:
            found = {name: Tally(float(measure(name).of_table(cells, 1))) for name in names}  # type: ignore[attr-defined]
            for rows, times in worlds.drawn_tables(cells, n, simulations):
                for name, one in found.items():
                    one.add(rows, name, times)
            shown = share if isinstance(share, str) else f"{100 * share:g} %"
            lines += [[name, shown, kind, str(n), *one.cells()] for name, one in found.items()]
    return sorted(lines, key=lambda line: [*TWO, *THREE].index(line[0]))


def of_weights(simulations: int) -> list[list[str]]:
    """Rows that were sampled with unequal chances, weighted by one over them."""
    lines = []
    for kind in worlds.WEIGHTS:
        for bend in (-0.5, 0.0, 0.5):
            rng = np.random.default_rng(1)
            whole = worlds.tables(*worlds.answers(rng.normal(size=LARGE), bend, rng), None)
            truth = {name: ModelScores(whole[name in VALUES], "m", measure(name)).value for name in (*LABELS, *VALUES)}
            for n in (100, 200, 1000):
                found = {name: Tally(value) for name, value in truth.items()}
                for _ in range(simulations):
                    rows = worlds.weighted(n, kind, bend, rng)
                    for name, one in found.items():
                        one.add(rows[name in VALUES], name)
                lines += [[name, kind, f"{bend:+g}", str(n), *one.cells()] for name, one in found.items()]
    return sorted(lines, key=lambda line: [*LABELS, *VALUES].index(line[0]))


def of_groups(simulations: int) -> list[list[str]]:
    """Rows that come in groups."""
    lines = []
    for kind in worlds.GROUPS:
        rng = np.random.default_rng(2)
        parts = [worlds.grouped(kind, rng) for _ in range(3000)]
        truth = {name: pooled(parts, name) for name in WITH_GROUPS}
        found = {name: Tally(value) for name, value in truth.items()}
        for _ in range(simulations):
            rows = worlds.grouped(kind, rng)
            for name, one in found.items():
                one.add(rows, name)
        lines += [[name, kind, *one.cells()] for name, one in found.items()]
    return sorted(lines, key=lambda line: WITH_GROUPS.index(line[0]))


def pooled(parts: list[Predictions], name: str) -> float:
    """Value of all rows of many test sets together."""
    from foldwise.predictions import Predictions

    truth = np.concatenate([part.truth for part in parts])
    answers = [part.of("m") for part in parts]
    labels = np.concatenate([one.output for one in answers])
    said = np.concatenate([one.scores[:, 1] for one in answers if one.scores is not None])
    whole = Predictions.build(truth, {"m": labels}, scores={"m": said}, classes=[0, 1])
    return ModelScores(whole, "m", measure(name)).value


ABOUT = """How often the default 95 % interval of `score` contains the truth, with its Monte-Carlo error; `**` where that is less
than 93 %. The oracle knows the standard deviation of the value over test sets: 2 · 1.96 of it is its width. "No interval"
is the share of test sets where the measure has no value, or where too little is known for an interval and the report says so.
{simulations} test sets each.

## Few positives, few hits

"chance" finds 10 % of the positives and calls 10 % of the negatives positive, "weak" 30 and 10 %, "strong" 90 and 5 %. Coverage is
that of test sets in which the measure has a value. Widths are medians; "open" where most intervals have no upper end.

{counts}

## Weights

Rows are sampled with a chance that depends on a covariate x, and weighted by one over it: between 1 and 20, or up to some
hundred. The error of the model depends on x with the given slope: negative where heavy rows are the hard ones. Where heavy weights
meet squared errors that grow with them (`rmse`, -0.5), the weighted loss has next to no variance to estimate: such a figure is
not assessable from a few hundred rows, by this or any other interval of rows.

{weights}

## Groups

Rows of a group are easy or hard together, and lean to one class. Fewer than five groups that hold rows which count for the
measure give no interval.

{groups}
"""


def main() -> None:
    """Simulate and publish."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    text = ABOUT.format(
        simulations=f"{simulations:,}",
        counts=table(["measure", "positive", "classifier", "rows", *HEAD], of_counts(simulations)),
        weights=table(["measure", "weights", "slope", "rows", *HEAD], of_weights(simulations)),
        groups=table(["measure", "groups", *HEAD], of_groups(simulations)),
    )
    print(text)
    publish("test-set", "Intervals of one test set", text)


if __name__ == "__main__":
    main()
