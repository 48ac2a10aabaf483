"""What became of the calls: which were batched, which were not and why, and what they would have taken."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, final

from sklearn.base import clone

from foldwise.engine import attempt
from foldwise.errors import FitError
from foldwise.sklearn.admission import last_step_of_pipeline
from foldwise.sklearn.scorers import is_own_metric, scorers_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.sklearn.batch import BatchedFits
    from foldwise.sklearn.tasks import DelayedFit
    from foldwise.typing import Estimator, Given

__all__ = ["LOG", "CallLog", "CallNote", "CallRecord", "note_call", "single_fit"]


@final
@dataclass(frozen=True, eq=False)
class CallRecord:
    """A call that was batched: its predictions, the number of its fits, those left to scikit-learn, and its time."""

    name: str
    estimator: Estimator
    batch: BatchedFits
    fits: int
    left: int
    seconds: float
    truth: Given = None
    """The target as it was then: the caller's may be changed."""
    groups: Given = None


@final
@dataclass(frozen=True)
class CallNote:
    """One line of the log: function, model, why it was not batched; fits, those left, seconds, seconds saved by estimate."""

    name: str
    model: str
    reason: str
    fits: int = 0
    left: int = 0
    seconds: float = 0.0
    saved: float = 0.0


@final
@dataclass
class CallLog:
    """The last batched call and, where a report is wanted, notes on all calls since then."""

    MOST: ClassVar[int] = 10_000

    last: CallRecord | None = None
    reporting: bool = False
    notes: list[CallNote] = field(default_factory=list)
    fit_seconds: dict[tuple[str, int, int], float] = field(default_factory=dict)
    """What one fit of scikit-learn takes, by model and size of the table."""


LOG = CallLog()


def note_call(
    name: str,
    estimator: Estimator,
    reason: str,
    *,
    record: CallRecord | None = None,
    one_fit: Callable[[], float] | None = None,
) -> None:
    """Remember a call; where a report is wanted one fit is timed, once for each model and size of table."""
    if record is not None:
        LOG.last = record
    if not LOG.reporting or len(LOG.notes) >= LOG.MOST:
        return
    title = type(last_step_of_pipeline(estimator)).__name__
    if record is None:
        LOG.notes.append(CallNote(name, title, reason))
        return
    key = title, record.batch.dataset.n, record.batch.dataset.p
    if key not in LOG.fit_seconds and one_fit is not None:
        LOG.fit_seconds[key] = one_fit()
    saved = LOG.fit_seconds.get(key, 0.0) * (record.fits - record.left) - record.seconds
    LOG.notes.append(CallNote(name, title, "", record.fits, record.left, record.seconds, saved))


def single_fit(task: DelayedFit) -> float:
    """Seconds that scikit-learn takes for one of the fits; 0 where it cannot do it."""
    function, args, kwargs = task.function, *task.listed()
    if not all(map(is_own_metric, scorers_in(kwargs.get("scorer")).values())):
        kwargs["scorer"] = _no_score  # a function of the caller's is called as often as scikit-learn calls it
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            attempt(lambda: function(clone(args[0]), *args[1:], **kwargs), "estimator", "one fit")
        except FitError:
            return 0.0
    return time.perf_counter() - start


def _no_score(*_: Given) -> float:
    return 0.0
