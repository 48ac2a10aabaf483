"""What a backend is: somewhere blocks of fits are done, and how their results come back."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, final

from foldwise.engine.execution.execute import error_line
from foldwise.engine.execution.limits import Limits
from foldwise.errors import FitError, InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from foldwise.data import Dataset
    from foldwise.engine.execution.execute import Result
    from foldwise.errors import FoldwiseError
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = [
    "AnyBlock",
    "Backend",
    "BatchBlock",
    "FitBlock",
    "Job",
    "LostBlock",
    "Post",
    "Reply",
    "Take",
    "backend_error",
    "in_flight",
    "missing",
    "reach",
    "unreachable",
]


CONNECT_SECONDS = 10.0
"""Seconds in which a scheduler must answer."""


def missing(name: str) -> MissingExtraError:
    """Say which extra brings a backend."""
    return MissingExtraError.of(f"backend '{name}'", name)


def reach(address: str, what: str, seconds: float = CONNECT_SECONDS) -> None:
    """Refuse an address at which nothing listens; one without a port is left to the backend."""
    host, _, port = address.rpartition("://")[2].partition("?")[0].rstrip("/").rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 1 << 16:
        message = f"'{address}' is no address of {what}"
        raise InputError(message, hint=f"a host and a port, such as {address.partition('://')[0]}://10.0.0.5:8786")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=seconds).close()
    except (OSError, UnicodeError) as error:
        raise unreachable(address, what, seconds, error) from error


def unreachable(address: str, what: str, seconds: float, error: BaseException) -> InputError:
    """Say that there is no answer."""
    said = error_line(error).partition("\n")[0][:200]
    return InputError(f"no {what} answers at {address} within {seconds:g} s ({said})", hint="the address it prints")


def backend_error(name: str, error: BaseException | None) -> FoldwiseError:
    """Say that a backend itself failed, not a model."""
    message = (
        f"the workers of backend '{name}' cannot do their work ({error_line(error) if error else 'no cause given'})"
    )
    hint = "foldwise, installed for every worker" if isinstance(error, ImportError) else "another backend"
    return FitError(message, hint=hint)


T = TypeVar("T")


class Post(Protocol[T]):
    """Sends blocks, waits for what comes of them, and calls them back."""

    def send(self, block: AnyBlock) -> T:
        """Send a block; gives what it is known by."""

    def arrived(self, waiting: Iterable[T]) -> Iterable[tuple[T, Reply | LostBlock]]:
        """What has come back; nothing after a while in which nothing did."""

    def cancel(self, waiting: Iterable[T]) -> None:
        """Cancel blocks that are no longer awaited."""


def in_flight(post: Post[T], take: Take, most: int) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
    """Keep at most so many blocks on their way, and give what comes back."""
    flying: dict[T, AnyBlock] = {}
    try:
        while True:
            while len(flying) < most and (block := take()) is not None:
                flying[post.send(block)] = block
            if not flying:
                return
            for ticket, reply in post.arrived(list(flying)):
                yield flying.pop(ticket), reply
    finally:
        if flying:
            post.cancel(list(flying))


@final
@dataclass(frozen=True)
class FitBlock:
    """Single fits that are sent together.

    They are done `apart`, each in a process of its own beside the worker, where a worker that did them has died.
    """

    tasks: tuple[tuple[str, int], ...]
    apart: bool = False


@final
@dataclass(frozen=True)
class BatchBlock:
    """Resamples first … last-1 of models that a family fits together."""

    names: tuple[str, ...]
    first: int
    last: int


AnyBlock: TypeAlias = FitBlock | BatchBlock


@final
@dataclass(frozen=True, eq=False)
class Job:
    """What a worker needs to know of a run beside its rows; it is sent once to each.

    Models that are fitted one by one are `packed`, each with the signature of its code, those that families fit are
    `batched`, each with the name of its family. Settings are those of this process, versions what must be installed
    alike for the bits to be the same.
    """

    key: str
    resamples: Resamples
    packed: Mapping[str, bytes] = field(default_factory=dict)
    batched: Mapping[str, bytes] = field(default_factory=dict)
    seed: int = 0
    train: bool = False
    limits: Limits = Limits()  # noqa: RUF009 - a value
    settings: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)


@final
@dataclass(frozen=True, eq=False)
class Reply:
    """What came of a block.

    `seconds` are those of a batch; `refused` says which models cannot be fitted there and why, `unlike` in what the
    worker differs from this process, so that nothing is done, and `loads` how often that process has read the rows so
    far.
    """

    results: tuple[tuple[str, Result], ...] = ()
    outputs: Mapping[str, Outputs] = field(default_factory=dict)
    seconds: float = 0.0
    refused: Mapping[str, str] = field(default_factory=dict)
    unlike: str = ""
    worker: str = ""
    loads: int = 0


@final
@dataclass(frozen=True)
class LostBlock:
    """A block whose worker died."""

    cause: str


Take: TypeAlias = "Callable[[], AnyBlock | None]"
"""Gives the next block, or none for the moment."""


class Backend(Protocol):
    """Does blocks of fits, and gives what came of each as soon as it has come."""

    name: str
    block_seconds: float
    """Seconds of fits that are sent together."""
    is_remote: bool
    """Whether fits leave this process, so that batches of slow families are worth sending too."""

    @property
    def slots(self) -> int:
        """How many blocks are done at the same time."""

    def open(self) -> None:
        """Connect to the workers, or start some, unless that was done."""

    def close(self) -> None:
        """End what was started here; what was given stays as it is."""

    def stream(self, dataset: Dataset, job: Job, take: Take) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
        """Take blocks, a few more than are done at a time, and give what came of them; ends when there are none.

        Closing it cancels the blocks that are not done.
        """
