"""The generic path against `cross_validate(n_jobs=2)`: in turns in one process, and each alone in a new one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sklearn.datasets import load_breast_cancer, load_digits, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import foldwise
from benchmarks.timing import in_turns, publish, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.arrays import Array

PLAN = "kfold(10, repeats=3)"
INTRODUCTION = """\
3x10 folds of models without a batched kernel, or with `engine="generic"`, by `cross_validate(n_jobs=2)`, which scores the
accuracy, and by the whole of `assess`: every fit, labels and scores of all test rows, data checks, a baseline, and its
measures with intervals. *Warm* is in turns in one process, in which both pools have been started by an earlier call, best
of several rounds. *Cold* is the first call of a new process, without its imports: both start their pools, or see that it
does not pay.
"""


@dataclass(frozen=True)
class Work:
    """One line of the table: a model and its data."""

    title: str
    model: Any
    data: str
    rounds: int = 3


def models() -> list[Work]:
    """The lines of the table; xgboost where it is installed."""
    found = [
        Work("SVC", SVC(), "breast cancer", 5),
        Work("SVC", SVC(), "3,000 x 20"),
        Work("SVC", SVC(), "digits"),
        Work("MLPClassifier", MLPClassifier(max_iter=40), "breast cancer"),
        Work("MLPClassifier", MLPClassifier(max_iter=20), "digits"),
        Work("tree", DecisionTreeClassifier(), "breast cancer", 5),
        Work("tree", DecisionTreeClassifier(), "3,000 x 20"),
        Work("forest of 100", RandomForestClassifier(), "breast cancer"),
        Work("forest of 100", RandomForestClassifier(), "3,000 x 20", 1),
    ]
    try:
        from xgboost import XGBClassifier
    except ImportError:
        return found
    return [*found, Work("xgboost", XGBClassifier(), "breast cancer"), Work("xgboost", XGBClassifier(), "3,000 x 20")]


@cache
def data(name: str) -> tuple[Array, Array]:
    """Features and classes."""
    if name == "breast cancer":
        return load_breast_cancer(return_X_y=True)
    if name == "digits":
        return load_digits(return_X_y=True)
    return make_classification(3000, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)


def calls(work: Work) -> Mapping[str, Callable[[], object]]:
    """What is timed."""
    import warnings

    X, y = data(work.data)
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=3, random_state=0)
    warnings.simplefilter("ignore")
    return {
        "scikit-learn": lambda: cross_validate(work.model, X, y, cv=splitter, n_jobs=2),
        "assess": lambda: foldwise.assess(work.model, X, y, plan=PLAN, engine="generic", progress=False),
    }


def warm(work: Work) -> dict[str, float]:
    """Best seconds in turns, after a call that had both start their workers."""
    X, y = data("breast cancer")
    cross_validate(DecisionTreeClassifier(), X, y, cv=2, n_jobs=2)
    foldwise.assess(DecisionTreeClassifier(), X, y, plan="kfold(2)", engine="generic", jobs=2, progress=False)
    return in_turns(calls(work), rounds=work.rounds)


def cold(at: int) -> dict[str, float]:
    """Seconds of the first call, each in a process of its own."""
    found = {}
    for name in ("scikit-learn", "assess"):
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.generic_pool", str(at), name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found[name] = float(json.loads(done.stdout))
    return found


def first(at: int, name: str) -> None:
    """Time the first call of this process."""
    call = calls(models()[at])[name]
    start = time.perf_counter()
    call()
    print(time.perf_counter() - start)


def main() -> None:
    """Measure and publish."""
    lines = []
    for at, work in enumerate(models()):
        found = warm(work), cold(at)
        lines.append(
            [work.title, work.data]
            + [f"{1e3 * one[name]:,.0f}" for one in found for name in ("scikit-learn", "assess")]
            + [f"{one['scikit-learn'] / one['assess']:.2f}x" for one in found]
        )
        print(" | ".join(lines[-1]), flush=True)
    header = ["model", "data", "scikit-learn, ms", "assess, ms", "scikit-learn, cold", "assess, cold", "warm", "cold"]
    load = f"Load average while this was measured: {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores.\n"
    publish("generic_pool", "The generic path", f"{INTRODUCTION}\n{load}\n{table(header, lines)}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        first(int(sys.argv[1]), sys.argv[2])
    else:
        main()
