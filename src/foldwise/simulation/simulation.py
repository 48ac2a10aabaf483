"""Draws datasets from a population whose truth is known and counts how often the interval contains it."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine import Settings, run
from foldwise.errors import FitError, FoldwiseWarning, MeasureError, PlanError, ValidityError
from foldwise.evaluation import FitNeeds, Request, Runner, evaluate
from foldwise.intervals import INSTEAD_OF_FEW, Coverage, contains, too_few
from foldwise.measures import Measure, ModelScores, class_of
from foldwise.plans import RowLists
from foldwise.reports import Certificate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.data import Dataset
    from foldwise.engine import Progress
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding
    from foldwise.simulation.simulated_population import SimulatedPopulation

__all__ = ["SimulatedInterval", "SimulatedIntervals", "Simulation"]

FRESH_PER_ROW, FEWEST_FRESH, MOST_FRESH = 20, 10_000, 200_000
"""Fresh rows for the truth: 20 times the rows of a dataset, so that its error adds 3 % at most to the deviation."""

MORE_ROWS_HINT = "more rows, another plan or another method"


@final
@dataclass(frozen=True)
class SimulatedInterval:
    """One simulated dataset: the interval, the estimate and the truth."""

    low: float
    high: float
    estimate: float
    risk: float
    method: str
    fits: int


@final
@dataclass(frozen=True)
class SimulatedIntervals:
    """The intervals of all simulated datasets, how many were refused and why, and what ended the simulation early."""

    made: tuple[SimulatedInterval, ...]
    refused: int
    refusal: str
    stopped: str

    def certificate(self, simulation: Simulation, dataset: Dataset, asked: int, *, seconds: float) -> Certificate:
        """Count how often the intervals contain the truth."""
        if not self.made:
            message = f"no simulated dataset gave an interval: {self.refusal or self.stopped}"
            raise ValidityError(message, hint=MORE_ROWS_HINT)
        ends = np.array([(trial.low, trial.high, trial.estimate, trial.risk) for trial in self.made])
        low, high, estimate, risk = ends.T
        first = self.made[0]
        outcomes = [
            Coverage(
                method=" or ".join(dict.fromkeys(trial.method for trial in self.made)),
                problem=dataset.name,
                model=next(iter(simulation.models)),
                n=dataset.n,
                plan=str(simulation.plan),
                target=target,
                simulations=len(self.made),
                coverage=float(np.mean(contains(low, high, truth))),
                width=float(np.median(high - low)),
            )
            for target, truth in (("risk", risk), ("expected risk", float(risk.mean())))
        ]
        return Certificate(
            dataset=dataset.name,
            measure=simulation.measure.label,
            level=simulation.request.level,
            risk=outcomes[0],
            expected=outcomes[1],
            truth=float(risk.mean()),
            bias=float(np.mean(estimate - risk)),
            fits=first.fits,
            population=simulation.population.summary,
            asked=asked,
            refused=self.refused,
            stopped=self.stopped,
            seed=simulation.seed,
            seconds=seconds,
            positive=class_of(simulation.measure, dataset.classes, dataset.positive_code),
        )


@final
@dataclass(frozen=True, eq=False)
class Simulation:
    """Draws datasets from the population and uses the method on each."""

    population: SimulatedPopulation
    models: dict[str, Any]
    plan: Plan
    measure: Measure
    request: Request
    n: int
    seed: int
    jobs: int | None

    def check(self, dataset: Dataset) -> None:
        """Refuse, before anything is drawn, where these rows themselves get no interval, for the reason `assess` gives."""
        try:
            finding, rows = self._finding(dataset, self.seed)
        except ValidityError as error:
            hint = MORE_ROWS_HINT if error.hint == INSTEAD_OF_FEW else error.hint
            raise ValidityError(str(error.args[0]), hint=hint) from error
        few = too_few(rows, self.measure) if self.request.method == "auto" and rows.resamples.kind != "fixed" else ""
        if few or finding.interval is None:
            message = f"{dataset.name} itself gets no interval for {self.measure.label}: {few or finding.reason}"
            raise ValidityError(message, hint=MORE_ROWS_HINT)

    def run(self, count: int, seconds: float | None, progress: Progress | None) -> SimulatedIntervals:
        """Simulate until the number is reached, the time is spent or Ctrl-C is pressed."""
        trials: list[SimulatedInterval] = []
        refused, refusal, stopped = 0, "", ""
        deadline = float("inf") if seconds is None else time.monotonic() + seconds
        try:
            for done, trial in enumerate(self._trials(count), start=1):
                if isinstance(trial, SimulatedInterval):
                    trials.append(trial)
                else:
                    refused, refusal = refused + 1, trial
                if progress is not None:
                    progress(done, count, next(iter(self.models)))
                if time.monotonic() > deadline and done < count:
                    stopped = "time limit reached"
                    break
        except KeyboardInterrupt:
            if not trials:
                raise
            stopped = "interrupted"
        return SimulatedIntervals(tuple(trials), refused, refusal, stopped)

    def _trials(self, count: int) -> Iterator[SimulatedInterval | str]:
        for at in range(count):
            with warnings.catch_warnings():
                # What is odd about a simulated dataset, such as a rare class, is counted and not told each time.
                warnings.simplefilter("ignore", FoldwiseWarning)
                trial = self._trial(np.random.default_rng([self.seed, at]))
            yield trial

    def _trial(self, rng: np.random.Generator) -> SimulatedInterval | str:
        """Draw a dataset, make its interval, and find the truth; or say why there is no interval."""
        fresh = int(np.clip(FRESH_PER_ROW * self.n, FEWEST_FRESH, MOST_FRESH))
        everything = self.population.draw(self.n + fresh, rng)
        rows = everything.subset(np.arange(self.n))
        seed = int(rng.integers(2**31))
        try:
            finding, _ = self._finding(rows, seed)
            if finding.interval is None:
                return finding.reason
            risk = self._risk(everything, Settings(seed=seed, jobs=self.jobs))
        except (PlanError, ValidityError, FitError, MeasureError) as error:
            return str(error)
        interval, estimate = finding.interval, finding.estimate
        return SimulatedInterval(interval.low, interval.high, estimate.value, risk, interval.method, estimate.fits)

    def _finding(self, rows: Dataset, seed: int) -> tuple[Finding, Predictions]:
        """What `assess` finds on these rows, and the predictions it comes from."""
        needs = FitNeeds.of(self.request.method, self.request.estimate)
        settings = Settings(seed=seed, jobs=self.jobs, train=needs.train)
        predictions, _ = Runner(rows, self.models, settings, needs).predict(
            self.plan, None, (self.measure,), self.request
        )
        return evaluate(predictions, (self.measure,), self.request)[0], predictions

    def _risk(self, everything: Dataset, settings: Settings) -> float:
        """Fit the model to the first n rows and measure it on the others."""
        rows = np.arange(everything.n)
        once = RowLists((rows[: self.n],), (rows[self.n :],), size=everything.n)
        name = next(iter(self.models))
        return ModelScores(run(everything, self.models, once, settings), name, self.measure).value
