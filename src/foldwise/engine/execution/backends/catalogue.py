"""The backends: where fits are done. A new one is a file of its own and one more line here."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, final

from foldwise.data.checks import shown
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.engine.execution.backends.backend import Backend
    from foldwise.typing import Given

__all__ = ["BACKENDS", "DEFAULT", "BackendKind", "backend_name", "check_backend", "is_remote", "make_backend", "opened"]

DEFAULT = "processes"


@final
@dataclass(frozen=True)
class BackendKind:
    """A backend as the catalogue knows it: what it is, where its code is, and the parameters it takes."""

    name: str
    summary: str
    place: str = ""
    params: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    """How addresses begin that mean this backend."""
    clients: tuple[str, ...] = ()
    """Modules of the clients that mean this backend."""
    keeps_time: bool = True
    """Whether a fit that takes too long can be ended."""
    is_remote: bool = True
    """Whether fits are done outside of this process, so that batches of slow families are sent there too."""


_DASK = ("address", "scheduler_file", "security", "connect_seconds", "block_seconds")
CLUSTER = ("n_workers", "threads_per_worker", "memory_limit", "local_directory")
"""How a Dask cluster of this machine is started, in the words of `dask.distributed.LocalCluster`."""
_TASK = ("workers", "allow_other_workers", "resources", "priority")
_RAY = ("address", "namespace", "runtime_env", "connect_seconds", "block_seconds")
_CALL = ("num_cpus", "memory", "resources", "scheduling_strategy")

BACKENDS: Mapping[str, BackendKind] = {
    kind.name: kind
    for kind in (
        BackendKind(DEFAULT, "worker processes of our own, started when they pay", is_remote=False),
        BackendKind(
            "threads",
            "threads of this process",
            "shared_threads:SharedThreads",
            ("block_seconds",),
            keeps_time=False,
            is_remote=False,
        ),
        BackendKind("loky", "processes of joblib", "joblib_processes:JoblibProcesses", ("block_seconds",)),
        BackendKind(
            "dask",
            "a Dask cluster",
            "dask_client:DaskFits",
            (*_DASK, *CLUSTER, *_TASK),
            addresses=("dask://", "tcp://", "tls://", "ucx://", "inproc://"),
            clients=("distributed",),
        ),
        BackendKind(
            "ray", "a Ray cluster", "ray_tasks:RayFits", (*_RAY, *_CALL), addresses=("ray://",), clients=("ray",)
        ),
        BackendKind("spark", "Spark, by joblib-spark", "joblib_processes:JoblibProcesses", ("block_seconds",)),
    )
}
"""All backends by name, the default first."""


def backend_kind(backend: Given) -> BackendKind:
    """The backend that a name, an address or a client means.

    Examples
    --------
    >>> backend_kind("dask://10.0.0.5:8786").name, backend_kind("auto").name, backend_kind("loky").name
    ('dask', 'ray', 'loky')
    """
    if isinstance(backend, str):
        text = "ray" if backend == "auto" else backend
        for kind in BACKENDS.values():
            if text == kind.name or text.startswith(kind.addresses or "\0"):
                return kind
        raise UnknownNameError.of("backend", backend, BACKENDS, meant=FOREIGN_NAMES)
    package = type(backend).__module__.partition(".")[0]
    for kind in BACKENDS.values():
        if package in kind.clients and hasattr(backend, "submit"):
            return kind
    message = f"backend is a name, an address or a client of Dask, not {shown(backend)}"
    raise InputError(message, hint="backend='loky'")


FOREIGN_NAMES = {
    "multiprocessing": "'processes'",
    "sequential": "jobs=1",
    "threading": "'threads'",
    "joblib": "'loky'",
    "local": "'processes'",
    "pyspark": "'spark'",
    "distributed": "'dask'",
}
"""Words of other tools."""


def backend_name(backend: Given) -> str:
    """Name of the backend that a name, an address, a client or an open backend means."""
    kind = getattr(backend, "name", None) if hasattr(backend, "stream") else backend_kind(backend).name
    return str(kind)


def is_remote(backend: Given) -> bool:
    """Whether fits are done outside of this process and of processes of our own."""
    return bool(backend.is_remote) if hasattr(backend, "stream") else backend_kind(backend).is_remote


def check_backend(backend: Given, params: Given, *, limit: str = "") -> None:
    """Refuse a backend that there is not, parameters it does not take, and a limit of a fit that it cannot keep."""
    if hasattr(backend, "stream"):
        return
    kind = backend_kind(backend)
    if not (params is None or isinstance(params, Mapping)):
        message = f"backend_params is a dictionary, not {shown(params)}"
        raise InputError(message, hint="backend_params={'block_seconds': 1.0}")
    for name in params or {}:
        if name not in kind.params:
            what = f"parameter of backend '{kind.name}'"
            raise UnknownNameError.of(what, str(name), kind.params or ("no others",))
    for name in ("block_seconds", "connect_seconds"):
        value = (params or {}).get(name, 1.0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            message = f"{name} is a number of seconds above 0, not {shown(value)}"
            raise InputError(message, hint=f"backend_params={{'{name}': 1.0}}")
    if limit and not kind.keeps_time:
        message = f"backend '{kind.name}' cannot keep {limit}=, since only a process can be ended at any point"
        raise InputError(message, hint=f"backend='{DEFAULT}'")


def make_backend(backend: Given, params: Mapping[str, Any] | None, jobs: int | None) -> Backend | None:
    """The backend that is meant, not connected yet; None for the default, which is not one of these."""
    kind = backend_kind(backend)
    if kind.name == DEFAULT:
        return None
    module, _, name = kind.place.partition(":")
    made = getattr(import_module(f"foldwise.engine.execution.backends.{module}"), name)
    told, address = params or {}, backend if isinstance(backend, str) and backend != kind.name else ""
    if kind.name == "dask":
        return made(None if isinstance(backend, str) else backend, address, jobs, told)
    if kind.name == "ray":
        return made(address, jobs, told)
    return made(jobs, told) if kind.name == "threads" else made(kind.name, jobs, told)


@contextmanager
def opened(backend: Given, params: Mapping[str, Any] | None, jobs: int | None) -> Iterator[Backend | None]:
    """The backend that is meant; what it starts is ended afterwards. One that is open already stays as it is."""
    if hasattr(backend, "stream"):
        yield backend
        return
    made = make_backend(backend, params, jobs)
    try:
        yield made
    finally:
        if made is not None:
            made.close()
