"""Entrance of the engine: models x resamples → predictions, by the families that take a model and by single fits of the rest."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from numbers import Integral, Real
from os import PathLike
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.cached import cached_property, filled_at_once
from foldwise.data.checks import shown, takes_progress
from foldwise.engine.choose import choose
from foldwise.engine.driver import left_to_generic, predict_all
from foldwise.engine.execution.backends import DEFAULT, check_backend, is_remote, opened
from foldwise.engine.execution.execute import ReceivedFits, execute
from foldwise.engine.execution.limits import Limits, read_size
from foldwise.engine.pieces import append_piece, stages, with_generic
from foldwise.engine.rows import TestRows
from foldwise.engine.single_fits.clock import CLOCK
from foldwise.engine.single_fits.fit_failures import fit_error
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.stored_fits.kept_blocks import KeptBlocks
from foldwise.engine.stored_fits.store import SECONDS_BETWEEN_SAVES, Store, WriteBuffer
from foldwise.engine.stored_fits.store_file import store_path
from foldwise.engine.threads import threads
from foldwise.errors import FitError, FoldwiseWarning, InputError, Interrupted
from foldwise.models import gradual_models
from foldwise.phrases import count_of
from foldwise.predictions import Outputs, Predictions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import Backend
    from foldwise.engine.execution.execute import Progress, Result
    from foldwise.engine.family import Family
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.engine.stored_fits.store import FitStore
    from foldwise.plans import Resamples
    from foldwise.typing import Given, PathText

__all__ = ["ON_FAILURE", "Interim", "Settings", "run"]

Interim = Callable[[Callable[[], "Predictions"], int], None]
"""Callback for interim results: gets a function that returns the predictions so far, and the number of complete repeats."""
ON_FAILURE = ("raise", "record")
SHORT_STAGE = 0.5
"""Seconds of the first repeat of a slow model up to which the others are not fitted repeat by repeat."""


@final
@filled_at_once
@dataclass(frozen=True)
class Settings:
    """How to run: what changes neither what is computed nor, but for the seed, its result.

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
        ``raise`` at the first fit that fails, or ``record`` it and go on. A model of your own is then fitted in a worker
        process unless `jobs` is 1, so that one that ends or crashes its process is a failure like any other.
    progress
        True shows on stderr how far work is that takes more than a second: a bar in terminals and notebooks, elsewhere a
        line a minute. False shows nothing. A function is called as ``progress(done, total, model)`` after every fit or
        block of fits; where it has a method ``look``, that is called with the `Assessment` of the repeats of the plan that
        are complete, each time there are more of them.
    store
        File that keeps finished fits, so that the same call continues where it was stopped: a path, ``sqlite:///path``, or
        True for ``.foldwise/store.db``; without it the one that the variable ``FOLDWISE_STORE`` names, False for none. A fit
        is reused only if the rows, their types, its training and test rows, the model with its code, the seed and the
        versions of its packages are the same. Runs are kept in it too (`foldwise.runs`).
    timeout
        Seconds that one fit with its predictions may take; a longer one is ended and counts as failed. Every fit is then
        done in a worker process, since only a process can be ended at any point; batched kernels have no limit.
    memory_limit
        Memory that the worker process of one fit may take, such as ``"2GB"``; a fit that takes more is ended and counts as
        failed. Batched kernels have no limit.
    backend
        Where fits are done, with the same bits: ``processes`` of our own, started when they pay; ``threads``, ``loky``, ``dask``,
        ``ray``, ``spark``; an address such as ``dask://host:8786`` or ``ray://host:10001``; or a `dask.distributed.Client`.
    backend_params
        Parameters of the backend by name, such as ``{"block_seconds": 2.0}``.

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
    store: FitStore | PathText | bool | None = None
    timeout: float | None = None
    memory_limit: str | float | None = None
    backend: Given = DEFAULT
    backend_params: Mapping[str, Any] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        """Refuse what is no setting."""
        on_failure: object = self.on_failure
        if not isinstance(on_failure, str) or on_failure not in ON_FAILURE:
            message = f"on_failure is 'raise' or 'record', not {shown(on_failure)}"
            raise InputError(message)
        jobs: object = self.jobs
        whole = isinstance(jobs, Integral) and not isinstance(jobs, bool)
        if not (jobs is None or (whole and (self.jobs == -1 or (self.jobs or 0) > 0))):
            message = f"jobs must be a number of processes, or -1 for all cores, not {shown(jobs)}"
            raise InputError(message, hint="jobs=-1" if isinstance(jobs, str) else "jobs=1")
        if not (isinstance(self.progress, bool | None) or takes_progress(self.progress)):
            message = f"progress is True, False or a function that is called as progress(done, total, model), not {shown(self.progress)}"
            raise InputError(message, hint="progress=False")
        if not (isinstance(self.store, bool | str | PathLike | None) or hasattr(self.store, "load")):
            message = f"store is the path of a file, not {shown(self.store)}"
            raise InputError(message, hint="store='fits.db'")
        if self.timeout is not None and not (isinstance(self.timeout, Real) and self.timeout > 0):
            message = f"timeout is a number of seconds above 0, not {shown(self.timeout)}"
            raise InputError(message, hint="timeout=60")
        if self.memory_limit is not None:
            read_size(self.memory_limit, "memory_limit")
        is_default_backend = isinstance(self.backend, str) and self.backend == DEFAULT
        if not is_default_backend or self.backend_params is not None:
            limited = "timeout" if self.memory_limit is None else "memory_limit"
            check_backend(self.backend, self.backend_params, limit=limited if self.limits else "")

    @property
    def listener(self) -> Progress | None:
        """The function that is called with the number of fits done, such as that of a progress bar; None without one."""
        return None if isinstance(self.progress, bool) else self.progress

    @property
    def limits(self) -> Limits:
        """Limits of time and memory of one fit."""
        memory = self.memory_limit
        return Limits(self.timeout, None if memory is None else read_size(memory, "memory_limit"))

    @cached_property
    def fits(self) -> FitStore | None:
        """The store, opened."""
        if not isinstance(self.store, bool | str | PathLike):
            return self.store
        return None if store_path(self.store) is None else Store(self.store)


def run(
    dataset: Dataset,
    models: Mapping[str, Any],
    resamples: Resamples,
    settings: Settings,
    *,
    look: Interim | None = None,
) -> Predictions:
    """Fit every model on every resample and keep its predictions of the test rows.

    With `look`, models whose fits take long are fitted repeat by repeat of the plan, and `look` is called each time another
    repeat is complete for all models: with a function that returns the predictions so far, and the number of these repeats.

    Raises
    ------
    FitError
        A fit failed and `on_failure` is ``raise``.
    Interrupted
        Ctrl-C; carries the predictions of the fits that were finished.
    """
    routes = {name: choose(model, dataset, resamples, settings.engine) for name, model in models.items()}
    batched = {name: (route.model, route.family) for name, route in routes.items() if route.family is not None}
    slow = {name: one for name, one in batched.items() if look is not None and one[1].staged and resamples.repeats > 1}
    work = RunningFits(dataset, models, resamples, settings, look=look)
    has_backend = settings.backend != DEFAULT
    remote: dict[str, tuple[Any, Family]] = {}
    if has_backend and is_remote(settings.backend):
        remote = {name: one for name, one in batched.items() if one[1].staged or one[1].divisible}
        batched, slow = {name: one for name, one in batched.items() if name not in remote}, {}
    backend = opened(settings.backend, settings.backend_params, settings.jobs) if has_backend else nullcontext()
    try:
        with threads(settings.jobs), backend as work.backend:
            if remote:
                work.fit_on_backend(remote)
            quick = {name: one for name, one in batched.items() if name not in slow} if slow else batched
            work.fit_batched(quick, slow)
    except KeyboardInterrupt:
        raise work.interrupted() from None
    work.record_times()
    warn_of_fits(work.done, resamples.count)
    return work.predictions()


@final
class RunningFits:
    """State of a run: the predictions so far, the fits that are done, and the repeats of the plan that are complete."""

    def __init__(
        self,
        dataset: Dataset,
        models: Mapping[str, Any],
        resamples: Resamples,
        settings: Settings,
        *,
        look: Interim | None = None,
    ) -> None:
        self.dataset, self.models, self.resamples, self.settings = dataset, models, resamples, settings
        self.look, self.repeats_shown = look, 0
        self.total = resamples.count * len(models)
        self.outputs: dict[str, Outputs] = {}
        self.done, self.batched = ReceivedFits(), 0
        self.uncounted: list[Codes | list[int]] = []
        self.write_buffer: WriteBuffer | None = None
        self.blocks: KeptBlocks | None = None
        if settings.fits is not None:
            self.write_buffer = WriteBuffer(settings.fits)
            self.blocks = KeptBlocks(dataset, resamples, settings.fits, seed=settings.seed, train=settings.train)
        self.backend: Backend | None = None

    def fit_on_backend(self, remote: Mapping[str, tuple[Any, Family]]) -> None:
        """Fit models of slow families on the workers of the backend, where that pays."""
        from foldwise.engine.execution.backends.batches import Batches

        seed, train = self.settings.seed, self.settings.train
        test = TestRows.of(self.resamples, train=train)
        batches = Batches(remote, (self.dataset, self.resamples, test), kept=self.blocks, seed=seed, train=train)
        with closing(batches.run(self.backend)) as blocks:
            for outputs, block in blocks:
                self._add_predictions(outputs, block)

    def fit_batched(self, quick: Mapping[str, tuple[Any, Family]], slow: Mapping[str, tuple[Any, Family]]) -> None:
        """Fit quick models on all resamples, slow ones on the first repeat, what families left one by one; then slow ones on the other repeats."""
        resamples, settings = self.resamples, self.settings
        known = quick or slow or self.outputs
        test = TestRows.of(resamples, train=settings.train) if known else None
        if test is not None:
            stored = self.write_buffer is not None
            in_blocks = {name: one for name, one in quick.items() if stored and (one[1].staged or one[1].divisible)}
            at_once = {name: one for name, one in quick.items() if name not in in_blocks}
            self._add_predictions(predict_all(at_once, self.dataset, resamples, test, seed=settings.seed), test)
            if in_blocks:
                self._fit_span(in_blocks, test, 0, resamples.count)
        spans = stages(resamples) if slow else []
        start = time.perf_counter()
        for first, last in spans[:1]:
            self._fit_span(slow, test, first, last)
        if time.perf_counter() - start < SHORT_STAGE:
            spans = [spans[0], (spans[0][1], resamples.count)] if spans else []
        left = {}
        for name in self.models:
            rest = left_to_generic(self.outputs.get(name), resamples.count, test)
            left[name] = rest[rest < (spans[0][1] if name in slow else resamples.count)].tolist()
        self._fit_alone(left)
        for first, last in spans[1:]:
            self._fit_span(slow, test, first, last)
            rests = {name: left_to_generic(self.outputs[name], resamples.count, test) for name in slow}
            self._fit_alone({name: rest[(rest >= first) & (rest < last)].tolist() for name, rest in rests.items()})

    def _fit_span(self, slow: Mapping[str, tuple[Any, Family]], test: TestRows | None, first: int, last: int) -> None:
        if test is not None:
            block, seed = test.block(first, last), self.settings.seed
            outputs = (
                predict_all(slow, self.dataset, self.resamples, block, seed=seed)
                if self.blocks is None
                else self.blocks.predict(slow, test, first, last)
            )
            self._add_predictions(outputs, block)

    def _add_predictions(self, outputs: Mapping[str, Outputs], test: TestRows) -> None:
        """Add predictions of families to those so far."""
        tested = test.sizes.nonzero()[0]
        for name, piece in outputs.items():
            before = self.outputs.get(name)
            self.outputs[name] = piece if before is None else append_piece(before, piece)
            self._count_done(done := tested if piece.resample is test.resample else np.unique(piece.resample))
            self.batched += int(done.size)
        listener = self.settings.listener
        if outputs and listener is not None and self.batched:
            listener(self.batched + self.done.fits, self.total, next(iter(outputs)))
        self._report_repeats()

    @cached_property
    def fits_left(self) -> Codes:
        """Fits of each repeat that have not been counted as done."""
        return len(self.models) * np.bincount(self.resamples.repeat)

    def _count_done(self, resamples: Codes | list[int]) -> None:
        """Note which fits are done: they are counted by repeat when somebody asks."""
        if self.look is not None:
            self.uncounted.append(resamples)

    def _report_repeats(self) -> None:
        """Call `look` where another repeat is complete; not for the last, after which the run is done."""
        if self.look is None or self.batched + self.done.fits >= self.total:
            return
        if self.repeats_shown < (complete := self._complete_repeats()) < self.fits_left.size:
            self.repeats_shown = complete
            self.look(self.predictions, complete)

    def _complete_repeats(self) -> int:
        """How many of the first repeats are done for all models; with `look` only."""
        while self.uncounted:
            done = self.resamples.repeat[self.uncounted.pop()]
            self.fits_left -= np.bincount(done, minlength=self.fits_left.size)
        unfinished = self.fits_left.nonzero()[0]
        return int(unfinished[0]) if unfinished.size else self.fits_left.size

    def _fit_alone(self, left: Mapping[str, Sequence[int]]) -> None:
        """Run the fits that are left and not in the store yet, saving as they come."""
        settings, work = self.settings, []
        for name, resamples_left in left.items():
            if len(resamples_left):
                fitting = prepare_fitting(
                    name, self.models[name], self.dataset, self.resamples, seed=settings.seed, train=settings.train
                )
                stored = {} if settings.fits is None else settings.fits.load(fitting)
                known = {r: stored[r] for r in resamples_left if r in stored}
                self.done.take(fitting, known.values())
                self._count_done(list(known))
                work.append((fitting, [r for r in resamples_left if r not in known]))
        if not work:
            return
        wanted_fits = self.done.fits + sum(len(resamples) for _, resamples in work)
        try:
            steps = execute(
                work,
                jobs=settings.jobs,
                progress=settings.listener,
                done=self.batched + self.done.fits,
                total=self.total,
                after=self._take_results,
                limits=settings.limits,
                isolated=settings.on_failure == "record",
                backend=self.backend,
            )
            for _ in steps:
                if self.write_buffer is not None:
                    self.write_buffer.flush(SECONDS_BETWEEN_SAVES)
        finally:
            if self.write_buffer is not None:
                self.write_buffer.flush(0)
        if self.done.fits < wanted_fits:
            message = f"{wanted_fits - self.done.fits} of {self.total} fits were lost"
            raise FitError(message)

    def _take_results(self, fitting: Fitting, results: list[Result]) -> None:
        self.done.take(fitting, results)
        if self.write_buffer is not None:
            self.write_buffer.keep(fitting, results)
        if self.settings.on_failure == "raise" and self.done.failures:
            raise fit_error(self.done.failures[0], fitting.resamples)
        self._count_done([result.resample for result in results])
        self._report_repeats()

    def record_times(self) -> None:
        """Record the times of single fits; the driver records those of families."""
        if (clock := CLOCK.get()) is not None:
            for name, seconds in self.done.seconds.items():
                clock.add_single(name, seconds)

    def predictions(self) -> Predictions:
        """Predictions of all fits so far."""
        outputs = {
            name: with_generic(self.outputs.get(name), self.done.pieces.get(name, []), self.dataset)
            for name in self.models
        }
        failures = self.done.in_order(self.models) if self.done.failures else ()
        gradual = gradual_models(self.models, self.dataset)
        return Predictions.of_dataset(self.dataset, outputs, self.resamples, failures=failures, gradual=gradual)

    def interrupted(self) -> Interrupted:
        """The exception for Ctrl-C, with the predictions so far."""
        repeats = 0 if self.look is None else self._complete_repeats()
        return Interrupted(self.batched + self.done.fits, self.total, self.predictions(), repeats=repeats)


def warn_of_fits(done: ReceivedFits, count: int) -> None:
    """Say once per model what its fits warned about, and how many of them did."""
    for name, texts in done.warned.items():
        for text, times in texts.items():
            warnings.warn(
                f"{times} of {count_of(count, 'fit')} of '{name}' warned: {text}", FoldwiseWarning, stacklevel=4
            )
