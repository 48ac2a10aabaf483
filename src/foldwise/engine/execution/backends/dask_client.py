"""Workers of a Dask cluster, by a client that was given, an address, or a cluster of this machine."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any, final
from uuid import uuid4
from weakref import WeakKeyDictionary

from foldwise.engine.execution.backends.backend import (
    CONNECT_SECONDS,
    LostBlock,
    backend_error,
    in_flight,
    missing,
    reach,
    unreachable,
)
from foldwise.engine.execution.backends.catalogue import CLUSTER
from foldwise.engine.execution.backends.remote import InlineParcel, do_block, versions_of_worker
from foldwise.engine.execution.execute import error_line, outcome, workers
from foldwise.errors import FitError, InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import AnyBlock, Job, Reply, Take
    from foldwise.typing import Untyped

__all__ = ["DaskFits"]

MOST_TRIES, WAIT_SECONDS = 4, 30.0
"""How often rows are sent where no worker takes them, and seconds that workers are waited for each time."""
READY_SECONDS = 5.0
"""Seconds that workers may take to import what they need before they are sent rows all the same."""
POLL_SECONDS = 0.5
"""Seconds between two looks at whether the scheduler still answers."""
WORKER_DEATHS = ("KilledWorker", "WorkerDied", "CommClosedError", "MemoryError")
"""What Dask says of a block whose workers have died."""
_SENT: WeakKeyDictionary[Untyped, WeakKeyDictionary[Dataset, Untyped]] = WeakKeyDictionary()
"""Rows that the workers of a client have, as long as both exist."""


def copies_kept() -> Untyped:
    """Configuration of a cluster that keeps every copy of the rows: Dask drops those that no task waits for after two seconds."""
    import dask

    return dask.config.set({"distributed.scheduler.active-memory-manager.start": False})


@final
class DaskFits:
    """Blocks as tasks of a Dask cluster; rows are scattered once and stay with the workers.

    A client that is given is never closed; without one and without an address it is the client that Dask has in use, or
    a new cluster of this machine with so many processes as `jobs`. The names of `params` are in the catalogue.
    """

    name = "dask"
    is_remote = True

    def __init__(self, client: Untyped, address: str, jobs: int | None, params: Mapping[str, Any]) -> None:
        self.client, self.jobs, self.params = client, jobs, params
        self.address = address or str(params.get("address", ""))
        self.block_seconds = float(params.get("block_seconds", 0.5))
        self.seconds = float(params.get("connect_seconds", CONNECT_SECONDS))
        self.own: list[Untyped] = []
        self.new = {name: params[name] for name in CLUSTER if name in params}
        if self.new and (client is not None or self.address or "scheduler_file" in params):
            message = f"{next(iter(self.new))} says how to start a Dask cluster, and one that runs was given"
            raise InputError(message, hint="backend='dask', or the call without it")

    @property
    def options(self) -> dict[str, Any]:
        """What is told to `Client.submit` with every task."""
        names = ("workers", "allow_other_workers", "resources", "priority")
        return {name: self.params[name] for name in names if name in self.params}

    @property
    def slots(self) -> int:
        """Threads of all workers."""
        threads = sum(self.client.nthreads().values())
        return max(1, threads if self.jobs is None else min(threads, workers(self.jobs)))

    def open(self) -> None:
        """Connect, and wait for the first worker."""
        if self.client is None:
            self.client = self._connected()
        if getattr(self.client, "asynchronous", False):
            message = "the Dask client is asynchronous, and results are waited for"
            raise InputError(message, hint="a client that was made without asynchronous=True")
        if self.client.status != "running":
            message = f"the Dask client is {self.client.status}"
            raise InputError(message, hint="a client that is connected")
        if self.client not in _SENT:
            self._make_ready()
            _SENT[self.client] = WeakKeyDictionary()

    def _make_ready(self) -> None:
        """Have every worker import what it needs before rows arrive, which would wait for that; busy ones do so later."""
        from distributed import wait

        _, error = outcome(lambda: self.client.wait_for_workers(1, timeout=self.seconds))
        if error is not None:
            message = f"the Dask scheduler has no workers after {self.seconds:g} s"
            raise InputError(message, hint="dask worker, started with the address of the scheduler")
        tasks = [
            self.client.submit(versions_of_worker, workers=[worker], key=f"foldwise-ready-{uuid4().hex}", pure=False)
            for worker in self.client.nthreads()
        ]
        outcome(lambda: wait(tasks, timeout=READY_SECONDS))
        troubles = [task.exception() for task in tasks if task.status == "error"]
        if troubles:
            raise backend_error("dask", troubles[0])

    def _connected(self) -> Untyped:
        try:
            from distributed import Client, LocalCluster, default_client
        except ImportError as error:
            raise missing("dask") from error
        where = self.address.replace("dask://", "tcp://", 1)
        told = {key: self.params[key] for key in ("scheduler_file", "security") if key in self.params}
        if where:
            reach(where, "Dask scheduler", self.seconds)
        if where or told:
            made, trouble = outcome(
                lambda: Client(where or None, timeout=self.seconds, set_as_default=False, **told),
            )
            if trouble is not None:
                place = where or str(told.get("scheduler_file"))
                raise unreachable(place, "Dask scheduler", self.seconds, trouble) from trouble
            self.own.append(made)
            return made
        found, _ = outcome(default_client)
        if found is not None and not self.new:
            return found
        asked = {"n_workers": workers(self.jobs), "threads_per_worker": 1, "dashboard_address": ":0", **self.new}
        with copies_kept():
            cluster, trouble = outcome(lambda: LocalCluster(**asked))
        if trouble is not None:
            message = f"a Dask cluster could not be started ({error_line(trouble)})"
            raise InputError(message, hint="backend_params={'n_workers': 2, 'memory_limit': '1GB'}") from trouble
        self.own.append(cluster)
        self.own.append(Client(cluster, set_as_default=False))
        return self.own[-1]

    def close(self) -> None:
        """Close the client and the cluster that were made here, and no others."""
        while self.own:
            self.own.pop().close()
            self.client = None

    def stream(self, dataset: Dataset, job: Job, take: Take) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
        """Submit blocks, two more than there are threads, and give what came of each as it is done."""
        post = DaskPost(self, dataset, job)
        yield from in_flight(post, take, self.slots + 2)


@final
class DaskPost:
    """Futures of one run, and the queue in which those that are done arrive."""

    def __init__(self, backend: DaskFits, dataset: Dataset, job: Job) -> None:
        self.client, self.seconds = backend.client, backend.seconds
        self.dataset, self.job = dataset, job
        self.back: queue.SimpleQueue[Untyped] = queue.SimpleQueue()
        self.rows: Untyped = None
        self.used: dict[str, Untyped] = {}
        """The rows that each block was submitted with."""
        self.told: Untyped = None
        self.options = backend.options

    def send(self, block: AnyBlock) -> Untyped:
        """Submit a block; the rows go before it, where the workers do not have them."""
        if self.rows is None:
            self._scatter()
        key = f"foldwise-{uuid4().hex}"
        sent = self.client.submit(do_block, self.rows, self.told, block, key=key, pure=False, **self.options)
        self.used[sent.key] = self.rows
        sent.add_done_callback(self._fetch)
        return sent

    def _fetch(self, future: Untyped) -> None:
        """Fetch what came of a block, in a thread of Dask, while this process waits for others."""
        self.back.put((future, outcome(future.result) if future.status == "finished" else (None, None)))

    def _scatter(self) -> None:
        """Send rows and models to every worker once; rows that are there already are not sent again."""
        sent = _SENT[self.client]
        rows = sent.get(self.dataset)
        text = f"foldwise-job-{uuid4().hex}"  # the scheduler may still know the last one as lost
        parcels = {text: InlineParcel(self.job.key, self.job)}
        if rows is None or rows.status != "finished":
            key = f"foldwise-rows-{uuid4().hex}"
            parcels[key] = InlineParcel(key, self.dataset)
        futures = self._scattered(parcels)
        self.told = futures.pop(text)
        for future in futures.values():
            rows = sent[self.dataset] = future
        self.rows = rows

    def _scattered(self, parcels: dict[str, InlineParcel]) -> dict[str, Untyped]:
        """Futures of what is sent; workers that are being started again are waited for."""
        error: Exception | None = None
        for _ in range(MOST_TRIES):
            futures, error = outcome(lambda: self.client.scatter(parcels, broadcast=True, timeout=WAIT_SECONDS))
            if futures is not None:
                return futures
            outcome(lambda: self.client.wait_for_workers(1, timeout=WAIT_SECONDS))
        raise backend_error("dask", error)

    def arrived(self, waiting: Iterable[Untyped]) -> Iterator[tuple[Untyped, Reply | LostBlock]]:
        """Wait for a block that is done; raises where the scheduler is gone."""
        try:
            found, (reply, error) = self.back.get(timeout=POLL_SECONDS)
        except queue.Empty:
            if self.client.status in ("closed", "closing", "newly-created"):
                raise self._gone() from None
            return
        if found in waiting:
            yield found, reply if reply is not None else self._trouble(found, error)

    def _trouble(self, future: Untyped, error: Exception | None) -> LostBlock:
        """What became of a block that gave nothing."""
        if future.status == "error":
            error = future.exception()
        elif error is None:  # the rows went with their last worker, or the connection did
            return self._without_rows(future)
        if error is not None and type(error).__name__ in WORKER_DEATHS:
            return LostBlock("the Dask workers that did it died")
        if type(error).__name__ in ("FutureCancelledError", "CancelledError"):
            return self._without_rows(future)
        raise backend_error("dask", error)

    def _without_rows(self, future: Untyped) -> LostBlock:
        """Have the rows sent again, unless that was done since the block was submitted."""
        if self.client.status != "running":
            raise self._gone()
        if self.rows is self.used.get(future.key):
            self.rows = None
            _SENT[self.client].pop(self.dataset, None)
        return LostBlock("the Dask workers that had the rows died")

    def _gone(self) -> FitError:
        message = "the Dask scheduler is gone"
        return FitError(message, hint="store='fits.db', with which the same call continues where it was stopped")

    def cancel(self, waiting: Iterable[Untyped]) -> None:
        """Cancel what was submitted; a fit that is running ends by itself, and its result is dropped."""
        outcome(lambda: self.client.cancel(list(waiting), force=True))
