"""Comparisons from summaries, without the rows."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.comparisons.comparison import Comparison, two_sided
from foldwise.comparisons.methods.mcnemar import mcnemar
from foldwise.comparisons.paired_share import bonett_price
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import (
    area_spread_of,
    has_units,
    sum_slopes,
    system_columns,
    units_difference,
    view_table,
)
from foldwise.measures import (
    AREA_MULTIPLES,
    CountMeasure,
    LossMeasure,
    SumMeasure,
    base_name,
    paired_variance,
    smooth_table,
)
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals import SummarisedSystem
    from foldwise.measures import Measure, Smoothed

__all__ = ["compare_summed"]


def compare_summed(
    measure: Measure, a: SummarisedSystem, b: SummarisedSystem, *, difference: float, level: float
) -> Comparison | None:
    """Compare two systems of one summary; None where the summary does not hold what a test needs."""
    if np.isnan(difference):
        return None
    if isinstance(measure, LossMeasure) and measure.zero_one and not has_units(a):
        return _by_rows(measure, a, b, level)
    found = _error(measure, a, b)
    if found is None:
        return None
    error, df, method = found
    posterior = Posterior(difference, error, df)
    statistic = difference / error if error else 0.0
    ends = posterior.interval(level)
    return Comparison(
        *(a.system, b.system, measure, difference, *ends, level, two_sided(posterior), method),
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


def _error(measure: Measure, a: SummarisedSystem, b: SummarisedSystem) -> tuple[float, float, str] | None:
    """Standard error of the difference, its degrees of freedom, and the name of the test."""
    n = a.summary.n
    if has_units(a) and base_name(measure) not in AREA_MULTIPLES:
        return units_difference(measure, a, b)
    if isinstance(measure, LossMeasure):
        moments = a.summary.moments[measure.name]
        slopes = np.array([_slope(measure, float(moments.means[one.position])) for one in (a, b)]) * [1, -1]
        at = np.ix_([a.position, b.position], [a.position, b.position])
        return sqrt(max(0.0, float(slopes @ moments.covariance[at] @ slopes)) / n), n - 1, "paired-t"
    if isinstance(measure, SumMeasure):
        moments = a.summary.moments[measure.name]
        slopes = np.zeros(len(moments.sums))
        for one, sign in ((a, 1), (b, -1)):
            columns = system_columns(moments, one)
            slopes[columns] += sign * sum_slopes(measure, moments, columns)
        return sqrt(max(0.0, float(slopes @ moments.covariance @ slopes)) / n), n - 1, "delta"
    if isinstance(measure, CountMeasure) and (a.system, b.system) in a.summary.joint:
        return *_count_error(measure, a, b), "delta"
    if base_name(measure) in AREA_MULTIPLES:
        spread = area_spread_of(a, _signs(a, b))
        return None if spread is None else (AREA_MULTIPLES[base_name(measure)] * spread[0], spread[1], "placement-t")
    return None


def _signs(a: SummarisedSystem, b: SummarisedSystem) -> Floats:
    """How each system counts in the difference of two."""
    signs = np.zeros(a.systems)
    signs[a.position], signs[b.position] = 1.0, -1.0
    return signs


def _slope(measure: LossMeasure, mean: float) -> float:
    return 1.0 if measure.transform is None or mean == 0 else float(measure.transform.derivative(np.asarray(mean)))


def _count_error(measure: CountMeasure, a: SummarisedSystem, b: SummarisedSystem) -> tuple[float, float]:
    """Standard error of a difference of measures of counts, and its degrees of freedom, from the joint cells."""
    joint = a.summary.joint[a.system, b.system]
    cells = np.argwhere(joint)
    first, second = (_smoothed(measure, one) for one in (a, b))
    if measure.about:
        own = (np.arange(len(a.classes)) == a.classes.index(measure.about)).astype(np.intp)
        seen = np.column_stack([own[cells[:, 0]], *(np.append(own, 2)[cells[:, column]] for column in (1, 2))])
    else:
        seen = cells
    variance, df = paired_variance(first, second, tuple(seen.T), times=joint[tuple(cells.T)].astype(np.float64))
    return sqrt(variance), df


def _smoothed(measure: CountMeasure, summed: SummarisedSystem) -> Smoothed:
    table, positive = view_table(measure, summed.summary.tables[summed.system], summed.classes, summed.positive)
    return smooth_table(measure, table, positive)
