"""Limits of the mean of one loss per row on one test set, also where all rows have the same loss."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.limits.ends import end_of_range, flat, gamma_ends
from foldwise.intervals.limits.link import link_of
from foldwise.intervals.variances.linearised import by_group, linearised, tailed_df, weighted_mean
from foldwise.measures import LossMeasure, Needs, tail_factor, unit_of

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.intervals.limits.link import Link
    from foldwise.measures import Measure, ModelScores

__all__ = [
    "NO_SPREAD",
    "ONE_LOSS_NOTE",
    "LossMoves",
    "MeanError",
    "begins_at_zero",
    "differ",
    "grouped_ends",
    "loss_ends",
    "loss_error",
    "loss_range",
    "mean_t",
    "spread_refusal",
    "unbounded_ends",
    "value_ends",
    "without_spread",
]

MEAN_TOLERANCE = 1e-9
"""Relative rounding error of means of many losses."""
NO_SPREAD = "all rows have the same loss, which leaves no spread to judge from"
"""Why there is no interval from losses that are all equal."""
ONE_LOSS_NOTE = "all rows have the same loss, so the bound is that for the share of rows that may have another"
"""Note of an interval from losses that are all equal and bounded."""


def mean_t(losses: Floats, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Limits of the t interval for a mean; linearised where losses are weighted.

    Examples
    --------
    >>> low, high = mean_t(np.array([1.0, 2.0, 3.0, 4.0]), 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4457, 4.5543)
    """
    from scipy.special import stdtrit

    if losses.size <= 1:
        return -float("inf"), float("inf")
    if weights is None or np.ptp(weights) == 0:
        mean, error, df = float(losses.mean()), sqrt(float(losses.var(ddof=1)) / losses.size), losses.size - 1.0
    else:
        mean, error, df = weighted_mean(losses, weights)
    half = float(stdtrit(df, (1 + level) / 2)) * error
    return mean - half, mean + half


def loss_ends(measure: Measure, losses: Floats, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Limits of the t interval for a mean loss: on its own scale, or on an unbounded one where rows are weighted."""
    from scipy.special import stdtrit

    if weights is None or np.ptp(weights) == 0 or flat(float(losses.min()), float(losses.max())):
        return mean_t(losses, level)
    mean, error, df = weighted_mean(losses, weights)
    return _loss_link(measure, mean).ends(mean, float(stdtrit(df, (1 + level) / 2)) * error)


class MeanError(NamedTuple):
    """A mean loss, its standard error and its degrees of freedom."""

    mean: float
    error: float
    df: float


def loss_error(losses: Floats, weights: Floats | None = None, groups: Codes | None = None) -> MeanError:
    """Standard error of a mean loss of one test set, of single rows or of rows that come in groups.

    Examples
    --------
    >>> mean, error, df = loss_error(np.array([1.0, 2.0, 3.0, 4.0]))
    >>> mean, round(error, 4), df
    (2.5, 0.6455, 3.0)
    """
    if groups is not None:
        shares = np.full(losses.size, 1 / losses.size) if weights is None else weights / weights.sum()
        mean = float(shares @ losses)
        variance, df = linearised(by_group(shares * (losses - mean), groups), by_group(shares, groups))
        return MeanError(mean, sqrt(variance), df)
    if weights is None or np.ptp(weights) == 0:
        spread = float(losses.var(ddof=1)) if losses.size > 1 else float("inf")
        return MeanError(float(losses.mean()), sqrt(spread / losses.size), max(1.0, losses.size - 1.0))
    return MeanError(*weighted_mean(losses, weights))


def grouped_ends(scored: ModelScores, group: Codes, level: float) -> tuple[float, float]:
    """Limits of the interval for a mean loss of rows that come in groups, on an unbounded scale.

    Standard error and degrees of freedom allow for groups of unequal size (`linearised`).
    """
    from scipy.special import stdtrit

    mean, error, df = loss_error(scored.losses, scored.outcomes.weights, group)
    if error <= ROUNDING_TOLERANCE * unit_of(scored.measure, mean):
        return mean, mean
    return _loss_link(scored.measure, mean).ends(mean, float(stdtrit(df, (1 + level) / 2)) * error)


def _loss_link(measure: Measure, mean: float) -> Link:
    """The scale of a mean loss, before any transform."""
    low, high = loss_range(measure, 0)
    return link_of(replace(measure, low=low, high=high), mean)


def loss_range(measure: Measure, classes: int) -> tuple[float, float]:
    """Smallest and largest loss of a row; the range of the measure is that of its transform."""
    if isinstance(measure, LossMeasure) and measure.transform is not None:
        return 0.0, float("inf")
    return measure.low, measure.top(classes)


def spread_refusal(scored: ModelScores) -> str | None:
    """Refuse unbounded losses that are all equal, which say nothing of other losses; None where they differ."""
    measure = scored.measure
    transformed = isinstance(measure, LossMeasure) and measure.transform is not None
    if (isfinite(measure.high) and not transformed) or differ(scored.mean_losses, MEAN_TOLERANCE):
        return None  # where the means of the resamples differ, no loss need be looked at
    losses = scored.losses
    return NO_SPREAD if losses.size and not differ(losses) else None


def differ(values: Floats, rounding: float = ROUNDING_TOLERANCE) -> bool:
    """Whether values differ beyond rounding; not where one of them is NaN.

    Examples
    --------
    >>> differ(np.array([0.5, 0.5])), differ(np.array([0.5, 0.6])), differ(np.array([0.5, np.nan]))
    (False, True, False)
    """
    low, high = float(values.min()), float(values.max())
    return high - low > rounding * max(abs(low), abs(high))


def without_spread(scored: ModelScores, units: float, level: float) -> tuple[float, float]:
    """Limits of the mean of bounded losses that are equal in this many independent rows or groups.

    At most the share 1 - (α/2)^(1/units) of new rows has another loss, supposed to be the smallest or largest possible.
    """
    value, (low, high) = scored.raw_value, loss_range(scored.measure, scored.outcomes.classes)
    other = 1 - ((1 - level) / 2) ** (1 / units)
    return value - other * (value - low), value + other * (high - value)


def unbounded_ends(
    mean: float, spread: float, *, n: int, level: float, largest: Floats | None = None, heavier: float = 1.0
) -> tuple[float, float]:
    """Limits of the mean of losses with lower bound 0 and no upper bound, such as squared errors, from their mean and variance.

    Such losses are skewed, and t intervals miss the mean on one side. These are gamma limits, with one more row as bad as the worst of n
    rows of a gamma distribution with this mean and variance, or as the tail of the `largest` losses suggests, `heavier` times.

    References
    ----------
    fay1997.

    Examples
    --------
    >>> low, high = unbounded_ends(1.0, 2.0, n=30, level=0.95)  # squares of normal errors; exactly 0.639 and 1.786
    >>> round(low, 3), round(high, 3)
    (0.544, 1.835)
    """
    from scipy.special import gammaincinv

    shape = mean**2 / spread
    worst = float(gammaincinv(shape, n / (n + 1))) * mean / shape
    if largest is not None and largest.size:
        worst = max(worst, tail_factor(largest, n) * float(largest.max()))
    return gamma_ends(mean, spread / n, heavier * worst / n, df=n - 1.0, level=level)


class LossMoves(NamedTuple):
    """Sums over the contributions of rows, or of groups of rows, to a mean loss.

    Parameters
    ----------
    found
        The mean loss, its standard error, and its degrees of freedom by the weights or the sizes of the groups.
    squares, fourths
        Σm² and Σm⁴ over the contributions of the units.
    units
        Their number.
    spread, row
        Σwℓ²/Σw less the squared mean, and Σw²/(Σw)², of rows that are weighted; 0 of rows in groups.
    """

    found: MeanError
    squares: float
    fourths: float
    units: int
    spread: float = 0.0
    row: float = 0.0

    @classmethod
    def of(cls, losses: Floats, weights: Floats | None, groups: Codes | None) -> LossMoves:
        """Look at the rows."""
        shares = np.full(losses.size, 1 / losses.size) if weights is None else weights / weights.sum()
        mean = float(shares @ losses)
        moves = shares * (losses - mean)
        if groups is not None:
            sums, held = by_group(moves, groups), by_group(shares, groups)
            variance, df = linearised(sums, held)
            return cls(MeanError(mean, sqrt(variance), df), float(sums @ sums), float(np.sum(sums**4)), sums.size)
        variance, df = linearised(moves, shares)
        spread, row = float(shares @ (losses - mean) ** 2), float(shares @ shares)
        found = MeanError(mean, sqrt(variance), df)
        return cls(found, float(moves @ moves), float(np.sum(moves**4)), moves.size, spread, row)

    def ends(self, level: float) -> tuple[float, float]:
        """Gamma limits of the mean of losses with lower bound 0 and no upper bound, for rows with weights or in groups.

        One more unit as bad as (Σm⁴)^¼ is supposed, which is close to the largest contribution where a few units make the variance; for
        weighted rows at least two standard deviations of the losses. Where few rows have large weights and none of them has a large loss, the
        standard error is too small: it is at least the geometric mean with that for weights unrelated to the losses. Long tails reduce
        the degrees of freedom (METHODS N.25).
        """
        mean, error, df = self.found
        plain, worst = sqrt(self.row * self.spread), max(self.fourths**0.25, 2 * self.row * sqrt(self.spread))
        error = max(error, sqrt(error * plain))
        effective = self.squares**2 / self.fourths if self.fourths > 0 else 0.0
        return gamma_ends(mean, error**2, worst, df=tailed_df(effective, self.units, df), level=level)


def begins_at_zero(measure: Measure) -> bool:
    """Whether a mean loss has the lower bound 0 and no upper bound, such as squared errors."""
    return loss_range(measure, 0) == (0.0, inf)


def value_ends(
    measure: Measure,
    mean: float,
    spread: float,
    *,
    n: int,
    level: float,
    largest: Floats | None = None,
    heavier: float = 1.0,
) -> tuple[float, float] | None:
    """Gamma limits of the mean of losses with lower bound 0, or with two bounds, counted from the nearer one; None for other losses.

    `largest` are the largest of the losses, or all of them; `heavier` is how many times more the row that was not seen costs.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> low, high = value_ends(measure("smape"), 1.99, 0.002, n=200, level=0.95)
    >>> round(low, 3), round(high, 3)
    (1.982, 1.995)
    """
    low, high = loss_range(measure, 0)
    if (low, high) == (0.0, inf):
        return unbounded_ends(mean, spread, n=n, level=level, largest=largest, heavier=heavier)
    if measure.needs is not Needs.VALUE or not (isfinite(low) and isfinite(high)):
        return None
    kind, end = end_of_range(measure, mean)
    near, far = unbounded_ends(abs(mean - end), spread, n=n, level=level)
    return (end + near, end + far) if kind == "low" else (end - far, end - near)
