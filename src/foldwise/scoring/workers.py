"""Where parts of a table are summarised: in this process, or on the workers of a Dask or Ray cluster.

A task is a pure function of its part. Results come in the order of the parts, and merging follows a tree whose shape depends
on their number alone, so that neither the number of workers nor the order in which they finish changes a result. A part
whose worker is lost is done again on another one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar, final

from foldwise.errors import FoldwiseError, InputError, MissingExtraError, UnknownNameError
from foldwise.native import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from foldwise.typing import Given, Untyped

__all__ = ["InProcess", "Workers", "open_workers"]

Item = TypeVar("Item")
Result = TypeVar("Result")
RETRIES = 3
"""How often a part is done again where its worker was lost."""
PATIENCE = 10
"""Seconds to wait for a scheduler."""
WORDS = ("threads", "dask", "ray")


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

    def __init__(self, client: Untyped, own: Sequence[Untyped] = ()) -> None:
        self.client, self.own = client, own

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
            every = [last]  # what has been merged may be forgotten
            with plain_errors("Dask", _lost_of_dask()):
                result: Result = last.result()
                return result
        finally:
            self.client.cancel(every)

    def _submit(self, function: Callable[..., Result], *items: Given) -> Untyped:
        return self.client.submit(_alone, function, *items, pure=False, retries=RETRIES)

    def close(self) -> None:
        """Close the client and the cluster where they were opened here."""
        for one in self.own:
            one.close()


def _alone(function: Callable[..., Result], *items: Given) -> Result:
    """Run on a worker; what is computed of a Dask frame there is computed by the worker itself, which would wait for itself."""
    import dask

    with dask.config.set(scheduler="synchronous"):
        return function(*items)


@final
class RayWorkers(Workers):
    """The workers of a Ray cluster."""

    def __init__(self, ray: Untyped, *, own: bool) -> None:
        self.ray, self.own = ray, own

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

        return self.ray.remote(max_retries=RETRIES)(task)

    def close(self) -> None:
        """Shut Ray down where it was started here."""
        if self.own:
            self.ray.shutdown()


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
    """Open what a backend names.

    Parameters
    ----------
    backend
        None or ``threads`` for this process; ``dask`` for a cluster on this machine, ``dask://host:port`` for a running one,
        or a `dask.distributed.Client`; ``ray`` for the Ray that is running or a new one, or ``ray://host:port``.
    params
        Arguments of `dask.distributed.LocalCluster` or of `ray.init`.

    Examples
    --------
    >>> type(open_workers("threads")).__name__
    'InProcess'
    """
    if hasattr(backend, "submit") and type(backend).__module__.startswith("distributed"):
        _no_params(params, "a client")
        return DaskWorkers(backend)
    if backend is not None and not isinstance(backend, str):
        message = f"backend is a name or a dask.distributed.Client, not {type(backend).__name__}"
        raise InputError(message, hint="backend='dask'")
    word, _, address = (backend or WORDS[0]).strip().partition("://")
    if word == "dask":
        return _open_dask(address, dict(params or {}))
    if word == "ray":
        return _open_ray(address, dict(params or {}))
    _no_params(params, f"backend='{word}'")
    if word != WORDS[0] or address:
        message = f"score runs on {', '.join(WORDS)}, and not on '{backend}'"
        raise InputError(message, hint="backend='dask', or 'dask://host:port'")
    return InProcess()


def _no_params(params: Mapping[str, Any] | None, what: str) -> None:
    if params:
        message = f"backend_params={{'{next(iter(params))}': …}} says how to start a cluster, and {what} starts none"
        raise InputError(message, hint="backend='dask', or the call without backend_params=")


def _open_dask(address: str, params: dict[str, Any]) -> Workers:
    try:
        import dask.distributed as found
    except ImportError as error:
        what = "backend='dask'"
        raise MissingExtraError.of(what, "dask") from error
    distributed: Untyped = found  # it has no types
    if address:
        _no_params(params, "an address")
        try:
            client = distributed.Client(f"tcp://{address}", timeout=PATIENCE)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at dask://{address} ({type(error).__name__})"
            raise InputError(message, hint="the address that its scheduler printed") from error
        return DaskWorkers(client, [client])
    known = {
        name
        for cls in (distributed.LocalCluster, distributed.Nanny, distributed.Worker)
        for name in signature(cls).parameters
    } - {"kwargs"}
    unknown = next((name for name in params if name not in known), None)
    if unknown is not None:
        what = "argument of dask.distributed.LocalCluster"
        raise UnknownNameError.of(what, unknown, known)
    given = {"n_workers": cores(), "threads_per_worker": 1, "dashboard_address": ":0"} | params
    try:
        cluster = distributed.LocalCluster(**given)
    except (TypeError, ValueError, RuntimeError, OSError) as error:
        message = f"a Dask cluster could not be started ({type(error).__name__}: {str(error).splitlines()[0]})"
        raise InputError(message, hint="backend_params={'n_workers': 2, 'memory_limit': '1GB'}") from error
    client = distributed.Client(cluster)
    return DaskWorkers(client, [client, cluster])


def _open_ray(address: str, params: dict[str, Any]) -> Workers:
    try:
        import ray
    except ImportError as error:
        what = "backend='ray'"
        raise MissingExtraError.of(what, "ray") from error
    if ray.is_initialized():
        _no_params(params, "a running Ray")
        return RayWorkers(ray, own=False)
    given: dict[str, Any] = {"include_dashboard": False, "logging_level": "ERROR", "log_to_driver": False} | params
    given |= {"address": address if address == "auto" else f"ray://{address}"} if address else {}
    try:
        ray.init(**given)
    except (RuntimeError, ConnectionError, ValueError) as error:
        message = f"Ray could not be reached or started ({type(error).__name__}: {str(error).splitlines()[0]})"
        raise InputError(message, hint="backend_params={'num_cpus': 2}, or the address of a running cluster") from error
    return RayWorkers(ray, own=True)
