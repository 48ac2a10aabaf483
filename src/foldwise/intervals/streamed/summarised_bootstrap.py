"""Intervals asked for by name where only summaries of the rows are kept: bootstraps without the rows.

Drawing rows is drawing cells of the confusion matrix, whatever their number, so a bootstrap of a measure of labels needs no
more than the matrix. A mean of n losses, a smooth function of sums and an area have a bootstrap that is normal up to 1/√n
of its spread; from `NEARLY_NORMAL_ROWS` rows on its limit is taken, without draws.
"""

from __future__ import annotations

from math import isnan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.bootstrapping.bootstrap import BootstrapMethod, percentile_ends
from foldwise.intervals.bootstrapping.replicates import cell_replicates
from foldwise.intervals.interval import Interval, bounded
from foldwise.intervals.methods.bca import acceleration_of, bca_ends
from foldwise.intervals.methods.proportion import clopper_pearson, modified_wilson
from foldwise.intervals.streamed.summarised import sum_slopes, system_columns
from foldwise.intervals.streamed.summarised_areas import area_spread_of, fewest_units
from foldwise.intervals.streamed.summarised_system import SummarisedValue
from foldwise.intervals.streamed.summarised_units import has_units, linear_of, unit_count, units_error
from foldwise.measures import (
    AREA_MULTIPLES,
    CountMeasure,
    LossMeasure,
    Outcomes,
    SumMeasure,
    base_name,
    table_gradient,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.interval import IntervalMethod
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import Measure

__all__ = ["named_interval"]

NEARLY_NORMAL_ROWS = 100_000
"""Rows, or groups of rows, from which on the limit of a bootstrap is taken for it."""
NEARLY_NORMAL_CLASS = 1000
"""Rows of a class from which on it is taken for an area: simulated, 1,000 positives of 100,000 rows covered as they should."""
SHARE_ENDS = {"wilson": modified_wilson, "clopper-pearson": clopper_pearson}


def named_interval(
    method: IntervalMethod, measure: Measure, summed: SummarisedSystem, *, known: SummarisedValue, level: float
) -> SummarisedValue | None:
    """The interval by a method that was asked for; None where it takes all rows.

    Parameters
    ----------
    method
        The method.
    measure, summed
        What is measured, of which system.
    known
        Its value, and the interval that is the default.
    level
        Level of the interval.
    """
    if isnan(known.value) or (known.interval is not None and known.interval.method == method.name):
        return known
    ends: tuple[float, float] | None = None
    note = ""
    if method.name in SHARE_ENDS and isinstance(measure, LossMeasure) and measure.zero_one and not has_units(summed):
        moments = summed.summary.moments[measure.name]
        ends = SHARE_ENDS[method.name](float(moments.totals[summed.position]), moments.n, level)
    elif isinstance(method, BootstrapMethod) and method.name in ("percentile", "basic", "bca"):
        if of_labels(measure) and not has_units(summed):
            ends = _of_cells(method, measure, summed, value=known.value, level=level)
        elif _is_many(measure, summed) and (error := bootstrap_error(measure, summed)) is not None:
            ends = _limit(measure, known.value, error, level)
            note = "of so many rows the limit of the bootstrap was taken, without draws"
    if ends is None:
        return None
    interval = Interval(*ends, level, method.name, Target.PROXY, note)
    return SummarisedValue(known.value, interval, f"{method.name} was asked for", known.bound)


def _is_many(measure: Measure, summed: SummarisedSystem) -> bool:
    """Whether the units that are drawn, rows or groups, are so many that the bootstrap is normal.

    An area needs many of every class, and a measure of counts in groups as many groups as any.
    """
    if summed.summary.n < NEARLY_NORMAL_ROWS:
        return False
    if base_name(measure) in AREA_MULTIPLES:
        return fewest_units(summed) >= (NEARLY_NORMAL_ROWS if summed.components is not None else NEARLY_NORMAL_CLASS)
    return not has_units(summed) or unit_count(summed) >= NEARLY_NORMAL_ROWS


def of_labels(measure: Measure) -> bool:
    """Whether a measure looks at nothing but the confusion matrix."""
    return (isinstance(measure, CountMeasure) or (isinstance(measure, LossMeasure) and measure.zero_one)) and (
        not measure.about
    )


def _of_cells(
    method: BootstrapMethod, measure: Measure, summed: SummarisedSystem, *, value: float, level: float
) -> tuple[float, float] | None:
    """Draw the cells of the confusion matrix, and cut off the tails."""
    table = summed.summary.tables.get(summed.system)
    if table is None or not isinstance(measure, LossMeasure | CountMeasure):
        return None
    truth, column = np.nonzero(table)
    corner = Outcomes(
        truth,
        np.where(column == table.shape[0], -1, column),
        classes=table.shape[0],
        positive=summed.positive,
        names=summed.classes,
    )
    counts = table[truth, column]
    drawn = cell_replicates(measure, [corner], counts, method.draws)[:, 0]
    values = np.clip(drawn[~np.isnan(drawn)], measure.low, measure.high)
    if method.name == "bca":
        psi = (
            measure.loss(corner) - float(counts @ measure.loss(corner)) / counts.sum()
            if isinstance(measure, LossMeasure)
            else table_gradient(measure, table.astype(np.float64), summed.positive)[truth, column]
        )
        return bca_ends(values, value, acceleration_of(psi, counts), level)
    low, high = percentile_ends(values, level, value)
    return (low, high) if method.name == "percentile" else bounded(2 * value - high, 2 * value - low, measure)


def bootstrap_error(measure: Measure, summed: SummarisedSystem) -> float | None:
    """Standard error of a measure of losses, sums, counts or areas; None for any other."""
    if base_name(measure) in AREA_MULTIPLES:
        spread = area_spread_of(summed)
        return None if spread is None else AREA_MULTIPLES[base_name(measure)] * spread[0]
    if has_units(summed):
        linear = linear_of(measure, summed)
        return None if linear is None else units_error(measure, summed, linear)[0]
    if isinstance(measure, LossMeasure):
        moments, at = summed.summary.moments[measure.name], summed.position
        mean = float(moments.means[at])
        slope = 1.0 if measure.transform is None or mean == 0 else float(measure.transform.derivative(np.asarray(mean)))
        return slope * sqrt(max(0.0, float(moments.covariance[at, at])) / moments.n)
    if isinstance(measure, SumMeasure):
        moments = summed.summary.moments[measure.name]
        columns = system_columns(moments, summed)
        slopes: Floats = sum_slopes(measure, moments, columns)
        return sqrt(max(0.0, float(slopes @ moments.covariance[columns, columns] @ slopes)) / moments.n)
    return None


def _limit(measure: Measure, value: float, error: float, level: float) -> tuple[float, float]:
    from scipy.special import ndtri

    half = float(ndtri((1 + level) / 2)) * error
    return max(measure.low, value - half), min(measure.high, value + half)
