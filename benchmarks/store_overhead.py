"""What a store costs: the same run with and without one, in turns, for fits of about a millisecond."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from benchmarks.timing import in_turns, publish, table

if TYPE_CHECKING:
    from typing import Self

    from foldwise.arrays import Array

__all__ = ["main"]

ROUNDS = 5
INTRODUCTION = """\
`assess` of a model whose fit takes a millisecond, fit by fit in one process, without a store and with a new one: every fit with
its labels and probabilities is signed and written, the run is recorded, and its result is kept. *Again* is the same call once
more, which reads all fits from the store. CPU seconds of the process, best of several rounds in turns.
"""


class Millisecond(ClassifierMixin, BaseEstimator):
    """Knows the share of each class, after some work of about a millisecond; a store keeps no model that reads the clock."""

    def __init__(self, work: int = 50_000) -> None:
        self.work = work

    def fit(self, X: Array, y: Array) -> Self:  # noqa: ARG002 - as all models
        """Take a millisecond."""
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares_ = counts / counts.sum()
        self.sum_ = sum(range(self.work))
        return self

    def predict(self, X: Array) -> Array:
        """Predict the first class."""
        return np.repeat(self.classes_[:1], len(X))

    def predict_proba(self, X: Array) -> Array:
        """Predict the shares."""
        return np.tile(self.shares_, (len(X), 1))


def main() -> None:
    """Measure and publish."""
    lines = [measured(rows, repeats) for rows, repeats in ((150, 60), (150, 200))]
    publish(
        "store_overhead",
        "What a store costs",
        f"{INTRODUCTION}\n{table(list(lines[0]), [list(line.values()) for line in lines])}",
    )


def measured(rows: int, repeats: int) -> dict[str, str]:
    """One line: so many rows, ten parts, so many repeats."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(rows, 4)), np.arange(rows) % 2
    with tempfile.TemporaryDirectory() as folder:
        places = iter(Path(folder) / f"{number}.db" for number in range(1000))

        def run(store: Path | None) -> object:
            return foldwise.assess(
                Millisecond(), X, y, plan=f"kfold(10, repeats={repeats})", measures="error", jobs=1, baseline=False,
                store=store, progress=False,
            )  # fmt: skip

        kept = next(places)
        run(kept)
        work = {"none": lambda: run(None), "store": lambda: run(next(places)), "again": lambda: run(kept)}
        found = in_turns(work, rounds=ROUNDS, clock=time.process_time)
        size = kept.stat().st_size
    return {
        "rows": f"{rows:,}",
        "fits": f"{10 * repeats:,}",
        "without": f"{found['none']:.3f} s",
        "with a store": f"{found['store']:.3f} s",
        "more": f"{100 * (found['store'] / found['none'] - 1):.1f} %",
        "again": f"{found['again']:.3f} s",
        "file": f"{size / 1e6:.2f} MB",
    }


if __name__ == "__main__":
    main()
