"""Where parts of a table are summarised: in this process, or on the workers of a Dask or Ray cluster.

A task is a pure function of its part. Results come in the order of the parts, and merging follows a tree whose shape depends
on their number alone, so that neither the number of workers nor the order in which they finish changes a result. A part
whose worker is lost is done again on another one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, final

from foldwise.engine.execution.backends import backend_name, check_backend, make_backend
from foldwise.errors import FoldwiseError, InputError
from foldwise.native import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from foldwise.typing import Given, Untyped

__all__ = ["InProcess", "Workers", "open_workers"]

Item = TypeVar("Item")
Result = TypeVar("Result")
RETRIES = 3
"""How often a part is done again where its worker was lost."""
IN_PROCESS = "threads"
WORKER_BACKENDS = (IN_PROCESS, "dask", "ray")
"""Backends that parts of a table can be handed to."""


class Workers(ABC):
    """Runs a function on every part."""

    threads: int = 1

    @abstractmethod
    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Results in the order of the items."""

    @abstractmethod
    def reduce(
        self, function: Callable[[Item], Result], items: Sequence[Item], merge: Callable[[Result, Result], Result]
    ) -> Result:
        """Merge the results of all items: neighbours first, then the merged ones, as often as it takes."""

    def close(self) -> None:  # noqa: B027 - most have nothing to stop
        """Stop what was started for this call."""


@final
class InProcess(Workers):
    """One part after the other, each on all cores of this process.

    Examples
    --------
    >>> here = InProcess()
    >>> list(here.map(abs, [-1, 2])), here.reduce(str, [1, 2, 3, 4, 5], lambda a, b: f"({a}{b})")
    ([1, 2], '(((12)(34))5)')
    """

    @property
    def threads(self) -> int:  # type: ignore[override]
        """All of them."""
        return cores()

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Results in the order of the items."""
        return map(function, items)

    def reduce(
        self, function: Callable[[Item], Result], items: Sequence[Item], merge: Callable[[Result, Result], Result]
    ) -> Result:
        """Merge as results come: those of equal size, so that few of them are held and the tree is that of a cluster."""
        return merge_in_order(map(function, items), merge)


def merge_in_order(results: Iterable[Result], merge: Callable[[Result, Result], Result]) -> Result:
    """Merge neighbours of equal size; what is left over is merged from the end."""
    held: list[tuple[int, Result]] = []
    for result in results:
        size, whole = 1, result
        while held and held[-1][0] == size:
            size, whole = 2 * size, merge(held.pop()[1], whole)
        held.append((size, whole))
    total = held.pop()[1]
    while held:
        total = merge(held.pop()[1], total)
    return total


@final
class DaskWorkers(Workers):
    """The workers of a Dask cluster; the scheduler does again what a lost worker held."""

    def __init__(self, cluster: Untyped) -> None:
        self.cluster, self.client = cluster, cluster.client

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Results in the order of the items."""
        futures = [self._submit(function, item) for item in items]
        try:
            for at, future in enumerate(futures):
                with plain_errors("Dask", _lost_of_dask()):
                    result = future.result()
                future.release()
                futures[at] = None
                yield result
        finally:
            self.client.cancel([one for one in futures if one is not None])

    def reduce(
        self, function: Callable[[Item], Result], items: Sequence[Item], merge: Callable[[Result, Result], Result]
    ) -> Result:
        """Merge on the workers: only the last result travels here."""
        futures = [self._submit(function, item) for item in items]
        every = list(futures)
        while len(futures) > 1:
            pairs = [futures[at : at + 2] for at in range(0, len(futures), 2)]
            futures = [self._submit(merge, *pair) if len(pair) == 2 else pair[0] for pair in pairs]
            every += futures
        (last,) = futures
        del futures
        try:
            every = [last]  # free the memory of what has been merged
            with plain_errors("Dask", _lost_of_dask()):
                result: Result = last.result()
                return result
        finally:
            self.client.cancel(every)

    def _submit(self, function: Callable[..., Result], *items: Given) -> Untyped:
        return self.client.submit(_alone, function, *items, pure=False, retries=RETRIES, **self.cluster.options)

    def close(self) -> None:
        """Close the client and the cluster where they were opened here."""
        self.cluster.close()


def _alone(function: Callable[..., Result], *items: Given) -> Result:
    """Run on a worker; what is computed of a Dask frame there is computed by the worker itself, which would wait for itself."""
    import dask

    with dask.config.set(scheduler="synchronous"):
        return function(*items)


@final
class RayWorkers(Workers):
    """The workers of a Ray cluster."""

    def __init__(self, cluster: Untyped) -> None:
        import ray

        self.cluster, self.ray = cluster, ray

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Results in the order of the items."""
        task = self._task(function)
        references = [task.remote(item) for item in items]
        for at, reference in enumerate(references):
            with plain_errors("Ray", (self.ray.exceptions.RayError,)):
                result = self.ray.get(reference)
            references[at] = None
            yield result

    def reduce(
        self, function: Callable[[Item], Result], items: Sequence[Item], merge: Callable[[Result, Result], Result]
    ) -> Result:
        """Merge on the workers: only the last result travels here."""
        first, second = self._task(function), self._task(merge)
        found = [first.remote(item) for item in items]
        while len(found) > 1:
            pairs = [found[at : at + 2] for at in range(0, len(found), 2)]
            found = [second.remote(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
        with plain_errors("Ray", (self.ray.exceptions.RayError,)):
            result: Result = self.ray.get(found[0])
            return result

    def _task(self, function: Callable[..., Result]) -> Untyped:
        # Ray reads the name of the function, which a partial does not have.
        def task(*items: Given) -> Result:
            return function(*items)

        return self.ray.remote(task).options(**self.cluster.options, max_retries=RETRIES)

    def close(self) -> None:
        """Shut Ray down where it was started here."""
        self.cluster.close()


@contextmanager
def plain_errors(cluster: str, lost: tuple[type[Exception], ...]) -> Iterator[None]:
    """Let our own errors through as they are, and say in one sentence that workers were lost."""
    try:
        yield
    except FoldwiseError as error:
        cause = getattr(error, "cause", None)  # Ray puts what was raised into an error of its own
        if isinstance(cause, FoldwiseError):
            raise cause from None
        raise
    except lost as error:
        first = next(iter(str(error).splitlines()), "")
        message = f"a part could not be done on the {cluster} cluster ({type(error).__name__}: {first})"
        raise InputError(message, hint="workers with more memory, or the call without backend=") from error


def _lost_of_dask() -> tuple[type[Exception], ...]:
    from distributed.client import FutureCancelledError
    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    return (KilledWorker, CommClosedError, FutureCancelledError)


def open_workers(backend: Given = None, params: Mapping[str, Any] | None = None) -> Workers:
    """Open what a backend names, as for fits: a name, an address or a client, and the same parameters.

    Examples
    --------
    >>> type(open_workers("threads")).__name__
    'InProcess'
    """
    backend = IN_PROCESS if backend is None else backend
    check_backend(backend, params)
    name = backend_name(backend)
    if name not in WORKER_BACKENDS:
        message = f"score runs on {', '.join(WORKER_BACKENDS)}, and not on '{name}'"
        raise InputError(message, hint="backend='dask', or 'dask://host:port'")
    if "block_seconds" in (params or {}):
        message = "block_seconds is about fits, and score hands out parts of a table"
        raise InputError(message, hint="the call without it")
    if name == IN_PROCESS:
        return InProcess()
    cluster: Untyped = make_backend(backend, params, None)
    cluster.open()
    return DaskWorkers(cluster) if name == "dask" else RayWorkers(cluster)
