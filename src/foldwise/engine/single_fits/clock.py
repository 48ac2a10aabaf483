"""How long the fits of each model take."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from foldwise.cached import filled_at_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["CLOCK", "Clock", "Times", "timed"]


@final
@filled_at_once
@dataclass(frozen=True)
class Times:
    """Seconds that a model took, on average over its fits.

    Parameters
    ----------
    fits
        Number of fits that were timed; those that came from a store were not.
    together
        How many of them were fitted and predicted all at once; their time is that of all of them, divided by their number.
    fit_seconds
        Seconds of a fit; with its predictions where all were made at once.
    predict_seconds
        Seconds of the predictions of the rows of a fit; None where they are in the seconds of the fit.
    """

    fits: int
    together: int
    fit_seconds: float
    predict_seconds: float | None

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


@final
@dataclass
class Clock:
    """Adds up what fits took, model by model."""

    together: dict[str, tuple[int, float]] = field(default_factory=dict)
    single: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def add_together(self, names: Sequence[str], count: int, seconds: float) -> None:
        """Add the time of models that were fitted on `count` resamples at once; several models share the time."""
        for name in names:
            fits, spent = self.together.get(name, (0, 0.0))
            self.together[name] = fits + count, spent + seconds / len(names)

    def add_single(self, name: str, spent: Iterable[tuple[float, float]]) -> None:
        """Add the times of single fits: seconds of the fit and of its predictions."""
        self.single.setdefault(name, []).extend(spent)

    def times(self) -> dict[str, Times]:
        """Mean times of every model that was timed.

        Examples
        --------
        >>> clock = Clock()
        >>> clock.add_together(["lda", "qda"], 30, 0.6)
        >>> clock.add_single("svm", [(0.2, 0.1), (0.4, 0.1)])
        >>> clock.times()["lda"].fit_seconds, clock.times()["svm"].predict_seconds
        (0.01, 0.1)
        """
        times_by_model = {}
        for name in dict.fromkeys((*self.together, *self.single)):
            batched_fits, seconds = self.together.get(name, (0, 0.0))
            single = self.single.get(name, [])
            fits = batched_fits + len(single)
            if fits == batched_fits:  # the usual case: no fit was made alone
                if batched_fits:
                    times_by_model[name] = Times(fits, batched_fits, seconds / fits, None)
                continue
            fitting = sum(fit for fit, _ in single)
            predicting = sum(predict for _, predict in single)
            if batched_fits:
                times_by_model[name] = Times(fits, batched_fits, (seconds + fitting + predicting) / fits, None)
            else:
                times_by_model[name] = Times(fits, 0, fitting / fits, predicting / fits)
        return times_by_model


CLOCK: ContextVar[Clock | None] = ContextVar("clock", default=None)
"""The clock to which the times of fits are added; none by default."""


@contextmanager
def timed() -> Iterator[Clock]:
    """Time the fits that are done within; a clock within a clock keeps its fits to itself."""
    clock = Clock()
    token = CLOCK.set(clock)
    try:
        yield clock
    finally:
        CLOCK.reset(token)
