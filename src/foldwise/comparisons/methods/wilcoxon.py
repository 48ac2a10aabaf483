"""The Wilcoxon signed-rank test: over datasets, or over the rows of one test set; never over resamples."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod, floored
from foldwise.comparisons.ranks import tie_sum, with_ties
from foldwise.errors import ValidityError
from foldwise.estimates import Target
from foldwise.intervals import MeasureGroup, Validity
from foldwise.measures import midranks

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["HodgesLehmann", "SignedRank", "Wilcoxon", "hodges_lehmann", "signed_rank"]

EXACT_UP_TO = 25
"""Differences up to which the distribution of the rank sum is enumerated; the normal one is close beyond."""


@final
@dataclass(frozen=True)
class SignedRank:
    """Sums of the ranks of positive and negative differences, and how likely so uneven a pair is by chance."""

    positive: float
    negative: float
    p_value: float
    exact: bool

    @property
    def statistic(self) -> float:
        """The smaller sum, T."""
        return min(self.positive, self.negative)

    @property
    def df(self) -> None:
        """There are no degrees of freedom."""
        return


@final
@dataclass(frozen=True)
class HodgesLehmann:
    """Hodges and Lehmann's estimate of a difference, and the interval of the differences that the signed-rank test does not reject."""

    estimate: float
    low: float
    high: float
    level: float


@final
@dataclass(frozen=True)
class Wilcoxon(ComparisonMethod):
    """Signed ranks of the differences of rows on one test set (METHODS D.11).

    Differences of resamples are not independent, so there it is refused; over several datasets `experiment` uses it.

    References
    ----------
    wilcoxon1945; demsar2006.
    """

    name: ClassVar[str] = "wilcoxon"
    summary: ClassVar[str] = "signed ranks of row differences on one test set, or of datasets"
    plan: ClassVar[str] = "holdout(1/3)"
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit per model"
    signed: ClassVar[bool] = False
    validity: ClassVar[Validity] = Validity(
        plans=("holdout", "three-way", "fixed", "predefined"),
        measures=MeasureGroup.LOSSES,
        max_resamples=1,
        instead="test='corrected-t', or experiment for several datasets",
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows."""
        found = signed_rank(pair.row_losses)
        return self.made(pair, found.p_value, level, statistic=found.statistic)


def signed_rank(differences: Floats) -> SignedRank:
    """Rank the differences by size and add up the ranks of either sign.

    Differences of zero share their ranks between both sides. Without ties the distribution is exact up to 25
    differences; else z = (W - N(N+1)/4) / √(N(N+1)(2N+1)/24 - Σ(t³ - t)/48). Over several pairs of models the p-values are
    adjusted, by default by Holm's method. It is valid for differences of independent datasets that are symmetric about their
    median.

    References
    ----------
    wilcoxon1945; demsar2006 for datasets; holm1979 for the adjustment.

    Examples
    --------
    >>> found = signed_rank(np.array([0.3, -0.1, 0.5, 0.2, 0.4]))
    >>> found.positive, found.negative, found.p_value, found.exact
    (14.0, 1.0, 0.125, True)
    """
    n = differences.size
    if n < 2:
        message = f"the signed-rank test needs 2 differences, and there is {n}"
        raise ValidityError(message)
    sizes = np.abs(with_ties(differences))
    ranks = midranks(sizes)
    zero = sizes == 0
    half = float(ranks[zero].sum()) / 2
    positive = float(ranks[~zero & (differences > 0)].sum()) + half
    negative = n * (n + 1) / 2 - positive
    if n <= EXACT_UP_TO and not zero.any() and np.unique(sizes).size == n:
        return SignedRank(positive, negative, _exact(min(positive, negative), n), exact=True)
    variance = n * (n + 1) * (2 * n + 1) / 24 - tie_sum(sizes) / 48
    return SignedRank(positive, negative, _normal(positive - n * (n + 1) / 4, variance), exact=False)


def hodges_lehmann(differences: Floats, level: float = 0.95) -> HodgesLehmann:
    """Hodges and Lehmann's estimate of the difference, and its interval.

    They are the median and two order statistics of the means of all pairs.
    The interval holds the shifts that the test would not reject; with too few differences it is all there is.

    References
    ----------
    hollander2013, section 3.3.

    Examples
    --------
    >>> hodges_lehmann(np.array([1.0, 2.0, 4.0]))
    HodgesLehmann(estimate=2.25, low=1.0, high=4.0, level=0.95)
    """
    from scipy.special import ndtri

    n = differences.size
    means = np.sort(((differences[:, None] + differences) / 2)[np.triu_indices(n)])
    if n <= EXACT_UP_TO:
        below = np.cumsum(_patterns(n)) / 2.0**n
        # The test rejects up to the largest sum of at most this probability; as many means are left out at either end.
        left_out = max(0, int(np.searchsorted(below, (1 - level) / 2 + 1e-12, side="right")) - 1)
    else:
        spread = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        left_out = max(0, round(n * (n + 1) / 4 - float(ndtri((1 + level) / 2)) * spread))
    left_out = min(left_out, (means.size - 1) // 2)
    return HodgesLehmann(float(np.median(means)), float(means[left_out]), float(means[-1 - left_out]), level)


def _exact(statistic: float, n: int) -> float:
    """Twice the share of the 2ⁿ sign patterns whose sum of positive ranks is at most the statistic."""
    return float(min(1.0, 2 * _patterns(n)[: int(statistic) + 1].sum() / 2.0**n))


def _patterns(n: int) -> Floats:
    """How many sign patterns of n ranks have each sum of positive ranks."""
    counts = np.zeros(n * (n + 1) // 2 + 1)
    counts[0] = 1
    for rank in range(1, n + 1):
        counts[rank:] += counts[:-rank].copy()
    return counts


def _normal(deviation: float, variance: float) -> float:
    from scipy.special import ndtr

    return floored(2 * ndtr(-abs(deviation) / sqrt(variance))) if variance > 0 and deviation else 1.0
