"""Values and intervals from summaries of rows that are weighted or come in groups.

To first order a measure moves by a weighted mean of what each row adds; its variance is that of the units, rows or groups
(`linearised`). Of weighted rows exact sums of squares are kept, and the correction for heavy rows is n/(n - 1) for all; of
groups the sums themselves are, so that their intervals are those of the rows in memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.estimates import Target
from foldwise.intervals.delta import summary_note
from foldwise.intervals.few_values import grouped_units, weighted_units
from foldwise.intervals.interval import Interval, bounded
from foldwise.intervals.linearised import free_units, linearised
from foldwise.intervals.link import link_of
from foldwise.intervals.mean_loss import NO_SPREAD, LossMoves, MeanError, begins_at_zero, loss_range
from foldwise.intervals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.proportion import wilson
from foldwise.intervals.unseen_row import UnseenRow, loss_behind, probability_ends, rests_on_probabilities
from foldwise.measures import DIFFERENCE_STEP, CountMeasure, LossMeasure, SumMeasure, table_gradient
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.summarised import SummarisedSystem
    from foldwise.intervals.unseen_row import SkewedEnds
    from foldwise.measures import Measure
    from foldwise.measures.summaries import ExactMoments, GroupSums

__all__ = [
    "LinearMeasure",
    "area_units",
    "has_units",
    "linear_of",
    "slopes_at",
    "summed_ends",
    "unit_count",
    "unit_interval",
    "unit_moves",
    "units_difference",
    "units_error",
]


@final
@dataclass(frozen=True, eq=False)
class LinearMeasure:
    """A measure near its value: value, its slope by the mean of each column (m,), and these means (m,)."""

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
    """How much each group moves the measure, and its share of the weight (G,), (G,); None without groups."""
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
    moments = summed.summary.moments[measure.name]
    turn = np.zeros(len(moments.sums))
    turn[0], turn[linear.columns] = -float(linear.means @ linear.slopes), linear.slopes
    error, df = _of_rows(moments, turn)
    if isinstance(measure, LossMeasure):
        df = min(df, _carriers(measure, summed, float(linear.means[0])) - 1)
    return error, df


def _loss_moves(measure: Measure, summed: SummarisedSystem, linear: LinearMeasure, found: MeanError) -> LossMoves:
    """How much rows, or groups of them, move a mean loss before any transform."""
    grouped = unit_moves(measure, summed, replace(linear, slopes=np.ones(1)))
    if grouped is not None:
        moves = grouped[0]
        return LossMoves(found, float(moves @ moves), float(np.sum(moves**4)), moves.size)
    moments = summed.summary.moments[f"{measure.name} squared of {summed.system}"]
    total = float(summed.summary.moments[measure.name].totals[0])
    turn = np.array([found.mean**2, -2 * found.mean, 1.0, 0.0]) / total**2
    squares, fourths = float(turn @ moments.totals), max(0.0, float(turn @ moments.second @ turn))
    spread = max(0.0, float(moments.totals[3]) / total - found.mean**2)
    free = total**2 / float(moments.totals[0]) - 1
    found = found._replace(df=max(1.0, free))
    return LossMoves(found, squares, fourths, moments.n, spread, float(moments.totals[0]) / total**2)


def _carriers(measure: Measure, summed: SummarisedSystem, mean: float) -> float:
    """How many rows of one size would make up the variance of a weighted loss, (Σm²)²/Σm⁴ with m = w(ℓ - mean)."""
    moments = summed.summary.moments[f"{measure.name} squared of {summed.system}"]
    turn = np.array([mean**2, -2 * mean, 1.0, 0.0])
    fourth = float(turn @ moments.second @ turn)
    return float(turn @ moments.totals) ** 2 / fourth if fourth > 0 else 1.0


def _of_cells(summed: SummarisedSystem, linear: LinearMeasure) -> tuple[float, float]:
    """Standard error of a measure of counts where rows are independent, and its degrees of freedom."""
    summary = summed.summary
    table = summary.tables[summed.system].astype(np.float64).ravel()
    known = summary.squares.get(summed.system)
    squares = table if known is None else np.array([square / SMALLEST_FLOATS_IN_ONE for square in known])
    spread = float(squares @ (linear.slopes - float(linear.means @ linear.slopes)) ** 2)
    return sqrt(spread) / table.sum(), float(table.sum() ** 2 / squares.sum()) - 1


def unit_count(summed: SummarisedSystem) -> float:
    """How many rows, or groups, of one weight say as much, (Σw)²/Σw²."""
    summary = summed.summary
    if summary.groups is not None:
        weights = summary.groups.sums[:, 0]
        return float(weights.sum() ** 2 / (weights @ weights))
    moments = next(iter(summary.moments.values()), None)
    if moments is not None:
        return float(moments.totals[0] ** 2 / moments.second[0, 0])
    squares = sum(square / SMALLEST_FLOATS_IN_ONE for square in summary.squares[summed.system])
    return float(summary.tables[summed.system].sum()) ** 2 / squares


def _unseen_units(measure: Measure, summed: SummarisedSystem, linear: LinearMeasure) -> float:
    """How many rows of one weight, or sets of rows that go wrong together, there are (`unseen_units`)."""
    summary = summed.summary
    moments = summary.moments[measure.name]
    if summary.groups is None:
        squared = (
            f"{measure.name} squared of {summed.system}"
            if isinstance(measure, LossMeasure)
            else f"{measure.name} squared"
        )
        fourths = float(summary.moments[squared].second[0, 0])
        return weighted_units(float(moments.totals[0]), float(moments.second[0, 0]), fourths)
    if isinstance(measure, SumMeasure):  # a skill, whose first summand is the loss: rows are alike by their losses
        linear = replace(linear, slopes=np.eye(linear.slopes.size)[0])
    found = unit_moves(measure, summed, linear)
    if summary.weighted:
        turn = np.zeros(len(moments.sums))
        turn[0], turn[linear.columns] = -float(linear.means @ linear.slopes), linear.slopes
        rows, total, squares = _of_rows(moments, turn)[0] ** 2, float(moments.totals[0]), float(moments.second[0, 0])
    else:
        spread = float(linear.slopes @ moments.covariance[linear.columns, linear.columns] @ linear.slopes)
        rows, total, squares = spread / moments.n, float(moments.n), float(moments.n)
    between = 0.0 if found is None else linearised(*found)[0]
    alike = between / rows if between > ROUNDING_TOLERANCE * rows > 0 else inf
    return grouped_units(total, squares, summary.groups.sums[:, 0], max(1.0, alike))


def summed_ends(
    measure: Measure, summed: SummarisedSystem, found: MeanError, *, units: float, level: float, mean: float = 0.0
) -> SkewedEnds:
    """Gamma ends of a mean loss of probabilities, or of a skill made of the mean loss given (`probability_ends`)."""
    summary, slope = summed.summary, 1.0
    if isinstance(measure, SumMeasure):
        slope = (1 - found.mean) / mean if mean > 0 else 0.0
    counts, ruled_out = summary.tables[summed.system].sum(axis=1), summary.ruled_out(summed.system)
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
    note = summary_note(measure)
    method = ("cluster-t" if summary.groups is not None else "holdout-t") if losses else "delta"
    if error <= ROUNDING_TOLERANCE * max(1.0, abs(linear.value)):
        units = unit_count(summed)
        if not (isinstance(measure, LossMeasure) and measure.zero_one):
            return None, NO_SPREAD
        ends = wilson(linear.value * units, units, level)
    elif losses:
        low, high = loss_range(measure, 0)
        mean, slope = float(linear.means[0]), float(linear.slopes[0])
        half = float(stdtrit(max(1.0, df), (1 + level) / 2)) * error / slope
        ends = link_of(replace(measure, low=low, high=high), mean).ends(mean, half)
        if rests_on_probabilities(measure):
            found = MeanError(mean, error, max(1.0, df))
            units = _unseen_units(measure, summed, linear)
            ends, note = summed_ends(measure, summed, found, units=units, level=level)
        elif begins_at_zero(measure):
            ends = _loss_moves(measure, summed, linear, MeanError(mean, error / slope, max(1.0, df))).ends(level)
        ends = bounded(*ends, measure)
    elif loss_behind(measure) is not None:
        found = MeanError(linear.value, error, max(1.0, df))
        mean = float(linear.means[0])
        units = _unseen_units(measure, summed, linear)
        ends, note = summed_ends(measure, summed, found, units=units, level=level, mean=mean)
    else:
        half = float(stdtrit(max(1.0, df), (1 + level) / 2)) * error
        ends = link_of(measure, linear.value).ends(linear.value, half)
    return Interval(*ends, level, method, Target.PROXY, note, error), f"{method} from the summary of the rows"


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
    if first is None or second is None:
        return None
    moves, others = unit_moves(measure, a, first), unit_moves(measure, b, second)
    if moves is not None and others is not None:
        variance, df = linearised(moves[0] - others[0], moves[1])
        return sqrt(variance), df, "cluster-t" if isinstance(measure, LossMeasure) else "delta"
    if isinstance(measure, CountMeasure):
        return None
    moments = a.summary.moments[measure.name]
    turn = np.zeros(len(moments.sums))
    for linear, sign in ((first, 1.0), (second, -1.0)):
        turn[0] -= sign * float(linear.means @ linear.slopes)
        turn[linear.columns] += sign * linear.slopes
    return *_of_rows(moments, turn), "paired-t" if isinstance(measure, LossMeasure) else "delta"


def _of_rows(moments: ExactMoments, turn: Floats) -> tuple[float, float]:
    """Standard error of a combination of the columns of weighted rows, and its degrees of freedom."""
    second, weight = moments.second, float(moments.totals[0])
    spread = max(0.0, float(turn @ second @ turn)) * moments.n / max(1, moments.n - 1)
    return sqrt(spread) / weight, weight**2 / float(second[0, 0]) - 1
