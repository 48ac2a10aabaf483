"""Purged cross-validation: test blocks of time, with training rows on both sides of them."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.argument import check_whole
from foldwise.plans.combination import MOST_RESAMPLES, count_sets, written_count
from foldwise.plans.kfold import check_parts
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists
from foldwise.plans.timeline import Timeline

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Mask
    from foldwise.data import Dataset

__all__ = ["Purged"]


@final
@dataclass(frozen=True)
class Purged(Plan):
    """Cut time into blocks, test every choice of `choose` blocks, train on the rest less what could leak.

    Parameters
    ----------
    blocks
        Number of blocks of time, N.
    choose
        How many blocks a resample tests; 1 is purged k-fold.
    horizon
        How many times ahead a label looks: the label of time t is known at t + horizon. Training rows whose label window
        overlaps that of a test row are dropped.
    embargo
        Times dropped after that, behind each test block.

    Notes
    -----
    Has C(N, choose) resamples, which make up choose/N · C(N, choose) paths through all of time; the tag of a resample
    names its blocks. For a test block [s, e) the times from s - horizon to before e + horizon + embargo are not trained
    on. Trains on the future of the test rows: right for labels that do not drift, not for a forecast; see ``forward``.

    References
    ----------
    lopezdeprado2018

    Examples
    --------
    >>> str(Purged(6, choose=2))
    'purged(6, choose=2)'
    """

    name: ClassVar[str] = "purged"
    summary: ClassVar[str] = "blocks of time with training rows on both sides; leaking labels dropped"
    random: ClassVar[bool] = False

    blocks: int = 6
    _: KW_ONLY
    choose: int = 1
    horizon: int = 0
    embargo: int = 0

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "blocks", 2)
        check_whole(self, "choose", 1)
        check_whole(self, "horizon", 0)
        check_whole(self, "embargo", 0)
        if self.choose >= self.blocks:
            message = f"purged can choose at most {self.blocks - 1} of {self.blocks} blocks, not {self.choose}"
            raise PlanError(message, hint=f"purged({self.choose + 1}, choose={self.choose})")
        if count_sets(self.blocks, self.choose) > MOST_RESAMPLES:
            count = written_count(self.blocks, self.choose)
            message = (
                f"choosing {self.choose} of {self.blocks} blocks gives {count} resamples, more than {MOST_RESAMPLES:,}"
            )
            raise PlanError(message, hint="purged(6, choose=2)")

    @property
    def structure(self) -> str:
        """Made for time."""
        return "time"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:  # noqa: ARG002 - nothing is drawn
        """Test every choice of blocks."""
        timeline = Timeline.of(self, dataset)
        check_parts(self, self.blocks, timeline.length, "distinct times")
        edges = np.linspace(0, timeline.length, self.blocks + 1).astype(np.intp)
        chosen = list(combinations(range(self.blocks), self.choose))
        tested, trained = zip(*(self._positions(edges, blocks) for blocks in chosen), strict=True)
        if not all(times.any() for times in trained):
            message = f"{self} leaves nothing to train on with {timeline.length} distinct times"
            raise PlanError(message, hint="a smaller horizon or embargo")
        return RowLists(
            train=tuple(timeline.where(times) for times in trained),
            test=tuple(timeline.where(times) for times in tested),
            size=dataset.n,
            plan=str(self),
            repeats_of=np.zeros(len(chosen), dtype=np.intp),
            tags=tuple("blocks " + " ".join(str(block + 1) for block in blocks) for blocks in chosen),
        )

    def _positions(self, edges: Codes, blocks: tuple[int, ...]) -> tuple[Mask, Mask]:
        """Which times are tested and which are trained on."""
        tested = np.zeros(edges[-1], dtype=np.bool_)
        trained = np.ones(edges[-1], dtype=np.bool_)
        for block in blocks:
            start, stop = int(edges[block]), int(edges[block + 1])
            tested[start:stop] = True
            trained[max(0, start - self.horizon) : stop + self.horizon + self.embargo] = False
        return tested, trained
