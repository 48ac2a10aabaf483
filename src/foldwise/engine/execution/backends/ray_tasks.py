"""Workers of a Ray cluster: one that is in use, one at an address, or one of this machine."""

from __future__ import annotations

from functools import partial
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
from foldwise.engine.execution.backends.remote import ParcelElsewhere, do_block
from foldwise.engine.execution.execute import outcome, workers

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import AnyBlock, Job, Reply, Take
    from foldwise.engine.execution.backends.remote import Parcel
    from foldwise.typing import Untyped

__all__ = ["RayFits"]

POLL_SECONDS = 0.5
"""Seconds that are waited for a block at a time."""
WORKER_DEATHS = (
    *("WorkerCrashedError", "NodeDiedError", "OutOfMemoryError", "LocalRayletDiedError", "ObjectLostError"),
    *("OwnerDiedError", "ObjectReconstructionFailedError", "MemoryError"),
)
"""What Ray says of a block whose worker has died."""
_SENT: WeakKeyDictionary[Dataset, tuple[str, ParcelElsewhere]] = WeakKeyDictionary()
"""Rows that are in the object store of a session, as long as they exist here."""


def in_store(key: str, reference: Untyped) -> ParcelElsewhere:
    """A parcel in Ray's object store; in a list, so that Ray hands on the reference and not what it stands for."""
    return ParcelElsewhere(key, partial(_fetch, [reference]))


def _fetch(box: list[Untyped]) -> Untyped:
    import ray

    return ray.get(box[0])


def do_ray_block(rows: Parcel, job: Parcel, block: AnyBlock) -> Reply:
    """Do a block; a function of its own, since Ray knows tasks by their functions."""
    return do_block(rows, job, block)


@final
class RayFits:
    """Blocks as tasks of a Ray cluster; rows are put into its object store once.

    Without an address, ``auto`` being that of this machine, it is a session in use, or a new one with so many processes
    as `jobs`. The names of `params` are in the catalogue.
    """

    name = "ray"
    is_remote = True

    def __init__(self, address: str, jobs: int | None, params: Mapping[str, Any]) -> None:
        self.address, self.jobs, self.params = address or str(params.get("address", "")), jobs, params
        self.block_seconds = float(params.get("block_seconds", 0.5))
        self.seconds = float(params.get("connect_seconds", CONNECT_SECONDS))
        self.own = False

    @property
    def options(self) -> dict[str, Any]:
        """What a task asks of the cluster: one core, unless the parameters of the backend say otherwise."""
        names = ("memory", "resources", "scheduling_strategy")
        asked = {name: self.params[name] for name in names if name in self.params}
        return {"num_cpus": self.params.get("num_cpus", 1)} | asked

    @property
    def slots(self) -> int:
        """Tasks that the cores of the cluster take at a time."""
        import ray

        cores = float(ray.cluster_resources().get("CPU", 1)) / max(1e-3, float(self.params.get("num_cpus", 1)))
        return max(1, int(cores) if self.jobs is None else min(int(cores), workers(self.jobs)))

    def open(self) -> None:
        """Use the session that there is, or make one."""
        try:
            import ray
        except ImportError as error:
            raise missing("ray") from error
        if ray.is_initialized():
            return
        told = {key: self.params[key] for key in ("namespace", "runtime_env") if key in self.params}
        if self.address not in ("", "auto"):
            reach(self.address, "Ray cluster", self.seconds)
        where = {"address": self.address} if self.address else local_session(self.jobs)
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        _, trouble = outcome(lambda: ray.init(**where, **told, **quiet))
        if trouble is not None:
            raise unreachable(self.address or "this machine", "Ray cluster", self.seconds, trouble) from trouble
        self.own = True

    def close(self) -> None:
        """End the session that was made here, and no other."""
        if self.own:
            import ray

            _SENT.clear()
            ray.shutdown()
            self.own = False

    def stream(self, dataset: Dataset, job: Job, take: Take) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
        """Hand out blocks, two more than there are cores, and give what came of each as it is done."""
        yield from in_flight(RayPost(self.options, dataset, job), take, self.slots + 2)


def local_session(jobs: int | None) -> dict[str, Any]:
    """How a session of this machine is started."""
    return {"address": "local", "num_cpus": workers(jobs), "include_dashboard": False}


@final
class RayPost:
    """References of one run."""

    def __init__(self, options: Mapping[str, Any], dataset: Dataset, job: Job) -> None:
        import ray

        self.ray: Untyped = ray
        self.task = ray.remote(do_ray_block).options(**options, max_retries=0)
        self.rows, self.job = self._put_rows(dataset), in_store(job.key, ray.put(job))

    def _put_rows(self, dataset: Dataset) -> ParcelElsewhere:
        """The rows in the object store, where they are not there already."""
        context = self.ray.get_runtime_context()
        session = f"{context.get_node_id()}/{context.get_job_id()}"
        known = _SENT.get(dataset)
        if known is not None and known[0] == session:
            return known[1]
        reference, error = outcome(lambda: self.ray.put(dataset))
        if error is not None:
            raise backend_error("ray", error)
        rows = in_store(f"foldwise-rows-{uuid4().hex}", reference)
        _SENT[dataset] = session, rows
        return rows

    def send(self, block: AnyBlock) -> Untyped:
        """Hand out a block."""
        return self.task.remote(self.rows, self.job, block)

    def arrived(self, waiting: Iterable[Untyped]) -> Iterator[tuple[Untyped, Reply | LostBlock]]:
        """Wait a while for blocks that are done."""
        done, _ = self.ray.wait(list(waiting), num_returns=1, timeout=POLL_SECONDS)
        for reference in done:
            yield reference, self._read(reference)

    def _read(self, reference: Untyped) -> Reply | LostBlock:
        reply, error = outcome(lambda: self.ray.get(reference))
        if error is None and reply is not None:
            return reply
        # What a task raises has a cause; what befalls it has none.
        cause = getattr(error, "cause", None) or error
        if type(cause).__name__ in WORKER_DEATHS:
            return LostBlock(f"the Ray worker that did it died, {type(cause).__name__}")
        raise backend_error("ray", cause)

    def cancel(self, waiting: Iterable[Untyped]) -> None:
        """End what was handed out."""
        for reference in waiting:
            outcome(lambda one=reference: self.ray.cancel(one, force=True))  # type: ignore[misc]
