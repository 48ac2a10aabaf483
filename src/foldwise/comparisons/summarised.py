"""Comparisons from summaries, without the rows."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.comparison import Comparison, ends_of_difference, floored, two_sided
from foldwise.comparisons.methods.mcnemar import mcnemar
from foldwise.comparisons.methods.paired_t import NO_ROW_MOVES
from foldwise.comparisons.paired_proportions import bonett_price
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import (
    FEWEST_GROUPS,
    FEWEST_PAIRS,
    area_spread_of,
    cells_of,
    correlation_error,
    has_units,
    linearised,
    units_difference,
    weighted_rows,
)
from foldwise.measures import (
    AREA_MULTIPLES,
    CountMeasure,
    LossMeasure,
    SumMeasure,
    base_name,
    paired_variance,
    smooth_table,
    transform_slope,
    unit_of,
)
from foldwise.measures.summaries import SMALLEST_FLOATS_IN_ONE
from foldwise.phrases import count_of, there_are

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals import SummarisedSystem
    from foldwise.measures import Measure, Smoothed

__all__ = ["compare_summarised"]

NEEDS_ROWS, NO_VALUE = "it needs all rows in memory", "the measure has no value here"


def compare_summarised(
    measure: Measure, a: SummarisedSystem, b: SummarisedSystem, *, difference: float, level: float
) -> Comparison | str:
    """Compare two systems of one summary; a reason where the summary does not hold what a test needs, or nothing can be told."""
    if np.isnan(difference):
        return NO_VALUE
    if isinstance(measure, LossMeasure) and measure.zero_one and not has_units(a):
        return _by_rows(measure, a, b, level)
    found = _refusal(measure, a) or _error(measure, a, b)
    if isinstance(found, str):
        return found
    error, df, method = found
    if error <= ROUNDING_TOLERANCE * unit_of(measure, difference):
        return NO_ROW_MOVES
    posterior = Posterior(difference, error, df)
    statistic = difference / error
    p_value = floored(two_sided(posterior))
    ends = ends_of_difference(measure, posterior.interval(level), p_value, level)
    return Comparison(
        *(a.system, b.system, measure, difference, *ends, level, p_value, method),
        *(statistic, posterior, Target.PROXY),
    )


def _by_rows(measure: LossMeasure, a: SummarisedSystem, b: SummarisedSystem, level: float) -> Comparison:
    """McNemar's test: rows that only one has are its own less those that both have."""
    moments = a.summary.moments[measure.name]
    both = moments.second[a.position, b.position]
    more, less = (round(float(moments.totals[one.position] - both)) for one in (a, b))
    found = mcnemar(more, less)
    difference = (more - less) / moments.n
    ends = bonett_price(more, less, moments.n, level)
    note = f"{a.system} alone had the higher value on {count_of(more, 'row')}, {b.system} alone on {less:,}"
    return Comparison(
        *(a.system, b.system, measure, difference, *ends, level, found.p_value, "mcnemar", found.statistic),
        *(None, Target.PROXY, note, False),
    )


def _refusal(measure: Measure, a: SummarisedSystem) -> str:
    """Say why the rows are too few for a test; empty where they are not."""
    groups = a.summary.groups
    if groups is not None and groups.labels.size < FEWEST_GROUPS:
        return f"it needs {FEWEST_GROUPS} groups, and there are {groups.labels.size}"
    worth = weighted_rows(a) if a.summary.weighted else float(a.summary.n)
    if base_name(measure) == "correlation" and worth < FEWEST_PAIRS:
        return f"it needs {FEWEST_PAIRS} rows, and these are worth {worth:.3g}"
    return ""


def _error(measure: Measure, a: SummarisedSystem, b: SummarisedSystem) -> tuple[float, float, str] | str:
    """Standard error of the difference, its degrees of freedom, and the name of the test; a reason where there is none."""
    if isinstance(measure, CountMeasure):
        return _count_error(measure, a, b)
    if base_name(measure) in AREA_MULTIPLES:
        spread = area_spread_of(a, _signs(a, b))
        return (
            NEEDS_ROWS if spread is None else (AREA_MULTIPLES[base_name(measure)] * spread[0], spread[1], "placement-t")
        )
    if base_name(measure) == "correlation":
        found = correlation_error(a, b.system, as_test=True)
        return NEEDS_ROWS if found is None else (*found, "delta")
    if isinstance(measure, SumMeasure) or has_units(a):
        return units_difference(measure, a, b) or NEEDS_ROWS
    return _paired(measure, a, b) if isinstance(measure, LossMeasure) else NEEDS_ROWS


def _paired(measure: LossMeasure, a: SummarisedSystem, b: SummarisedSystem) -> tuple[float, float, str]:
    """The same of mean losses of rows of one weight."""
    moments, n = a.summary.moments[measure.name], a.summary.n
    slopes = np.array([transform_slope(measure, float(moments.means[one.position])) for one in (a, b)]) * [1, -1]
    at = np.ix_([a.position, b.position], [a.position, b.position])
    return sqrt(max(0.0, float(slopes @ moments.covariance[at] @ slopes)) / n), n - 1, "paired-t"


def _signs(a: SummarisedSystem, b: SummarisedSystem) -> Floats:
    """How each system counts in the difference of two."""
    signs = np.zeros(a.systems)
    signs[a.position], signs[b.position] = 1.0, -1.0
    return signs


def _count_error(measure: CountMeasure, a: SummarisedSystem, b: SummarisedSystem) -> tuple[float, float, str] | str:
    """Standard error of a difference of measures of counts, and its degrees of freedom (`difference_error`); a reason for too few groups."""
    summary = a.summary
    joint = summary.joint.get((a.system, b.system))
    if joint is None:
        return NEEDS_ROWS
    cells = np.argwhere(joint)
    mass = joint[tuple(cells.T)].astype(np.float64)
    first, second = (_smoothed(measure, one) for one in (a, b))
    if measure.about:
        own = (np.arange(len(a.classes)) == a.classes.index(measure.about)).astype(np.intp)
        seen = np.column_stack([own[cells[:, 0]], *(np.append(own, 2)[cells[:, column]] for column in (1, 2))])
    else:
        seen = cells
    if summary.weighted:
        sums = summary.joint_squares[a.system, b.system]
        places = np.asarray(np.ravel_multi_index(tuple(cells.T), joint.shape))
        squares = np.array([sums[place] / SMALLEST_FLOATS_IN_ONE for place in places.tolist()])
        variance, df = paired_variance(first, second, tuple(seen.T), weights=squares / mass, times=mass**2 / squares)
    else:
        variance, df = paired_variance(first, second, tuple(seen.T), times=mass)
    if summary.groups is not None:
        found = {} if a.units is None else a.units.groups
        moves, shares = found[measure.name, a.system, b.system].sums[:, :2].T
        carrying = shares > 0
        if (count := int(np.count_nonzero(carrying))) < FEWEST_GROUPS:
            return f"it needs {FEWEST_GROUPS} groups with rows that count for {measure.name}, and {there_are(count)}"
        between, units = linearised(moves[carrying], shares[carrying] / shares.sum())
        variance, df = max(between, variance), min(df, units)
    return sqrt(variance), df, "delta"


def _smoothed(measure: CountMeasure, summed: SummarisedSystem) -> Smoothed:
    cells = cells_of(measure, summed)
    return smooth_table(measure, cells.table, cells.positive, row=cells.row)
