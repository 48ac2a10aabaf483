"""How time and memory of the kernels grow with the number of rows and of resamples."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import numpy as np
from sklearn.datasets import make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from benchmarks.timing import DOCS, in_turns, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.plans import as_plan, draw

ROWS = (100, 1_000, 10_000, 100_000, 1_000_000)
RESAMPLES = (10, 100, 1_000, 10_000)
MODELS = {"GaussianNB": GaussianNB(), "LDA": LinearDiscriminantAnalysis()}
MEGABYTES = """
import numpy as np
import foldwise
from benchmarks.timing import resident
from sklearn.naive_bayes import GaussianNB
rng = np.random.default_rng(0)
X = rng.normal(size=(1_000_000, 20))
y = (X[:, 0] + rng.normal(size=1_000_000) > 0).astype(int)
before = resident("VmRSS")
result = foldwise.assess(GaussianNB(), X, y, plan="kfold(10, repeats=10)")
after = resident("VmHWM")
print(result.engines["gaussian-nb"], X.nbytes / 2**20, (after - before) / 2**20)
"""


def seconds(n: int, plan: str) -> dict[str, float]:
    """Seconds of each model's run."""
    X, y = make_classification(n, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    dataset = as_dataset(X, y)
    drawn = draw(as_plan(plan), dataset, 0)
    work = {name: partial(run, dataset, {name: model}, drawn, Settings()) for name, model in MODELS.items()}
    return in_turns(work, rounds=2 if n * drawn.count > 10_000_000 else 5)


def measure() -> list[dict[str, object]]:
    """Time by rows at ten folds, and by resamples at a thousand rows."""
    found: list[dict[str, object]] = []
    for n in ROWS:
        times = seconds(n, "kfold(10)")
        found += [{"model": name, "axis": "rows (10 folds)", "size": n, "seconds": t} for name, t in times.items()]
    for r in RESAMPLES:
        times = seconds(1_000, f"subsample({r}, test=0.1)")
        found += [
            {"model": name, "axis": "resamples (1,000 rows)", "size": r, "seconds": t} for name, t in times.items()
        ]
    return found


def plot() -> str:
    """Draw the scaling, and say the slope between the two largest sizes of each line."""
    import altair as alt

    found = measure()
    chart = (
        alt.Chart(alt.Data(values=found))
        .mark_line(point=True)
        .encode(
            x=alt.X("size:Q", scale=alt.Scale(type="log"), title=None),
            y=alt.Y("seconds:Q", scale=alt.Scale(type="log")),
            color="model:N",
        )
        .properties(width=280, height=220)
        .facet(column=alt.Column("axis:N", title=None))
        .resolve_scale(x="independent")
    )
    DOCS.mkdir(parents=True, exist_ok=True)
    for ending in ("png", "svg"):
        chart.save(DOCS / f"engine-scaling.{ending}")
    lines = []
    for axis in dict.fromkeys(str(one["axis"]) for one in found):
        for name in MODELS:
            mine = [one for one in found if one["axis"] == axis and one["model"] == name]
            sizes, times = (np.log([float(str(one[key])) for one in mine]) for key in ("size", "seconds"))
            slope = (times[-1] - times[-2]) / (sizes[-1] - sizes[-2])
            lines.append(
                [name, axis, *(f"{1e3 * np.exp(t):.1f}" for t in times), *[""] * (5 - len(times)), f"{slope:.2f}"]
            )
    head = ("model", "growing", "ms", "ms", "ms", "ms", "ms", "last slope (1 is linear)")
    picture = "![time against rows and resamples](engine-scaling.svg)"
    sizes = f"Rows {', '.join(f'{n:,}' for n in ROWS)}; resamples {', '.join(f'{r:,}' for r in RESAMPLES)}; 20 columns."
    return f"## Scaling\n\n{picture}\n\n{sizes}\n\n{table(head, lines)}"


def memory() -> str:
    """Peak memory of 10x10 folds on a million rows, in a process of its own."""
    out = subprocess.run([sys.executable, "-c", MEGABYTES], check=True, capture_output=True, text=True).stdout.split()
    return (
        f"## Memory\n\n`assess` of {out[0]} with 10x10 folds on 1,000,000 x 20: {float(out[2]):.0f} MB beyond the "
        f"input of {float(out[1]):.0f} MB (wanted: at most 500)."
    )
