"""What a backend is: somewhere blocks of fits are done, and how their results come back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, final

from foldwise.engine.execution.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from foldwise.data import Dataset
    from foldwise.engine.execution.execute import Result
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["AnyBlock", "Backend", "BatchBlock", "FitBlock", "Job", "LostBlock", "Reply", "Take"]


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

    Parameters
    ----------
    key
        By which workers know it.
    resamples
        Who is trained and tested on what.
    packed
        Models that are fitted one by one, pickled, each with the signature of its code.
    batched
        Models that families fit in batches, pickled, each with the name of its family.
    seed, train
        As in `Settings`.
    limits
        What a single fit may take of time and memory.
    settings
        Those of this process, as `settings_in_use` gives them.
    versions
        What must be installed alike for the bits to be the same.
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

    Parameters
    ----------
    results
        Single fits, with the names of their models.
    outputs
        Predictions of a batch, by model.
    seconds
        What the batch took.
    refused
        Models that cannot be fitted there, and why.
    unlike
        In what the worker differs from this process; nothing is then done.
    worker
        Who did it.
    loads
        How often that process has read the rows so far.
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
