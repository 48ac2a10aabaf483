"""How long drawing takes on a million rows, and how much memory: run with ``python -m benchmarks.resamples``."""

from __future__ import annotations

import gc
import time
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Dataset, Task
from foldwise.plans import draw, parse

if TYPE_CHECKING:
    from foldwise.plans import Resamples

ROWS = 1_000_000
CASES = [
    ("loo", "classes"),
    ("kfold(10, repeats=10)", "classes"),
    ("kfold(10, repeats=10)", "values"),
    ("holdout(1/3)", "classes"),
    ("subsample(25, test=0.1)", "classes"),
    ("bootstrap(200)", "classes"),
    ("bootstrap(200, scheme=stratified)", "classes"),
    ("two-folds-out(5, repeats=10)", "classes"),
    ("group-kfold(10)", "groups"),
    ("forward(5)", "time"),
]


def rows_of(kind: str) -> Dataset:
    """A million rows with three classes, a numeric target, groups of about ten, or a time of their own each."""
    rng = np.random.default_rng(0)
    X = np.zeros((ROWS, 1))
    if kind == "values":
        return Dataset(X, rng.normal(size=ROWS), Task.REGRESSION)
    groups = rng.integers(0, ROWS // 10, ROWS) if kind == "groups" else None
    order = rng.permutation(ROWS) if kind == "time" else None
    dataset = Dataset(X, rng.integers(0, 3, ROWS), Task.CLASSIFICATION, groups=groups, order=order)
    # Coding the labels, groups and times is the dataset's work, done once however many plans follow.
    _ = dataset.codes, dataset.class_counts, dataset.group_codes, dataset.time_rank
    return dataset


def use(resamples: Resamples) -> None:
    """Ask for what the engine asks for: sizes, the first and the last test set, one block of counts."""
    _ = resamples.repeat, resamples.test_rows(0), resamples.test_rows(resamples.count - 1)
    resamples.train_counts(0, 1)


def measure(text: str, dataset: Dataset) -> tuple[float, float, float]:
    """Seconds to draw, seconds to use, and the peak of both in megabytes."""
    plan = parse(text)
    start = time.perf_counter()
    resamples = draw(plan, dataset, 0)
    drawn = time.perf_counter()
    use(resamples)
    used = time.perf_counter()
    del resamples
    gc.collect()
    tracemalloc.start()
    use(draw(plan, dataset, 0))
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return drawn - start, used - drawn, peak


def main() -> None:
    """Print one line per plan."""
    print(f"{ROWS:,} rows")
    print(f"{'plan':36}{'rows':10}{'draw s':>9}{'use s':>9}{'peak MB':>9}")
    for text, kind in CASES:
        drawn, used, peak = measure(text, rows_of(kind))
        print(f"{text:36}{kind:10}{drawn:9.3f}{used:9.3f}{peak:9.1f}")


if __name__ == "__main__":
    main()
