"""Values and intervals from summaries, without the rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, isnan, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.estimates import Target
from foldwise.intervals.balanced_accuracy import RECALL_MEANS, beta_convolution
from foldwise.intervals.delong import NO_OVERLAP, quantile, spread_of_parts, unseen_pair
from foldwise.intervals.delta import delta_of_table, summary_note
from foldwise.intervals.fisher_z import NORMAL_PAIRS_NOTE, fisher_z
from foldwise.intervals.interval import FEWEST_OF_A_CLASS, FEWEST_ROWS, Interval, bounded, in_units
from foldwise.intervals.link import link_of, log_odds
from foldwise.intervals.mean_loss import NO_SPREAD, ONE_LOSS_NOTE, MeanError, loss_range, value_ends
from foldwise.intervals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.proportion import clopper_pearson, modified_wilson
from foldwise.intervals.share import share_of
from foldwise.intervals.summarised_counts import cells_of, count_interval, view_table
from foldwise.intervals.summarised_units import area_units, has_units, linear_of, slopes_at, summed_ends, unit_interval
from foldwise.intervals.unseen_row import loss_behind, rests_on_probabilities
from foldwise.measures import (
    AREA_MULTIPLES,
    CountMeasure,
    LossMeasure,
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
    from foldwise.measures.summaries import ExactMoments, GroupSums, RankSums, Summary

__all__ = [
    "SummarisedSystem",
    "SummarisedValue",
    "area_spread_of",
    "fewest_units",
    "sum_slopes",
    "system_columns",
    "value_of_summary",
    "view_table",
]
NEAR_ZERO_NOTE = (
    "where true values pass near 0 it has no finite mean and the interval says nothing; a stream does not look"
)
NO_INFLUENCE = "no row moves the measure, which leaves no spread to judge from"
SLOPE_TOLERANCE, WIDTH_TOLERANCE = 1e-8, 1e-9
"""Below this share a spread is one of rounding, where slopes are differences, and where it is of the ends of an interval."""
NO_RANK_INTERVAL = "only areas have an interval that can be made from summaries; try stream=False"


@final
@dataclass(frozen=True, eq=False)
class SummarisedSystem:
    """One system in a summary.

    Parameters
    ----------
    summary
        What is kept of the rows.
    system
        Name of the system.
    position, systems
        Its place among the systems, and how many there are.
    classes
        Names of the classes; empty for values.
    positive
        Code of the positive class.
    covariance
        What each class adds to the covariance of the areas of all systems (C, systems, systems); None where the rows were
        looked at once only.
    ranks
        Exact sums of each ranking; empty where no measure rests on them.
    sizes
        Of weighted rows, how many of one weight say as much, (Σw)²/Σw² of each class (C,).
    components
        Of rows in groups, sums of the structural components of the areas within each.
    """

    summary: Summary
    system: str
    position: int
    systems: int
    classes: tuple[str, ...]
    positive: int
    covariance: Floats | None = None
    ranks: tuple[RankSums, ...] = ()
    sizes: Floats | None = None
    components: GroupSums | None = None


@final
@dataclass(frozen=True)
class SummarisedValue:
    """A value, its interval or why there is none, and the guaranteed error of the value where scores were binned."""

    value: float
    interval: Interval | None
    reason: str
    bound: float = 0.0


def value_of_summary(measure: Measure, summed: SummarisedSystem, level: float) -> SummarisedValue:  # noqa: PLR0911 - one for each form
    """Compute a measure of one system, with its interval."""
    if has_units(summed) and isinstance(measure, CountMeasure):
        cells = cells_of(measure, summed)
        value = float(measure.of_table(cells.table, cells.positive))
        return _undefined(value) if np.isnan(value) else SummarisedValue(value, *count_interval(measure, cells, level))
    if has_units(summed):
        linear = linear_of(measure, summed)
        if linear is not None and not isnan(linear.value):
            return SummarisedValue(linear.value, *unit_interval(measure, summed, linear, level))
    if isinstance(measure, LossMeasure):
        return _of_losses(measure, summed, level)
    if isinstance(measure, CountMeasure):
        return _of_counts(measure, summed, level)
    if isinstance(measure, SumMeasure):
        return _of_sums(measure, summed, level)
    if base_name(measure) == "correlation":
        known = _of_correlation(summed, level)
        alone = summed.summary.groups is None
        return known if alone else SummarisedValue(known.value, None, "of rows in groups it needs all rows in memory")
    if base_name(measure) in BINNED_MEASURES:
        return _of_distribution(measure, summed)
    return _of_area(measure, summed, level) if base_name(measure) in AREA_MULTIPLES else _of_ranks(measure, summed)


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
    spread = float(moments.covariance[at, at])
    if sqrt(max(0.0, spread)) <= ROUNDING_TOLERANCE * abs(mean) and n > 1:
        return _without_spread(measure, summed, mean, level)
    error = in_units(measure, sqrt(spread / n), mean) if n > 1 else None
    half = float(stdtrit(n - 1, (1 + level) / 2)) * sqrt(max(0.0, spread) / n) if n > 1 else float("inf")
    ends, note = (mean - half, mean + half), summary_note(measure)
    if rests_on_probabilities(measure) and spread > 0:
        found = MeanError(mean, sqrt(spread / n), n - 1.0)
        ends, note = summed_ends(measure, summed, found, units=n, level=level)
    elif n > 1 and spread > 0:
        largest = summed.summary.largest.get((measure.name, summed.system))
        ends = value_ends(measure, mean, spread, n=n, level=level, largest=largest) or ends
    return _with_interval(
        value, bounded(*ends, measure, classes=len(summed.classes)), level, "holdout-t", error=error, note=note
    )


def _without_spread(measure: LossMeasure, summed: SummarisedSystem, mean: float, level: float) -> SummarisedValue:
    """Losses that are all the same: bounds of the share of rows that may have another, where losses have bounds."""
    value, (low, high) = float(measure.finish(mean)), loss_range(measure, len(summed.classes))
    if not (isfinite(low) and isfinite(high)):
        return SummarisedValue(value, None, NO_SPREAD)
    other = 1 - ((1 - level) / 2) ** (1 / summed.summary.n)
    ends = mean - other * (mean - low), mean + other * (high - mean)
    interval = Interval(*bounded(*ends, measure), level, "holdout-t", Target.PROXY, ONE_LOSS_NOTE)
    return SummarisedValue(value, interval, "holdout-t from the summary of the rows")


def _share_method(
    measure: Measure, summed: SummarisedSystem
) -> tuple[str, Callable[[float, float, float], tuple[float, float]]]:
    """The exact interval where there are too few rows, or rows of a class that the measure looks at, for any other."""
    few = summed.summary.n < FEWEST_ROWS
    if summed.summary.tables:
        rows = summed.summary.tables[summed.system].sum(axis=1)
        few = few or scarcest(measure, rows, summed.classes, summed.positive)[0] < FEWEST_OF_A_CLASS
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


def _of_sums(measure: SumMeasure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    from scipy.special import stdtrit

    moments = summed.summary.moments[measure.name]
    columns = system_columns(moments, summed)
    value = float(measure.of_sums(moments.totals[columns][None])[0])
    if np.isnan(value):
        return _undefined(value)
    slopes = sum_slopes(measure, moments, columns)
    spread = sqrt(max(0.0, float(slopes @ moments.covariance[columns, columns] @ slopes)))
    if spread <= SLOPE_TOLERANCE * unit_of(measure, value):
        return SummarisedValue(value, None, NO_INFLUENCE)
    error = spread / sqrt(moments.n)
    if loss_behind(measure) is not None:
        found, mean = MeanError(value, error, moments.n - 1.0), float(moments.means[columns][0])
        ends, note = summed_ends(measure, summed, found, units=moments.n, level=level, mean=mean)
        return _with_interval(value, ends, level, "delta", error=error, note=note)
    times = float(stdtrit(moments.n - 1, (1 + level) / 2))
    ends, note = (
        link_of(measure, value).ends(value, error * times),
        NEAR_ZERO_NOTE if base_name(measure) == "mape" else summary_note(measure),
    )
    return _with_interval(value, ends, level, "delta", error=error, note=note)


def system_columns(moments: ExactMoments, summed: SummarisedSystem) -> slice:
    """Columns of one system among those of all."""
    width = len(moments.sums) // summed.systems
    return slice(summed.position * width, (summed.position + 1) * width)


def _of_correlation(summed: SummarisedSystem, level: float) -> SummarisedValue:
    moments = summed.summary.moments["correlation"]
    spread, at = moments.covariance, summed.position + 1
    size = sqrt(max(0.0, float(spread[0, 0] * spread[at, at])))
    if not size > 0:
        return SummarisedValue(float("nan"), None, "the measure has no value here")
    value = float(spread[0, at]) / size
    if 1 - abs(value) <= ROUNDING_TOLERANCE:
        return SummarisedValue(value, None, NO_INFLUENCE)
    return _with_interval(value, fisher_z(value, moments.n, level), level, "fisher-z", note=NORMAL_PAIRS_NOTE)


def _of_area(measure: Measure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    rankings, multiple = summed.summary.rankings[summed.system], AREA_MULTIPLES[base_name(measure)]
    pairs = _pairs(summed, len(rankings))
    ranks = summed.ranks
    area = float(
        np.mean(
            [
                ranks[at].area(down, rankings[at].rows, up) if ranks else rankings[at].area(up, down)
                for at, up, down in pairs
            ]
        )
    )
    bound = 0.0 if ranks else float(np.mean([rankings[at].error(up, down) for at, up, down in pairs]))
    value = 1 - multiple * (1 - area)
    if np.isnan(area):
        return SummarisedValue(value, None, "the measure has no value here")
    refusal = _area_refusal(summed)
    if refusal:
        return SummarisedValue(value, None, refusal, multiple * bound)
    spread = area_spread_of(summed)
    if spread is None:
        return SummarisedValue(value, None, "a second look at the rows is needed for its interval", multiple * bound)
    low, high = clopper_pearson(area * fewest_units(summed), fewest_units(summed), level)
    known = None
    if 0 < area < 1:  # never beyond what disjoint pairs alone say
        error, df = spread
        if summed.components is None:
            error = max(error, unseen_pair(area) / fewest_units(summed))
        known, ends = multiple * error, log_odds(0, 1).ends(area, quantile(level, df) * error)
        low, high = max(low, ends[0]), min(high, ends[1])
    ends = (1 - multiple * (1 - max(0.0, low - bound)), 1 - multiple * (1 - min(1.0, high + bound)))
    note = (
        (NO_OVERLAP if area in (0, 1) else "")
        if bound == 0
        else f"scores were binned: the value is right to ±{multiple * bound:.1e}, and the interval wider by it"
    )
    interval = Interval(*ends, level, "placement-t", Target.PROXY, note, known)
    return SummarisedValue(value, interval, "placement-t from the summary of the rows", multiple * bound)


def _area_refusal(summed: SummarisedSystem) -> str:
    """Say why an area of these rows has no interval; nothing where it has one."""
    fewest = fewest_units(summed)
    if summed.components is not None and fewest < FEWEST_GROUPS:
        return f"it needs {FEWEST_GROUPS} groups with rows of every class, and there is a class with {fewest:.0f}"
    if round(fewest, 9) <= 1:  # of one weighted row too
        return f"it needs two rows of every class, and there is a class with {fewest:.0f}"
    return ""


def fewest_units(summed: SummarisedSystem) -> float:
    """Rows of the rarest class; of weighted ones as many as say as much, of rows in groups the groups that have any."""
    if summed.components is not None:
        width = summed.components.sums.shape[1] // len(summed.classes)
        return float(min((summed.components.sums[:, ::width] > 0).sum(axis=0)))
    sizes = summed.summary.rankings[summed.system][0].rows if summed.sizes is None else summed.sizes
    return float(sizes.min())


def _pairs(summed: SummarisedSystem, count: int) -> list[tuple[int, int, int]]:
    """Rankings and the pairs of classes whose areas are averaged."""
    if count == 1:
        return [(0, summed.positive, 1 - summed.positive)]
    classes = range(len(summed.classes))
    return [(i, i, j) for i in classes for j in classes if i != j]


def area_spread_of(summed: SummarisedSystem, signs: Floats | None = None) -> tuple[float, float] | None:
    """Standard error of an area, and its degrees of freedom; with `signs` of each system, of a difference."""
    chosen = np.eye(summed.systems)[summed.position] if signs is None else signs
    if summed.components is not None:
        return area_units(summed.components, len(summed.classes), chosen)
    sizes = summed.summary.rankings[summed.system][0].rows.astype(np.float64) if summed.sizes is None else summed.sizes
    if signs is None:
        parts = area_parts(summed)
    else:
        parts = None if summed.covariance is None else np.einsum("i,cij,j->c", signs, summed.covariance, signs)
    return None if parts is None else spread_of_parts(np.maximum(0.0, parts), sizes)


def area_parts(summed: SummarisedSystem) -> Floats | None:
    """What each class adds to DeLong's variance: from exact sums, the second look, or the bins of two classes (C,)."""
    if len(summed.ranks) == 1 and not summed.summary.weighted:
        rows = summed.summary.rankings[summed.system][0].rows
        return summed.ranks[0].variance_parts(1 - summed.positive, rows, summed.positive)
    if summed.covariance is not None:
        return np.maximum(0.0, summed.covariance[:, summed.position, summed.position])
    rankings = summed.summary.rankings[summed.system]
    if len(rankings) > 1:
        return None
    (ranking,) = rankings
    table = ranking.placements(summed.positive, 1 - summed.positive)
    parts = np.zeros(2)
    for column, code in ((0, summed.positive), (1, 1 - summed.positive)):
        counts, n = ranking.counts[:, code], int(ranking.rows[code])
        if n < 2:
            return None
        mean = float(counts @ table[:, column]) / n
        parts[code] = float(counts @ (table[:, column] - mean) ** 2) / (n - 1) / n
    return parts


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
