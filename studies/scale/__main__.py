"""Run 25 datasets x 40 models, kill it half-way, resume it: ``python -m studies.scale`` prints what happened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import foldwise
from studies.scale.models import Unreliable

__all__ = ["main"]

ROOT = Path(__file__).parents[2]
FAULTS = ("raises", "crashes", "hangs", "grows")
WIDTHS, BAD = (4, 5, 6, 7), 3
DATASETS, GOOD = 25, 36
TIMEOUT, MEMORY, PLAN = 5.0, "400MB", "kfold(2)"


def datasets() -> dict[str, Any]:
    """Small tables of 4 to 7 columns, and two of 3 columns, on which four models misbehave."""
    rng = np.random.default_rng(0)
    found = {}
    for at in range(DATASETS):
        y = np.arange(80 + 4 * at) % 2
        columns = BAD if at in (4, 16) else WIDTHS[at % len(WIDTHS)]
        X = rng.normal(size=(y.size, columns)) + rng.uniform(0.2, 1.5) * y[:, None]
        found[f"data {at + 1}"] = (X, y)
    return found


def models() -> dict[str, Any]:
    """Trees of an own class, which have no batched kernel, and models that have one; and four that misbehave."""
    found: dict[str, Any] = {f"own tree {depth}": Unreliable(width=99, depth=depth) for depth in range(1, 13)}
    named = ("lda", "qda", "gaussian-nb", "logistic", "tree", "knn")
    found |= {f"{name} {number}": name for name in named for number in range(1, 5)}
    return found | {fault: Unreliable(fault) for fault in FAULTS}


def child(store: str) -> None:
    """One run of the whole experiment; prints a line of facts."""
    start = time.perf_counter()
    result = foldwise.experiment(
        models(), datasets(), plan=PLAN, timeout=TIMEOUT, memory_limit=MEMORY, jobs=2, store=store, baseline=False,
        progress=lambda done, total, _: print(f"{done}/{total}", flush=True),
    )  # fmt: skip
    causes = Counter(one.cause.partition("; ")[2] for one in result.cells if one.cause)
    values = sum(one.finding is not None for one in result.cells)
    facts = {"cells": len(result.cells), "values": values, "causes": causes, "seconds": time.perf_counter() - start}
    print(json.dumps(facts), flush=True)


def start(store: str) -> subprocess.Popen[str]:
    """Start a run in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", "studies.scale", "child", store]
    return subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )


def main() -> int:
    """Kill a run half-way and resume it; tell what became of the cells and of the fits."""
    with tempfile.TemporaryDirectory() as folder:
        store, begun = f"{folder}/store.db", time.perf_counter()
        process = start(store)
        for line in process.stdout or ():
            done, _, total = line.partition("/")
            if int(done) * 2 > int(total):
                break
        process.kill()
        process.communicate()
        killed = time.perf_counter() - begun
        found = json.loads((start(store).communicate()[0] or "").splitlines()[-1])
        runs = foldwise.runs(store)[::-1]
    print(f"killed half-way after {killed:.0f} s: {runs[0].status}, {runs[0].done} fits kept")
    print(f"resumed: {found['seconds']:.0f} s, {runs[1].reused} fits reused, {runs[1].done} done")
    print(f"{found['cells']} cells, {found['values']} with a value; the others:")
    for cause, times in found["causes"].items():
        print(f"  {times} x {cause}")
    return int(found["cells"] != DATASETS * (GOOD + len(FAULTS)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        child(sys.argv[2])
    else:
        sys.exit(main())
