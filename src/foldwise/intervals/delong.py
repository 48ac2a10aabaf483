"""DeLong's intervals for the area under the ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.link import identity, log_odds
from foldwise.intervals.one_test_set import ONE_TEST_SET, answer_groups
from foldwise.measures.influence import AREAS, base_name, structural_components

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Outcomes, Scored

__all__ = ["DeLong", "LogitDeLong", "area_covariance", "area_error", "area_refusal", "edge_bound"]

ROUNDING = 1e-12
"""A standard error below this is none: equal scores differ by rounding only."""


@final
@dataclass(frozen=True)
class LogitDeLong(IntervalMethod):
    """logit θ ± z·se/(θ(1 - θ)), carried back, with DeLong's standard error.

    Sorted once, O(n log n). At θ = 0 or 1, where the standard error vanishes, the bound (α/2)^(1/min(n₊, n₋)): the exact
    interval for so many disjoint pairs. For several classes the area is Hand and Till's mean over pairs, and its variance
    that of a U-statistic of several samples. Rows that come in groups are summed by group (Obuchowski 1997).

    References
    ----------
    delong1988; sun2014; obuchowski1997.
    """

    name: ClassVar[str] = "logit-delong"
    summary: ClassVar[str] = "normal interval for an AUC on the scale of log-odds, with DeLong's variance"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, max_resamples=1, instead="method='bca'")
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the structural components."""
        return _interval(scored, level, self.name, logit=True)

    def further(self, scored: Scored) -> str | None:
        """It is for areas, and needs two rows of every class."""
        return area_refusal(scored)


@final
@dataclass(frozen=True)
class DeLong(IntervalMethod):
    """θ ± z·se with DeLong's standard error, cut to the range; given only when asked for by name.

    References
    ----------
    delong1988; sun2014.
    """

    name: ClassVar[str] = "delong"
    summary: ClassVar[str] = "normal interval for an AUC with DeLong's variance"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, max_resamples=1, instead="method='logit-delong'")
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the structural components."""
        return _interval(scored, level, self.name, logit=False)

    def further(self, scored: Scored) -> str | None:
        """It is for areas, and needs two rows of every class."""
        return area_refusal(scored)


def area_refusal(scored: Scored) -> str | None:
    """Say why a method for areas is not valid here, or None where it is."""
    if base_name(scored.measure) not in AREAS:
        return f"it is valid for {' and '.join(AREAS)}, and {scored.measure.name} is none"
    seen = scored.measure.view(scored.outcomes)
    rows = np.bincount(seen.truth, minlength=seen.classes)
    if rows.min() < 2:
        return f"it needs two rows of every class, and there is a class with {rows.min()}"
    groups = answer_groups(scored)
    if groups is not None and np.unique(groups).size < 2:
        return "all rows belong to one group"
    return None


def _interval(scored: Scored, level: float, name: str, *, logit: bool) -> Interval:
    multiple = AREAS[base_name(scored.measure)]
    seen, groups = scored.measure.view(scored.outcomes), answer_groups(scored)
    area = (scored.value - 1) / multiple + 1
    if area in (0.0, 1.0):
        low, high = edge_bound(area, seen, level)
        note = "the classes do not overlap, so the bound is that for disjoint pairs of rows"
    else:
        error = area_error(structural_components(seen), seen, groups)
        error = error if error > ROUNDING else 0.0
        low, high = (log_odds(0, 1) if logit else identity(0, 1)).ends(area, error * _quantile(level, groups))
        note = "" if error else "all scores are equal, so the width of the interval says nothing"
    return Interval(1 - multiple * (1 - low), 1 - multiple * (1 - high), level, name, Target.PROXY, note)


def _quantile(level: float, groups: Codes | None) -> float:
    """Of the normal law; where rows come in groups, of t with one degree of freedom less than there are groups."""
    from scipy.special import ndtri, stdtrit

    if groups is None:
        return float(ndtri((1 + level) / 2))
    return float(stdtrit(np.unique(groups).size - 1, (1 + level) / 2))


def edge_bound(area: float, seen: Outcomes, level: float) -> tuple[float, float]:
    """Exact bound where no pair, or every pair, is in the wrong order: min(n₊, n₋) disjoint pairs were all alike."""
    pairs = int(np.bincount(seen.truth, minlength=seen.classes).min())
    bound = ((1 - level) / 2) ** (1 / pairs)
    return (bound, 1.0) if area == 1 else (0.0, 1 - bound)


def area_error(components: Floats, seen: Outcomes, groups: Codes | None = None) -> float:
    """Standard error of an area from its structural components."""
    return sqrt(max(0.0, float(area_covariance([components], seen, groups)[0, 0])))


def area_covariance(components: list[Floats], seen: Outcomes, groups: Codes | None = None) -> Floats:
    """Covariance of the areas of several systems on the same rows: Σ over classes of S_c / n_c (systems, systems).

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> rows = Outcomes(truth=np.array([0, 0, 1, 1]), output=np.array([0, 0, 1, 1]), classes=2)
    >>> area_covariance([np.array([1.0, 0.5, 0.5, 1.0])], rows)
    array([[0.125]])
    """
    stacked = np.stack(components)
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    pieces = []
    for c in range(seen.classes):
        rows = seen.truth == c
        w = weights[rows] / weights[rows].sum()
        centred = stacked[:, rows] - (stacked[:, rows] @ w)[:, None]
        # With equal weights n/(n - 1) · Σ(v - v̄)²/n² is the variance with divisor n - 1, over n.
        pieces.append((rows, centred * w * _spread(w, groups is None)))
    if groups is None:
        return np.sum([deviation @ deviation.T for _, deviation in pieces], axis=0)
    joined = np.empty_like(stacked)
    for rows, deviation in pieces:
        joined[:, rows] = deviation
    codes = np.unique(groups, return_inverse=True)[1]
    sums = np.stack([np.bincount(codes, weights=row) for row in joined])
    return sums @ sums.T * (sums.shape[1] / (sums.shape[1] - 1))


def _spread(shares: Floats, plain: bool) -> float:  # noqa: FBT001 - one private flag
    """Root of n/(n - 1) with the effective number of rows; 1 where groups bring their own correction."""
    size = 1 / float(np.sum(shares**2))
    return sqrt(size / (size - 1)) if plain and size > 1 else 1.0
