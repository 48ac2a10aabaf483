"""Groups of estimates that are made on the same samples, and how many samples each is worth."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import Settings, run
from foldwise.errors import FoldwiseWarning
from foldwise.intervals import interval_method
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix, RowLists, as_plan, draw
from foldwise.predictions import Part
from studies.kohavi.estimates import Method, bootstraps, extrapolated, out_of_bag, plus632, repeated
from studies.kohavi.problems import make_learner
from studies.kohavi.runs import Cost, Sets, bootstrap_counts, fit_samples, timed_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.predictions import Predictions
    from studies.kohavi.problems import Problem
    from studies.kohavi.runs import Hits

FOLDS = (2, 5, 10, 20)
CURVE_FOLDS = (2, 3, 5, 10)
"""Folds whose accuracies are extrapolated."""
TIMES = (1, 2, 5, 10, 20, 50)
"""How many times cross-validation is repeated."""
SAMPLES = (1, 2, 5, 10, 20, 50, 100)
"""How many bootstrap samples are drawn."""
HOLDOUTS = (1, 10, 50)
LEFT_OUT = (1, 2, 5)
"""Rows that are left out at a time, his -1, -2 and -5."""
SIZES = (10, 20, 50, 100, 200, 400, 800, 1600)
"""Rows of the training sets of a learning curve."""
BOOTSTRAP, DRAWS = "bootstrap(200)", 200
INTERVALS = {
    "kfold(10, repeats=3)": ("corrected-t", "influence"),
    "kfold(10)": ("cv-binomial", "naive-t"),
    "two-folds-out(5, repeats=10)": ("nested-cv",),
    BOOTSTRAP: ("oob", "632plus"),
    "subsample(50, test=1/3)": ("split-percentile",),
    "holdout(1/3)": ("wilson",),
}
"""Intervals that are made from the predictions of a plan: those of his time, and those that came after."""
LEVEL = 0.95


@final
@dataclass(frozen=True)
class Found:
    """What one sample says about one learner: its accuracy on all other rows, and estimates or intervals of it."""

    learner: str
    truth: float | None
    values: dict[Method, float]
    intervals: dict[Method, tuple[float, float] | None] = field(default_factory=dict)


@final
@dataclass(frozen=True)
class Group:
    """Estimates that are made together.

    Parameters
    ----------
    name
        Its name.
    work
        Makes them for a range of samples.
    goal
        Samples after which the group is done.
    share
        How much of the time it gets, beside the others.
    together
        Samples that are worked on at a time.
    balanced
        Whether it is made of balanced samples too.
    """

    name: str
    work: Callable[[Problem, range, dict[str, Cost]], Iterator[Found]] = field(repr=False)
    goal: int
    share: float = 1.0
    together: int = 4
    balanced: bool = False


def once(problem: Problem, numbers: range, costs: dict[str, Cost]) -> Iterator[Found]:
    """Every estimate that takes no more than a hundred fits."""
    drawn = [_drawn(problem, "once", number) for number in numbers]
    samples = [problem.dataset.subset(rows) for rows, _ in drawn]
    sets = [_sets_once(sample, rng) for sample, (_, rng) in zip(samples, drawn, strict=True)]
    for learner in problem.learners:
        new, old = fit_samples(problem, [rows for rows, _ in drawn], learner, costs[learner])
        truths, apparent = new.accuracies(), old.accuracies()
        for at, (rows, _) in enumerate(drawn):
            hits = sets[at].fit(samples[at], learner, costs[learner])
            seen = problem.dataset.codes[rows], old.part(slice(at, at + 1)).output
            yield Found(learner, float(truths[at]), dict(_estimates(hits, float(apparent[at]), seen)))


def _sets_once(sample: Dataset, rng: np.random.Generator) -> Sets:
    sets, seed = Sets(sample.n), int(rng.integers(2**31))
    for k in sorted({*FOLDS, *CURVE_FOLDS}):
        sets.add_plan(f"{k} stratified", f"kfold({k})", sample, seed)
    for k in FOLDS:
        sets.add_plan(f"{k} plain", f"kfold({k}, stratify=false)", sample, seed)
    sets.add_plan("holdouts", f"subsample({HOLDOUTS[-1]}, test=1/3, stratify=false)", sample, seed)
    sets.add("bootstrap", bootstrap_counts(sample.n, SAMPLES[-1], rng))
    return sets


def _estimates(hits: dict[str, Hits], apparent: float, seen: tuple[Codes, Codes]) -> Iterator[tuple[Method, float]]:
    """All estimates; `seen` are the classes of the sample, and what the learner that was fitted to it predicts of them."""
    yield Method("apparent"), apparent
    n = seen[0].size
    by_folds = {k: float(hits[f"{k} stratified"].accuracies().mean()) for k in CURVE_FOLDS}
    for k in FOLDS:
        for words, stratified in (("plain", False), ("stratified", True)):
            yield from repeated(hits[f"{k} {words}"].accuracies(), k, (1,), stratified=stratified)
    yield Method("extrapolated 10-fold", 10, stratified=True), extrapolated(by_folds, n, 10)
    accuracies = hits["holdouts"].accuracies()
    for count in HOLDOUTS:
        yield Method("holdout", times=count), float(accuracies[:count].mean())
    yield from bootstraps(hits["bootstrap"], apparent, SAMPLES)
    unseen = out_of_bag(hits["bootstrap"], n)
    yield Method("leave-one-out bootstrap", times=SAMPLES[-1]), unseen
    yield Method(".632+ bootstrap", times=SAMPLES[-1]), plus632(apparent, unseen, *seen)


def many_times(problem: Problem, numbers: range, costs: dict[str, Cost]) -> Iterator[Found]:
    """Stratified cross-validation repeated up to fifty times."""
    yield from _Simple("repeats", _sets_repeated, _repeated).found(problem, numbers, costs)


def _sets_repeated(sample: Dataset, rng: np.random.Generator) -> Sets:
    sets, seed = Sets(sample.n), int(rng.integers(2**31))
    for k in FOLDS:
        sets.add_plan(str(k), f"kfold({k}, repeats={TIMES[-1]})", sample, seed)
    return sets


def _repeated(hits: dict[str, Hits]) -> Iterator[tuple[Method, float]]:
    for k, found in hits.items():
        yield from repeated(found.accuracies(), int(k), TIMES, stratified=True)


def leaving_out(problem: Problem, numbers: range, costs: dict[str, Cost]) -> Iterator[Found]:
    """One, two and five rows left out at a time."""
    yield from _Simple("leave out", _sets_left_out, _left_out).found(problem, numbers, costs)


def _sets_left_out(sample: Dataset, rng: np.random.Generator) -> Sets:
    sets, seed = Sets(sample.n), int(rng.integers(2**31))
    for rows in LEFT_OUT:
        sets.add_plan(str(rows), f"kfold({sample.n // rows}, stratify=false)", sample, seed)
    return sets


def _left_out(hits: dict[str, Hits]) -> Iterator[tuple[Method, float]]:
    for rows, found in hits.items():
        yield Method("leave-k-out", int(rows)), float(found.accuracies().mean())


@final
@dataclass(frozen=True)
class _Simple:
    """Estimates that need no more than the runs of some training sets."""

    group: str
    sets_of: Callable[[Dataset, np.random.Generator], Sets]
    values_of: Callable[[dict[str, Hits]], Iterator[tuple[Method, float]]]

    def found(self, problem: Problem, numbers: range, costs: dict[str, Cost]) -> Iterator[Found]:
        drawn = [_drawn(problem, self.group, number) for number in numbers]
        samples = [problem.dataset.subset(rows) for rows, _ in drawn]
        sets = [self.sets_of(sample, rng) for sample, (_, rng) in zip(samples, drawn, strict=True)]
        for learner in problem.learners:
            truths = fit_samples(problem, [rows for rows, _ in drawn], learner, costs[learner])[0].accuracies()
            for sample, mine, truth in zip(samples, sets, truths, strict=True):
                hits = mine.fit(sample, learner, costs[learner])
                yield Found(learner, float(truth), dict(self.values_of(hits)))


def _drawn(problem: Problem, group: str, number: int) -> tuple[Codes, np.random.Generator]:
    rng = problem.generator(group, number)
    return problem.draw(rng), rng


def with_intervals(problem: Problem, numbers: range, costs: dict[str, Cost]) -> Iterator[Found]:
    """Intervals of the accuracy of the model that is fitted to the sample."""
    drawn = [_drawn(problem, "intervals", number) for number in numbers]
    for learner in problem.learners:
        truths = fit_samples(problem, [rows for rows, _ in drawn], learner, costs[learner])[0].accuracies()
        for (rows, _), number, truth in zip(drawn, numbers, truths, strict=True):
            made = _intervals(problem.dataset.subset(rows), learner, number, costs[learner])
            yield Found(learner, float(truth), {}, made)


def _intervals(sample: Dataset, learner: str, seed: int, cost: Cost) -> dict[Method, tuple[float, float] | None]:
    found: dict[Method, tuple[float, float] | None] = {}
    for plan, names in INTERVALS.items():
        wall, cpu = time.perf_counter(), time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FoldwiseWarning)
            warnings.simplefilter("ignore", UserWarning)
            predictions = _predictions(sample, learner, plan, seed)
            cost.add(predictions.resamples.count, time.perf_counter() - wall, time.process_time() - cpu)
            scored = ModelScores(predictions, "m", measure("accuracy"))
            for method in map(interval_method, names):
                made = None if method.refusal(scored) is not None else method.interval(scored, LEVEL)
                found[Method(f"{method.name}, {plan}")] = None if made is None else (made.low, made.high)
    return found


def _predictions(sample: Dataset, learner: str, plan: str, seed: int) -> Predictions:
    """Predictions of a plan; of a bootstrap those of the training rows too, and a draw that leaves a class out stays."""
    models, settings = {"m": make_learner(learner)}, Settings(seed=seed)
    if plan != BOOTSTRAP:
        return run(sample, models, draw(as_plan(plan), sample, seed), settings)
    counts = bootstrap_counts(sample.n, DRAWS, np.random.default_rng(seed))
    predictions = run(sample, models, CountMatrix(counts, plan=plan), settings)
    whole = run(sample, models, draw(as_plan("resubstitution"), sample, seed), settings).outputs
    return replace(predictions, apparent={name: table.of_part(Part.TEST) for name, table in whole.items()})


def curves(problem: Problem, numbers: range, costs: dict[str, Cost]) -> Iterator[Found]:
    """Accuracy after training on ever more rows, on the last third of the table in random order."""
    n = problem.dataset.n
    orders = [problem.generator("curve", number).permutation(n) for number in numbers]
    sizes = [size for size in SIZES if size <= 2 * n // 3]
    trains = [np.sort(order[:size]) for order in orders for size in sizes]
    tests = [np.sort(order[2 * n // 3 :]) for order in orders for _ in sizes]
    resamples = RowLists(tuple(trains), tuple(tests), n, plan="holdout(1/3)")
    for learner in problem.learners:
        found: Floats = timed_run(problem.dataset, learner, resamples, costs[learner]).accuracies()
        for line in found.reshape(len(numbers), len(sizes)):
            values = {Method("training rows", size): float(value) for size, value in zip(sizes, line, strict=True)}
            yield Found(learner, None, values)


GROUPS = (
    Group("once", once, 5000, share=4.0, together=8, balanced=True),
    Group("leave out", leaving_out, 1000, share=1.5, together=2, balanced=True),
    Group("repeats", many_times, 500, share=1.5, together=1),
    Group("intervals", with_intervals, 1000, share=3.0),
    Group("curve", curves, 1000, share=0.2, together=8),
)
