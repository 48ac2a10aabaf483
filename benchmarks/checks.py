"""What the checks of every call cost: their time beside that of the call they are part of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

import foldwise
from benchmarks.timing import publish, table, turns_of
from foldwise.advice import Case, look_at
from foldwise.data import as_dataset
from foldwise.evaluation import checking

BOUND = 0.05


@dataclass(frozen=True)
class World:
    """A model and rows, and how often the call is made."""

    name: str
    model: Any
    X: Any
    y: Any
    rounds: int = 30

    def call(self) -> object:
        """Assess the model as if these rows had never been seen."""
        checking._CLEAN.clear()
        return foldwise.assess(self.model, self.X, self.y)

    def again(self) -> object:
        """Assess the model on rows that were found clean before."""
        return foldwise.assess(self.model, self.X, self.y)


def worlds() -> list[World]:
    """Small and large, batched and not, arrays and frames."""
    rng = np.random.default_rng(0)
    X, y = load_breast_cancer(return_X_y=True)
    large = rng.normal(size=(10_000, 20))
    classes = (large[:, 0] + rng.normal(size=10_000) > 0).astype(int)
    small = large[:300, :10]
    sample = foldwise.sample("breast-cancer")
    return [
        World("naive Bayes, batched, breast cancer 569 x 30", GaussianNB(), X, y),
        World("naive Bayes, batched, 300 x 10", GaussianNB(), small, classes[:300]),
        World("naive Bayes, batched, 10,000 x 20", GaussianNB(), large, classes, 15),
        World("lda, batched, 10,000 x 20", "lda", large, classes, 15),
        World("logistic, sample breast-cancer, a frame 699 x 9", "logistic", sample, None, 5),
        World("tree, breast cancer 569 x 30", "tree", X, y, 3),
        World("forest of 20 trees, breast cancer 569 x 30", RandomForestClassifier(20, random_state=0), X, y, 1),
    ]


def measure(world: World) -> list[str]:
    """Time the call on new rows, on rows seen before, and the checks alone, in turns."""
    dataset = as_dataset(world.X, world.y)
    world.again()
    work = {"call": world.call, "again": world.again, "checks": lambda: look_at(Case("assess", dataset))}
    seconds = {name: times.best for name, times in turns_of(work, rounds=world.rounds).items()}
    share = seconds["checks"] / seconds["call"]
    return [
        world.name,
        *(f"{1e3 * seconds[name]:.3g}" for name in ("checks", "call", "again")),
        f"{share:.1%}",
        "yes" if share <= BOUND else "no",
    ]


def main() -> None:
    """Measure all worlds."""
    header = ("plan kfold(10, repeats=3)", "checks, ms", "call, ms", "again, ms", "share", f"≤ {BOUND:.0%}")
    rows = [measure(world) for world in worlds()]
    text = (
        "Best times in turns, one process. *Checks* are all rules on rows that were never seen, *call* is `assess` with "
        "them, *again* is `assess` on rows that were found clean before: they are known by their fingerprint, and are "
        "not looked at twice.\n\n" + table(header, rows)
    )
    publish("checks", "Checks of every call", text)


if __name__ == "__main__":
    main()
