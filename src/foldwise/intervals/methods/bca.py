"""The bias-corrected and accelerated bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.bootstrapping.bootstrap import BootstrapMethod, quantiles
from foldwise.intervals.limits.largest_gap import least_gap
from foldwise.intervals.limits.quantiles import z_quantile
from foldwise.intervals.methods.delong import unseen_pair
from foldwise.intervals.refusals.one_test_set import prediction_groups
from foldwise.intervals.variances.jackknife import unit_influence
from foldwise.measures import base_name, row_weight

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = ["BCa", "acceleration", "acceleration_of", "bca_ends", "bca_shares", "misplaced_error", "share_below"]

LARGEST_GAP = "ks"
MEAN_AREAS = {"auc": 2**0.5, "ovr-auc": 1.0, "weighted-ovr-auc": 1.0}
"""Areas of many classes, and how much a row of one of C classes counts in their mean, times C."""


@final
@dataclass(frozen=True)
class BCa(BootstrapMethod):
    """The percentile interval with levels of the tails corrected for bias (z₀) and skewness (a).

    z₀ = Φ⁻¹(share of θ* below θ̂, half of those equal to it); a = Σψ³/(6(Σψ²)^1.5) over how much each row, or group, moves
    the measure; the tails are at Φ(z₀ + (z₀ ± z)/(1 - a(z₀ ± z))). Where z₀ is infinite or no row moves the measure it is
    the percentile interval. The default where a measure has no interval of its own. Areas of many classes reach down at least as
    far as one row of each class that lies among the others would bring them: resamples of two rows that happen to lie apart show nothing.
    The largest of many gaps (`ks`) reaches down as far as chance may have lifted it (`least_gap`).

    Parameters
    ----------
    resamples
        How many resamples; 2000 at least are advised.
    seed
        Seed of the draws.

    References
    ----------
    efron1987.
    """

    name: ClassVar[str] = "bca"
    summary: ClassVar[str] = "bootstrap of the test rows, corrected for bias and skewness"

    def ends(self, scored: ModelScores, values: Floats, level: float) -> tuple[float, float]:
        """Cut off the moved tails."""
        bend = acceleration(unit_influence(scored.measure, scored.outcomes, prediction_groups(scored)))
        low, high = bca_ends(values, scored.value, bend, level)
        if base_name(scored.measure) == LARGEST_GAP:
            seen, groups = scored.measure.view(scored.outcomes), prediction_groups(scored)
            classes = [seen] if seen.classes == 2 else [seen.against_rest(name) for name in seen.names]
            least = float(np.mean([least_gap(one, level, groups=groups, seed=self.seed) for one in classes]))
            return max(scored.measure.low, min(low, least)), high
        return min(low, max(scored.measure.low, scored.value - z_quantile(level) * misplaced_error(scored))), high


def misplaced_error(scored: ModelScores) -> float:
    """Standard error that one row of each class among the others brings to an area of many classes; 0 for other measures.

    A mean of one-against-rest areas moves by its weight of the class times |θ - ½|/m for m rows, one over pairs of C classes by √2/C.
    """
    seen, name = scored.measure.view(scored.outcomes), base_name(scored.measure)
    if name not in MEAN_AREAS or seen.classes <= 2:
        return 0.0
    rows = np.bincount(seen.truth, weights=seen.weights, minlength=seen.classes) / row_weight(seen.weights)
    there = rows[rows > 0]
    shares = np.full(there.size, MEAN_AREAS[name] / max(1, there.size))
    if name == "weighted-ovr-auc":
        shares = there / there.sum()
    return unseen_pair(scored.value) * float(np.sqrt(np.sum((shares / np.maximum(1.0, there)) ** 2)))


def acceleration(psi: Floats) -> float:
    """Skewness of the influence over six; 0 where nothing moves the measure.

    Examples
    --------
    >>> round(acceleration(np.array([-1.0, -1.0, 2.0])), 4)
    0.068
    """
    spread = float(np.sum(psi**2))
    return float(np.sum(psi**3)) / (6 * spread**1.5) if spread > 0 else 0.0


def acceleration_of(psi: Floats, times: Floats) -> float:
    """The same where each influence is that of several rows.

    Examples
    --------
    >>> round(acceleration_of(np.array([-1.0, 2.0]), np.array([2, 1])), 4)
    0.068
    """
    spread = float(times @ psi**2)
    return float(times @ psi**3) / (6 * spread**1.5) if spread > 0 else 0.0


def bca_ends(values: Floats, value: float, bend: float, level: float) -> tuple[float, float]:
    """Limits of the interval, which contains the value: resamples of a biased measure may all lie on one side of it.

    Examples
    --------
    >>> bca_ends(np.arange(1.0, 11.0), 0.0, 0.0, 0.9)
    (0.0, 9.55)
    """
    low, high = quantiles(values, bca_shares(values, value, bend, level), value)
    return min(low, value), max(high, value)


def share_below(values: Floats, value: float) -> float:
    """Share of the values below another, those that differ from it by rounding alone counting half.

    Examples
    --------
    >>> share_below(np.array([0.1, 0.3, 0.5]), 0.1 + 0.2)
    0.5
    """
    apart = values - value
    close = ROUNDING_TOLERANCE * max(abs(value), float(np.abs(values).max(initial=0.0)))
    return float(np.mean(apart < -close) + np.mean(np.abs(apart) <= close) / 2)


def bca_shares(values: Floats, value: float, bend: float, level: float) -> tuple[float, float]:
    """Shares of the resamples to cut off at both ends.

    Examples
    --------
    >>> low, high = bca_shares(np.arange(1001.0), 500.0, 0.0, 0.9)
    >>> round(low, 3), round(high, 3)
    (0.05, 0.95)
    """
    from scipy.special import ndtr, ndtri

    tail = (1 - level) / 2
    if values.size == 0:
        return tail, 1 - tail
    below = share_below(values, value)
    if not 0 < below < 1:
        return tail, 1 - tail
    shift = float(ndtri(below))
    ends = shift + ndtri(np.array([tail, 1 - tail]))
    if np.any(1 - bend * ends <= 0):
        return tail, 1 - tail
    low, high = ndtr(shift + ends / (1 - bend * ends))
    return float(low), float(high)
