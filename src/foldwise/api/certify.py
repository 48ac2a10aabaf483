"""`certify`: how often the chosen interval contains the truth on data of this shape, by simulation."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.api.assess import check_measures, pick_plan
from foldwise.api.careful import careful_plan, check_request
from foldwise.api.checking import check_rows
from foldwise.api.find import Wish, find_one
from foldwise.api.population import population_of
from foldwise.api.work import Needs, Work
from foldwise.data import as_dataset
from foldwise.data.checks.kinds import check_kinds
from foldwise.engine import Settings, run
from foldwise.errors import FitError, FoldwiseWarning, InputError, MeasureError, PlanError, ValidityError
from foldwise.intervals import Coverage, check_level, contains
from foldwise.measures import Measure, Scored, one_measure
from foldwise.models import as_models
from foldwise.plans import RowLists
from foldwise.reports import Certificate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.api.population import Population
    from foldwise.data import Dataset
    from foldwise.engine.execute import Progress
    from foldwise.intervals import IntervalMethod
    from foldwise.plans import Plan

__all__ = ["certify"]

FRESH_PER_ROW, FEWEST_FRESH, MOST_FRESH = 20, 10_000, 200_000
"""Fresh rows for the truth: 20 times the rows of a dataset, so that its error adds 3 % at most to the deviation."""


def certify(  # noqa: PLR0913 - a verb's keyword-only settings are its interface
    model: Any,  # noqa: ANN401 - an estimator or a name
    X: Any,  # noqa: ANN401 - table, path or Dataset
    y: Any = None,  # noqa: ANN401 - array or column name
    *,
    plan: Any = None,  # noqa: ANN401 - Plan, text, or anything with scikit-learn's split
    method: str | IntervalMethod = "auto",
    measure: str | Measure | None = None,
    simulations: int = 200,
    level: float = 0.95,
    population: str = "smoothed",
    allow_invalid: bool = False,
    seed: int = 0,
    seconds: float | None = None,
    jobs: int | None = None,
    task: str | None = None,
    positive: Any = None,  # noqa: ANN401
    progress: Progress | None = None,
) -> Certificate:
    """Tell how often an interval method really contains the truth on data of this shape.

    Datasets of as many rows are drawn from a population that looks like the data, the method is used on each, and its
    interval is held against the risk of the model fitted to that dataset, measured on many fresh rows.

    Parameters
    ----------
    model
        An estimator with scikit-learn's `fit` and `predict`, or the name of a model.
    X, y
        The data to imitate, as for `assess`.
    plan, method
        What to certify; by default what `assess` would use.
    measure
        Name of the measure; by default the error, or the root mean squared error.
    simulations
        How many datasets to draw; 200 tell the coverage to ± 1.5 points, 2000 to ± 0.5.
    level
        Level of the intervals.
    population
        ``smoothed`` for rows drawn with replacement whose numbers are moved a little, ``normal`` for normal rows with the
        means and covariances of the data.
    allow_invalid
        Certify a method that is known to be wrong.
    seed
        One integer; the same seed gives the same certificate.
    seconds
        Stop after this time with what is done.
    jobs
        Number of processes for the fits of one dataset.
    task, positive
        As for `assess`.
    progress
        Called as ``progress(done, total, model)`` after every dataset.

    Returns
    -------
    Certificate
        Coverage with its Monte-Carlo error, width, bias, and a sentence. Ctrl-C stops early and keeps what is done.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.certify("lda", foldwise.sample("iris"), simulations=20, seed=1)
    >>> print(found.sentence)  # doctest: +ELLIPSIS
    In 20 simulated datasets like iris the 95 % interval contained the true error of lda ...
    """
    check_kinds(locals())
    check_level(level)
    _check_simulations(simulations, seconds)
    dataset = as_dataset(X, y, task=task, positive=positive)
    usual = "error" if dataset.is_classification else "rmse"
    asked = one_measure(usual if measure is None else measure, dataset.task)
    check_measures((asked,), dataset)
    careful = plan is None and method == "careful"
    recipe, _ = careful_plan(dataset, (asked,)) if careful else pick_plan(plan, dataset)
    check_request(method, recipe, (asked,), allow_invalid=allow_invalid)
    chosen = as_models(model, dataset)
    if len(chosen) != 1:
        message = f"one model is certified at a time, and {len(chosen)} were given"
        raise InputError(message, hint="one of them")
    simulation = Simulation(
        population=population_of(population, dataset),
        models=chosen,
        plan=recipe,
        measure=asked,
        wish=Wish(method, level=level, allow_invalid=allow_invalid),
        n=dataset.n,
        seed=seed,
        jobs=jobs,
    )
    start = time.perf_counter()
    record = simulation.record(simulations, seconds, progress)
    found = record.certificate(simulation, dataset, simulations, seconds=time.perf_counter() - start)
    return replace(found, advice=check_rows("certify", dataset, measures=(asked,)))


def _check_simulations(simulations: int, seconds: float | None) -> None:
    if simulations < 2:
        message = f"coverage is a share of many simulations, at least 2, not {simulations}"
        raise InputError(message, hint="simulations=200")
    if seconds is not None and seconds <= 0:
        message = f"the time to spend is a number of seconds above 0, not {seconds:g}"
        raise InputError(message, hint="seconds=60")


@final
@dataclass(frozen=True)
class Trial:
    """One simulated dataset: the interval, the estimate and the truth."""

    low: float
    high: float
    estimate: float
    risk: float
    method: str
    fits: int


@final
@dataclass(frozen=True)
class Record:
    """What the simulations gave."""

    trials: tuple[Trial, ...]
    refused: int
    refusal: str
    stopped: str

    def certificate(self, simulation: Simulation, dataset: Dataset, asked: int, *, seconds: float) -> Certificate:
        """Count."""
        if not self.trials:
            message = f"no simulated dataset gave an interval: {self.refusal or self.stopped}"
            raise ValidityError(message, hint="more rows, another plan or another method")
        ends = np.array([(one.low, one.high, one.estimate, one.risk) for one in self.trials])
        low, high, estimate, risk = ends.T
        first = self.trials[0]
        found = [
            Coverage(
                method=" or ".join(dict.fromkeys(one.method for one in self.trials)),
                problem=dataset.name,
                model=next(iter(simulation.models)),
                n=dataset.n,
                plan=str(simulation.plan),
                target=target,
                simulations=len(self.trials),
                coverage=float(np.mean(contains(low, high, truth))),
                width=float(np.median(high - low)),
            )
            for target, truth in (("risk", risk), ("expected risk", float(risk.mean())))
        ]
        return Certificate(
            dataset=dataset.name,
            measure=simulation.measure.name,
            level=simulation.wish.level,
            risk=found[0],
            expected=found[1],
            truth=float(risk.mean()),
            bias=float(np.mean(estimate - risk)),
            fits=first.fits,
            population=simulation.population.summary,
            asked=asked,
            refused=self.refused,
            stopped=self.stopped,
            seed=simulation.seed,
            seconds=seconds,
        )


@final
@dataclass(frozen=True, eq=False)
class Simulation:
    """Draws datasets from the population and uses the method on each."""

    population: Population
    models: dict[str, Any]
    plan: Plan
    measure: Measure
    wish: Wish
    n: int
    seed: int
    jobs: int | None

    def record(self, count: int, seconds: float | None, progress: Progress | None) -> Record:
        """Simulate until the number is reached, the time is spent or somebody interrupts."""
        trials: list[Trial] = []
        refused, refusal, stopped = 0, "", ""
        deadline = float("inf") if seconds is None else time.monotonic() + seconds
        try:
            for done, found in enumerate(self._trials(count), start=1):
                if isinstance(found, Trial):
                    trials.append(found)
                else:
                    refused, refusal = refused + 1, found
                if progress is not None:
                    progress(done, count, next(iter(self.models)))
                if time.monotonic() > deadline and done < count:
                    stopped = "the time was spent"
                    break
        except KeyboardInterrupt:
            if not trials:
                raise
            stopped = "interrupted"
        return Record(tuple(trials), refused, refusal, stopped)

    def _trials(self, count: int) -> Iterator[Trial | str]:
        for at in range(count):
            with warnings.catch_warnings():
                # What is odd about a simulated dataset, such as a rare class, is counted and not told each time.
                warnings.simplefilter("ignore", FoldwiseWarning)
                found = self._trial(np.random.default_rng([self.seed, at]))
            yield found

    def _trial(self, rng: np.random.Generator) -> Trial | str:
        """Draw a dataset, make its interval, and find the truth; or say why there is no interval."""
        fresh = int(np.clip(FRESH_PER_ROW * self.n, FEWEST_FRESH, MOST_FRESH))
        everything = self.population.draw(self.n + fresh, rng)
        rows = everything.subset(np.arange(self.n))
        needs = Needs.of(self.wish.method, self.wish.estimate)
        settings = Settings(seed=int(rng.integers(2**31)), jobs=self.jobs, train=needs.train)
        try:
            predictions, _ = Work(rows, self.models, settings, needs).done(self.plan, None, (self.measure,), self.wish)
            name = next(iter(self.models))
            finding = find_one(Scored(predictions, name, self.measure), self.wish)
            if finding.interval is None:
                return finding.reason
            risk = self._risk(everything, replace(settings, train=False))
        except (PlanError, ValidityError, FitError, MeasureError) as error:
            return str(error)
        interval, estimate = finding.interval, finding.estimate
        return Trial(interval.low, interval.high, estimate.value, risk, interval.method, estimate.fits)

    def _risk(self, everything: Dataset, settings: Settings) -> float:
        """Fit the model to the first n rows and measure it on the others."""
        rows = np.arange(everything.n)
        once = RowLists((rows[: self.n],), (rows[self.n :],), size=everything.n)
        name = next(iter(self.models))
        return Scored(run(everything, self.models, once, settings), name, self.measure).value
