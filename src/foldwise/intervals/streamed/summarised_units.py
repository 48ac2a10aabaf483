"""Values and intervals from summaries of rows that are weighted or come in groups.

To first order a measure is a weighted mean of the contributions of the rows; its variance is that of the units, rows or groups
(`linearised`). For weighted rows a second pass sums the contributions (`UnitSums`), for groups the sums within each are kept, so
that their intervals are those of the rows in memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, bounded
from foldwise.intervals.limits.few_values import grouped_units, weighted_units
from foldwise.intervals.limits.link import link_of
from foldwise.intervals.limits.mean_loss import NO_SPREAD, LossMoves, MeanError, begins_at_zero, loss_range
from foldwise.intervals.limits.unseen_row import UnseenRow, loss_behind, probability_ends, rests_on_probabilities
from foldwise.intervals.methods.proportion import wilson
from foldwise.intervals.refusals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.streamed.summarised_cells import cost_ratio_ends, value_shares
from foldwise.intervals.variances.linearised import LEAST_DF, free_units, linearised, long_tailed, tailed_df
from foldwise.measures import (
    DIFFERENCE_STEP,
    CountMeasure,
    LossMeasure,
    Needs,
    SumMeasure,
    effective_size,
    table_gradient,
    unit_of,
)
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE, SQUARED_WEIGHTS

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.limits.unseen_row import SkewedEnds
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import Measure
    from foldwise.measures.summaries import ExactMoments, GroupSums

__all__ = [
    "LinearMeasure",
    "apart_summands",
    "area_units",
    "cost_interval",
    "has_units",
    "linear_of",
    "slopes_at",
    "summed_ends",
    "unit_count",
    "unit_interval",
    "unit_moves",
    "units_difference",
    "units_error",
    "weighted_rows",
]


@final
@dataclass(frozen=True, eq=False)
class LinearMeasure:
    """A linearised measure: its value, its derivative by the mean of each column (m,), and these means (m,)."""

    value: float
    slopes: Floats
    means: Floats
    columns: slice


def has_units(summed: SummarisedSystem) -> bool:
    """Whether rows are weighted or come in groups."""
    return summed.summary.weighted or summed.summary.groups is not None


def linear_of(measure: Measure, summed: SummarisedSystem) -> LinearMeasure | None:
    """Value and slopes of a measure of losses, sums or counts; None for any other."""
    if isinstance(measure, CountMeasure):
        return _of_counts(measure, summed)
    if not isinstance(measure, LossMeasure | SumMeasure):
        return None
    moments, first = summed.summary.moments[measure.name], int(summed.summary.weighted)
    width = (len(moments.sums) - first) // summed.systems
    columns = slice(first + summed.position * width, first + (summed.position + 1) * width)
    weight = moments.totals[0] if first else float(moments.n)
    means = moments.totals[columns] / weight
    if isinstance(measure, LossMeasure):
        slope = 1.0 if measure.transform is None or means[0] == 0 else float(measure.transform.derivative(means[0]))
        return LinearMeasure(float(measure.finish(float(means[0]))), np.array([slope]), means, columns)
    return LinearMeasure(
        float(measure.of_sums((means * weight)[None])[0]), slopes_at(measure, means, weight), means, columns
    )


def apart_summands(moments: ExactMoments, a: LinearMeasure, b: LinearMeasure) -> Floats:
    """1 for summands in which two systems differ, 0 for those that they have in common (m,).

    Common summands cannot change the difference of two equal systems, whatever the slopes of each.
    """
    second = moments.second
    mine, yours = (np.arange(len(second))[one.columns] for one in (a, b))
    between = np.array([second[i, i] - 2 * second[i, j] + second[j, j] for i, j in zip(mine, yours, strict=True)])
    return (between != 0).astype(np.float64)


def slopes_at(measure: SumMeasure, means: Floats, n: float) -> Floats:
    """Derivative of the measure by the mean of each summand, of n rows or of rows of this weight (m,)."""
    step = DIFFERENCE_STEP * np.maximum(np.abs(means), 1e-300)
    points = means + np.concatenate([np.diag(step), -np.diag(step)])
    values = measure.of_sums(points * n)
    return (values[: means.size] - values[means.size :]) / (2 * step)


def _of_counts(measure: CountMeasure, summed: SummarisedSystem) -> LinearMeasure:
    table = summed.summary.tables[summed.system].astype(np.float64)
    own, other = np.arange(len(table)), np.arange(len(table) + 1)
    seen, positive = table, summed.positive
    if measure.about:  # its class against the rest: several cells are one
        code = summed.classes.index(measure.about)
        own, other = (own == code).astype(np.intp), np.where(other == len(table), 2, other == code).astype(np.intp)
        seen, positive = np.zeros((2, 3)), 1
        np.add.at(seen, np.ix_(own, other), table)
    value = float(measure.of_table(seen, positive))
    slopes = np.nan_to_num(table_gradient(measure, seen, positive))[np.ix_(own, other)]
    return LinearMeasure(value, slopes.ravel(), (table / table.sum()).ravel(), slice(0, table.size))


def unit_moves(measure: Measure, summed: SummarisedSystem, linear: LinearMeasure) -> tuple[Floats, Floats] | None:
    """Contribution of each group to the measure, and its share of the weight (G,), (G,); None without groups."""
    summary = summed.summary
    if summary.groups is None:
        return None
    name = f"cells of {summed.system}" if isinstance(measure, CountMeasure) else measure.name
    start = summary.columns[name][0]
    if not isinstance(measure, CountMeasure):
        start += summed.position * linear.slopes.size
    weights = summary.groups.sums[:, 0]
    own = summary.groups.sums[:, start : start + linear.slopes.size]
    moves = own @ linear.slopes - weights * float(linear.means @ linear.slopes)
    return moves / weights.sum(), weights / weights.sum()


def units_error(measure: Measure, summed: SummarisedSystem, linear: LinearMeasure) -> tuple[float, float]:
    """Standard error of a measure, and its degrees of freedom; of counts in groups not below that of rows."""
    found = unit_moves(measure, summed, linear)
    if isinstance(measure, CountMeasure):
        rows, free = _of_cells(summed, linear)
        if found is None:
            return rows, free
        variance, df = linearised(*found)
        return max(rows, sqrt(variance)), df
    if found is not None:
        variance, df = linearised(*found)
        return sqrt(variance), df
    sums = summed.effect(measure.name)
    if isinstance(measure, LossMeasure):
        return sqrt(sums.variance) * abs(float(linear.slopes[0])), max(LEAST_DF, min(sums.df, sums.carriers - 1))
    return sqrt(sums.variance), sums.df


def _loss_moves(measure: Measure, summed: SummarisedSystem, linear: LinearMeasure) -> LossMoves:
    """Contributions of rows, or of groups, to a mean loss before any transform."""
    mean, grouped = float(linear.means[0]), unit_moves(measure, summed, replace(linear, slopes=np.ones(1)))
    if grouped is not None:
        moves, (variance, df) = grouped[0], linearised(*grouped)
        found = MeanError(mean, sqrt(variance), df)
        return LossMoves(found, float(moves @ moves), float(np.sum(moves**4)), moves.size)
    sums = summed.effect(measure.name)
    found = MeanError(mean, sqrt(sums.variance), sums.df)
    return LossMoves(found, sums.squares, sums.fourths, sums.count, sums.spread, sums.row)


def _of_cells(summed: SummarisedSystem, linear: LinearMeasure) -> tuple[float, float]:
    """Standard error of a measure of counts where rows are independent, and its degrees of freedom."""
    summary = summed.summary
    table = summary.tables[summed.system].astype(np.float64).ravel()
    known = summary.squares.get(summed.system)
    squares = table if known is None else np.array([square / SMALLEST_FLOATS_IN_ONE for square in known])
    spread = float(squares @ (linear.slopes - float(linear.means @ linear.slopes)) ** 2)
    return sqrt(spread) / table.sum(), float(table.sum() ** 2 / squares.sum()) - 1


def unit_count(summed: SummarisedSystem) -> float:
    """Effective number of rows or groups, (Σw)²/Σw²."""
    summary = summed.summary
    if summary.groups is not None:
        return effective_size(summary.groups.sums[:, 0])
    return weighted_rows(summed)


def weighted_rows(summed: SummarisedSystem) -> float:
    """Effective number of rows, (Σw)²/Σw²."""
    summary = summed.summary
    moments = next(iter(summary.moments.values()), None)
    if moments is not None:
        return float(moments.totals[0] ** 2 / moments.second[0, 0])
    if not summary.squares:
        return float("inf")
    squares = sum(square / SMALLEST_FLOATS_IN_ONE for square in summary.squares[summed.system])
    return float(summary.tables[summed.system].sum()) ** 2 / squares


def _unseen_units(measure: Measure, summed: SummarisedSystem, linear: LinearMeasure) -> float:
    """Effective number of rows, or of sets of rows that go wrong together (`unseen_units`)."""
    summary = summed.summary
    moments = summary.moments[measure.name]
    if summary.groups is None:
        fourths = float(summary.moments[SQUARED_WEIGHTS].second[0, 0])
        return weighted_units(float(moments.totals[0]), float(moments.second[0, 0]), fourths)
    behind = isinstance(
        measure, SumMeasure
    )  # a skill score, whose first summand is the loss: its design effect is that of the losses
    if behind:
        linear = replace(linear, slopes=np.eye(linear.slopes.size)[0])
    found = unit_moves(measure, summed, linear)
    if summary.weighted:
        rows = summed.effect(measure.name, "loss").variance if behind else summed.effect(measure.name).variance
        total, squares = float(moments.totals[0]), float(moments.second[0, 0])
    else:
        spread = float(linear.slopes @ moments.covariance[linear.columns, linear.columns] @ linear.slopes)
        rows, total, squares = spread / moments.n, float(moments.n), float(moments.n)
    between = 0.0 if found is None else linearised(*found)[0]
    alike = between / rows if between > ROUNDING_TOLERANCE * rows > 0 else inf
    return grouped_units(total, squares, summary.groups.sums[:, 0], max(1.0, alike))


def summed_ends(
    measure: Measure, summed: SummarisedSystem, found: MeanError, *, units: float, level: float, mean: float = 0.0
) -> SkewedEnds:
    """Gamma limits of a mean loss of probabilities, or of a skill score made of the mean loss given (`probability_ends`)."""
    summary, slope = summed.summary, 1.0
    if isinstance(measure, SumMeasure):
        slope = (1 - found.mean) / mean if mean > 0 else 0.0
    counts, ruled_out = summary.counts, summary.ruled_out(summed.system)
    loss, lost = loss_behind(measure), summary.mistake_loss(measure, summed.system)
    price = abs(lost - loss.best) if loss is not None and lost else 0.0
    unseen = UnseenRow.of(measure, counts, summed.positive, ruled_out=ruled_out, level=level, price=price)
    return probability_ends(measure, found, unseen, units=units, level=level, slope=slope)


def unit_interval(
    measure: Measure, summed: SummarisedSystem, linear: LinearMeasure, level: float
) -> tuple[Interval | None, str]:
    """The interval, or why there is none."""
    from scipy.special import stdtrit

    summary = summed.summary
    if summary.groups is not None and summary.groups.labels.size < FEWEST_GROUPS:
        return None, f"it needs {FEWEST_GROUPS} groups, and there are {summary.groups.labels.size}"
    error, df = units_error(measure, summed, linear)
    losses = isinstance(measure, LossMeasure)
    note = ""
    method = ("cluster-t" if summary.groups is not None else "holdout-t") if losses else "delta"
    if error <= ROUNDING_TOLERANCE * unit_of(measure, linear.value):
        units = unit_count(summed)
        if not (isinstance(measure, LossMeasure) and measure.zero_one):
            return None, NO_SPREAD
        ends = wilson(linear.value * units, units, level)
        return Interval(*ends, level, method, Target.PROXY, note), f"{method} from the summary of the rows"
    if losses:
        low, high = loss_range(measure, 0)
        mean, slope = float(linear.means[0]), float(linear.slopes[0])
        half = float(stdtrit(max(1.0, df), (1 + level) / 2)) * error / slope
        ends = link_of(replace(measure, low=low, high=high), mean).ends(mean, half)
        if rests_on_probabilities(measure):
            found = MeanError(mean, error, max(1.0, df))
            units = _unseen_units(measure, summed, linear)
            ends, note = summed_ends(measure, summed, found, units=units, level=level)
        elif begins_at_zero(measure):
            ends = _loss_moves(measure, summed, linear).ends(level)
        ends = bounded(*ends, measure, classes=len(summed.classes))
    elif loss_behind(measure) is not None:
        found = MeanError(linear.value, error, max(1.0, df))
        mean = float(linear.means[0])
        units = _unseen_units(measure, summed, linear)
        ends, note = summed_ends(measure, summed, found, units=units, level=level, mean=mean)
    elif (costs := cost_interval(measure, summed, (error, df), level)) is not None:
        return costs, f"{method} from sums over the rows"
    else:
        half = float(stdtrit(max(1.0, df), (1 + level) / 2)) * error
        ends = link_of(measure, linear.value).ends(linear.value, half)
    return Interval(*ends, level, method, Target.PROXY, note, error), f"{method} from the summary of the rows"


def cost_interval(
    measure: Measure, summed: SummarisedSystem, spread: tuple[float, float], level: float
) -> Interval | None:
    """The interval of a cost relative to that of a constant label, given its standard error and degrees of freedom; None for any other."""
    shares = value_shares(measure, summed) if measure.needs is Needs.COSTS else None
    linear = None if shares is None else linear_of(measure, summed)
    if shares is None or linear is None:
        return None
    constant = float(linear.means[1:].min(initial=inf))
    ends = cost_ratio_ends(shares, MeanError(linear.value, *spread), constant, level)
    return None if ends is None else Interval(*ends, level, "delta", Target.PROXY, "", spread[0])


def area_units(sums: GroupSums, classes: int, signs: Floats) -> tuple[float, float]:
    """Standard error of an area, or of a difference of areas, of rows in groups, and its degrees of freedom (Obuchowski 1997).

    Parameters
    ----------
    sums
        Of each class the weights, then the structural components of each system (G, C(1 + systems)).
    classes
        Number of classes.
    signs
        How each system counts: 1 for one area, 1 and -1 for a difference (systems,).
    """
    width = sums.sums.shape[1] // classes
    moves, free = np.zeros(sums.labels.size), []
    for code in range(classes):
        weights, *parts = sums.sums[:, code * width : (code + 1) * width].T
        total = float(weights.sum())
        own = np.asarray(signs) @ np.stack(parts)
        moves += (own - weights * float(own.sum()) / total) / total
        free.append(free_units(weights[weights > 0] / total))
    count = sums.labels.size
    return sqrt(float(moves @ moves) * count / max(1, count - 1)), min(free)


def units_difference(measure: Measure, a: SummarisedSystem, b: SummarisedSystem) -> tuple[float, float, str] | None:
    """Standard error of a difference, its degrees of freedom and the name of the test; None where sums do not tell."""
    first, second = linear_of(measure, a), linear_of(measure, b)
    if first is None or second is None or isinstance(measure, CountMeasure):
        return None
    if isinstance(measure, SumMeasure):
        own = apart_summands(a.summary.moments[measure.name], first, second)
        first, second = replace(first, slopes=first.slopes * own), replace(second, slopes=second.slopes * own)
    moves, others = unit_moves(measure, a, first), unit_moves(measure, b, second)
    if moves is not None and others is not None:
        moved = moves[0] - others[0]
        variance, df = linearised(moved, moves[1])
        tails = isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE
        df = long_tailed(moved, df) if tails else df
        return sqrt(variance), df, "cluster-t" if isinstance(measure, LossMeasure) else "delta"
    if a.units is None or (measure.name, a.system, b.system) not in a.units.effects:
        return None
    sums = a.effect(measure.name, other=b.system)
    if not isinstance(measure, LossMeasure):
        tails = measure.needs is Needs.VALUE
        return sqrt(sums.variance), tailed_df(sums.carriers, sums.count, sums.df) if tails else sums.df, "delta"
    # A few heavy rows on which the systems happen to agree say little of other heavy rows (`weighted_error`).
    return sqrt(max(sums.variance, sums.row * sums.spread)), sums.df, "paired-t"
