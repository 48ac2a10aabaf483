"""Values and intervals from summaries, without the rows."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, isnan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.estimates import Target
from foldwise.intervals.interval import FEWEST_OF_A_CLASS, FEWEST_ROWS, Interval, bounded, few_weighted_rows, in_units
from foldwise.intervals.limits.few_values import takes_few_values
from foldwise.intervals.limits.heavy_tail import worse_multiple
from foldwise.intervals.limits.link import link_of
from foldwise.intervals.limits.mean_loss import NO_SPREAD, ONE_LOSS_NOTE, MeanError, loss_range, value_ends
from foldwise.intervals.limits.share import share_of
from foldwise.intervals.limits.unseen_row import loss_behind, rests_on_probabilities
from foldwise.intervals.methods.balanced_accuracy import RECALL_MEANS, beta_convolution
from foldwise.intervals.methods.delta import delta_of_table, reach_of
from foldwise.intervals.methods.proportion import ClopperPearson, clopper_pearson, modified_wilson
from foldwise.intervals.refusals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.streamed.summarised_areas import area_of_summary
from foldwise.intervals.streamed.summarised_cells import few_value_ends_of, value_shares
from foldwise.intervals.streamed.summarised_counts import cells_of, count_interval, view_table
from foldwise.intervals.streamed.summarised_rows import (
    NO_INFLUENCE,
    ratio_interval,
    recall_mean_interval,
    weighted_share_interval,
)
from foldwise.intervals.streamed.summarised_system import SummarisedSystem, SummarisedValue
from foldwise.intervals.streamed.summarised_units import (
    cost_interval,
    has_units,
    linear_of,
    slopes_at,
    summed_ends,
    unit_interval,
    weighted_rows,
)
from foldwise.intervals.streamed.value_pairs import correlation_of_summary
from foldwise.measures import (
    AREA_MULTIPLES,
    CountMeasure,
    LossMeasure,
    Needs,
    SumMeasure,
    base_name,
    scarcest,
    unit_of,
)
from foldwise.measures.summaries import BINNED_MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.measures import Measure
    from foldwise.measures.summaries import ExactMoments

__all__ = [
    "sum_slopes",
    "system_columns",
    "value_of_summary",
    "view_table",
]
NEAR_ZERO_NOTE = (
    "where true values pass near 0 it has no finite mean and the interval says nothing; a stream does not look"
)
SLOPE_TOLERANCE, WIDTH_TOLERANCE = 1e-8, 1e-9
"""Below this share a spread is one of rounding, where slopes are differences, and where it is of the ends of an interval."""
NO_RANK_INTERVAL = "only areas have an interval that can be made from summaries; try stream=False"


def value_of_summary(measure: Measure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    """Compute a measure of one system, with its interval."""
    found = _of_units(measure, summed, level) if has_units(summed) else None
    found = found or _of_rows(measure, summed, level)
    if found.interval is None or not summed.summary.weighted or (worth := weighted_rows(summed)) >= FEWEST_OF_A_CLASS:
        return found
    if found.interval.method == ClopperPearson.name:  # exact, however few the rows
        return found
    return replace(found, interval=None, reason=few_weighted_rows(summed.summary.n, worth))


def _of_units(measure: Measure, summed: SummarisedSystem, level: float) -> SummarisedValue | None:
    """A measure of counts, losses or sums of rows that are weighted or come in groups; None for any other."""
    if isinstance(measure, CountMeasure):
        return _of_unequal_counts(measure, summed, level)
    linear = linear_of(measure, summed)
    if linear is None or isnan(linear.value):
        return None
    if isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE:
        return _of_sums(measure, summed, level)
    if isinstance(measure, LossMeasure) and measure.zero_one and summed.summary.groups is None:
        share = weighted_share_interval(measure, summed, level)
        if share is not None:
            return SummarisedValue(linear.value, share[0], f"{share[1]} from sums over the rows")
    groups = summed.summary.groups
    if isinstance(measure, LossMeasure) and (groups is None or groups.labels.size >= FEWEST_GROUPS):
        known = _of_few_values(measure, summed, linear.value, level)
        if known is not None:
            return known
    return SummarisedValue(linear.value, *unit_interval(measure, summed, linear, level))


def _of_few_values(
    measure: LossMeasure, summed: SummarisedSystem, value: float, level: float
) -> SummarisedValue | None:
    """A mean loss with one value for each true class and label; None for any other measure."""
    shares = value_shares(measure, summed) if takes_few_values(measure) and summed.summary.n > 1 else None
    if shares is None:
        return None
    ends = bounded(*few_value_ends_of(shares, level), measure, classes=len(summed.classes))
    error = sqrt(shares.part(shares.values.ravel()).variance)
    method = "holdout-t" if summed.summary.groups is None else "cluster-t"
    return _with_interval(value, ends, level, method, error=error, note="" if error > 0 else ONE_LOSS_NOTE)


def _of_rows(measure: Measure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    """Any measure of equally weighted rows; of weighted rows or groups, those that rank the scores."""
    if isinstance(measure, LossMeasure):
        return _of_losses(measure, summed, level)
    if isinstance(measure, CountMeasure):
        return _of_counts(measure, summed, level)
    if isinstance(measure, SumMeasure):
        return _of_sums(measure, summed, level)
    if base_name(measure) == "correlation":
        return correlation_of_summary(summed, level)
    if base_name(measure) in BINNED_MEASURES:
        return _of_distribution(measure, summed)
    return (
        area_of_summary(measure, summed, level) if base_name(measure) in AREA_MULTIPLES else _of_ranks(measure, summed)
    )


def _of_unequal_counts(measure: CountMeasure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    """A measure of counts of rows that are weighted or come in groups."""
    cells = cells_of(measure, summed)
    value = float(measure.of_table(cells.table, cells.positive))
    if np.isnan(value):
        return _undefined(value)
    if summed.summary.groups is None:
        if base_name(measure) in RECALL_MEANS and summed.units is not None and not _few_of_a_class(summed):
            ends = recall_mean_interval(measure, summed, value, level)
            return _with_interval(value, ends, level, "beta-convolution")
        found = weighted_share_interval(measure, summed, level)
        if found is not None:
            return SummarisedValue(value, found[0], f"{found[1]} from sums over the rows")
    return SummarisedValue(value, *count_interval(measure, cells, level))


def _few_of_a_class(summed: SummarisedSystem) -> bool:
    """Whether every class has rows, and one of them too few for the posterior of its recall."""
    rows = summed.summary.counts
    return bool(rows.all() and rows.min() < FEWEST_OF_A_CLASS)


def _undefined(value: float) -> SummarisedValue:
    return SummarisedValue(value, None, "the measure has no value here")


def _with_interval(
    value: float, ends: tuple[float, float], level: float, method: str, *, error: float | None = None, note: str = ""
) -> SummarisedValue:
    if np.isnan(value):
        return _undefined(value)
    if ends[1] - ends[0] <= WIDTH_TOLERANCE * max(map(abs, ends)):
        return SummarisedValue(value, None, NO_SPREAD)
    interval = Interval(*ends, level, method, Target.PROXY, note, error)
    return SummarisedValue(value, interval, f"{method} from the summary of the rows")


def _of_losses(measure: LossMeasure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    from scipy.special import stdtrit

    moments, at = summed.summary.moments[measure.name], summed.position
    mean, n = float(moments.means[at]), moments.n
    value = float(measure.finish(mean))
    if measure.zero_one:
        method, ends_of = _share_method(measure, summed)
        return _with_interval(value, ends_of(float(moments.totals[at]), n, level), level, method)
    if (few := _of_few_values(measure, summed, value, level)) is not None:
        return few
    spread = float(moments.covariance[at, at])
    if sqrt(max(0.0, spread)) <= ROUNDING_TOLERANCE * abs(mean) and n > 1:
        return _without_spread(measure, summed, mean, level)
    error = in_units(measure, sqrt(spread / n), mean) if n > 1 else None
    half = float(stdtrit(n - 1, (1 + level) / 2)) * sqrt(max(0.0, spread) / n) if n > 1 else float("inf")
    ends, note = (mean - half, mean + half), ""
    if rests_on_probabilities(measure) and spread > 0:
        found = MeanError(mean, sqrt(spread / n), n - 1.0)
        ends, note = summed_ends(measure, summed, found, units=n, level=level)
    elif n > 1 and spread > 0:
        largest = summed.summary.largest.get((measure.name, summed.system))
        heavier = worse_multiple(measure, mean, spread, n)
        ends = value_ends(measure, mean, spread, n=n, level=level, largest=largest, heavier=heavier) or ends
    return _with_interval(
        value, bounded(*ends, measure, classes=len(summed.classes)), level, "holdout-t", error=error, note=note
    )


def _without_spread(measure: LossMeasure, summed: SummarisedSystem, mean: float, level: float) -> SummarisedValue:
    """Equal losses: the limits for the share of rows that may have another loss, where losses are bounded."""
    value, (low, high) = float(measure.finish(mean)), loss_range(measure, len(summed.classes))
    if not (isfinite(low) and isfinite(high)):
        return SummarisedValue(value, None, NO_SPREAD)
    other = 1 - ((1 - level) / 2) ** (1 / summed.summary.n)
    ends = mean - other * (mean - low), mean + other * (high - mean)
    interval = Interval(
        *bounded(*ends, measure, classes=len(summed.classes)), level, "holdout-t", Target.PROXY, ONE_LOSS_NOTE
    )
    return SummarisedValue(value, interval, "holdout-t from the summary of the rows")


def _share_method(
    measure: Measure, summed: SummarisedSystem
) -> tuple[str, Callable[[float, float, float], tuple[float, float]]]:
    """The exact interval where there are too few rows, or rows of a class that the measure looks at, for any other."""
    few = summed.summary.n < FEWEST_ROWS
    if summed.summary.tables:
        few = few or scarcest(measure, summed.summary.counts, summed.classes, summed.positive)[0] < FEWEST_OF_A_CLASS
    return ("clopper-pearson", clopper_pearson) if few else ("wilson", modified_wilson)


def _of_counts(measure: CountMeasure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    table, positive = view_table(measure, summed.summary.tables[summed.system], summed.classes, summed.positive)
    value = float(measure.of_table(table, positive))
    share = share_of(measure, table.shape[0], positive)
    if np.isnan(value):
        return _undefined(value)
    if share is not None:
        method, ends_of = _share_method(measure, summed)
        hits, size = float(table[share.above].sum()), float(table[share.below].sum())
        low, high = share.back(np.array(ends_of(hits, size, level)))
        return _with_interval(value, (float(low), float(high)), level, method)
    rows = table.sum(axis=1).astype(np.float64)
    if base_name(measure) in RECALL_MEANS and not (rows.all() and rows.min() < FEWEST_OF_A_CLASS):
        right = np.diagonal(table[:, :-1]).astype(np.float64)
        low, high = beta_convolution(right, rows, level)
        low, high = (1 - high, 1 - low) if base_name(measure) == "balanced-error" else (low, high)
        return _with_interval(value, (min(low, value), max(high, value)), level, "beta-convolution")
    interval = delta_of_table(measure, table.astype(np.float64), positive, level)
    return SummarisedValue(value, interval, "delta from the summary of the rows")


def sum_slopes(measure: SumMeasure, moments: ExactMoments, columns: slice) -> Floats:
    """Derivative of the measure by the mean of each summand (m,)."""
    return slopes_at(measure, moments.means[columns], moments.n)


def system_columns(moments: ExactMoments, summed: SummarisedSystem) -> slice:
    """Columns of one system among those of all."""
    width = len(moments.sums) // summed.systems
    return slice(summed.position * width, (summed.position + 1) * width)


def _of_value_sums(measure: SumMeasure, summed: SummarisedSystem, value: float, level: float) -> SummarisedValue:
    """A function of sums of values, such as R²."""
    groups = summed.summary.groups
    if groups is not None and groups.labels.size < FEWEST_GROUPS:
        return SummarisedValue(value, None, f"it needs {FEWEST_GROUPS} groups, and there are {groups.labels.size}")
    interval, reason = ratio_interval(measure, summed, value, level)
    if interval is not None and base_name(measure) == "mape":
        interval = replace(interval, note=NEAR_ZERO_NOTE)
    return SummarisedValue(value, interval, reason)


def _of_sums(measure: SumMeasure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    linear = linear_of(measure, summed)
    value = float("nan") if linear is None else linear.value
    if linear is None or np.isnan(value):
        return _undefined(value)
    if measure.needs is Needs.VALUE:
        return _of_value_sums(measure, summed, value, level)
    moments = summed.summary.moments[measure.name]
    within = moments.covariance[linear.columns, linear.columns]
    spread = sqrt(max(0.0, float(linear.slopes @ within @ linear.slopes)))
    error = spread / sqrt(moments.n)
    if (costs := cost_interval(measure, summed, (error, moments.n - 1.0), level)) is not None:
        return SummarisedValue(value, costs, "delta from sums over the rows")
    if spread <= SLOPE_TOLERANCE * unit_of(measure, value):
        return SummarisedValue(value, None, NO_INFLUENCE)
    if loss_behind(measure) is not None:
        found, mean = MeanError(value, error, moments.n - 1.0), float(linear.means[0])
        ends, note = summed_ends(measure, summed, found, units=moments.n, level=level, mean=mean)
        return _with_interval(value, ends, level, "delta", error=error, note=note)
    ends = link_of(measure, value).ends(value, reach_of(error, moments.n - 1.0, level))
    return _with_interval(value, ends, level, "delta", error=error)


def _of_ranks(measure: Measure, summed: SummarisedSystem) -> SummarisedValue:
    (ranking,) = summed.summary.rankings[summed.system]
    exact = _exact_rank(measure, summed)
    if exact is not None:
        return SummarisedValue(exact, None, NO_RANK_INTERVAL)
    low, high = ranking.bracket(measure, summed.positive)
    return SummarisedValue((low + high) / 2, None, NO_RANK_INTERVAL, (high - low) / 2)


def _of_distribution(measure: Measure, summed: SummarisedSystem) -> SummarisedValue:
    """A calibration error or a median, from the distribution of one column."""
    (ranking,) = summed.summary.rankings[summed.system]
    values = bool(summed.classes)
    value, bound = ranking.expected_error(measure, summed.positive) if values else ranking.median()
    return SummarisedValue(value, None, "its interval needs all rows in memory; try stream=False", bound)


def _exact_rank(measure: Measure, summed: SummarisedSystem) -> float | None:
    """Average precision and the distance of Kolmogorov and Smirnov from exact sums, where these are known."""
    if not summed.ranks or measure.about:
        return None
    rows, (sums, *_) = summed.summary.rankings[summed.system][0].rows, summed.ranks
    if rows.min() == 0:
        return None
    known = {"average-precision": lambda: sums.average_precision(rows, summed.positive), "ks": lambda: sums.gap}
    found = known.get(base_name(measure))
    return None if found is None else found()
