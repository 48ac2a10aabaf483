"""The delta method: the variance of any smooth function of counts or sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.ends import end_of_range, gamma_ends, nearest_ratio
from foldwise.intervals.limits.few_values import (
    alike_rows,
    class_rows,
    loss_values,
    unmoved_fall,
    unseen_jumps,
    unseen_units,
)
from foldwise.intervals.limits.link import link_of
from foldwise.intervals.limits.mean_loss import MeanError
from foldwise.intervals.limits.unseen_row import loss_behind, seen_ends
from foldwise.intervals.methods.proportion import FEW_COUNTED
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, groups_refusal, prediction_groups
from foldwise.intervals.refusals.tail import near_zero_note
from foldwise.intervals.variances.linearised import by_group, linearised, long_tailed, unrelated_error
from foldwise.measures import (
    CountMeasure,
    LossMeasure,
    Needs,
    PooledMeasure,
    SumMeasure,
    base_name,
    class_variance,
    confidence_influence,
    is_smooth,
    left_out_psi,
    measure_influence,
    row_weight,
    smooth_table,
    unit_of,
)
from foldwise.phrases import not_for_measure

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.intervals.limits.unseen_row import SkewedEnds
    from foldwise.measures import Measure, ModelScores, Outcomes, Smoothed

__all__ = [
    "ROUNDING_SHARE",
    "Delta",
    "delta_of_table",
    "edge_ends",
    "influence_error",
    "open_note",
    "reach_of",
    "smoothed_error",
    "sum_ratio_ends",
]

ROUNDING_SHARE = 1e-9
"""Share up to which an error, a sum of rows or a difference from the best value is rounding."""
FEW_IN_A_CELL = 5
"""Below so many rows in a cell without which the measure would be infinite, its far end is left open."""
RELATIVE_MEAN = "mape"
"""The mean of errors that are relative to the truth of their own row."""
SURE_MISTAKE = 1 + log(2)
"""What a mistake among the more confident half of the rows adds to an area under the risk-coverage curve, over the number of rows."""


@final
@dataclass(frozen=True)
class Delta(IntervalMethod):
    """θ̂ ± t·se on an unbounded scale, se² = Σψᵢ²/n² with ψᵢ = n·∂θ/∂nᵢ, the influence of row i.

    For every measure that is a smooth function of the confusion matrix (MCC, kappa, macro F, likelihood ratios) or of
    sums (R², relative errors). The scale is log-odds for measures between 0 and 1, Fisher's z between -1 and 1, the
    logarithm of the distance where there is one end only; skills of probabilities have the gamma limits of their mean loss (``holdout-t``). Also for calibration slopes and intercepts, whose ψᵢ are those of
    a logistic regression, left out, and for areas under risk-coverage curves, which have gamma limits with one more mistake among the more confident half of the rows. ψᵢ of sums of values is found by leaving the row out, and long tails of ψ count as fewer degrees of freedom. Weights are sampling weights; rows that come in groups are summed by group first.

    Notes
    -----
    For kappa this is the variance of Fleiss, Cohen and Everitt, for F1 F(1 - F)(2 - F)/(2TP + FP + FN), for R²
    sd(e² - (1 - R²)(y - ȳ)²)/(√n·mean (y - ȳ)²) (METHODS C.16).

    A measure of counts is taken at totals with half a row added to each cell, and its variance by classes: ten positives
    give about nine degrees of freedom, however many negatives there are (Satterthwaite). The interval is that round the value
    of these totals joined with that round the value itself, so that it contains the value and has a width always: with 8
    positives of 100 rows, none of them found, an MCC of -.05 gets [-.31, .29]. Without the half rows such intervals covered
    30 to 64 % at 95 % (see the study of intervals of one test set). The upper end of a measure without one, such as a likelihood ratio,
    is left open where fewer than 5 rows keep it from being infinite. Where one to three rows are wrong, the end next to
    the best value is that of the fewest errors that a Poisson count of so many allows, as for a share (``wilson``): an MCC of .98
    with one error of 100 reaches .999. Without it such intervals covered 88 % of test sets with one error in 740.

    For calibration slope and intercept rows count as when they are left out: 94 to 99 % of intervals at 95 % contained the truth with 40 to 500
    rows, 88 to 95 % of slopes where heavy rows are far out (METHODS N.15).

    References
    ----------
    fleiss1969; takahashi2022; satterthwaite1946; gart1966 for half a row; brown2001.
    """

    name: ClassVar[str] = "delta"
    summary: ClassVar[str] = "normal interval for a smooth function of counts or sums, by how much each row moves it"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.SMOOTH, max_resamples=1, instead="interval='bca'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the influence of each row."""
        groups, seen = prediction_groups(scored), scored.measure.view(scored.outcomes)
        if isinstance(scored.measure, CountMeasure):
            return _of_counts(scored.measure, seen, level, groups=groups)
        confident = confidence_influence(scored.measure, seen)
        if confident is not None:
            return _of_confidence(scored, confident, groups, level)
        psi = left_out_psi(scored.measure, scored.outcomes)
        values = scored.measure.needs is Needs.VALUE
        tails = values or isinstance(scored.measure, PooledMeasure)
        error, df = (0.0, 1.0) if psi is None else influence_error(psi, seen.weights, groups, tails=tails)
        if (
            psi is not None
            and isinstance(scored.measure, PooledMeasure)
            and seen.weights is not None
            and groups is None
        ):
            error = unrelated_error(psi, seen.weights, error)
        behind = loss_behind(scored.measure)
        if behind is not None and error > 0:
            (low, high), note = _of_skill(scored, behind, MeanError(scored.value, error, max(1.0, df)), level)
            return Interval(low, high, level, self.name, self.target, note, error)
        if scored.measure.needs is Needs.COSTS and (ends := _of_cost_ratio(scored, error, df, level)) is not None:
            return Interval(*ends, level, self.name, self.target, standard_error=error)
        low, high = link_of(scored.measure, scored.value).ends(scored.value, error * _quantile(df, level))
        if values and psi is not None and error > 0:
            found, moves = MeanError(scored.value, error, df), moves_of_units(psi, seen.weights, groups)[0]
            reach = float(moves.min()), float(moves.max())
            low, high = sum_ratio_ends(scored.measure, found, reach, (low, high), level=level)
        return Interval(low, high, level, self.name, self.target, near_zero_note(scored), error)

    def further(self, scored: ModelScores) -> str | None:
        """It is for functions of counts and of sums."""
        confident = confidence_influence(scored.measure, scored.outcomes) is not None
        if not (confident or is_smooth(scored.measure) or _is_left_out(scored.measure)):
            return not_for_measure("functions of counts or sums", scored.measure.name)
        return groups_refusal(scored) or (None if confident else _flat_refusal(scored))


def _of_confidence(scored: ModelScores, psi: Floats, groups: Codes | None, level: float) -> Interval:
    """Gamma limits of an area under a risk-coverage curve, with one more mistake among the more confident half of the rows.

    A mistake moves the area by -ln u at coverage u, on average over the surer half 1 + ln 2; those that would move it most are rare.
    """
    weights = scored.outcomes.weights
    error, df = influence_error(psi, weights, groups)
    moves, _ = moves_of_units(psi, weights, groups)
    row = row_weight(weights) / (psi.size if weights is None else float(weights.sum()))
    times = 1.0 if groups is None else alike_rows(psi, weights, groups)
    worst = max(float(moves.max(initial=0.0)), SURE_MISTAKE * row * times)
    low, high = gamma_ends(scored.value, error**2, worst, df=max(1.0, df), level=level)
    return Interval(low, min(high, scored.measure.high), level, Delta.name, Delta.target, standard_error=error)


def _of_skill(scored: ModelScores, loss: LossMeasure, found: MeanError, level: float) -> SkewedEnds:
    """Ends of a skill 1 - S/S₀, as those of the mean loss S: rows that all went well say little of those that will not."""
    seen, groups = scored.outcomes, prediction_groups(scored)
    losses = loss.loss(seen)
    mean = float(np.average(losses, weights=seen.weights))
    slope = (1 - found.mean) / mean if mean > 0 else 0.0
    units = unseen_units(losses, seen.weights, groups)
    return seen_ends(scored.measure, seen, found, units=units, level=level, slope=slope)


def _of_cost_ratio(scored: ModelScores, error: float, df: float, level: float) -> tuple[float, float] | None:
    """Gamma limits of a cost relative to that of a constant label, with one more row of the most costly mistake; None where costs may be gains."""
    measure, seen, costs = scored.measure, scored.outcomes, scored.outcomes.costs
    if (
        costs is None
        or costs.min() < 0
        or not isinstance(measure, SumMeasure)
        or not isinstance(measure.loss, LossMeasure)
    ):
        return None
    values = loss_values(measure.loss, seen)
    constant = float(np.average(measure.rows(seen)[:, 1:], axis=0, weights=seen.weights).min())
    if values is None or constant <= 0:
        return None
    groups = prediction_groups(scored)
    times = 1.0 if groups is None else alike_rows(measure.loss.loss(seen), seen.weights, groups)
    rise = unseen_jumps(values, 0.0, seen, times=times).rise / constant
    low, high = gamma_ends(scored.value, error**2, rise, df=max(1.0, df), level=level)
    if error <= ROUNDING_SHARE * unit_of(measure, scored.value):  # of a rule that gives all rows the cheapest label
        fall = unmoved_fall(values, class_rows(seen, len(values), times=times), level) / constant
        low = min(low, max(0.0, scored.value - fall))
    return low, high


def _is_left_out(measure: Measure) -> bool:
    """Whether a function of all rows says how much it moves when one of them is left out."""
    return isinstance(measure, PooledMeasure) and measure.left_out is not None


def _flat_refusal(scored: ModelScores) -> str | None:
    """Sums that no row moves have no spread to judge from; counts have half a row in every cell, costs the most costly mistake."""
    costs = scored.outcomes.costs if scored.measure.needs is Needs.COSTS else None
    if isinstance(scored.measure, CountMeasure) or (costs is not None and costs.min() >= 0):
        return None
    of_rows = left_out_psi if _is_left_out(scored.measure) else measure_influence
    psi = of_rows(scored.measure, scored.outcomes)
    moved = psi is not None and float(np.abs(psi).max(initial=0)) > 1e-12 * unit_of(scored.measure, scored.value)
    return None if moved else "no row moves the measure, which leaves no spread to judge from"


def influence_error(
    psi: Floats, weights: Floats | None = None, groups: Codes | None = None, *, tails: bool = False
) -> tuple[float, float]:
    """Standard error from the influence of each row or group of rows, and its degrees of freedom, those that its `tails` leave.

    Examples
    --------
    >>> error, df = influence_error(np.array([-1.0, 1.0, -1.0, 1.0]))
    >>> round(error, 3), round(df, 3)
    (0.577, 3.0)
    """
    moves, shares = moves_of_units(psi, weights, groups)
    variance, df = linearised(moves, shares)
    return sqrt(variance), long_tailed(moves, df) if tails else df


def moves_of_units(psi: Floats, weights: Floats | None, groups: Codes | None) -> tuple[Floats, Floats]:
    """By how much each row, or group of rows, moves the measure, and its share of the weight."""
    shares = np.full(psi.size, 1 / psi.size) if weights is None else weights / weights.sum()
    moves = psi * shares
    return (moves, shares) if groups is None else (by_group(moves, groups), by_group(shares, groups))


def sum_ratio_ends(
    measure: Measure, found: MeanError, reach: tuple[float, float], ends: tuple[float, float], *, level: float
) -> tuple[float, float]:
    """Ends of a ratio of sums of values without a bound on one side, such as R² or a relative error.

    `reach` is by how much a row, or group, lowers and raises the measure at most, `ends` are those on its scale.

    Next to the bound that of one more row in the denominator, where it is nearer. On the other side the logarithm has ends without measure
    where a few rows make the variance, and gamma ends with one more bad row are taken if they are nearer; always of a mean of relative
    errors, in which a row with a truth next to 0 counts as much as many others.
    """
    kind, end = end_of_range(measure, found.mean)
    distance = abs(found.mean - end)
    if kind == "none" or isfinite(measure.high - measure.low) or distance <= 0:
        return ends
    near, far = sorted(abs(one - end) for one in ends)
    fall, rise = max(0.0, -reach[0]), max(0.0, reach[1])
    worst, best = (rise, fall) if kind == "low" else (fall, rise)
    bad_row = gamma_ends(distance, found.error**2, worst, df=found.df, level=level)[1]
    far = bad_row if base_name(measure) == RELATIVE_MEAN else min(far, bad_row)
    near = min(near, nearest_ratio(distance, found.error**2, best, df=found.df, level=level))
    return (end + near, end + far) if kind == "low" else (end - far, end - near)


def _of_counts(measure: CountMeasure, seen: Outcomes, level: float, *, groups: Codes | None) -> Interval:
    table, row = seen.confusion()[0], row_weight(seen.weights)
    found = smooth_table(measure, table, seen.positive, row=row)
    if groups is not None:
        found = smooth_table(measure, table, seen.positive, row=row * _design_effect(found, seen, groups))
    error, df = smoothed_error(found, seen, groups)
    ends = edge_ends(measure, table, seen.positive, found=found, half=error * _quantile(df, level), level=level)
    return Interval(*ends, level, Delta.name, Delta.target, open_note(measure, ends), error)


def smoothed_error(found: Smoothed, seen: Outcomes, groups: Codes | None = None) -> tuple[float, float]:
    """Standard error of a measure of counts at its smoothed table, and its degrees of freedom.

    Groups with influence on the measure are the units where there are groups, and their error is not below that of rows.
    """
    if groups is None:
        variance, df = class_variance(found, seen)
        return sqrt(variance), df
    variance, df = class_variance(found)
    between, units = _group_variance(found, seen, groups)
    return sqrt(max(between, variance)), min(df, units)


def _group_variance(found: Smoothed, seen: Outcomes, groups: Codes) -> tuple[float, float]:
    """Variance from the groups that carry the measure, and its degrees of freedom."""
    weights, carrying = np.ones(seen.size) if seen.weights is None else seen.weights, found.carrying(seen)
    mass, codes = weights[carrying], groups[carrying]
    shares = by_group(mass, codes) / mass.sum()
    moves = by_group(mass * found.rows(seen)[carrying], codes) / weights.sum()
    return linearised(moves - shares * moves.sum(), shares)


def _design_effect(found: Smoothed, seen: Outcomes, groups: Codes) -> float:
    """How many rows of a group say as much as one: the ratio of the variances of groups and rows, at least 1.

    Where no group differs from another nothing is known of it, and a group counts as one row.
    """
    rows, between = class_variance(found, seen)[0], _group_variance(found, seen, groups)[0]
    carrying = found.carrying(seen)
    mass = np.ones(seen.size) if seen.weights is None else seen.weights
    most = max(1.0, row_weight(by_group(mass[carrying], groups[carrying])) / found.row)
    return most if between <= ROUNDING_SHARE * rows else min(most, max(1.0, between / rows))


def edge_ends(
    measure: CountMeasure, table: Array, positive: int, *, found: Smoothed, half: float, level: float
) -> tuple[float, float]:
    """Ends round the value of the smoothed totals joined with those round the value itself, both of one reach.

    `half` is the half width at the smoothed value; the reach is taken on the scale of the measure, where it is the same.
    Where one to three rows are wrong, the end next to the best value is as near to it as so few may be by chance.
    """
    value = float(measure.of_table(table, positive))
    link = link_of(measure, found.value)
    reach = half * link.slope(found.value)
    inside = [one for one in (found.value, value) if measure.low < one < measure.high]
    places = [link.there(one) for one in inside] or [found.value]
    low, high = link.back(min(places) - reach), link.back(max(places) + reach)
    low, high = max(measure.low, min(low, value)), min(measure.high, max(high, value))
    nearest = _nearest_to_best(measure, table, positive, row=found.row, level=level)
    low, high = min(low, nearest), max(high, nearest)
    return low, inf if measure.high == inf and _may_be_infinite(measure, table / found.row, positive) else high


def _nearest_to_best(measure: CountMeasure, table: Array, positive: int, *, row: float, level: float) -> float:
    """Value of the fewest errors that a Poisson count of as many allows, where one to three rows are wrong; else the value.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> table = np.array([[50, 1, 0], [0, 49, 0]])  # 1 where 0.051 are expected, and more, has a probability of 5 %
    >>> round(_nearest_to_best(measure("kappa"), table, 1, row=1.0, level=0.95), 5)
    0.99897
    """
    from scipy.special import gammaincinv

    value, right = float(measure.of_table(table, positive)), np.zeros_like(table)
    np.fill_diagonal(right, table.sum(axis=1))
    wrong = float(table.sum() - np.trace(table)) / row
    best = float(measure.of_table(right, positive))
    if not (0 < wrong <= FEW_COUNTED and abs(best - measure.best) <= ROUNDING_SHARE):
        return value
    return best - float(gammaincinv(wrong, 1 - level)) / wrong * (best - value)


def _may_be_infinite(measure: CountMeasure, table: Array, positive: int) -> bool:
    """Whether the measure would have no value without the rows of a cell that holds fewer than five."""
    for cell in np.argwhere((table > 0) & (table < FEW_IN_A_CELL)):
        without = table.astype(np.float64)
        without[tuple(cell)] = 0
        if not np.isfinite(measure.of_table(without, positive)):
            return True
    return False


def reach_of(error: float, df: float, level: float) -> float:
    """Half-width of a t interval."""
    return error * _quantile(df, level)


def open_note(measure: CountMeasure, ends: tuple[float, float]) -> str:
    """Say that a measure without an upper end has none here."""
    if measure.high == inf and ends[1] == inf:
        return f"fewer than {FEW_IN_A_CELL} rows keep it from being infinite, so it has no upper bound"
    return ""


def delta_of_table(measure: CountMeasure, table: Array, positive: int, level: float) -> Interval:
    """The interval from a confusion matrix of independent rows of equal weight."""
    found = smooth_table(measure, table, positive)
    variance, df = class_variance(found)
    ends = edge_ends(measure, table, positive, found=found, half=sqrt(variance) * _quantile(df, level), level=level)
    return Interval(*ends, level, Delta.name, Delta.target, open_note(measure, ends), sqrt(variance))


def _quantile(df: float, level: float) -> float:
    """Two-sided critical value of t, with at least one degree of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(max(1.0, df), (1 + level) / 2))
