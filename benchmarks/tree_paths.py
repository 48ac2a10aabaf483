"""Grids and leave-one-out of trees against scikit-learn, and how one tree in ten folds grows with the rows."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

import foldwise
from benchmarks.timing import DOCS, in_turns, publish, resident, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.plans import as_plan, draw
from foldwise.selection.candidates import candidates_of

TREE = DecisionTreeClassifier()
LIMITS = {"max_depth": [2, 3, 4, 5, 6, 8, None], "min_samples_leaf": [1, 2, 5, 10, 20]}
GRIDS = {
    "tree: max_depth x min_samples_leaf": (TREE, LIMITS),
    "tree: ccp_alpha": (TREE, {"ccp_alpha": np.linspace(0, 0.05, 12).tolist()}),
    "forest with a seed: n_estimators": (RandomForestClassifier(random_state=0), {"n_estimators": [10, 20, 50, 100]}),
}
ROWS = (100, 1_000, 10_000, 100_000, 1_000_000)
INTRODUCTION = """\
Trees that share what they can ([how](../howto/trees.md)), on two cores of a shared machine, in turns in one process, best of several
rounds. Predictions are those of fits on their own.
"""


def grid(name: str, rounds: int = 3) -> list[str]:
    """One grid on breast cancer in ten folds."""
    (model, space), (X, y) = GRIDS[name], load_breast_cancer(return_X_y=True)
    dataset = as_dataset(X, y)
    drawn = draw(as_plan("kfold(10)"), dataset, 0)
    models = {one.name: one.model for one in candidates_of(clone(model), space, dataset)}
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    search = GridSearchCV(model, space, cv=folds, n_jobs=2, refit=False)
    calls: dict[str, Any] = {
        "scikit-learn": partial(search.fit, X, y),
        "together": partial(run, dataset, models, drawn, Settings()),
        "apart": lambda: [run(dataset, {one: models[one]}, drawn, Settings()) for one in models],
        "select": lambda: foldwise.select(model, space, X, y, plan="kfold(10)", progress=False),
    }
    GridSearchCV(TREE, {"max_depth": [1, 2]}, cv=2, n_jobs=2).fit(X, y)  # the pool
    seconds = in_turns(calls, rounds=rounds)
    ratios = [f"{seconds['scikit-learn'] / seconds[way]:.0f}x" for way in ("together", "select")]
    return [name, str(len(models)), *(f"{1e3 * seconds[way]:,.0f}" for way in calls), *ratios]


def left_out(n: int, p: int) -> list[str]:
    """Leave-one-out of one table; scikit-learn's is that of a few rows, times their share."""
    X, y = make_classification(n, p, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    dataset, model = as_dataset(X, y), DecisionTreeClassifier(random_state=0)
    drawn = draw(as_plan("loo"), dataset, 0)
    start, some = perf_counter(), range(0, n, max(1, n // 20))
    alone = [clone(model).fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[i : i + 1])[0] for i in some]
    theirs = (perf_counter() - start) / len(alone) * n
    seconds = in_turns({"ours": partial(run, dataset, {"m": model}, drawn, Settings())}, rounds=3)["ours"]
    found = run(dataset, {"m": model}, drawn, Settings()).of("m").output
    same = sum(dataset.labels[found[i]] == said for i, said in zip(some, alone, strict=True))
    return [f"{n:,} x {p}", f"{theirs:,.1f}", f"{seconds:.3f}", f"{theirs / seconds:,.0f}x", f"{same} of {len(alone)}"]


def folds(n: int) -> float:
    """Seconds of one tree in ten folds."""
    X, y = make_classification(n, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    dataset = as_dataset(X, y)
    drawn = draw(as_plan("kfold(10)"), dataset, 0)
    work = partial(run, dataset, {"m": TREE}, drawn, Settings())
    return in_turns({"m": work}, rounds=5 if n <= 10_000 else 1)["m"]


def scaling() -> str:
    """Time of one tree in ten folds against the number of rows, drawn and listed."""
    import altair as alt

    seconds = [folds(n) for n in ROWS]
    values = [{"rows": n, "seconds": one} for n, one in zip(ROWS, seconds, strict=True)]
    chart = (
        alt.Chart(alt.Data(values=values))
        .mark_line(point=True)
        .encode(x=alt.X("rows:Q", scale=alt.Scale(type="log")), y=alt.Y("seconds:Q", scale=alt.Scale(type="log")))
        .properties(width=320, height=220)
    )
    chart.save(DOCS / "tree-scaling.svg")
    slopes = np.diff(np.log(seconds)) / np.diff(np.log(ROWS))
    lines = [
        [f"{n:,}", f"{1e3 * one:,.1f}", "" if at == 0 else f"{slopes[at - 1]:.2f}"]
        for at, (n, one) in enumerate(zip(ROWS, seconds, strict=True))
    ]
    return f"![time against rows](tree-scaling.svg)\n\n{table(('rows', 'ms', 'slope (1 is linear)'), lines)}"


def tell_peak(n: int, repeats: int) -> None:
    """Print the memory at the peak of ten folds of a fully grown tree beyond that of its input, in bytes, and seconds of processor time."""
    X, y = make_classification(n, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    few = as_dataset(X[:200], y[:200])
    run(few, {"m": TREE}, draw(as_plan("kfold(10)"), few, 0), Settings())
    clear = Path("/proc/self/clear_refs")
    clear.write_text("5", encoding="ascii")  # the peak of what made the input is forgotten
    dataset, before, start = as_dataset(X, y), resident("VmRSS"), process_time()
    run(dataset, {"m": TREE}, draw(as_plan(f"kfold(10, repeats={repeats})"), dataset, 0), Settings())
    print(resident("VmHWM") - before, process_time() - start)


def memory(n: int = 1_000_000) -> str:
    """What one and ten repeats of ten folds take beyond the input, each in a process of its own."""
    rows = []
    for repeats in (1, 10):
        code = f"from benchmarks.tree_paths import tell_peak; tell_peak({n}, {repeats})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        peak, seconds = map(float, done.stdout.split())
        rows.append([f"{repeats}x10 folds", f"{peak / 1e6:,.0f}", f"{seconds:,.0f}"])
    return table((f"one tree on {n:,} x 20", "MB (10⁶ bytes) beyond the input of 160 MB", "CPU, s"), rows)


def main() -> None:
    """Measure and publish."""
    head = ("grid", "candidates", "GridSearchCV(n_jobs=2), ms", "fits together, ms", "fits apart, ms", "select, ms")
    grids = table((*head, "fits", "select"), [grid(name) for name in GRIDS])
    rows = [left_out(n, 20) for n in (200, 1_000, 10_000)]
    words = ("rows", "scikit-learn, s", "ours, s", "", "same prediction")
    parts = [
        f"## Grids on breast cancer, ten folds\n\n{grids}",
        f"## Leave-one-out, a fixed seed\n\n{table(words, rows)}\n\nscikit-learn's time is that of some twenty fits, times n.",
        f"## One tree in ten folds, 20 columns\n\n{scaling()}",
        f"## Memory\n\n{memory()}",
    ]
    publish("tree_paths", "Grids, leave-one-out and scaling of trees", "\n\n".join([INTRODUCTION, *parts]))


if __name__ == "__main__":
    main()
