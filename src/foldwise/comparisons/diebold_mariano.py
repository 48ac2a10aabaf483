"""Tests for rows in time order: Diebold-Mariano over times, and t over blocks."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.corrected_t import two_sided
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import For, Validity
from foldwise.intervals.series import harvey, lags_for, serial_variance

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["BlockT", "DieboldMariano"]

FEWEST_TIMES = 20


@final
@dataclass(frozen=True)
class DieboldMariano(ComparisonMethod):
    """t = c · d̄ / √((γ₀ + 2 Σ γⱼ)/T) with T - 1 degrees of freedom over the mean differences of T times (METHODS A.7).

    γⱼ is the covariance of differences j times apart and c Harvey's factor for small samples.

    References
    ----------
    diebold1995; harvey1997.
    """

    name: ClassVar[str] = "diebold-mariano"
    summary: ClassVar[str] = "t over time, allowing for differences that are alike at neighbouring times"
    plan: ClassVar[str] = "forward(5)"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("forward", "purged"), measures=For.LOSSES, instead="order=… and plan='forward(5)'"
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the differences in time order."""
        series = _by_time(pair)
        lags = lags_for(pair.a, series.size)
        error = sqrt(serial_variance(series, lags)) / harvey(series.size, lags)
        return _from(self, pair, Posterior(float(series.mean()), error, series.size - 1), level)

    def further(self, pair: Pair) -> str | None:
        """Enough times for their covariances."""
        size = _by_time(pair).size
        wanted = max(FEWEST_TIMES, 4 * (lags_for(pair.a, size) + 1))
        return None if size >= wanted else f"{size} times were tested, and {wanted} are needed"


@final
@dataclass(frozen=True)
class BlockT(ComparisonMethod):
    """t = √B · d̄ / sd(d) with B - 1 degrees of freedom over the differences of B blocks of time (METHODS A.7).

    Blocks much longer than the memory of the series are nearly independent, whatever happens within them.

    References
    ----------
    carlstein1986.
    """

    name: ClassVar[str] = "block-t"
    summary: ClassVar[str] = "t over the differences of blocks of time; for any measure"
    plan: ClassVar[str] = "forward(5)"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("forward", "purged"), min_resamples=5, instead="order=… and plan='forward(5)'"
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by one difference per block."""
        return _from(self, pair, correlated_posterior(pair.scores, 0.0, centre=pair.difference), level)

    def further(self, pair: Pair) -> str | None:
        """A block must be tested once."""
        if np.bincount(pair.row).max() > 1:
            return f"{pair.resamples.plan} tests the same block several times"
        return None


def _by_time(pair: Pair) -> Floats:
    """Mean difference at each time that was tested, in time order (T,)."""
    rank = pair.predictions.time
    times = pair.row if rank is None else rank[pair.row]
    place = np.unique(times, return_inverse=True)[1]
    return np.asarray(np.bincount(place, weights=pair.losses) / np.bincount(place))


def _from(method: ComparisonMethod, pair: Pair, posterior: Posterior, level: float) -> Comparison:
    return method.made(
        pair,
        two_sided(posterior),
        level,
        ends=posterior.interval(level),
        difference=posterior.centre,
        statistic=posterior.centre / posterior.scale if posterior.scale else float("nan"),
        posterior=posterior,
    )
