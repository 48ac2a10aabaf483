"""`Ripper` and Weka's JRip on the same folds of the same tables.

Run with ``python -m studies.ripper WEKA.JAR FILE:TARGET …`` where Java (a development kit) and Weka 3.6 or later are installed;
each file is a Parquet file with its target. Three times ten stratified folds, both with their defaults.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from foldwise.learners import Ripper
from studies.publication import publish
from studies.weka import folds_of, weka_predictions

if TYPE_CHECKING:
    from foldwise.arrays import Codes

REPEATS = 3


@dataclass(frozen=True)
class RipperLine:
    """One dataset: errors of both, the standard error of their difference, and rules of ours."""

    name: str
    rows: int
    ours: float
    theirs: float
    standard_error: float
    rules: float


def predictions(table: pd.DataFrame, labels: pd.Series, folds: Codes) -> tuple[np.ndarray, float]:
    """What `Ripper` predicts for each row in each repeat, and the mean number of its rules."""
    found, rules = np.empty(folds.shape, dtype=object), []
    for repeat, numbers in enumerate(folds):
        for fold in range(10):
            test = numbers == fold
            model = Ripper(random_state=repeat).fit(table[~test], labels[~test])
            found[repeat, test] = model.predict(table[test])
            rules.append(len(model.rules_))
    return found, float(np.mean(rules))


def compared(name: str, target: str, weka: str) -> RipperLine:
    """Run both on one table."""
    rows = pd.read_parquet(name)
    labels = rows.pop(target).astype(str)
    folds = folds_of(labels, REPEATS)
    theirs = weka_predictions(weka, "weka.classifiers.rules.JRip", (rows, labels), folds)
    (ours, rules), true = predictions(rows, labels, folds), labels.to_numpy()
    wrong = [(one != true).mean(axis=0) for one in (ours, theirs)]
    spread = float((wrong[0] - wrong[1]).std(ddof=1) / np.sqrt(len(true)))
    return RipperLine(Path(name).stem, len(true), *(float(one.mean()) for one in wrong), spread, rules)


def page(lines: list[RipperLine]) -> str:
    """The table, and what it says."""
    within = sum(abs(one.ours - one.theirs) <= 2 * one.standard_error for one in lines)
    means = [100 * float(np.mean([getattr(one, side) for one in lines])) for side in ("ours", "theirs")]
    text = [
        "`python -m studies.ripper WEKA.JAR FILE:TARGET …` fits `foldwise.learners.Ripper` and JRip of Weka 3.6.14, both with their",
        f"defaults, on the same {REPEATS} x 10 stratified folds. Both draw the rows that cut rules back at random, so predictions differ;",
        "the standard error is that of the difference, over rows.",
        "",
        "| table | rows | error of Ripper, % | error of JRip, % | difference | standard error | rules of Ripper |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in lines:
        figures = [100 * one.ours, 100 * one.theirs, 100 * (one.ours - one.theirs), 100 * one.standard_error]
        cells = [f"{figures[0]:.2f}", f"{figures[1]:.2f}", f"{figures[2]:+.2f}", f"{figures[3]:.2f}"]
        text.append(f"| {one.name} | {one.rows} | {' | '.join(cells)} | {one.rules:.1f} |")
    text += [
        "",
        f"Within two standard errors on {within} of {len(lines)} tables; mean error {means[0]:.2f} % against {means[1]:.2f} %.",
        "Where the two differ: JRip cuts rules back by (p + 1)/(p + n + 2) and adds 1 to the counts of FOIL's gain; ours takes Cohen's",
        "(p - n)/(p + n) and the plain gain, and never parts copies of a row, so that weights are repeated rows.",
    ]
    return "\n".join(text)


def main() -> None:
    """Compare on the tables named on the command line."""
    weka, *tables = sys.argv[1:]
    lines = []
    for given in tables:
        name, _, target = given.rpartition(":")
        lines.append(compared(name, target, weka))
        print(lines[-1], flush=True)
    publish("ripper", "Ripper and JRip", page(lines))


if __name__ == "__main__":
    main()
