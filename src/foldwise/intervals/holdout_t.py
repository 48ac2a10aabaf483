"""The t interval for a mean loss on one test set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.ends import flat
from foldwise.intervals.interval import For, Interval, IntervalMethod, Validity, bounded, in_units
from foldwise.intervals.mean_loss import (
    ONE_LOSS,
    loss_ends,
    loss_error,
    loss_range,
    probability_ends,
    rests_on_probabilities,
    spread_refusal,
    without_spread,
)
from foldwise.intervals.one_test_set import ONE_TEST_SET, rows_refusal

if TYPE_CHECKING:
    from foldwise.measures import Measure, ModelScores, Outcomes

__all__ = ["HoldoutT"]

FEW_HEAVY = 3
"""Weights that make so many rows of one are pointed out: simulated, where heavy rows were the hardest, 95 % covered 87 to 92 %."""


@final
@dataclass(frozen=True)
class HoldoutT(IntervalMethod):
    """mean ± t(n₂-1) · sd / √n₂ over the losses of one test set (METHODS C.1).

    Where rows are weighted the standard error is linearised, Σw²(ℓ - ℓ̄)²/(Σw)² with the correction for heavy rows, t has the
    degrees of freedom that the weights and the losses leave, and the interval is made on a scale without ends: weighted
    losses are skewed. Losses of probabilities are skewed without weights too, and rows that all went well say little of those
    that will not: they get the gamma interval with one more row that knows the class shares only (Fay & Feuer 1997). With
    weights between 1 and 20 that depend on the losses, 95 % covered 92 to 97 % of 100 to 1000 rows, where (Σw)²/Σw² rows
    covered 69 to 97 % (see the study of intervals of one test set).

    Where all rows have the same loss there is no spread. Then a share 1 - (α/2)^(1/n) of rows at most has another loss, which
    bounds the mean of a loss that has bounds; of one that has none nothing is known.

    References
    ----------
    student1908; binder1983; bell2002; fay1997.
    """

    name: ClassVar[str] = "holdout-t"
    summary: ClassVar[str] = "t interval for a mean loss on one test set"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, measures=For.LOSSES, max_resamples=1)
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the losses."""
        measure, seen, classes = scored.measure, scored.outcomes, scored.outcomes.classes
        ends = loss_ends(measure, scored.losses, level, seen.weights)
        if seen.weights is None and rests_on_probabilities(measure) and not flat(*ends):
            unseen = scored.raw_value + (0.0 if scored.linear is None else scored.linear.unseen)
            ends = probability_ends(
                scored.raw_value, float(scored.losses.var(ddof=1)), unseen, n=seen.size, level=level
            )
        if not flat(*ends):
            note = _unequal(measure, scored.outcomes)
            found = loss_error(scored.losses, seen.weights)
            error = in_units(measure, found.error, found.mean)
            return Interval(*bounded(*ends, measure, classes=classes), level, self.name, Target.PROXY, note, error)
        low, high = without_spread(scored, scored.losses.size, level)
        return Interval(*bounded(low, high, measure, classes=classes), level, self.name, Target.PROXY, ONE_LOSS)

    def further(self, scored: ModelScores) -> str | None:
        """It is for independent rows, and for losses that differ or have bounds."""
        return rows_refusal(scored) or spread_refusal(scored)


def _unequal(measure: Measure, seen: Outcomes) -> str:
    """Say that few rows hold most of the weight of losses without bounds, where the hardest rows decide."""
    if seen.weights is None or np.isfinite(loss_range(measure, seen.classes)[1]):
        return ""
    size = float(seen.weights.sum() ** 2 / (seen.weights**2).sum())
    if size > seen.size / FEW_HEAVY:
        return ""
    return f"{seen.size:,} weighted rows say as much as {size:.0f}: where the heaviest are the hardest, it is too short"
