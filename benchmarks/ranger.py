"""Forests of classes beside those of ranger (R), which times its own fits: on one core and on two."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from benchmarks.timing import table
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.arrays import Array

SCRIPT = Path(__file__).with_name("ranger.R")
TREES = 100
INTRODUCTION = """\
Ten folds of forests of 100 fully grown classification trees with √p columns tried at each node, in turns, best of several rounds.
Ranger's time is that of its fits alone, taken inside R; ours is that of the fits and the probabilities of all test rows.
"""


def beside_ranger(data: Callable[[str], tuple[Array, Array]], work: Mapping[str, int]) -> str:
    """A table of both, for the rounds of each dataset, or a sentence where ranger is not installed."""
    if not has_ranger():
        return "Ranger (Debian `r-cran-ranger`) was not installed."
    header = ["data", "threads", "ranger, ms", "fits, ms", "ratio", "ranger, CPU ms", "fits, CPU ms", "ratio"]
    lines = [
        _beside(name, data(name), threads, rounds)
        for name, rounds in work.items()
        for threads in (1, 2)
    ]  # fmt: skip
    return f"{INTRODUCTION}\n{table(header, lines)}"


def has_ranger() -> bool:
    """Whether R and its package ranger are installed."""
    rscript = shutil.which("Rscript")
    if rscript is None:
        return False
    asked = [rscript, "-e", "quit(status = !requireNamespace('ranger', quietly = TRUE))"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _beside(name: str, rows: tuple[Array, Array], threads: int, rounds: int) -> list[str]:
    X, y = rows
    dataset = as_dataset(X, y)
    drawn = draw(as_plan("kfold(10)"), dataset, 0)
    fold = np.zeros(len(y), dtype=np.int64)
    for r in range(drawn.count):
        fold[drawn.test_rows(r)] = r + 1
    model = RandomForestClassifier(TREES, random_state=0)
    run(dataset, {"m": model}, drawn, Settings(jobs=threads))
    theirs, ours = [], []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        names = [f"x{j}" for j in range(X.shape[1])] + ["y", "fold"]
        np.savetxt(path, np.column_stack([X, y, fold]), delimiter=",", header=",".join(names), comments="")
        for _ in range(rounds):
            command = ["Rscript", str(SCRIPT), str(path), str(TREES), str(threads)]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            theirs.append([1e3 * float(one) for one in said])
            start = perf_counter(), process_time()
            run(dataset, {"m": model}, drawn, Settings(jobs=threads))
            ours.append([1e3 * (perf_counter() - start[0]), 1e3 * (process_time() - start[1])])
    both = np.array([theirs, ours]).min(axis=1)  # (ranger and ours, wall clock and CPU)
    cells = [[f"{both[0, at]:,.0f}", f"{both[1, at]:,.0f}", f"{both[0, at] / both[1, at]:.1f}x"] for at in (0, 1)]
    return [name, str(threads), *cells[0], *cells[1]]
