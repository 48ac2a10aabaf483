"""The t interval with groups as the unit."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity, bounded, in_units
from foldwise.intervals.limits.ends import flat
from foldwise.intervals.limits.few_values import few_value_ends, known_values, unseen_units
from foldwise.intervals.limits.mean_loss import (
    ONE_LOSS_NOTE,
    LossMoves,
    begins_at_zero,
    grouped_ends,
    loss_error,
    spread_refusal,
    without_spread,
)
from foldwise.intervals.limits.quantiles import t_quantile
from foldwise.intervals.limits.unseen_row import rests_on_probabilities, seen_ends
from foldwise.intervals.methods.proportion import wilson
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, groups_refusal
from foldwise.measures import LossMeasure, effective_size

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores

__all__ = ["ClusterT", "cluster_t", "effective_groups"]


@final
@dataclass(frozen=True)
class ClusterT(IntervalMethod):
    """mean ± t(G-1) · se with se² = G/(G-1) · Σ over groups of (Σ of the group's deviations)² / n² (METHODS A.6).

    Rows of one group are alike, so a thousand rows of ten patients are ten pieces of evidence. Where no group differs
    from another, as without a single error, the spread says nothing: a share then gets Wilson's interval for as many
    rows as there are groups, (Σn_g)²/Σn_g² of them where their sizes n_g differ.

    On one test set the degrees of freedom are those that groups of unequal size leave (Bell & McCaffrey), heavy groups are
    corrected for, and the interval is made on an unbounded scale; five groups at least must carry the measure. Losses of probabilities,
    costs and other losses of a few values are treated as by ``holdout-t``, a row that was not seen standing for those of its group that are
    alike (METHODS N.19).

    References
    ----------
    liang1986; bell2002.
    """

    name: ClassVar[str] = "cluster-t"
    summary: ClassVar[str] = "t interval with groups as the unit"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("group-kfold", "stratified-group", "leave-group-out", "leave-p-groups-out", *ONE_TEST_SET),
        measures=MeasureGroup.LOSSES,
        instead="groups=… and plan='group-kfold(5)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the losses summed by group."""
        group, weights = groups_of(scored)[scored.row], scored.outcomes.weights
        one, classes = scored.resamples.kind in ONE_TEST_SET, scored.outcomes.classes
        counted = few_value_ends(scored, level, group) if one else None
        if counted is not None:
            error = loss_error(scored.losses, weights, group).error
            note = "" if error > 0 else ONE_LOSS_NOTE
            return Interval(
                *bounded(*counted, scored.measure, classes=classes), level, self.name, Target.PROXY, note, error
            )
        low, high = grouped_ends(scored, group, level) if one else cluster_t(scored.losses, group, level, weights)
        note = ""
        if one and rests_on_probabilities(scored.measure) and not flat(low, high):
            found = loss_error(scored.losses, weights, group)
            units = unseen_units(scored.losses, weights, group)
            (low, high), note = seen_ends(scored.measure, scored.outcomes, found, units=units, level=level)
        elif one and begins_at_zero(scored.measure) and not flat(low, high):
            low, high = LossMoves.of(scored.losses, weights, group).ends(level)
        if not flat(low, high):
            plain = (high - low) / 2 / t_quantile(np.unique(group).size - 1, level)
            error = loss_error(scored.losses, weights, group).error if one else plain
            error = in_units(scored.measure, error, scored.raw_value)
            return Interval(
                *bounded(low, high, scored.measure, classes=classes), level, self.name, Target.PROXY, note, error
            )
        units = effective_groups(group, weights)
        if not (isinstance(scored.measure, LossMeasure) and scored.measure.zero_one):
            ends = bounded(*without_spread(scored, units, level), scored.measure, classes=classes)
            return Interval(*ends, level, self.name, Target.PROXY, ONE_LOSS_NOTE)
        ends = wilson(scored.value * units, units, level)
        note = f"all groups scored the same, so the interval is that for {units:.0f} independent rows"
        return Interval(*ends, level, self.name, Target.PROXY, note)

    def further(self, scored: ModelScores) -> str | None:
        """Two groups at least, on one test set five."""
        if scored.predictions.groups is None:
            return "it needs groups of rows, and there are none"
        tested = np.unique(scored.predictions.groups[scored.row]).size
        if scored.resamples.kind in ONE_TEST_SET:
            known = known_values(scored) is not None
            return groups_refusal(scored) or (None if known else spread_refusal(scored))
        return (None if tested > 1 else "all tested rows belong to one group") or spread_refusal(scored)


def groups_of(scored: ModelScores) -> Codes:
    """Group of each row of the dataset; each row its own group where there are none (n,)."""
    groups = scored.predictions.groups
    return np.arange(scored.predictions.n) if groups is None else groups


def effective_groups(group: Codes, weights: Floats | None = None) -> float:
    """Effective number of groups, (Σn_g)²/Σn_g².

    Examples
    --------
    >>> effective_groups(np.array([0, 0, 1, 1, 2, 2]))
    3.0
    """
    sizes = np.bincount(np.unique(group, return_inverse=True)[1], weights=weights).astype(np.float64)
    return effective_size(sizes)


def cluster_t(losses: Floats, group: Codes, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Limits of the interval for the mean of losses that come in groups.

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
