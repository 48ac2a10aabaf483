"""The interval from the influence of the rows, for every measure under resampling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.ends import gamma_ends, korn_graubard, scale_of, t_ends
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.row_variance import RowVariance, overlap_factor, row_means_of, row_variance
from foldwise.measures import LossMeasure
from foldwise.measures.linearise import Linearised

if TYPE_CHECKING:
    from foldwise.measures import Measure, Scored

__all__ = ["Influence"]


@final
@dataclass(frozen=True)
class Influence(IntervalMethod):
    """Every measure as a mean of one contribution per row, with the variance of its rows (METHODS N).

    A measure is linearised: row i contributes ψᵢ, averaged over the repeats, to first order. V is the variance of the
    mean of ψ by class, or by group where rows come in groups, with Satterthwaite's degrees of freedom, so that ten
    positive rows count as ten however many parts there are. V is widened by φ = 1.1 + c(n₁/n₂)ρ for the overlap of the
    training sets, ρ being how much the contribution of a row changes between repeats. Shares, ranks and correlations get
    the exact binomial interval for as many trials as V is worth (Korn & Graubard), losses without an upper end the gamma
    interval of Fay and Feuer. Half a row added at the edges keeps V from vanishing: no spread is not certainty.

    References
    ----------
    hampel1974 for influence functions; korn1998; fay1997; satterthwaite1946; bell2002 for groups of unequal sizes.
    """

    name: ClassVar[str] = "influence"
    summary: ClassVar[str] = "by how much each row moves the measure; for any measure that is smooth in the rows"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "loo", "subsample", "bootstrap", "group-kfold", "stratified-group", "leave-group-out"),
        instead="plan='kfold(10, repeats=3)'",
    )

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the contributions of the rows."""
        plain = untransformed(scored)
        linear = plain.linear or Linearised(np.zeros(plain.row.size), plain.value)
        share = not isinstance(plain.measure, LossMeasure) or plain.measure.zero_one
        found = variance_of(plain, linear, tails=not share)
        low, high = influence_ends(plain, linear, found, level=level)
        if isinstance(scored.measure, LossMeasure) and scored.measure.transform is not None:
            ends = np.sort(scored.measure.finish(np.array([low, high])))
            low, high = float(ends[0]), float(ends[1])
        return Interval(low, high, level, self.name, self.target)

    def further(self, scored: Scored) -> str | None:
        """A derivative, and two groups where rows come in groups."""
        groups = scored.predictions.groups
        if groups is not None and np.unique(groups[scored.row]).size < 2:
            return "all tested rows belong to one group"
        return None if scored.linear is not None else f"{scored.measure.name} has no derivative"


def untransformed(scored: Scored) -> Scored:
    """The mean loss behind a function of it; other measures as they are."""
    measure = scored.measure
    if not isinstance(measure, LossMeasure) or measure.transform is None:
        return scored
    return scored.under(replace(measure, transform=None, low=0.0, high=float("inf")))


def variance_of(scored: Scored, linear: Linearised, *, tails: bool) -> RowVariance:
    """Variance of the estimate from the rows."""
    weights = scored.predictions.weights
    means = row_means_of(linear.contribution, scored.row, weights)
    steady = means if linear.stable is None else row_means_of(linear.stable, scored.row, weights)
    factor = overlap_factor(steady, scored.resamples, discrete=linear.discrete)
    return row_variance(scored, means, linear, factor=factor, tails=tails)


def influence_ends(scored: Scored, linear: Linearised, found: RowVariance, *, level: float) -> tuple[float, float]:
    """Ends on the scale of the measure."""
    measure: Measure = scored.measure
    share = not isinstance(measure, LossMeasure) or measure.zero_one
    kind, end = scale_of(measure, share=share)
    value = scored.value
    if kind == "none":
        return t_ends(value, found.widened, df=found.df, level=level)
    if kind == "share":
        width = measure.high - measure.low
        position, smoothed = ((one - measure.low) / width for one in (value, linear.centre))
        df = float("inf") if _counted(scored) else found.df
        low, high = korn_graubard(position, smoothed, found.widened / width**2, df=df, level=level)
        return measure.low + width * low, measure.low + width * high
    unseen = linear.unseen / scored.predictions.n
    worst = max(found.largest if kind == "low" else -found.smallest, unseen)
    near, far = gamma_ends(abs(value - end), found.widened, worst, df=found.df, level=level)
    low, high = (end + near, end + far) if kind == "low" else (end - far, end - near)
    return max(low, measure.low), min(high, measure.high)


def _counted(scored: Scored) -> bool:
    """Whether the variance is that of one share of single rows, which the exact interval knows already."""
    measure = scored.measure
    counts = isinstance(measure, LossMeasure) and measure.zero_one
    return counts and scored.predictions.groups is None and scored.predictions.weights is None
