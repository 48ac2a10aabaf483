"""Limits of mean losses of probabilities, and of skill scores made of them, with one more row whose loss exceeds those observed."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.intervals.limits.ends import gamma_ends
from foldwise.measures import (
    LossMeasure,
    Mistakes,
    Needs,
    RuledOut,
    SumMeasure,
    expected_mistake_loss,
    extreme_mistake_loss,
    rarest_loss,
    ruled_out_loss,
)
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.intervals.limits.mean_loss import MeanError
    from foldwise.measures import Measure, Outcomes

__all__ = [
    "SkewedEnds",
    "UnseenRow",
    "loss_behind",
    "probability_ends",
    "rests_on_probabilities",
    "seen_ends",
]


def rests_on_probabilities(measure: Measure) -> bool:
    """Whether a measure is a mean loss of probabilities whose best value, that of a certain and right prediction, is a bound of its range."""
    if not isinstance(measure, LossMeasure) or measure.transform is not None or measure.about:
        return False
    return measure.needs is Needs.PROBABILITY and measure.low == 0 and measure.best in {measure.low, measure.high}


def loss_behind(measure: Measure) -> LossMeasure | None:
    """The mean loss of probabilities that a measure is, or is a skill of; None for any other."""
    loss = measure.loss if isinstance(measure, SumMeasure) else measure
    return loss if isinstance(loss, LossMeasure) and rests_on_probabilities(loss) else None


class UnseenRow(NamedTuple):
    """The loss, above the best one, of a row unlike those observed, and a note about it."""

    cost: float
    note: str

    @classmethod
    def of(
        cls, measure: Measure, counts: Array, positive: int, *, ruled_out: RuledOut, level: float, price: float = 0.0
    ) -> UnseenRow:
        """The loss of a row of the rarest class predicted by the class shares, of a mistake, or of a row of a class with probability 0.

        Parameters
        ----------
        measure
            A mean loss of probabilities, or a skill.
        counts, positive
            Rows of each class (C,), and the code of the positive one.
        ruled_out
            Rows with a class of probability 0. A row of such a class has so large a loss that the losses hardly vary until
            one is observed, and most samples have none.
        level
            Level of the interval.
        price
            Expected loss of a mistake.
        """
        loss = loss_behind(measure)
        if loss is None:
            return cls(0.0, "")
        blind = max(price, abs(rarest_loss(loss, counts, positive) - loss.best))
        certain = ruled_out_loss(measure)
        if not (certain and ruled_out.rows):
            return cls(blind, "")
        rows = count_of(ruled_out.rows, "row")
        note = f"a class has probability 0 in {rows}, and a row of it costs {certain:.1f}; the worse end allows for one more"
        return cls(max(blind, certain * ruled_out.share_of_a_row(level)), note)


class SkewedEnds(NamedTuple):
    """Limits of an interval, and a note about them."""

    ends: tuple[float, float]
    note: str


def probability_ends(
    measure: Measure, found: MeanError, unseen: UnseenRow, *, units: float, level: float, slope: float = 1.0
) -> SkewedEnds:
    """Gamma limits of a mean loss of probabilities, or of a skill score, counted from its best value.

    Parameters
    ----------
    measure
        The measure.
    found
        Its value, with standard error and degrees of freedom.
    unseen
        The loss of a row unlike those observed.
    units
        Number of independent rows; the effective number where they have weights or come in groups.
    level
        Level of the interval.
    slope
        Derivative of the measure by the mean loss behind it.

    References
    ----------
    fay1997.

    Examples
    --------
    >>> from foldwise.intervals.limits.mean_loss import MeanError
    >>> from foldwise.measures import measure
    >>> found = MeanError(0.1, 0.02, 99)
    >>> (low, high), _ = probability_ends(measure("brier"), found, UnseenRow(1.0, ""), units=100, level=0.95)
    >>> round(low, 3), round(high, 3)
    (0.064, 0.158)
    """
    best, away = measure.best, abs(found.mean - measure.best)
    worst = max(away, slope * unseen.cost) / units
    near, far = gamma_ends(away, found.error**2, worst, df=found.df, level=level)
    ends = (best + near, best + far) if best <= found.mean else (best - far, best - near)
    return SkewedEnds(ends, unseen.note)


def seen_ends(
    measure: Measure, seen: Outcomes, found: MeanError, *, units: float, level: float, slope: float = 1.0
) -> SkewedEnds:
    """`probability_ends` from the rows themselves."""
    counts = np.bincount(seen.truth, minlength=seen.classes)
    ruled_out, price = RuledOut.of(seen.scores), _price(measure, seen)
    unseen = UnseenRow.of(measure, counts, seen.positive, ruled_out=ruled_out, level=level, price=price)
    return probability_ends(measure, found, unseen, units=units, level=level, slope=slope)


def _price(measure: Measure, seen: Outcomes) -> float:
    """Expected loss of a mistake above the best loss, by the probabilities; for log losses by the distance of their logarithms."""
    scores, loss, certain = seen.scores, loss_behind(measure), ruled_out_loss(measure)
    if loss is None or scores is None or scores.shape[1] < 2:
        return 0.0
    if not certain:
        lost = Mistakes.of(loss, scores, seen.positive, None).loss
        return abs(lost - loss.best) if lost else 0.0
    floor = exp(-certain)
    return max(expected_mistake_loss(scores, seen.truth, floor), extreme_mistake_loss(scores, seen.truth, floor))
