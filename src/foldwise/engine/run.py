"""The only place that fits: models x resamples → predictions."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from numbers import Integral, Real
from os import PathLike
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks import shown
from foldwise.engine.choose import choose
from foldwise.engine.clock import CLOCK
from foldwise.engine.driver import left_to_generic, predict_all
from foldwise.engine.execute import Done, execute
from foldwise.engine.generic import prepare
from foldwise.engine.rows import TestRows
from foldwise.engine.stand_in import stand_in
from foldwise.engine.store import Store
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
    from foldwise.typing import PathText

__all__ = ["ON_FAILURE", "Settings", "run"]

ON_FAILURE = ("raise", "record")
SECONDS_BETWEEN_SAVES = 1.0


@final
@dataclass(frozen=True)
class Settings:
    """How to run: what changes neither the question nor, but for the seed, the answer.

    The verbs that fit models, and `score`, take them as ``settings=``, and those they use as keywords of their own.

    Parameters
    ----------
    seed
        One integer from which all draws come; the same seed gives the same bits for any number of jobs.
    jobs
        Number of processes, -1 for all cores; by default decided by how long the work is.
    engine
        ``auto`` fits all resamples at once where that gives the same predictions, ``generic`` fits every resample on its own.
    train
        Keep predictions of the training rows too.
    on_failure
        ``raise`` at the first fit that fails, or ``record`` it and go on.
    progress
        True shows on stderr how far work is that takes more than a second: a bar in terminals and notebooks, elsewhere a
        line a minute. False shows nothing. A function is called as ``progress(done, total, model)`` after every fit or
        block of fits.
    store
        File that keeps finished fits, so that the same call continues where it was stopped. A fit is reused only if the
        rows, their types, the resamples, the model with its code, the seed and the versions of its packages are the same.
    timeout
        Seconds that one fit with its predictions may take; a longer one is ended and counts as failed. Every fit is then
        done in a worker process, since only a process can be ended at any point; batched kernels have no limit.

    Examples
    --------
    >>> import foldwise
    >>> careful = foldwise.Settings(jobs=2, on_failure="record")
    >>> foldwise.assess("lda", foldwise.sample("iris"), settings=careful, seed=7).seed
    7
    """

    seed: int = 0
    jobs: int | None = None
    engine: str = "auto"
    train: bool = False
    on_failure: str = "raise"
    progress: Progress | bool | None = True
    store: FitStore | PathText | None = None
    timeout: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no setting."""
        if self.on_failure not in ON_FAILURE:
            message = f"on_failure is 'raise' or 'record', not '{self.on_failure}'"
            raise InputError(message)
        jobs: object = self.jobs
        whole = isinstance(jobs, Integral) and not isinstance(jobs, bool)
        if not (jobs is None or (whole and (self.jobs == -1 or (self.jobs or 0) > 0))):
            message = f"jobs must be a number of processes, or -1 for all cores, not {shown(jobs)}"
            raise InputError(message, hint="jobs=-1" if isinstance(jobs, str) else "jobs=1")
        if not (isinstance(self.progress, bool | None) or callable(self.progress)):
            message = f"progress is True, False or a function that is called as progress(done, total, model), not {self.progress!r}"
            raise InputError(message, hint="progress=False")
        if not (self.store is None or isinstance(self.store, str | PathLike) or hasattr(self.store, "load")):
            message = f"store is the path of a file, not {shown(self.store)}"
            raise InputError(message, hint="store='fits.db'")
        if self.timeout is not None and not (isinstance(self.timeout, Real) and self.timeout > 0):
            message = f"timeout is a number of seconds above 0, not {shown(self.timeout)}"
            raise InputError(message, hint="timeout=60")

    @property
    def told(self) -> Progress | None:
        """Who is told how many fits are done; a verb puts the bar here."""
        return None if isinstance(self.progress, bool) else self.progress

    @cached_property
    def fits(self) -> FitStore | None:
        """The store, opened."""
        return Store(self.store) if isinstance(self.store, str | PathLike) else self.store


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
    batched = {
        name: (stand_in(models[name]), route.family) for name, route in routes.items() if route.family is not None
    }
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
    if settings.told is not None and done:
        settings.told(done, total, next(iter(outputs)))
    collected = run_generic(fittings, left, settings, total) if fittings else Collected(Done(), interrupted=False)
    clock = CLOCK.get()
    for fitting in fittings:
        if clock is not None:
            clock.add_single(fitting.name, collected.done.seconds.get(fitting.name, ()))
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
    keeper = Keeper(settings.fits)
    work = []
    for fitting in fittings:
        wanted = left[fitting.name].tolist()
        stored = {} if settings.fits is None else settings.fits.load(fitting)
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
            progress=settings.told,
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
