"""Runs: fits to the training sets of a sample, and the accuracy of each on its test rows."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import Settings, run
from foldwise.errors import FoldwiseWarning
from foldwise.plans import CountMatrix, RowLists, as_plan, draw
from foldwise.predictions import Part
from studies.kohavi.problems import make_learner

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Array, Codes, Counts, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs
    from studies.kohavi.problems import Problem


@final
@dataclass
class Cost:
    """Runs of a learner, and the seconds and processor seconds they took."""

    runs: int = 0
    wall: float = 0.0
    cpu: float = 0.0

    def add(self, runs: int, wall: float, cpu: float) -> None:
        """Add some runs."""
        self.runs, self.wall, self.cpu = self.runs + runs, self.wall + wall, self.cpu + cpu


@final
@dataclass(frozen=True, eq=False)
class Hits:
    """Which rows were predicted right in each run.

    Parameters
    ----------
    right
        Whether a prediction is right (N,).
    run, row, output
        Run, row and predicted class of each prediction (N,).
    count
        Number of runs.
    """

    right: Mask
    run: Codes
    row: Codes
    output: Codes
    count: int

    def accuracies(self) -> Floats:
        """Accuracy of each run (R,)."""
        sizes = np.bincount(self.run, minlength=self.count)
        return np.bincount(self.run, self.right, self.count) / np.maximum(sizes, 1)

    def part(self, chosen: slice) -> Hits:
        """The runs of a stretch."""
        start, stop, _ = chosen.indices(self.count)
        first, last = np.searchsorted(self.run, [start, stop])
        mine = slice(first, last)
        return Hits(self.right[mine], self.run[mine] - start, self.row[mine], self.output[mine], stop - start)


@final
@dataclass
class Sets:
    """Training sets of several plans, one below the other, so that all of them are fitted together."""

    n: int
    counts: list[Counts] = field(default_factory=list)
    places: dict[str, slice] = field(default_factory=dict)
    size: int = 0

    def add(self, name: str, counts: Counts) -> None:
        """Add training counts (R, n); what is not counted is tested."""
        self.counts.append(counts)
        self.places[name] = slice(self.size, self.size + len(counts))
        self.size += len(counts)

    def add_plan(self, name: str, plan: str, sample: Dataset, seed: int) -> None:
        """Add the training sets of a plan."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FoldwiseWarning)  # a class may have fewer rows than there are parts
            drawn = draw(as_plan(plan), sample, seed)
        self.add(name, drawn.train_counts(0, drawn.count))

    def fit(self, sample: Dataset, learner: str, cost: Cost) -> dict[str, Hits]:
        """Fit a learner to all training sets; the test rows of each plan, right or wrong."""
        resamples = CountMatrix(np.concatenate(self.counts), plan="kfold")
        found = timed_run(sample, learner, resamples, cost)
        return {name: found.part(place) for name, place in self.places.items()}


def timed_run(dataset: Dataset, learner: str, resamples: CountMatrix | RowLists, cost: Cost) -> Hits:
    """Fit a learner to all resamples and predict their test rows."""
    return _hits(dataset, _outputs(dataset, learner, resamples, cost, train=False), Part.TEST, resamples.count)


def fit_samples(problem: Problem, samples: Sequence[Codes], learner: str, cost: Cost) -> tuple[Hits, Hits]:
    """Fit a learner to each sample; predictions of all rows that were not drawn, and of those that were."""
    rest = [np.setdiff1d(np.arange(problem.dataset.n), rows, assume_unique=True) for rows in samples]
    resamples = RowLists(tuple(samples), tuple(rest), problem.dataset.n, plan="holdout(1/3)")
    outputs = _outputs(problem.dataset, learner, resamples, cost, train=True)
    new, old = (_hits(problem.dataset, outputs, part, len(samples)) for part in (Part.TEST, Part.TRAIN))
    return new, old


def _outputs(dataset: Dataset, learner: str, resamples: Resamples, cost: Cost, *, train: bool) -> Outputs:
    wall, cpu = time.perf_counter(), time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FoldwiseWarning)
        predicted = run(dataset, {learner: make_learner(learner)}, resamples, Settings(train=train)).outputs[learner]
    cost.add(resamples.count, time.perf_counter() - wall, time.process_time() - cpu)
    return predicted


def _hits(dataset: Dataset, outputs: Outputs, part: Part, count: int) -> Hits:
    wanted = np.broadcast_to(outputs.part == part, outputs.row.shape)
    row, output = np.asarray(outputs.row[wanted]), np.asarray(outputs.output[wanted], dtype=np.intp)
    return Hits(dataset.codes[row] == output, np.asarray(outputs.resample[wanted]), row, output, count)


def bootstrap_counts(n: int, draws: int, rng: np.random.Generator) -> Array:
    """How often each row is drawn (B, n); a draw that leaves a class out stays."""
    return rng.multinomial(n, np.full(n, 1 / n), draws).astype(np.uint8)


def by_learner(costs: Mapping[str, Cost]) -> str:
    """How fast each learner was, in one line."""
    speeds = {name: cost.runs / cost.wall for name, cost in costs.items() if cost.wall > 0}
    return ", ".join(f"{name} {speed:,.0f} runs/s" for name, speed in speeds.items())
