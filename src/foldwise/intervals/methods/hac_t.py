"""The t interval for losses in time order, allowing for serial correlation."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.intervals.variances.series import harvey_factor, lags_for, serial_variance, time_means
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = ["HacT", "hac_t"]

FEWEST_TIMES = 20
"""Fewest times for an estimate of the autocovariances."""


@final
@dataclass(frozen=True)
class HacT(IntervalMethod):
    """mean ± t(T-1) · √((γ₀ + 2 Σ γⱼ)/T) / c over the mean losses of T times (METHODS A.7).

    γⱼ is the covariance of losses j times apart and c Harvey's factor for small samples. As many neighbours count as the
    labels look ahead (`horizon`), at least 4 (T/100)^(2/9).

    References
    ----------
    diebold1995; harvey1997; newey1987.
    """

    name: ClassVar[str] = "hac-t"
    summary: ClassVar[str] = "t interval over time, allowing for losses that are alike at neighbouring times"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("forward", "purged"), measures=MeasureGroup.LOSSES, instead="order=… and plan='forward(5)'"
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the mean losses in time order."""
        series = time_means(scored)
        low, high = hac_t(series, lags_for(scored, series.size), level, centre=scored.raw_value)
        error = (high - low) / 2 / t_quantile(series.size - 1, level)
        return interval_from_ends(self, scored, (low, high), level, error=error)

    def further(self, scored: ModelScores) -> str | None:
        """Enough times for their covariances."""
        size = time_means(scored).size
        wanted = max(FEWEST_TIMES, 4 * (lags_for(scored, size) + 1))
        return None if size >= wanted else f"it needs {wanted} times that were tested, and {there_are(size)}"


def hac_t(series: Floats, lags: int, level: float, *, centre: float | None = None) -> tuple[float, float]:
    """Limits of the interval for the mean of a series.

    Examples
    --------
    >>> import numpy as np
    >>> low, high = hac_t(np.array([1.0, 2.0, 3.0, 4.0]), 0, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4457, 4.5543)
    """
    from scipy.special import stdtrit

    size = series.size
    error = sqrt(serial_variance(series, lags)) / harvey_factor(size, lags)
    half = float(stdtrit(size - 1, (1 + level) / 2)) * error
    middle = float(series.mean()) if centre is None else centre
    return middle - half, middle + half
