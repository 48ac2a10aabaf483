"""What the checks of every call cost: their time beside that of the call they are part of."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

import foldwise
from benchmarks.timing import publish, table
from foldwise.evaluation import assessing, checking

BOUND = 0.05


@dataclass(frozen=True)
class World:
    """A model and rows, how often the call is made, and how it is asked."""

    name: str
    model: Any
    X: Any
    y: Any
    calls: int = 600
    asked: dict[str, Any] = field(default_factory=dict)

    def call(self) -> object:
        """Assess the model as if these rows had never been seen."""
        checking._CLEAN.clear()
        return self.again()

    def again(self) -> object:
        """Assess the model on rows that were found clean before."""
        return foldwise.assess(self.model, self.X, self.y, **self.asked)


def worlds() -> list[World]:
    """Small and large, batched and not, classes and values, arrays and frames."""
    rng = np.random.default_rng(0)
    X, y = load_breast_cancer(return_X_y=True)
    large = rng.normal(size=(10_000, 20))
    classes = (large[:, 0] + rng.normal(size=10_000) > 0).astype(int)
    small = large[:300, :10]
    frame = pd.DataFrame(X).add_prefix("x")
    sample = foldwise.sample("breast-cancer")
    one = {"measures": "error"}
    return [
        World("naive Bayes, batched, iris 150 x 4, one measure", GaussianNB(), *load_iris(return_X_y=True), asked=one),
        World("naive Bayes, batched, breast cancer 569 x 30", GaussianNB(), X, y),
        World("naive Bayes, batched, 300 x 10", GaussianNB(), small, classes[:300]),
        World("naive Bayes, batched, 10,000 x 20", GaussianNB(), large, classes, 200),
        World("lda, batched, 10,000 x 20", "lda", large, classes, 200),
        World("ridge, batched, diabetes 442 x 10", Ridge(), *load_diabetes(return_X_y=True)),
        World("naive Bayes, batched, breast cancer, a frame 569 x 30", GaussianNB(), frame, y, 200),
        World("logistic, sample breast-cancer, a frame 699 x 9", "logistic", sample, None, 50),
        World("tree, breast cancer 569 x 30", "tree", X, y, 10),
        World("forest of 20 trees, breast cancer 569 x 30", RandomForestClassifier(20, random_state=0), X, y, 3),
    ]


@dataclass
class Watch:
    """Seconds that a function took, call by call."""

    watched: Any
    seconds: list[float] = field(default_factory=list)

    def __call__(self, *given: Any, **named: Any) -> Any:  # noqa: ANN401
        """Call the function and look at the clock."""
        start = time.perf_counter()
        found = self.watched(*given, **named)
        self.seconds.append(time.perf_counter() - start)
        return found


def measure(world: World) -> list[str]:
    """Time the call on new rows with the checks in it, and the call on rows seen before, in turns."""
    check, call, again = Watch(checking.check_rows), Watch(world.call), Watch(world.again)
    world.again()
    assessing.check_rows = check  # type: ignore[assignment]
    try:
        for _ in range(world.calls):
            call()
            again()
    finally:
        assessing.check_rows = check.watched
    checks = check.seconds[::2]
    best = [min(seconds) for seconds in (checks, call.seconds, again.seconds)]
    shares = (best[0] / best[1], median(part / whole for part, whole in zip(checks, call.seconds, strict=True)))
    times = (f"{1e3 * seconds:.3g}" for seconds in best)
    return [world.name, *times, *(f"{share:.1%}" for share in shares), "yes" if max(shares) <= BOUND else "no"]


def main() -> None:
    """Measure all worlds."""
    header = ("plan kfold(10, repeats=3)", "checks, ms", "call, ms", "again, ms", "share", "median", f"≤ {BOUND:.0%}")
    rows = [measure(world) for world in worlds()]
    text = (
        "Best times of 3 to 600 calls in turns, one process. *Call* is `assess` on rows that were never seen, *checks* is the "
        "part of that call in which all rules look at them, and *median* the median of its share, call by call; *again* is "
        "`assess` on rows that were found clean before: they are known by their fingerprint, and are not looked at twice. "
        "A compiled first look tells which rules have nothing to say; the others are asked.\n\n" + table(header, rows)
    )
    publish("checks", "Checks of every call", text)


if __name__ == "__main__":
    main()
