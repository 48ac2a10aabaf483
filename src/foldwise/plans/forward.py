"""Walk-forward: train on the past, test on the block that follows."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import ceil
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.argument import check_optional_whole, check_size, check_whole, size_in_rows
from foldwise.plans.class_times import lacking_note
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists
from foldwise.plans.timeline import Timeline

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["Forward"]


@final
@dataclass(frozen=True)
class Forward(Plan):
    """Test the last blocks of time one after the other, each by a model of the time before it.

    Parameters
    ----------
    blocks
        Number of test blocks.
    gap
        Times left out between training and test.
    test
        Times in a test block; where None, the times after `initial` divided by the blocks.
    initial
        Times before the first test block, as a share or a number; where None, as many as a block has.
    window
        Train on at most this many times before the gap (rolling); where None, on all of them (expanding).
    horizon
        How many times ahead a label looks: the label of time t is known at t + horizon. Training rows whose label
        reaches into the test block are dropped (purged).

    Notes
    -----
    The first of five blocks is predicted from a sixth of the times: where more training rows still help, the mean over the blocks is
    pessimistic, by several standard errors for trees and ensembles. ``forward(3, initial=1/2)`` trains on half of the times at
    least, and tests fewer rows (METHODS N.12).

    A *time* is a distinct value of `order`; rows of the same time are never separated. Training for a block that starts at
    time s ends before s - max(gap, horizon). Losses along time are dependent: intervals need block means with a variance
    for serial correlation.

    References
    ----------
    tashman2000, lopezdeprado2018

    Examples
    --------
    >>> str(Forward(5, gap=2))
    'forward(5, gap=2)'
    """

    name: ClassVar[str] = "forward"
    summary: ClassVar[str] = "walk forward in time: train on the past, test on the block that follows"
    random: ClassVar[bool] = False

    blocks: int = 5
    _: KW_ONLY
    gap: int = 0
    test: int | None = None
    initial: float | None = None
    window: int | None = None
    horizon: int = 0

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "blocks", 1)
        check_whole(self, "gap", 0)
        check_optional_whole(self, "test", 1)
        check_optional_whole(self, "window", 1)
        if self.initial is not None:
            check_size(self, "initial")
            if self.test is not None:
                message = (
                    f"forward needs either test or initial, not both: with {self.test} times in each of {self.blocks} test blocks, all times "
                    "before them are the first training set"
                )
                raise PlanError(message, hint=f"forward({self.blocks}, test={self.test})")
        check_whole(self, "horizon", 0)

    @property
    def structure(self) -> str:
        """Made for time."""
        return "time"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:  # noqa: ARG002 - nothing is drawn
        """Lay the test blocks at the end of time."""
        timeline = Timeline.of(self, dataset)
        width = self._width(timeline.length)
        first = timeline.length - self.blocks * width
        if width < 1 or first - max(self.gap, self.horizon) < 1:
            raise self._too_short(timeline.length, max(1, width))
        starts = [first + block * width for block in range(self.blocks)]
        train = tuple(timeline.between(*self._training(start)) for start in starts)
        return RowLists(
            train=train,
            test=tuple(timeline.between(start, start + width) for start in starts),
            size=dataset.n,
            plan=str(self),
            repeats_of=np.zeros(self.blocks, dtype=np.intp),
            note=lacking_note(self, dataset, train),
        )

    def _width(self, times: int) -> int:
        """Times in a test block."""
        if self.test is not None:
            return self.test
        if self.initial is None:
            return times // (self.blocks + 1)
        return max(0, times - size_in_rows(self.initial, times)) // self.blocks

    def _training(self, start: int) -> tuple[int, int]:
        """Times trained on before a test block that starts at `start`."""
        stop = start - max(self.gap, self.horizon)
        return (0 if self.window is None else max(0, stop - self.window)), stop

    def _too_short(self, length: int, width: int) -> PlanError:
        needed = self.blocks * width + max(self.gap, self.horizon) + 1
        if isinstance(self.initial, int):
            needed = max(needed, self.initial + self.blocks)
        elif self.initial is not None:
            needed = max(needed, ceil(self.blocks / (1 - self.initial)))
        message = f"{self} needs at least {needed} distinct times, not {length}"
        return PlanError(message, hint=f"forward({min(5, length - 1)})" if length >= 2 else None)
