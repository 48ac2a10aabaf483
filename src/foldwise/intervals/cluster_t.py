"""The t interval with groups as the unit."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, bounded
from foldwise.intervals.one_test_set import ONE_TEST_SET

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Scored

__all__ = ["ClusterT", "cluster_t"]


@final
@dataclass(frozen=True)
class ClusterT(IntervalMethod):
    """mean ± t(G-1) · se with se² = G/(G-1) · Σ over groups of (Σ of the group's deviations)² / n² (METHODS A.6).

    Rows of one group are alike, so a thousand rows of ten patients are ten pieces of evidence.

    References
    ----------
    liang1986.
    """

    name: ClassVar[str] = "cluster-t"
    summary: ClassVar[str] = "t interval with groups as the unit"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("group-kfold", "stratified-group", "leave-group-out", *ONE_TEST_SET),
        measures=For.LOSSES,
        instead="groups=… and plan='group-kfold(5)'",
    )

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the losses summed by group."""
        low, high = cluster_t(scored.losses, groups_of(scored)[scored.row], level, scored.outcomes.weights)
        return Interval(*bounded(low, high, scored.measure), level, self.name, Target.PROXY)

    def further(self, scored: Scored) -> str | None:
        """Two groups at least."""
        if scored.predictions.groups is None:
            return "it needs groups of rows, and there are none"
        tested = np.unique(scored.predictions.groups[scored.row]).size
        return None if tested > 1 else "all tested rows belong to one group"


def groups_of(scored: Scored) -> Codes:
    """Group of each row of the dataset; each row its own group where there are none (n,)."""
    groups = scored.predictions.groups
    return np.arange(scored.predictions.n) if groups is None else groups


def cluster_t(losses: Floats, group: Codes, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Ends of the interval for the mean of losses that come in groups.

    Examples
    --------
    >>> low, high = cluster_t(np.array([0.0, 0, 1, 1, 0, 1]), np.array([0, 0, 1, 1, 2, 2]), 0.95)
    >>> round(low, 3), round(high, 3)
    (-0.742, 1.742)
    """
    from scipy.special import stdtrit

    w = np.ones(losses.size) if weights is None else weights
    mean = float(np.average(losses, weights=w))
    codes = np.unique(group, return_inverse=True)[1]
    sums = np.bincount(codes, weights=w * (losses - mean))
    g = sums.size
    if g < 2:
        return -float("inf"), float("inf")
    error = sqrt(g / (g - 1) * float((sums**2).sum())) / float(w.sum())
    half = float(stdtrit(g - 1, (1 + level) / 2)) * error
    return mean - half, mean + half
