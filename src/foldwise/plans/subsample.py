"""Random subsampling, also called Monte-Carlo cross-validation: independent holdouts."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.plans.argument import check_flag, check_size, check_whole
from foldwise.plans.holdout import test_rows_wanted
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import DrawnCounts
from foldwise.plans.seed import draw_seeds
from foldwise.plans.strata import Strata

if TYPE_CHECKING:
    from foldwise.arrays import Array, Counts
    from foldwise.data import Dataset

__all__ = ["Subsample"]


@final
@dataclass(frozen=True)
class Subsample(Plan):
    """Draw independent holdouts.

    Parameters
    ----------
    draws
        How many holdouts.
    test
        Share of the rows to test, or their number.
    stratify
        Keep the classes (or the range of a numeric target) in proportion. A class is rounded up or down at random, so that all rows
        are tested equally often; it may be missing from a small test set, and is in every training set.

    Notes
    -----
    For intervals take ``test=0.1`` and 25 to 100 draws: with 0.2 or 0.3 and many draws the coverage of the corrected t
    falls to .77-.83 and .61-.75. The percentiles of the scores describe how much single holdouts differ, not the
    error of their mean.

    References
    ----------
    kohavi1995, nadeau2003

    Examples
    --------
    >>> str(Subsample(25, test=0.1))
    'subsample(25, test=0.1)'
    """

    name: ClassVar[str] = "subsample"
    summary: ClassVar[str] = "independent random holdouts (Monte-Carlo cross-validation)"

    draws: int = 50
    _: KW_ONLY
    test: float = 1 / 3
    stratify: bool = True

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "draws", 1)
        check_size(self, "test")
        check_flag(self, "stratify")

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> DrawnCounts:
        """Draw one seed per holdout; the rows are drawn when asked for."""
        size = test_rows_wanted(self, self.test, dataset.n)
        sampler = _HoldoutSampler(Strata.of(dataset, stratify=self.stratify), size)
        return DrawnCounts(sampler, draw_seeds(self.draws, rng), dataset.n, plan=str(self))


@final
@dataclass(frozen=True, eq=False)
class _HoldoutSampler:
    """Counts 0 for the rows held out and 1 for the others."""

    strata: Strata
    size: int

    def counts(self, seed: int) -> Counts:
        """Training counts of one holdout (n,)."""
        counts = np.ones(self.strata.n, dtype=np.uint8)
        counts[self.strata.choose(self.size, np.random.default_rng(seed), every_row_alike=True)] = 0
        return counts

    def many(self, seeds: Array) -> Counts:
        """Training counts of several holdouts (B, n)."""
        return np.stack([self.counts(int(seed)) for seed in seeds])

    def redraws(self, seed: int) -> int:  # noqa: ARG002 - part of the protocol
        """No holdout is ever thrown away."""
        return 0
