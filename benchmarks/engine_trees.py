"""Trees, forests and boosting against `cross_validate(n_jobs=2)`, in turns, in one process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, make_classification
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
from sklearn.tree import DecisionTreeClassifier

import foldwise
from benchmarks.ranger import beside_ranger
from benchmarks.timing import in_turns, publish, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, choose, run
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from foldwise.arrays import Array

TREE, FOREST, STUMPS = DecisionTreeClassifier(), RandomForestClassifier(100), AdaBoostClassifier(n_estimators=50)
GRADIENTS, BAGS = GradientBoostingClassifier(), BaggingClassifier()
INTRODUCTION = """\
10x10 folds, or one repeat of ten folds where scikit-learn takes minutes, by `cross_validate(n_jobs=2)`, which scores the
accuracy, and by foldwise on the same two cores: `fits` is the engine alone (every fit, and the probabilities of all test
rows), `assess` the whole call with data checks, baseline, and four measures with intervals. In turns in one process, best of
several rounds. The predictions are scikit-learn's own, row by row ([how](../howto/trees.md)).
"""


@dataclass(frozen=True)
class Work:
    """One line of the table: a model, the data, the number of repeats, and how many times faster it should be."""

    title: str
    model: Any
    data: str
    wanted: float
    repeats: int = 10
    rounds: int = 5


WORK = [
    Work("tree", TREE, "200 x 20", 50, rounds=9),
    Work("tree", TREE, "breast cancer", 25, rounds=9),
    Work("tree", TREE, "digits", 8),
    Work("tree", TREE, "10,000 x 20", 20, repeats=1, rounds=3),
    Work("forest of 100", FOREST, "breast cancer", 8, rounds=2),
    Work("forest of 100", FOREST, "10,000 x 20", 5, repeats=1, rounds=1),
    Work("AdaBoost of 50 stumps", STUMPS, "breast cancer", 150, rounds=3),
    Work("AdaBoost of 50 stumps", STUMPS, "10,000 x 20", 60, repeats=4, rounds=1),
    Work("gradient boosting, 100 trees of depth 3", GRADIENTS, "breast cancer", 10, rounds=2),
    Work("gradient boosting, 100 trees of depth 3", GRADIENTS, "10,000 x 20", 5, repeats=1, rounds=1),
    Work("bagging of 10 trees", BAGS, "breast cancer", 10, rounds=2),
]


@cache
def data(name: str) -> tuple[Array, Array]:
    """Features and classes."""
    if name == "breast cancer":
        return load_breast_cancer(return_X_y=True)
    if name == "digits":
        return load_digits(return_X_y=True)
    n = int(name.partition(" ")[0].replace(",", ""))
    return make_classification(n, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)


def measure(work: Work) -> list[str]:
    """Time one line of the table."""
    X, y = data(work.data)
    dataset = as_dataset(X, y)
    plan = f"kfold(10, repeats={work.repeats})"
    drawn = draw(as_plan(plan), dataset, 0)
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=work.repeats, random_state=0)
    calls = {
        "scikit-learn": lambda: cross_validate(work.model, X, y, cv=splitter, n_jobs=2),
        "fits": lambda: run(dataset, {"m": work.model}, drawn, Settings()),
        "assess": lambda: foldwise.assess(work.model, X, y, plan=plan),
    }
    cross_validate(TREE, X[:100], np.arange(100) % 2, cv=2, n_jobs=2)  # the pool
    calls["fits"]()
    seconds = in_turns(calls, rounds=work.rounds)
    ratios = [seconds["scikit-learn"] / seconds[name] for name in ("fits", "assess")]
    return [
        work.title, work.data, plan, choose(work.model, dataset, drawn).name, f"{1e3 * seconds['scikit-learn']:,.0f}",
        f"{1e3 * seconds['fits']:,.1f}", f"{1e3 * seconds['assess']:,.1f}", f"{ratios[0]:.0f}x", f"{ratios[1]:.0f}x",
        f"{work.wanted:.0f}x", "yes" if ratios[0] >= work.wanted else "no",
    ]  # fmt: skip


BESIDE = [("breast cancer", 100, 3), ("10,000 x 20", 20, 1)]
"""Data, trees and rounds of forests that are held beside biosphere's, which predict values alone."""
RANGER = {"breast cancer": 5, "10,000 x 20": 2}
"""Data and rounds of forests that are held beside ranger's."""


def beside_biosphere() -> str:
    """Ten folds of fully grown regression forests on one core, in turns with biosphere where it is installed."""
    try:
        import biosphere
    except ImportError:
        return "Biosphere (PyPI `biosphere`) was not installed."
    header = ["data", "trees", "biosphere, ms", "fits, ms", "ratio"]
    return table(header, [_beside(biosphere.RandomForest, *one) for one in BESIDE])


def _beside(forest: Any, name: str, trees: int, rounds: int) -> list[str]:  # noqa: ANN401
    X, classes = data(name)
    y, columns = classes.astype(float), max(1, int(X.shape[1] ** 0.5))
    dataset = as_dataset(X, y, task="regression")
    drawn = draw(as_plan("kfold(10)"), dataset, 0)
    model = RandomForestRegressor(trees, max_features=columns, random_state=0)

    def theirs() -> None:
        for r in range(drawn.count):
            one = forest(trees, max_depth=None, max_features=columns, n_jobs=1)
            one.fit(X[drawn.train_rows(r)], y[drawn.train_rows(r)])
            one.predict(X[drawn.test_rows(r)])

    calls = {"biosphere": theirs, "ours": lambda: run(dataset, {"m": model}, drawn, Settings(jobs=1))}
    milliseconds = {title: 1e3 * seconds for title, seconds in in_turns(calls, rounds=rounds).items()}
    ratio = milliseconds["biosphere"] / milliseconds["ours"]
    return [name, f"{trees}", *(f"{one:,.0f}" for one in milliseconds.values()), f"{ratio:.1f}x"]


def main() -> None:
    """Measure and publish."""
    header = [
        "model", "data", "plan", "engine", "scikit-learn, ms", "fits, ms", "assess, ms", "fits", "assess", "wanted", "reached",
    ]  # fmt: skip
    lines = []
    for work in WORK:
        lines.append(measure(work))
        print(" | ".join(lines[-1]), flush=True)
    beside = {"ranger": beside_ranger(data, RANGER), "biosphere": beside_biosphere()}
    peers = "\n\n".join(f"## Beside {peer}\n\n{found}" for peer, found in beside.items())
    publish("engine_trees", "Trees, forests and boosting", f"{INTRODUCTION}\n{table(header, lines)}\n\n{peers}")


if __name__ == "__main__":
    main()
