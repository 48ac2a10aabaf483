"""How long a million runs take: fits to 200 rows of 20 columns, each tested on 200 others."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.datasets import make_classification
from sklearn.tree import DecisionTreeClassifier

from benchmarks.timing import publish, table
from foldwise.data import as_dataset
from foldwise.engine import Settings, choose, run
from foldwise.learners import C45Tree, MixedNB
from foldwise.native import cores
from foldwise.plans import as_plan, draw

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.data import Dataset
    from foldwise.plans import Resamples

RUNS, PEER_RUNS, ROUNDS, MILLION = 20_000, 300, 5, 1_000_000
INTRODUCTION = """\
Two classes, 400 rows of 20 columns of normal numbers, halved at random: a run is a fit to one half and the probabilities of
all rows of the other. {runs:,} runs, best of {rounds} rounds in turns; scikit-learn's tree, one fit after the other on one core, is
timed on {peer:,} of them in the same rounds. `million` is what a million runs take at that speed, `CPU` the processor time they
cost, which a busy machine changes less: half of it is what two cores without other work should need,
which is what `reached` goes by where the machine was busy. The load average was
{load:.1f} on {cores} cores.
"""


@dataclass(frozen=True)
class Learner:
    """One line of the table: a model, and the seconds that a million runs may take."""

    title: str
    model: Any
    wanted: float


LEARNERS = [
    Learner("CART (`DecisionTreeClassifier`)", DecisionTreeClassifier(), 60),
    Learner("C4.5 (`C45Tree`)", C45Tree(), 180),
    Learner("naive Bayes (`MixedNB`)", MixedNB(), 30),
]


@dataclass
class Best:
    """Least seconds and processor seconds of a call."""

    wall: float = np.inf
    cpu: float = np.inf

    def time(self, call: Any) -> None:  # noqa: ANN401
        """Time a call."""
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        self.wall = min(self.wall, time.perf_counter() - wall)
        self.cpu = min(self.cpu, time.process_time() - cpu)


def halves() -> tuple[Dataset, Resamples]:
    """The table, and its random halves."""
    X, y = make_classification(400, 20, n_informative=10, n_redundant=0, flip_y=0.05, random_state=0)
    dataset = as_dataset(X, y)
    return dataset, draw(as_plan(f"kfold(2, repeats={RUNS // 2})"), dataset, 0)


def peer(dataset: Dataset, drawn: Resamples) -> None:
    """scikit-learn's tree, one fit after the other."""
    X: Array = np.asarray(dataset.X)
    for r in range(PEER_RUNS):
        model = DecisionTreeClassifier().fit(X[drawn.train_rows(r)], dataset.codes[drawn.train_rows(r)])
        model.predict_proba(X[drawn.test_rows(r)])


def line(title: str, engine: str, best: Best, *, runs: int, wanted: float | None) -> list[str]:
    """A line of the table."""
    million, cpu = best.wall * MILLION / runs, best.cpu * MILLION / runs
    reached = "" if wanted is None else "yes" if min(million, cpu / 2) <= wanted else "no"
    asked = "" if wanted is None else f"{wanted:.0f}"
    return [
        title,
        engine,
        f"{runs / best.wall:,.0f}",
        f"{million:,.0f}",
        f"{cpu:,.0f}",
        f"{cpu / 2:,.0f}",
        asked,
        reached,
    ]


def main() -> None:
    """Measure and publish."""
    dataset, drawn = halves()
    times, other = [Best() for _ in LEARNERS], Best()
    for _ in range(ROUNDS):
        for learner, best in zip(LEARNERS, times, strict=True):
            best.time(lambda model=learner.model: run(dataset, {"m": model}, drawn, Settings()))
        other.time(lambda: peer(dataset, drawn))
    lines = [
        line(one.title, choose(one.model, dataset, drawn).name, best, runs=RUNS, wanted=one.wanted)
        for one, best in zip(LEARNERS, times, strict=True)
    ]
    lines.append(line("scikit-learn's tree", "one core", other, runs=PEER_RUNS, wanted=None))
    header = [
        "learner", "engine", "runs per second", "million, s", "CPU, s", "CPU on two cores, s", "wanted, s", "reached",
    ]  # fmt: skip
    told = INTRODUCTION.format(runs=RUNS, rounds=ROUNDS, peer=PEER_RUNS, load=os.getloadavg()[0], cores=cores())
    publish("million_runs", "A million runs", f"{told}\n{table(header, lines)}")


if __name__ == "__main__":
    main()
