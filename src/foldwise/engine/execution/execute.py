"""Where fits run: in this process or in a pool, with progress, interruption and failures in one place."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar, final

from foldwise.engine.single_fits.clock import timed
from foldwise.engine.single_fits.fit_failures import in_brief
from foldwise.engine.stored_fits.code_key import signature_of
from foldwise.engine.threads import native_libraries
from foldwise.errors import FitError
from foldwise.predictions import Failure, Outputs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import Backend
    from foldwise.engine.execution.limits import Limits
    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.typing import Estimator

__all__ = [
    "CHANGED_CODE",
    "Progress",
    "ReceivedFits",
    "Result",
    "attempt",
    "execute",
    "fit_as_worker",
    "fit_one",
    "isolated_fits",
    "load_rows",
    "outcome",
    "pack_fitting",
    "unpack_fitting",
]

T = TypeVar("T")

TRUSTED_PACKAGES = frozenset({"sklearn", "foldwise", "xgboost", "lightgbm", "catboost", "imblearn"})
"""Packages whose models do not end the process they are fitted in."""
INTERRUPTED = "KeyboardInterrupt"
"""Cause of a fit in another process that its model has interrupted."""
CHANGED_CODE = "its code, or a constant that it reads, was changed after it was imported"
"""Why a fitting cannot be done in a process that has imported its code anew."""
ISOLATED: ContextVar[bool] = ContextVar("isolated", default=False)
"""Whether other models are fitted in worker processes, so that one that ends its process does not end this one."""


class Progress(Protocol):
    """A function that is called with the number of fits done, of how many, and the model."""

    def __call__(self, done: int, total: int, model: str) -> None:
        """Show or record it."""


@final
@dataclass
class ReceivedFits:
    """What has come back so far."""

    pieces: dict[str, list[Outputs]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    warned: dict[str, Counter[str]] = field(default_factory=dict)
    fits: int = 0
    seconds: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def take(self, fitting: Fitting, results: Iterable[Result]) -> None:
        """File the results of a block."""
        for result in results:
            self.fits += 1
            self.warned.setdefault(fitting.name, Counter()).update(result.warned)
            if result.seconds is not None:
                self.seconds.setdefault(fitting.name, []).append(result.seconds)
            if result.outputs is not None:
                self.pieces.setdefault(fitting.name, []).append(result.outputs)
            else:
                self.failures.append(Failure(fitting.name, result.resample, result.cause))

    def in_order(self, models: Iterable[str]) -> tuple[Failure, ...]:
        """The failures by model and resample, in whatever order they came."""
        places = {name: at for at, name in enumerate(models)}
        return tuple(sorted(self.failures, key=lambda failure: (places[failure.model], failure.resample)))


@final
@dataclass(frozen=True)
class Result:
    """One fit: its predictions, or why there are none."""

    resample: int
    outputs: Outputs | None
    warned: tuple[str, ...] = ()
    cause: str = ""
    seconds: tuple[float, float] | None = None


def fit_one(fitting: Fitting, r: int, *, checked: bool, shared: bool = False) -> Result:
    """Fit one resample; a failing fit becomes a result too.

    The first fit of a model validates its parameters; the others need not do so again. With `shared`, other threads of this
    process fit at the same time.
    """
    from sklearn import config_context

    # A model may fit others by the engine within its own fit: their times are its own.
    with timed(), config_context(skip_parameter_validation=checked, assume_finite=fitting.finite):
        try:
            outputs, warned, seconds = fitting.run_beside_others(r) if shared else fitting.run(r)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a model may raise anything, SystemExit too; the cause is reported
            if was_interrupted(error):
                raise KeyboardInterrupt from error
            return Result(r, None, cause=error_line(error))
    return Result(r, outputs, warned, seconds=seconds)


def fit_as_worker(fitting: Fitting, r: int, validated: set[str]) -> Result:
    """Fit one resample in a process that serves another: nothing that a model does, Ctrl-C included, ends it.

    Parameters are validated until a fit of the model has succeeded; `validated` has the names of those.
    """
    own = os.getpid()
    try:
        result = fit_one(fitting, r, checked=fitting.name in validated)
    except KeyboardInterrupt:  # from the model itself, or for this process alone
        result = Result(r, None, cause=INTERRUPTED)
    if os.getpid() != own:  # a copy of this process that the model forked and did not end
        os._exit(0)
    if result.outputs is not None:
        validated.add(fitting.name)
    return result


def was_interrupted(error: BaseException) -> bool:
    """Whether an error came of Ctrl-C: compiled code may turn that into an error of its own.

    Examples
    --------
    >>> late = ValueError("the buffer has no valid format")
    >>> late.__cause__ = KeyboardInterrupt()
    >>> was_interrupted(late), was_interrupted(ValueError("of its own"))
    (True, False)
    """
    seen: list[BaseException | None] = [error]
    while (last := seen[-1]) is not None and len(seen) < 20:
        seen.append(last.__cause__ or last.__context__)
    return any(isinstance(one, KeyboardInterrupt) for one in seen)


def error_line(error: BaseException) -> str:
    """One line: the kind of error and what it says."""
    try:
        said = in_brief(str(error))
    except Exception:  # noqa: BLE001 - an error of a model may fail to say what it is
        said = ""
    if isinstance(error, FitError):
        return said
    return f"{type(error).__name__}: {said}" if said else f"{type(error).__name__}"


def outcome(work: Callable[[], T]) -> tuple[T | None, Exception | None]:
    """What a piece of work gave, or what it raised: a cluster may raise anything.

    Examples
    --------
    >>> outcome(lambda: 1), outcome(lambda: [][0])
    ((1, None), (None, IndexError('list index out of range')))
    """
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - whoever asks decides what it means
        return None, error


def attempt(work: Callable[[], T], model: str, where: str) -> T:
    """Run a piece of work in which a model may raise anything; its error becomes one sentence."""
    try:
        return work()
    except (Exception, SystemExit) as error:
        message = f"model '{model}' failed on {where}: {error_line(error)}"
        raise FitError(message) from error


def pack_fitting(fitting: Fitting) -> tuple[bytes, str]:
    """Bytes by which another process knows all of a fitting but its dataset, and sees whether it is the same there; or none, and why."""
    from joblib.externals.loky.cloudpickle_wrapper import dumps
    from sklearn.base import clone

    try:
        model = clone(fitting.model)  # what an earlier fit left behind decides nothing, and may be large
        return dumps((replace(fitting, dataset=None, model=model), signature_of(model))), ""  # type: ignore[arg-type]
    except Exception as error:  # noqa: BLE001 - a model may refuse in any way to be pickled
        return b"", error_line(error)


def unpack_fitting(packed: bytes, dataset: Dataset) -> tuple[Fitting | None, str]:
    """Undo `pack_fitting`; or none, and why. A fitting that is another here, since its code was imported anew, says so."""
    from pickle import loads

    try:
        fitting, signature = loads(packed)
        return replace(fitting, dataset=dataset), "" if signature_of(fitting.model) == signature else CHANGED_CODE
    except Exception as error:  # noqa: BLE001 - what one process can import another may not
        return None, error_line(error)


def load_rows(path: str) -> tuple[Dataset | None, str]:
    """Rows that another process wrote, in memory that all share; or none, and why."""
    import joblib

    try:
        return joblib.load(path, mmap_mode="r"), ""
    except Exception as error:  # noqa: BLE001 - rows may be of any class, and the file may be gone with the run
        return None, error_line(error)


def execute(  # noqa: PLR0913 - what a run knows of itself
    work: Sequence[tuple[Fitting, Sequence[int]]],
    *,
    jobs: int | None,
    progress: Progress | None,
    done: int,
    total: int,
    after: Callable[[Fitting, list[Result]], None],
    limits: Limits,
    isolated: bool = False,
    backend: Backend | None = None,
) -> Iterator[None]:
    """Run all fits and hand each to `after`; yields after every fit so that the caller may stop. `done` fits were done before."""
    # One native thread per fit: the same bits for any number of jobs, and no collapse when a core is busy.
    fits = run_all(work, jobs, limits, isolated=isolated, backend=backend)
    with native_libraries().limit(limits=1), closing(fits) as results:
        for fitting, result in results:
            done += 1
            after(fitting, [result])
            if progress is not None:
                progress(done, total, fitting.name)
            yield


def run_all(
    work: Sequence[tuple[Fitting, Sequence[int]]],
    jobs: int | None,
    limits: Limits,
    *,
    isolated: bool = False,
    backend: Backend | None = None,
) -> Generator[tuple[Fitting, Result]]:
    """Do the fits here, or in worker processes where they pay, are asked for, or must keep a limit of time or memory.

    Only a process can be stopped at any point. All models are fitted on a repeat of the plan before any is on the next.
    With `isolated`, models that are not of a known package are fitted in worker processes, which they may end. Where there is a
    backend, it does all fits.
    """
    from foldwise.engine.execution.pool import Pool

    tasks = [(fitting, r) for fitting, resamples in work for r in resamples]
    drawn = work[0][0].resamples if work else None
    if drawn is not None and drawn.repeats < drawn.count:
        tasks.sort(key=lambda task: int(drawn.repeat[task[1]]))
    if backend is not None and tasks:
        yield from sent_out(tasks, backend, limits)
        return
    size = workers(jobs)
    away = (
        size > 1
        if jobs is not None
        else (isolated or ISOLATED.get()) and any(is_foreign(fitting.model) for fitting, _ in work)
    )
    if tasks:
        with closing(Pool(tasks, size, limits=limits, away=away).run()) as results:
            yield from failures_in_turn(tasks, results)


def sent_out(
    tasks: Sequence[tuple[Fitting, int]], backend: Backend, limits: Limits
) -> Generator[tuple[Fitting, Result]]:
    """Have all fits done by a backend."""
    from foldwise.engine.execution.backends.dispatch import Dispatcher

    backend.open()
    with closing(Dispatcher(tasks, backend, limits=limits).run()) as results:
        yield from failures_in_turn(tasks, results)


def failures_in_turn(
    tasks: Sequence[tuple[Fitting, int]], results: Iterable[tuple[Fitting, Result]]
) -> Iterator[tuple[Fitting, Result]]:
    """Hold a failure back until the fits before it are done: the first that is told is then the same for any number of jobs."""
    places = {(fitting.name, r): at for at, (fitting, r) in enumerate(tasks)}
    done, first = [False] * len(tasks), 0
    held: dict[int, tuple[Fitting, Result]] = {}
    for fitting, result in results:
        at = places[fitting.name, result.resample]
        done[at] = True
        if result.outputs is None:
            held[at] = fitting, result
        else:
            yield fitting, result
        while first < len(done) and done[first]:
            if first in held:
                yield held.pop(first)
            first += 1


@contextmanager
def isolated_fits() -> Iterator[None]:
    """Fit models that are not of a known package in worker processes, which they may end.

    Examples
    --------
    >>> with isolated_fits():
    ...     ISOLATED.get()
    True
    """
    token = ISOLATED.set(True)
    try:
        yield
    finally:
        ISOLATED.reset(token)


def is_foreign(model: Estimator) -> bool:
    """Whether a model, or one within it, is not of a package that is known to leave its process alone."""
    parts = [model, *(param for param in model.get_params(deep=True).values() if hasattr(param, "get_params"))]
    return any(type(part).__module__.partition(".")[0] not in TRUSTED_PACKAGES for part in parts)


def workers(jobs: int | None) -> int:
    """Number of processes: all cores unless told."""
    cores = os.cpu_count() or 1
    if jobs is None:
        return cores
    return max(1, cores + 1 + jobs) if jobs < 0 else max(1, jobs)
