"""Where fits run: in this process or in a pool, with progress, interruption and failures in one place."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, final

from foldwise.errors import FitError
from foldwise.predictions import Failure, Outputs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from foldwise.engine.generic import Fitting

__all__ = ["Done", "Progress", "attempt", "execute"]

T = TypeVar("T")

SECONDS_PER_BLOCK = 0.5
WORTH_A_POOL = 4.0
"""Seconds of work left from which on starting worker processes pays."""


class Progress(Protocol):
    """Is told how many fits of how many are done."""

    def __call__(self, done: int, total: int, model: str) -> None:
        """Take notice."""


@final
@dataclass
class Done:
    """What has come back so far."""

    pieces: dict[str, list[Outputs]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    warned: dict[str, Counter[str]] = field(default_factory=dict)
    fits: int = 0

    def take(self, fitting: Fitting, results: Iterable[Result]) -> None:
        """File the results of a block."""
        for result in results:
            self.fits += 1
            self.warned.setdefault(fitting.name, Counter()).update(result.warned)
            if result.outputs is not None:
                self.pieces.setdefault(fitting.name, []).append(result.outputs)
            else:
                self.failures.append(Failure(fitting.name, result.resample, result.cause))


@final
@dataclass(frozen=True)
class Result:
    """One fit: its answers, or why there are none."""

    resample: int
    outputs: Outputs | None
    warned: tuple[str, ...] = ()
    cause: str = ""


def fit_block(fitting: Fitting, resamples: Sequence[int], *, checked: bool) -> list[Result]:
    """Fit several resamples one after the other; a failing fit becomes a result too.

    The first fit of a model validates its parameters; the others need not do so again.
    """
    from sklearn import config_context

    results = []
    with config_context(skip_parameter_validation=checked, assume_finite=fitting.finite):
        for r in resamples:
            try:
                outputs, warned = fitting.run(r)
                results.append(Result(r, outputs, warned))
            except Exception as error:  # noqa: BLE001 - a model may raise anything; the cause is reported, never lost
                results.append(Result(r, None, cause=describe(error)))
    return results


def describe(error: Exception) -> str:
    """One line: the kind of error and what it says."""
    said = " ".join(str(error).split())
    return said if isinstance(error, FitError) else f"{type(error).__name__}: {said}"


def attempt(work: Callable[[], T], model: str, where: str) -> T:
    """Run a piece of work in which a model may raise anything; its error becomes one sentence."""
    try:
        return work()
    except Exception as error:
        message = f"model '{model}' failed on {where}: {describe(error)}"
        raise FitError(message) from error


def execute(
    work: Sequence[tuple[Fitting, Sequence[int]]],
    *,
    jobs: int | None,
    progress: Progress | None,
    total: int,
    after: Callable[[Fitting, list[Result]], None],
) -> Iterator[None]:
    """Run all fits and hand each block to `after`; yields after every block so that the caller may stop."""
    from threadpoolctl import ThreadpoolController

    done = total - sum(len(resamples) for _, resamples in work)
    # One native thread per fit: the same bits for any number of jobs, and no collapse when a core is busy.
    with ThreadpoolController().limit(limits=1):
        rest: list[tuple[Fitting, Sequence[int], float]] = []
        for fitting, resamples in work:
            if resamples:
                start = time.perf_counter()
                results = fit_block(fitting, resamples[:1], checked=False)
                rest.append((fitting, resamples[1:], time.perf_counter() - start))
                done += 1
                after(fitting, results)
                report(progress, done, total, fitting.name)
                yield
        processes = workers(jobs, sum(seconds * len(resamples) for _, resamples, seconds in rest))
        for fitting, results in run_blocks(cut(rest, processes), processes):
            done += len(results)
            after(fitting, results)
            report(progress, done, total, fitting.name)
            yield


def cut(rest: Sequence[tuple[Fitting, Sequence[int], float]], processes: int) -> list[tuple[Fitting, Sequence[int]]]:
    """Cut the work into blocks of about half a second, and enough of them for every process."""
    blocks: list[tuple[Fitting, Sequence[int]]] = []
    for fitting, resamples, seconds in rest:
        size = max(1, min(int(SECONDS_PER_BLOCK / max(seconds, 1e-6)), -(-len(resamples) // processes)))
        blocks += [(fitting, resamples[at : at + size]) for at in range(0, len(resamples), size)]
    return blocks


def report(progress: Progress | None, done: int, total: int, model: str) -> None:
    """Tell whoever listens."""
    if progress is not None:
        progress(done, total, model)


def workers(jobs: int | None, seconds: float) -> int:
    """Number of processes: as test, or all cores once the work is long enough to pay for starting them."""
    cores = os.cpu_count() or 1
    if jobs is None:
        return cores if seconds > WORTH_A_POOL else 1
    return max(1, cores + 1 + jobs) if jobs < 0 else max(1, jobs)


def run_blocks(blocks: Sequence[tuple[Fitting, Sequence[int]]], jobs: int) -> Iterator[tuple[Fitting, list[Result]]]:
    """Yield the results of each block as they come."""
    if jobs == 1 or len(blocks) < 2:
        for fitting, resamples in blocks:
            # A block is a unit of work for a worker; here each fit is reported on its own.
            for r in resamples:
                yield fitting, fit_block(fitting, [r], checked=True)
        return
    yield from run_pool(blocks, jobs)


def run_pool(blocks: Sequence[tuple[Fitting, Sequence[int]]], jobs: int) -> Iterator[tuple[Fitting, list[Result]]]:
    """Use joblib's processes; when one dies, start again with the blocks that were lost, one fit at a time.

    A model whose module only this process knows is fitted here.
    """
    from joblib import Parallel, delayed, parallel_config
    from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

    waiting: dict[int, tuple[Fitting, Sequence[int]]] = dict(enumerate(blocks))
    try:
        with parallel_config(backend="loky", inner_max_num_threads=1):
            pool = Parallel(n_jobs=jobs, return_as="generator_unordered")
            calls = (delayed(numbered)(at, fitting, rows) for at, (fitting, rows) in list(waiting.items()))
            for at, results in pool(calls):
                fitting, _ = waiting.pop(at)
                yield fitting, results
    except TerminatedWorkerError:
        for fitting, resamples in waiting.values():
            for r in resamples:
                yield fitting, [alone(fitting, r)]
    except BrokenProcessPool:
        yield from run_blocks(list(waiting.values()), 1)


def numbered(at: int, fitting: Fitting, resamples: Sequence[int]) -> tuple[int, list[Result]]:
    """Run a block in a worker and say which one it was."""
    return at, fit_block(fitting, resamples, checked=True)


def alone(fitting: Fitting, r: int) -> Result:
    """Fit in a worker of its own, so that a fit that kills its process only loses itself."""
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    try:
        results: Any = Parallel(n_jobs=2)(delayed(fit_block)(fitting, [r], checked=True) for _ in range(1))
    except TerminatedWorkerError:
        return Result(r, None, cause="the process died, probably for lack of memory")
    return results[0][0]
