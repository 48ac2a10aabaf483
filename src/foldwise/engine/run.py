"""The only place that fits: models x resamples → predictions."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from math import inf
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks import shown
from foldwise.engine.choose import choose
from foldwise.engine.driver import left_to_generic, predict_all
from foldwise.engine.execute import Done, execute
from foldwise.engine.generic import prepare
from foldwise.engine.rows import TestRows
from foldwise.engine.threads import thread_count, threads
from foldwise.errors import FitError, FoldwiseWarning, InputError, Interrupted
from foldwise.phrases import count_of
from foldwise.predictions import Failure, Outputs, Predictions, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.engine.execute import Progress, Result
    from foldwise.engine.generic import Fitting
    from foldwise.engine.store import FitStore
    from foldwise.plans import Resamples

__all__ = ["ON_FAILURE", "Settings", "run"]

ON_FAILURE = ("raise", "record")
SECONDS_BETWEEN_SAVES = 1.0


@final
@dataclass(frozen=True)
class Settings:
    """How to run.

    Parameters
    ----------
    seed
        Root of the seeds given to models whose `random_state` was left open.
    jobs
        Number of processes; -1 for all cores; None decides by how long the work is.
    engine
        ``auto`` uses batched kernels where they give the same predictions, ``generic`` never does.
    train
        Predict training rows too.
    on_failure
        ``raise`` at the first fit that fails, or ``record`` it and go on.
    progress
        Is told how many fits are done.
    store
        Keeps finished fits on disk.
    timeout
        Seconds that one fit and its predictions may take; longer ones are ended and fail. Batched kernels have no limit.
    """

    seed: int = 0
    jobs: int | None = None
    engine: str = "auto"
    train: bool = False
    on_failure: str = "raise"
    progress: Progress | None = None
    store: FitStore | None = None
    timeout: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no setting."""
        if self.on_failure not in ON_FAILURE:
            message = f"on_failure is 'raise' or 'record', not '{self.on_failure}'"
            raise InputError(message)
        jobs: object = self.jobs
        whole = isinstance(jobs, Integral) and not isinstance(jobs, bool)
        if not (whole or jobs is None) or jobs == 0:
            message = f"jobs must be a number of processes, or -1 for all cores, not {shown(jobs)}"
            raise InputError(message, hint="jobs=-1" if isinstance(jobs, str) else "jobs=1")
        if self.progress is not None and not callable(self.progress):
            message = f"progress is a function that is called as progress(done, total, model), not {self.progress!r}"
            raise InputError(message, hint="progress=print, or the call without progress=")
        if self.timeout is not None and not (isinstance(self.timeout, Real) and self.timeout > 0):
            message = f"timeout is a number of seconds above 0, not {shown(self.timeout)}"
            raise InputError(message, hint="timeout=60")


def run(dataset: Dataset, models: Mapping[str, Any], resamples: Resamples, settings: Settings) -> Predictions:
    """Fit every model on every resample and keep its predictions of the test rows.

    Raises
    ------
    FitError
        A fit failed and `on_failure` is ``raise``.
    Interrupted
        Ctrl-C; carries the predictions of the fits that were finished.
    """
    routes = {name: choose(model, dataset, resamples, settings.engine) for name, model in models.items()}
    total = resamples.count * len(models)
    batched = {name: (models[name], route.family) for name, route in routes.items() if route.family is not None}
    with threads(settings.jobs):
        test = TestRows.of(resamples, train=settings.train, threads=thread_count(inf)) if batched else None
        outputs = {} if test is None else predict_all(batched, dataset, resamples, test, seed=settings.seed)
    left = {name: left_to_generic(outputs.get(name), resamples.count, test) for name in models}
    done = total - sum(rest.size for rest in left.values())
    fittings = [
        prepare(name, model, dataset, resamples, seed=settings.seed, train=settings.train)
        for name, model in models.items()
        if left[name].size
    ]
    if settings.progress is not None and done:
        settings.progress(done, total, next(iter(outputs)))
    collected = run_generic(fittings, left, settings, total) if fittings else Collected(Done(), interrupted=False)
    for fitting in fittings:
        pieces = collected.done.pieces.get(fitting.name, [])
        outputs[fitting.name] = complete(outputs.get(fitting.name), pieces, dataset)
    predictions = Predictions.of_dataset(
        dataset, {name: outputs[name] for name in models}, resamples, failures=collected.done.in_order(models)
    )
    if collected.interrupted:
        raise Interrupted(done + collected.done.fits, total, predictions)
    tell_warnings(collected.done, resamples.count)
    return predictions


def complete(batched: Outputs | None, pieces: list[Outputs], dataset: Dataset) -> Outputs:
    """Put the predictions of a family together with those of the resamples it left to the generic path."""
    if batched is None or batched.size == 0:
        return join(pieces, dataset)
    starts = np.flatnonzero(np.diff(batched.resample, prepend=-1))
    cut = [batched.where(slice(a, b)) for a, b in zip(starts, [*starts[1:], batched.size], strict=True)]
    return replace(join([*cut, *pieces], dataset), engine=f"{batched.engine} + generic" if pieces else batched.engine)


@final
@dataclass(frozen=True)
class Collected:
    """What the generic path brought back, and whether it was stopped."""

    done: Done
    interrupted: bool


def run_generic(fittings: list[Fitting], left: Mapping[str, Codes], settings: Settings, total: int) -> Collected:
    """Run the fits that are left and not in the store yet, saving as they come."""
    before = total - sum(left[fitting.name].size for fitting in fittings)
    done = Done()
    keeper = Keeper(settings.store)
    work = []
    for fitting in fittings:
        wanted = left[fitting.name].tolist()
        stored = {} if settings.store is None else settings.store.load(fitting)
        known = {r: stored[r] for r in wanted if r in stored}
        done.take(fitting, known.values())
        work.append((fitting, [r for r in wanted if r not in known]))

    def after(fitting: Fitting, results: list[Result]) -> None:
        done.take(fitting, results)
        keeper.keep(fitting, results)
        if settings.on_failure == "raise" and done.failures:
            raise fit_error(done.failures[0], fitting.resamples.count)

    try:
        steps = execute(
            work,
            jobs=settings.jobs,
            progress=settings.progress,
            total=total,
            after=after,
            timeout=settings.timeout,
        )
        for _ in steps:
            keeper.flush(SECONDS_BETWEEN_SAVES)
    except KeyboardInterrupt:
        return Collected(done, interrupted=True)
    finally:
        keeper.flush(0)
    if before + done.fits < total:
        message = f"{total - before - done.fits} of {total} fits were lost"
        raise FitError(message)
    return Collected(done, interrupted=False)


@final
class Keeper:
    """Writes finished fits to the store, now and then rather than one by one."""

    def __init__(self, store: FitStore | None) -> None:
        self.store = store
        self.waiting: dict[str, tuple[Fitting, list[Result]]] = {}
        self.saved = time.monotonic()

    def keep(self, fitting: Fitting, results: list[Result]) -> None:
        """Remember finished fits until the next flush."""
        if self.store is not None:
            finished = [result for result in results if result.outputs is not None]
            self.waiting.setdefault(fitting.name, (fitting, []))[1].extend(finished)

    def flush(self, age: float) -> None:
        """Write, if the last time was more than `age` seconds ago."""
        if self.store is None or time.monotonic() - self.saved < age:
            return
        for fitting, finished in self.waiting.values():
            self.store.save(fitting, finished)
        self.waiting.clear()
        self.saved = time.monotonic()


def join(pieces: list[Outputs], dataset: Dataset) -> Outputs:
    """Put the pieces of a model together; a model of which every fit failed has no predictions."""
    if pieces:
        return Outputs.join(pieces)
    none = np.zeros(0, dtype=np.intp)
    empty = none if dataset.is_classification else np.zeros(0)
    return Outputs(none, none, empty, None, ScoreKind.NONE, np.zeros(0, dtype=np.uint8))


def fit_error(failure: Failure, count: int) -> FitError:
    """One sentence with model, resample and cause."""
    message = f"model '{failure.model}' failed on resample {failure.resample + 1} of {count}: {failure.cause}"
    return FitError(message, hint="on_failure='record' to go on without the fits that fail")


def tell_warnings(done: Done, count: int) -> None:
    """Say once per model what its fits warned about, and how many of them did."""
    for name, heard in done.warned.items():
        for text, times in heard.items():
            warnings.warn(
                f"{times} of {count_of(count, 'fit')} of '{name}' warned: {text}", FoldwiseWarning, stacklevel=4
            )
