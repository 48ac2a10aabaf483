"""Where the time of one small call of `assess` goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB

import foldwise
from benchmarks.timing import in_turns, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, choose, run
from foldwise.engine.driver import predict
from foldwise.engine.family import Resampled
from foldwise.engine.rows import TestRows
from foldwise.evaluation import Request, evaluate
from foldwise.measures import default_measures
from foldwise.models import baseline_for
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from collections.abc import Callable

PLAN = "kfold(10, repeats=10)"


def stages() -> str:
    """Time each stage of 10x10 folds of naive Bayes on breast cancer by itself, best of two hundred."""
    X, y = load_breast_cancer(return_X_y=True)
    dataset, model = as_dataset(X, y), GaussianNB()
    models = {"gaussian-nb": model, "baseline": baseline_for(dataset)}
    drawn = draw(as_plan(PLAN), dataset, 0)
    data = Resampled.of(dataset, drawn)
    families = {name: choose(one, dataset, drawn).family for name, one in models.items()}
    predictions = run(dataset, models, drawn, Settings())
    shown = default_measures(predictions)
    work: dict[str, Callable[[], object]] = {
        "look at the data": lambda: as_dataset(X, y),
        "fingerprint": lambda: as_dataset(X, y).fingerprint,
        "draw the parts": lambda: draw(as_plan(PLAN), dataset, 0),
        "lay out the test rows": lambda: TestRows.of(drawn),
        "100 fits and 5,690 predictions": lambda: predict(families["gaussian-nb"], [model], data),  # type: ignore[arg-type]
        "the baseline": lambda: predict(families["baseline"], [models["baseline"]], data),  # type: ignore[arg-type]
        "eight findings with intervals": lambda: evaluate(predictions, shown, Request()),
        "the whole call": lambda: foldwise.assess(model, X, y, plan=PLAN),
    }
    seconds = in_turns(work, rounds=200)
    seconds["fingerprint"] -= seconds["look at the data"]
    seconds["the rest: choosing families, collecting, notes"] = 2 * seconds["the whole call"] - sum(seconds.values())
    lines = [[name, f"{1e6 * taken:.0f}"] for name, taken in seconds.items() if name != "the whole call"]
    lines.append(["the whole call", f"{1e6 * seconds['the whole call']:.0f}"])
    head = "10x10 folds of Gaussian naive Bayes on breast cancer (569 x 30), each stage by itself, best of 200."
    return f"## Where the time of a small call goes\n\n{head}\n\n" + table(("stage", "µs"), lines)
