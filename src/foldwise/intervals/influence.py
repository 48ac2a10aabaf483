"""The interval from the influence of the rows, for every measure under resampling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.ends import gamma_ends, korn_graubard, log_ends, scale_of, t_ends
from foldwise.intervals.interval import Interval, IntervalMethod, Validity, in_units
from foldwise.intervals.mean_loss import NO_SPREAD, spread_refusal
from foldwise.intervals.row_variance import RowVariance, overlap_factor, variance_by_row
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.measures import Measure, Scored

__all__ = ["Influence", "influence_ends", "untransformed", "variance_of"]

HALF = 0.5


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
        plans=(
            "kfold",
            "loo",
            "subsample",
            "bootstrap",
            "group-kfold",
            "stratified-group",
            "leave-group-out",
            "leave-p-groups-out",
            "forward",
            "purged",
        ),
        instead="plan='kfold(10, repeats=3)'",
    )

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the contributions of the rows."""
        plain = untransformed(scored)
        found = variance_of(plain)
        low, high = influence_ends(plain, found, level=level)
        if isinstance(scored.measure, LossMeasure) and scored.measure.transform is not None:
            ends = np.sort(scored.measure.finish(np.array([low, high])))
            low, high = float(ends[0]), float(ends[1])
        error = in_units(scored.measure, sqrt(found.widened), plain.value)
        return Interval(low, high, level, self.name, self.target, standard_error=error)

    def further(self, scored: Scored) -> str | None:
        """A derivative, two groups where rows come in groups, and losses that differ or have bounds."""
        groups = scored.predictions.groups
        if groups is not None and np.unique(groups[scored.row]).size < 2:
            return "all tested rows belong to one group"
        if scored.has_losses and spread_refusal(scored):
            return NO_SPREAD
        return None if untransformed(scored).influence is not None else f"{scored.measure.name} has no derivative"


def untransformed(scored: Scored) -> Scored:
    """The mean loss behind a function of it; other measures as they are."""
    measure = scored.measure
    if not isinstance(measure, LossMeasure) or measure.transform is None:
        return scored
    return scored.under(replace(measure, transform=None, low=0.0, high=float("inf")))


def variance_of(scored: Scored) -> RowVariance:
    """Variance of the estimate from the rows; 0 for a measure that has no derivative, which the method refuses."""
    found = scored.influence
    if found is None:
        return RowVariance(0.0, 1.0, 1.0, 0.0, 0.0)
    factor = overlap_factor(found.steady, scored.resamples, discrete=found.edges.discrete, unseen=HALF)
    return variance_by_row(scored, found.rows, found.edges, factor=factor, tails=not _is_share(scored.measure))


def _is_share(measure: Measure) -> bool:
    """Whether the measure is a share, a function of counts or ranks; means of other losses are not."""
    return not isinstance(measure, LossMeasure) or measure.zero_one


def influence_ends(scored: Scored, found: RowVariance, *, level: float) -> tuple[float, float]:
    """Ends on the scale of the measure."""
    measure, value, influence = scored.measure, scored.value, scored.influence
    kind, end = scale_of(measure, share=_is_share(measure))
    if kind == "none" or influence is None:
        return t_ends(value, found.widened, df=found.df, level=level)
    if kind == "share":
        width = measure.high - measure.low
        position, smoothed = (value - measure.low) / width, (influence.edges.centre - measure.low) / width
        df = float("inf") if _counted(scored) else found.df
        low, high = korn_graubard(position, smoothed, found.widened / width**2, df=df, level=level)
        return measure.low + width * low, measure.low + width * high
    if influence.edges.discrete:
        near, far = log_ends(abs(influence.edges.centre - end), found.widened, df=found.df, level=level)
        near, far = min(near, abs(value - end)), max(far, abs(value - end))
        return (end + near, end + far) if kind == "low" else (end - far, end - near)
    unseen = influence.edges.unseen / scored.predictions.n
    worst = max(found.largest if kind == "low" else -found.smallest, unseen)
    near, far = gamma_ends(abs(value - end), found.widened, worst, df=found.df, level=level)
    low, high = (end + near, end + far) if kind == "low" else (end - far, end - near)
    return max(low, measure.low), min(high, measure.top(len(scored.predictions.classes)))


def _counted(scored: Scored) -> bool:
    """Whether the variance is that of one share of single rows, which the exact interval knows already."""
    measure = scored.measure
    counts = isinstance(measure, LossMeasure) and measure.zero_one
    return counts and scored.predictions.groups is None and scored.predictions.weights is None
