"""DeLong's intervals for the area under the ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.link import identity_link, log_odds
from foldwise.intervals.methods.proportion import clopper_pearson
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, class_groups_refusal, prediction_groups
from foldwise.intervals.variances.class_sizes import class_sizes, fewest_groups, group_freedom
from foldwise.intervals.variances.linearised import carriers, free_units
from foldwise.measures import AREA_MULTIPLES, base_name, structural_components, without_rounding
from foldwise.phrases import not_for_measure

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.intervals.limits.link import Link
    from foldwise.measures import ModelScores, Outcomes

__all__ = [
    "LEAST_OF_A_PAIR",
    "NORMAL_DF",
    "NO_OVERLAP",
    "DeLong",
    "LogitDeLong",
    "area_covariance",
    "area_error",
    "area_interval",
    "area_refusal",
    "area_spread",
    "least_error",
    "pair_bound",
    "spread_of_parts",
    "unseen_pair",
]

NORMAL_DF = inf
"""Degrees of freedom of a t that is normal."""
NO_OVERLAP = "the classes do not overlap, so the bound is that for disjoint pairs of rows"
LEAST_OF_A_PAIR = 0.25
"""A standard error is not below so much of a pair of the rarest class."""


@final
@dataclass(frozen=True)
class LogitDeLong(IntervalMethod):
    """logit θ ± z·se/(θ(1 - θ)), transformed back, with DeLong's standard error.

    Sorted once, O(n log n). At θ = 0 or 1, where the standard error vanishes, the bound (α/2)^(1/min(n₊, n₋)): the exact
    interval for so many disjoint pairs. For several classes the area is Hand and Till's mean over pairs, and its variance
    that of a U-statistic of several samples. Weights are sampling weights. Rows that come in groups are summed by group
    (Obuchowski 1997), and t takes the place of z. With few rows of a class z is too short: 5 to 10 positives covered 91 to
    92 % at 95 % where ``placement-t``, the default, covered 94 %.

    References
    ----------
    delong1988; sun2014; obuchowski1997.
    """

    name: ClassVar[str] = "logit-delong"
    summary: ClassVar[str] = "normal interval for an AUC on the scale of log-odds, with DeLong's variance"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.AREAS, max_resamples=1, instead="interval='bca'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the structural components."""
        return area_interval(scored, level, self.name, link=log_odds(0, 1))

    def further(self, scored: ModelScores) -> str | None:
        """It is for areas, and needs two rows of every class."""
        return area_refusal(scored)


@final
@dataclass(frozen=True)
class DeLong(IntervalMethod):
    """θ ± z·se with DeLong's standard error, clipped to the range; given only when asked for by name.

    References
    ----------
    delong1988; sun2014.
    """

    name: ClassVar[str] = "delong"
    summary: ClassVar[str] = "normal interval for an AUC with DeLong's variance"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.AREAS, max_resamples=1, instead="interval='logit-delong'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the structural components."""
        return area_interval(scored, level, self.name, link=identity_link(0, 1))

    def further(self, scored: ModelScores) -> str | None:
        """It is for areas, and needs two rows of every class."""
        return area_refusal(scored)


def area_refusal(scored: ModelScores) -> str | None:
    """Say why a method for areas is not valid here, or None where it is."""
    if base_name(scored.measure) not in AREA_MULTIPLES:
        return not_for_measure(" and ".join(AREA_MULTIPLES), scored.measure.name)
    return class_groups_refusal(scored)


def area_interval(scored: ModelScores, level: float, name: str, *, link: Link, normal: bool = True) -> Interval:
    """Interval of an area, or a multiple of it, on a scale; with normal quantiles, or those of t."""
    multiple = AREA_MULTIPLES[base_name(scored.measure)]
    seen, groups = scored.measure.view(scored.outcomes), prediction_groups(scored)
    area = (scored.value - 1) / multiple + 1
    known = None
    if min(area, 1 - area) < ROUNDING_TOLERANCE:  # sums of weights may miss an end by a digit
        low, high = pair_bound(round(area), seen, level, groups)
        note = NO_OVERLAP
    else:
        least = LEAST_OF_A_PAIR if normal or groups is not None else unseen_pair(area)
        error, df = area_spread(structural_components(seen), seen, groups, least=least)
        known = multiple * error
        low, high = link.ends(area, error * critical_value(level, NORMAL_DF if normal and groups is None else df))
        if link.steep:  # where hardly a pair is lost it would end beyond what disjoint pairs alone say
            bound = pair_bound(area, seen, level, groups)
            low, high = max(low, bound[0]), min(high, bound[1])
        note = ""
    return Interval(1 - multiple * (1 - low), 1 - multiple * (1 - high), level, name, Target.PROXY, note, known)


def unseen_pair(area: float) -> float:
    """How much of a pair of the rarest class the standard error of t is at least: |θ - ½|, and not below a quarter.

    A row of the rarest class that lies among the other one is placed at ½, and alone brings a standard error of |θ - ½|/n. Among few
    rows there may be none of these although one in ten is such.

    Examples
    --------
    >>> unseen_pair(0.95), unseen_pair(0.6)
    (0.45, 0.25)
    """
    return max(LEAST_OF_A_PAIR, abs(area - 0.5))


def critical_value(level: float, df: float) -> float:
    """Two-sided critical value of Student's t at a level."""
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + level) / 2))


def pair_bound(area: float, seen: Outcomes, level: float, groups: Codes | None = None) -> tuple[float, float]:
    """Exact interval as if min(n₊, n₋) disjoint pairs had been ranked; no area varies more than that (Birnbaum & Klose 1957)."""
    pairs = float(class_sizes(seen).min()) if groups is None else fewest_groups(seen, groups)
    return clopper_pearson(area * pairs, pairs, level)


def area_error(components: Floats, seen: Outcomes, groups: Codes | None = None) -> float:
    """Standard error of an area from its structural components."""
    return area_spread(components, seen, groups)[0]


def area_spread(
    components: Floats, seen: Outcomes, groups: Codes | None = None, *, least: float = LEAST_OF_A_PAIR
) -> tuple[float, float]:
    """Standard error of an area, or of a difference of areas, and its degrees of freedom (METHODS N.3, N.4).

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(truth=np.repeat([0, 1], [50, 10]), output=np.repeat([0, 1], [50, 10]), classes=2)
    >>> error, df = area_spread(np.tile([0.6, 1.0], 30), rows)
    >>> round(error, 4), round(df, 1)
    (0.0725, 12.5)
    """
    sizes = class_sizes(seen)
    if groups is not None:
        variance = max(0.0, float(area_covariance([components], seen, groups)[0, 0]))
        return max(sqrt(variance), least_error(least, sizes)), group_freedom(seen, groups)
    pieces = _deviations([components], seen, plain=True)
    parts = np.array([float(np.sum(deviation**2)) for _, deviation in pieces])
    if seen.weights is not None and np.ptp(seen.weights) > 0:
        # Normal values of one weight have a third of their rows as carriers; fewer of them leave less to judge from.
        shares = [seen.weights[rows] / seen.weights[rows].sum() for rows, _ in pieces]
        carried = [3 * carriers(moves[0]) if moves.any() else inf for _, moves in pieces]
        few = [min(free_units(h), most) for h, most in zip(shares, carried, strict=True)]
        sizes = np.minimum(sizes, 1 + np.maximum(1.0, few))
    return spread_of_parts(parts, sizes, least=least)


def spread_of_parts(parts: Floats, sizes: Floats, *, least: float = LEAST_OF_A_PAIR) -> tuple[float, float]:
    """Standard error and degrees of freedom from the variance that each class of so many rows adds.

    Examples
    --------
    >>> spread_of_parts(np.array([0.0, 0.01]), np.array([90.0, 10.0]))
    (0.1, 9.0)
    """
    doubt = float(np.sum(parts**2 / np.maximum(sizes - 1, 1)))
    df = float(parts.sum()) ** 2 / doubt if doubt > 0 else float(sizes.min()) - 1
    return max(sqrt(float(parts.sum())), least_error(least, sizes)), max(1.0, df)


def least_error(least: float, sizes: Floats) -> float:
    """Standard error of so much of a pair of the rarest class, which is in two of C shares of the pairs of C classes.

    Examples
    --------
    >>> least_error(0.25, np.array([50.0, 10.0])), least_error(0.25, np.array([50.0, 10.0, 20.0, 20.0]))
    (0.025, 0.0125)
    """
    return least * 2 / sizes.size / float(sizes.min())


def area_covariance(components: list[Floats], seen: Outcomes, groups: Codes | None = None) -> Floats:
    """Covariance of the areas of several systems on the same rows: Σ over classes of S_c / n_c (systems, systems).

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(truth=np.array([0, 0, 1, 1]), output=np.array([0, 0, 1, 1]), classes=2)
    >>> area_covariance([np.array([1.0, 0.5, 0.5, 1.0])], rows)
    array([[0.125]])
    """
    stacked, pieces = np.stack(components), _deviations(components, seen, plain=groups is None)
    if groups is None:
        return np.sum([deviation @ deviation.T for _, deviation in pieces], axis=0)
    joined = np.empty_like(stacked)
    for rows, deviation in pieces:
        joined[:, rows] = deviation
    codes = np.unique(groups, return_inverse=True)[1]
    sums = np.stack([np.bincount(codes, weights=row) for row in joined])
    return sums @ sums.T * (sums.shape[1] / (sums.shape[1] - 1))


def _deviations(components: list[Floats], seen: Outcomes, *, plain: bool) -> list[tuple[Mask, Floats]]:
    """Rows of each class, and their distance from its mean times their share of its weight (systems, rows)."""
    stacked = np.stack(components)
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    pieces = []
    for c in range(seen.classes):
        rows = seen.truth == c
        w = weights[rows] / weights[rows].sum()
        centred = without_rounding(stacked[:, rows] - (stacked[:, rows] @ w)[:, None])
        # With equal weights n/(n - 1) · Σ(v - v̄)²/n² is the variance with divisor n - 1, over n; groups have their own.
        pieces.append((rows, centred * w / (np.sqrt(np.maximum(1 - w, 1e-12)) if plain else 1.0)))
    return pieces
