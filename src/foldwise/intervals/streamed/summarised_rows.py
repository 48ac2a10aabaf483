"""Intervals of shares of weighted rows, and of ratios of sums of values, from the sums of a second pass over the rows."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import FEWEST_ROWS, Interval
from foldwise.intervals.limits.link import link_of
from foldwise.intervals.limits.mean_loss import MeanError
from foldwise.intervals.limits.share import share_of, trials_of
from foldwise.intervals.methods.balanced_accuracy import beta_convolution
from foldwise.intervals.methods.delta import Delta, reach_of, sum_ratio_ends
from foldwise.intervals.methods.proportion import ClopperPearson, Wilson, clopper_pearson, modified_wilson
from foldwise.intervals.streamed.summarised_counts import cells_of
from foldwise.intervals.streamed.unit_requests import share_halves
from foldwise.intervals.variances.linearised import linearised, long_tailed, tailed_df
from foldwise.measures import CountMeasure, LossMeasure, base_name, unit_of

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.intervals.limits.share import Ends
    from foldwise.intervals.streamed.row_effects import EffectKey
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import Measure

__all__ = ["NO_INFLUENCE", "ratio_interval", "recall_mean_interval", "weighted_share_interval"]

NO_INFLUENCE = "no row moves the measure, which leaves no spread to judge from"
EQUAL_WEIGHTS = 1e-12
"""Relative variance below which weights count as equal."""
LEAST_MOVE = 1e-12
"""Share of the unit of a measure below which the contribution of a row is rounding."""


def _effective_size(summed: SummarisedSystem, key: EffectKey, halves: tuple[float, float], total: float) -> float:
    """Effective number of trials of the share that was summed under this key (`effective_trials`)."""
    kinds = ({} if summed.units is None else summed.units.trials)[key]
    terms, count = (kinds[0].terms, kinds[1].terms), kinds[0].count + kinds[1].count
    weight, squares = float(terms[0][0] + terms[1][0]), float(terms[0][1] + terms[1][1])
    shares = halves[0] / total, halves[1] / total
    if count * squares <= weight**2 * (1 + EQUAL_WEIGHTS) and np.allclose(shares, weight / count, atol=0):
        return float(count)
    return trials_of(terms, shares, count)


def weighted_share_interval(
    measure: LossMeasure | CountMeasure, summed: SummarisedSystem, level: float
) -> tuple[Interval, str] | None:
    """The interval of a share of weighted rows; None for a measure that is none."""
    few = summed.summary.n < FEWEST_ROWS
    name, ends = (ClopperPearson.name, clopper_pearson) if few else (Wilson.name, modified_wilson)
    key = measure.name, summed.system
    if isinstance(measure, LossMeasure):
        moments = summed.summary.moments[measure.name]
        weight, squares = float(moments.totals[0]), float(moments.second[0, 0])
        half = squares / weight
        value = float(moments.totals[1 + summed.position]) / weight
        size = _effective_size(summed, key, (half, half), weight + half)
        return _of_share(ends, value, size, level), name
    cells = cells_of(measure, summed)
    share = share_of(measure, len(cells.table), cells.positive)
    if share is None:
        return None
    halves, counted = share_halves(measure, cells), float(cells.table[share.below].sum())
    size = _effective_size(summed, key, halves, counted + sum(halves) / 2)
    found = np.array(ends(float(cells.table[share.above].sum()) / counted * size, size, level))
    low, high = share.back(found)
    return Interval(float(low), float(high), level, name, Target.PROXY), name


def _of_share(ends: Ends, value: float, size: float, level: float) -> Interval:
    low, high = ends(value * size, size, level)
    name = Wilson.name if ends is modified_wilson else ClopperPearson.name
    return Interval(low, high, level, name, Target.PROXY)


def recall_mean_interval(
    measure: CountMeasure, summed: SummarisedSystem, value: float, level: float
) -> tuple[float, float]:
    """Limits of a mean recall, or of its complement, of weighted rows."""
    cells = cells_of(measure, summed)
    squares: Array = cells.table if cells.squares is None else cells.squares
    mass, right = cells.table.sum(axis=1), np.diagonal(cells.table[:, :-1])
    sizes = np.zeros(mass.size)
    for code in np.flatnonzero(mass > 0).tolist():
        half = float(squares[code].sum() / mass[code])
        key = measure.name, str(code), summed.system
        sizes[code] = _effective_size(summed, key, (half, half), float(mass[code]) + half)
    recalls = np.divide(right, mass, where=mass > 0, out=np.zeros(mass.size))
    low, high = beta_convolution(recalls * sizes, sizes, level)
    low, high = (1 - high, 1 - low) if base_name(measure) == "balanced-error" else (low, high)
    return min(low, value), max(high, value)


def ratio_interval(
    measure: Measure, summed: SummarisedSystem, value: float, level: float
) -> tuple[Interval | None, str]:
    """The interval of a function of sums of values, whose ψ was computed by leaving each row out."""
    groups = {} if summed.units is None else summed.units.groups
    key = measure.name, summed.system
    if key in groups:
        moves, shares = groups[key].sums.T
        variance, df = linearised(moves, shares)
        df, reach = long_tailed(moves, df), (float(moves.min()), float(moves.max()))
    else:
        sums = summed.effect(measure.name)
        variance, df, reach = sums.variance, tailed_df(sums.carriers, sums.count, sums.df), (sums.least, sums.most)
    error = sqrt(variance)
    if error <= LEAST_MOVE * unit_of(measure, value):
        return None, NO_INFLUENCE
    ends = link_of(measure, value).ends(value, reach_of(error, df, level))
    ends = sum_ratio_ends(measure, MeanError(value, error, df), reach, ends, level=level)
    interval = Interval(*ends, level, Delta.name, Target.PROXY, "", error)
    return interval, f"{Delta.name} from sums over the rows"
