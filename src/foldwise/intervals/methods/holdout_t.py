"""The t interval for a mean loss on one test set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity, bounded, in_units
from foldwise.intervals.limits.ends import flat
from foldwise.intervals.limits.few_values import few_value_ends, known_values, unseen_units
from foldwise.intervals.limits.heavy_tail import heavy_multiple, worse_multiple
from foldwise.intervals.limits.mean_loss import (
    ONE_LOSS_NOTE,
    LossMoves,
    begins_at_zero,
    loss_ends,
    loss_error,
    loss_range,
    spread_refusal,
    value_ends,
    without_spread,
)
from foldwise.intervals.limits.unseen_row import SkewedEnds, rests_on_probabilities, seen_ends
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.measures import effective_size

if TYPE_CHECKING:
    from foldwise.intervals.limits.mean_loss import MeanError
    from foldwise.measures import Measure, ModelScores, Outcomes

__all__ = ["HoldoutT"]

FEW_EFFECTIVE_ROWS = 3
"""Weights that make so many rows of one are pointed out: simulated, where heavy rows were the hardest, 95 % covered 87 to 92 %."""


@final
@dataclass(frozen=True)
class HoldoutT(IntervalMethod):
    """mean ± t(n₂-1) · sd / √n₂ over the losses of one test set (METHODS C.1).

    Where rows are weighted the standard error is linearised, Σw²(ℓ - ℓ̄)²/(Σw)² with the correction for heavy rows, t has the
    degrees of freedom that the weights and the losses leave, and the interval is made on an unbounded scale: weighted
    losses are skewed. Losses of probabilities are skewed without weights too, and rows that all went well say little of those
    that will not, with and without weights: they get the gamma interval with one more row of the rarest class, predicted by the class shares only
    (Fay & Feuer 1997), or a mistake at the price that the probabilities give it, or of a class to which some row gave the probability 0, at the full price of that. Losses without an upper end, such as squared errors,
    get the gamma interval with one more row as bad as the worst of a gamma distribution of their mean and variance, or as the tail of
    the largest losses lets one expect (Hill 1975): 95 % cover 94 to 98 % of normal, t₃ and lognormal absolute errors and of squared normal
    errors, 40 to 1000 rows, where t covers 90 to 96 %. Squared errors with t₃ tails have no variance, and no interval
    holds its level for their mean (88 to 94 %; t 65 to 75 %). With weights between 1 and 20 that
    depend on the losses, 95 % covered 92 to 97 % of 100 to 1000 rows, where (Σw)²/Σw² rows
    covered 69 to 97 % (see the study of intervals of one test set).

    Losses that take one value for each true class and label, such as costs and net benefit, vary by a few rows: what rises above the
    usual loss and what falls below it get gamma limits each, with one more row of the most costly mistake, put together as those of a difference
    (Zou & Donner 2008). Of 40 to 500 rows 95 to 99 % cover the mean cost where t covers 40 to 95 % (METHODS N.15).

    Where all rows have the same loss there is no spread. Then a share 1 - (α/2)^(1/n) of rows at most has another loss, which
    bounds the mean of a loss that has bounds; of one that has none nothing is known.

    References
    ----------
    student1908; binder1983; bell2002; fay1997; hill1975; zou2008.
    """

    name: ClassVar[str] = "holdout-t"
    summary: ClassVar[str] = "t interval for a mean loss on one test set"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, measures=MeasureGroup.LOSSES, max_resamples=1)
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the losses."""
        measure, seen, classes = scored.measure, scored.outcomes, scored.outcomes.classes
        counted = few_value_ends(scored, level)
        if counted is not None:
            error = loss_error(scored.losses, seen.weights).error
            note = "" if error > 0 else ONE_LOSS_NOTE
            return Interval(*bounded(*counted, measure, classes=classes), level, self.name, Target.PROXY, note, error)
        ends = loss_ends(measure, scored.losses, level, seen.weights)
        found, told = loss_error(scored.losses, seen.weights), ""
        if scored.losses.size > 1 and not flat(*ends):
            ends, told = _skewed_ends(scored, found, ends, level)
        if not flat(*ends):
            note = "; ".join(filter(None, [_unequal(measure, scored.outcomes), told]))
            error = in_units(measure, found.error, found.mean)
            return Interval(*bounded(*ends, measure, classes=classes), level, self.name, Target.PROXY, note, error)
        low, high = without_spread(scored, scored.losses.size, level)
        return Interval(*bounded(low, high, measure, classes=classes), level, self.name, Target.PROXY, ONE_LOSS_NOTE)

    def further(self, scored: ModelScores) -> str | None:
        """It is for independent rows, and for losses that differ or have bounds."""
        known = known_values(scored) is not None  # the cost of a row not seen is known too
        return rows_refusal(scored) or (None if known else spread_refusal(scored))


def _skewed_ends(scored: ModelScores, found: MeanError, ends: tuple[float, float], level: float) -> SkewedEnds:
    """Gamma limits of losses of probabilities, and of values that have an end of their range; else those given."""
    measure, seen, weights = scored.measure, scored.outcomes, scored.outcomes.weights
    if rests_on_probabilities(measure):
        return seen_ends(measure, seen, found, units=unseen_units(scored.losses, weights), level=level)
    if weights is not None and np.ptp(weights) > 0:
        skewed = begins_at_zero(measure)
        return SkewedEnds(LossMoves.of(scored.losses, weights, None).ends(level) if skewed else ends, "")
    spread = float(scored.losses.var(ddof=1))
    heavier = worse_multiple(measure, found.mean, spread, scored.losses.size)
    # Where the plan left out a part of the rows, heavy errors may be in the others: the rule of several test sets (METHODS N.24).
    if scored.resamples.kind == "holdout" and begins_at_zero(measure):
        heavier = max(heavier, heavy_multiple(scored.losses))
    gamma = value_ends(
        measure, found.mean, spread, n=scored.losses.size, level=level, largest=scored.losses, heavier=heavier
    )
    return SkewedEnds(gamma or ends, "")


def _unequal(measure: Measure, seen: Outcomes) -> str:
    """Say that few rows hold most of the weight of losses without bounds, where the hardest rows decide."""
    if seen.weights is None or np.isfinite(loss_range(measure, seen.classes)[1]):
        return ""
    size = effective_size(seen.weights)
    if size > seen.size / FEW_EFFECTIVE_ROWS:
        return ""
    return f"the effective sample size of {seen.size:,} weighted rows is {size:.0f}: where the heaviest are the hardest, it is too short"
