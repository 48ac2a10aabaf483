"""Intervals of a share of the rows, transformed to a function of it: a median error, the uncertainty of the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.limits.ends import korn_graubard
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, groups_refusal, prediction_groups
from foldwise.intervals.variances.linearised import by_group, linearised
from foldwise.measures import base_name
from foldwise.phrases import not_for_measure

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures import ModelScores, Outcomes

__all__ = ["CarriedShare", "share_spread"]

MEDIAN, UNCERTAINTY = "median-absolute-error", "brier-uncertainty"


@final
@dataclass(frozen=True)
class CarriedShare(IntervalMethod):
    """Values of a function of a share p at the ends of an interval for p.

    For `median-absolute-error` p is the share of the errors up to the median, ½, and the ends are the quantiles of the errors at the ends of its
    interval: for independent rows of one weight that of order statistics. For `brier-uncertainty` of two classes p is
    the share of one, and the ends are the least and the largest p(1 - p) between its ends. Of C classes 1 - Σp² is Σ over classes of
    -2p̂(p - p̂) off, which has a standard error, and lower by Σ(p - p̂)² besides, t²·ΣV at most.

    The interval of a share is the exact one for as many rows as its variance is worth, p(1 - p)/V. V is linearised: weights are those of a
    sample, groups of rows are summed by group. It is not below that of weights that have nothing to do with the errors.

    References
    ----------
    woodruff1952; korn1998.
    """

    name: ClassVar[str] = "carried-share"
    summary: ClassVar[str] = (
        "interval of a share, carried over to the median error or the uncertainty that it is the share of"
    )
    validity: ClassVar[Validity] = Validity(
        only=(MEDIAN, UNCERTAINTY), plans=ONE_TEST_SET, max_resamples=1, instead="interval='bca'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval of the share, and transform its limits."""
        seen, groups = scored.measure.view(scored.outcomes), prediction_groups(scored)
        if base_name(scored.measure) == MEDIAN:
            low, high = _of_median(seen, groups, level, scored.value)
        elif seen.classes == 2:
            low, high = _of_two_classes(seen, groups, level)
        else:
            low, high = _of_classes(seen, groups, level, scored.value)
        value = scored.value
        return Interval(min(low, value), max(high, value), level, self.name, self.target)

    def further(self, scored: ModelScores) -> str | None:
        """It is for the median error and the uncertainty of the classes."""
        if base_name(scored.measure) not in {MEDIAN, UNCERTAINTY}:
            return not_for_measure(f"{MEDIAN} and {UNCERTAINTY}", scored.measure.name)
        return groups_refusal(scored)


def share_spread(inside: Mask, weights: Floats | None, groups: Codes | None = None) -> tuple[float, float]:
    """Variance of the share of the rows that are inside, and its degrees of freedom.

    Examples
    --------
    >>> variance, df = share_spread(np.array([True, False, True, False]), None)
    >>> round(variance, 4), round(df, 6)
    (0.0833, 3.0)
    """
    mass = np.ones(inside.size) if weights is None else weights
    shares = mass / mass.sum()
    share = float(shares @ inside)
    moves = shares * (inside - share)
    if groups is not None:
        return linearised(by_group(moves, groups), by_group(shares, groups))
    variance, df = linearised(moves, shares)
    return max(variance, share * (1 - share) * float(shares @ shares)), df


def _share_ends(inside: Mask, seen: Outcomes, groups: Codes | None, level: float) -> tuple[float, float]:
    """Limits of the interval for a share of the rows."""
    mass = np.ones(inside.size) if seen.weights is None else seen.weights
    share = float(mass @ inside / mass.sum())
    variance, df = share_spread(inside, seen.weights, groups)
    size = float(mass.sum()) ** 2 / float(mass @ mass)
    units = size if groups is None else min(size, float(np.unique(groups).size))
    smoothed = (share * units + 0.5) / (units + 1)
    if variance <= 0:
        variance = smoothed * (1 - smoothed) / (units + 1)
    return korn_graubard(share, smoothed, variance, df=df, level=level)


def _of_median(seen: Outcomes, groups: Codes | None, level: float, value: float) -> tuple[float, float]:
    """Quantiles of the absolute errors at the ends of the share of them that are below the median."""
    errors = np.abs(seen.truth - seen.output)
    mass = np.ones(errors.size) if seen.weights is None else seen.weights
    variance, df = share_spread(errors <= value, seen.weights, groups)
    variance = max(variance, 0.25 * float(mass @ mass) / float(mass.sum()) ** 2)
    low, high = korn_graubard(0.5, 0.5, variance, df=df, level=level)
    order = np.argsort(errors)
    through = np.cumsum(mass[order]) / mass.sum()
    before = int(np.searchsorted(through, low, side="right"))
    after = min(int(np.searchsorted(through, high, side="left")), errors.size - 1)
    # Below the first error nothing is known but that errors are not negative.
    return 0.0 if before == 0 else float(errors[order[before]]), float(errors[order[after]])


def _of_two_classes(seen: Outcomes, groups: Codes | None, level: float) -> tuple[float, float]:
    """Least and largest p(1 - p) between the ends of the share of the positive class."""
    low, high = _share_ends(seen.truth == seen.positive, seen, groups, level)
    ends = [low * (1 - low), high * (1 - high)]
    return min(ends), 0.25 if low <= 0.5 <= high else max(ends)


def _of_classes(seen: Outcomes, groups: Codes | None, level: float, value: float) -> tuple[float, float]:
    """Ends of Σp(1 - p): by its slopes, and as much lower as the squares of the errors of the shares are."""
    mass = np.ones(seen.size) if seen.weights is None else seen.weights
    weights = mass / mass.sum()
    shares = np.bincount(seen.truth, weights=weights, minlength=seen.classes)
    moves = -2 * weights * (shares[seen.truth] - float(shares @ shares))
    held = weights if groups is None else by_group(weights, groups)
    variance, df = linearised(moves if groups is None else by_group(moves, groups), held)
    spread = sum(share_spread(seen.truth == code, seen.weights, groups)[0] for code in range(seen.classes))
    t = t_quantile(df, level)
    return max(0.0, value - t * variance**0.5 - t**2 * spread), min(1 - 1 / seen.classes, value + t * variance**0.5)
