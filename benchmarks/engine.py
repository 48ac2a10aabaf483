"""The batched kernels against `cross_validate(n_jobs=2)`, in turns, in one process."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import foldwise
from benchmarks.ceiling import floors
from benchmarks.scaling import memory, plot
from benchmarks.stages import stages
from benchmarks.timing import publish, table, turns_of
from foldwise.data import as_dataset
from foldwise.engine import choose
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array

NB, LDA, RIDGE, KNN = GaussianNB(), LinearDiscriminantAnalysis(), RidgeClassifier(), KNeighborsClassifier()
# Without regularisation scikit-learn refuses these columns: a class has a direction of variance below `tol`.
QDA = QuadraticDiscriminantAnalysis(reg_param=0.1)
LOGISTIC = make_pipeline(StandardScaler(), LogisticRegression())
TEN_BY_TEN, LEAVE_ONE_OUT, BOOTSTRAP = "kfold(10, repeats=10)", "loo", "bootstrap(1000)"


@dataclass(frozen=True)
class Row:
    """One line of the table: a model, the data, the plan, and how many times faster it should be."""

    title: str
    model: Any
    data: str
    plan: str
    wanted: float
    rounds: int = 7


ROWS = [
    *(
        Row(name, model, "breast cancer", TEN_BY_TEN, 60)
        for name, model in (("GaussianNB", NB), ("LDA", LDA), ("QDA", QDA), ("ridge", RIDGE), ("kNN", KNN))
    ),
    Row("logistic, scaled", LOGISTIC, "breast cancer", TEN_BY_TEN, 20),
    Row("ridge, scaled", make_pipeline(StandardScaler(), RIDGE), "breast cancer", TEN_BY_TEN, 20),
    Row("GaussianNB, scaled", make_pipeline(StandardScaler(), NB), "breast cancer", TEN_BY_TEN, 5),
    Row("GaussianNB", NB, "100,000 x 20", TEN_BY_TEN, 20, rounds=2),
    Row("ridge", RIDGE, "100,000 x 20", TEN_BY_TEN, 20, rounds=2),
    *(
        Row(name, model, "10,000 x 20", LEAVE_ONE_OUT, 0.2)
        for name, model in (("GaussianNB", NB), ("LDA", LDA), ("ridge", RIDGE), ("kNN", KNN))
    ),
    Row("GaussianNB", NB, "breast cancer", BOOTSTRAP, 60, rounds=3),
    Row("ridge", RIDGE, "breast cancer", BOOTSTRAP, 60, rounds=3),
]


@cache
def data(name: str) -> tuple[Array, Array]:
    """Features and classes."""
    if name == "breast cancer":
        return load_breast_cancer(return_X_y=True)
    n = int(name.partition(" ")[0].replace(",", ""))
    return make_classification(n, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)


def peer_of(row: Row, scoring: list[str] | None = None) -> Callable[[], object]:
    """What scikit-learn does for the same: the loop, or one fit and one prediction of all rows."""
    X, y = data(row.data)
    if row.plan == LEAVE_ONE_OUT:
        return lambda: (
            clone(row.model).fit(X, y).predict_proba(X)
            if hasattr(row.model, "predict_proba")
            else clone(row.model).fit(X, y).decision_function(X)
        )
    if row.plan == TEN_BY_TEN:
        splitter: Any = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    else:
        dataset = as_dataset(X, y)
        drawn = draw(as_plan(row.plan), dataset, 0)
        splitter = [(drawn.train_rows(r), drawn.test_rows(r)) for r in range(drawn.count)]
    return lambda: cross_validate(row.model, X, y, cv=splitter, n_jobs=2, scoring=scoring)


def same_measures(row: Row) -> list[str]:
    """The names scikit-learn has for what `assess` tells by default."""
    known = ["accuracy", "balanced_accuracy", "roc_auc"]
    return [*known, "neg_log_loss"] if hasattr(row.model, "predict_proba") else known


def engine_of(row: Row) -> str:
    """Which kernel runs it, or ``generic``."""
    X, y = data(row.data)
    dataset = as_dataset(X, y)
    return choose(row.model, dataset, draw(as_plan(row.plan), dataset, 0)).name


def measure(row: Row) -> list[str]:
    """Time one line of the table."""
    X, y = data(row.data)
    engine = engine_of(row)
    if engine == "generic":
        return [row.title, row.data, row.plan, "generic", "-", "-", "-", wish(row), "no kernel yet", "-", "-"]
    work = {"foldwise": lambda: foldwise.assess(row.model, X, y, plan=row.plan), "scikit-learn": peer_of(row)}
    if row.plan != LEAVE_ONE_OUT:
        work["same measures"] = peer_of(row, same_measures(row))
    for call in work.values():  # the pool, the imports and the caches
        call()
    times = turns_of(work, rounds=row.rounds)
    seconds = {name: one.best for name, one in times.items()}
    ratio = seconds["scikit-learn"] / seconds["foldwise"]
    cold = times["scikit-learn"].first / times["foldwise"].first
    shown = f"{ratio:.0f}x" if row.plan != LEAVE_ONE_OUT else f"{1 / ratio:.1f} fits"
    return [
        row.title, row.data, row.plan, engine, f"{1e3 * seconds['foldwise']:.2f}",
        f"{1e3 * seconds['scikit-learn']:.1f}", shown, wish(row), "yes" if ratio >= row.wanted else "no",
        f"{cold:.0f}x" if row.plan != LEAVE_ONE_OUT else f"{1 / cold:.1f} fits",
        f"{seconds['same measures'] / seconds['foldwise']:.0f}x" if "same measures" in seconds else "",
    ]  # fmt: skip


def wish(row: Row) -> str:
    """The figure to reach, in words."""
    return f"at most {1 / row.wanted:.0f} fits" if row.plan == LEAVE_ONE_OUT else f"at least {row.wanted:.0f}x"


HEADER = (
    "model", "data", "plan", "engine", "foldwise, ms", "scikit-learn, ms", "measured", "wanted", "reached",
    "first call", "same measures",
)  # fmt: skip
INTRO = (
    "The whole `assess` call (data checks, draw, fits, baseline, four measures with intervals) against\n"
    "`cross_validate(n_jobs=2)`, which only scores the accuracy, in turns of equal length in one process, best of several\n"
    "rounds; `first call` is the ratio of the first calls of these turns, which find the caches cold.\n"
    "Leave-one-out is held against one fit and one prediction of all rows by scikit-learn, bootstrap against the loop\n"
    "over the same draws. `same measures` is the ratio to a `cross_validate` that scores what `assess` tells: accuracy,\n"
    "balanced accuracy, AUC and, where there are probabilities, log loss; still without a baseline and without intervals."
)


def missed(lines: list[list[str]]) -> str:
    """Say which figures were not reached, if any."""
    names = [f"{line[0]} on {line[1]}, {line[2]} ({line[6]}, {line[7]})" for line in lines if line[8] != "yes"]
    told = "\n".join(f"- {name}" for name in names) if names else "Every figure of this table is reached."
    return f"## What is missed\n\n{told}"


def main() -> None:
    """Measure everything and write the page."""
    start = time.perf_counter()
    lines = []
    for row in ROWS:
        lines.append(measure(row))
        print(" | ".join(lines[-1]), flush=True)
    parts = [INTRO, table(HEADER, lines), missed(lines), stages(), floors(), plot(), memory()]
    parts.append(f"Two shared cores; measured in {time.perf_counter() - start:.0f} s with numpy {np.__version__}.")
    publish("engine", "The batched engine", "\n\n".join(parts))


if __name__ == "__main__":
    main()
