"""Areas and their intervals from summaries, without the rows."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval
from foldwise.intervals.limits.link import log_odds
from foldwise.intervals.methods.delong import (
    LEAST_OF_A_PAIR,
    NO_OVERLAP,
    critical_value,
    least_error,
    spread_of_parts,
    unseen_pair,
)
from foldwise.intervals.methods.proportion import clopper_pearson
from foldwise.intervals.refusals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.streamed.summarised_system import SummarisedSystem, SummarisedValue
from foldwise.intervals.streamed.summarised_units import area_units
from foldwise.measures import AREA_MULTIPLES, base_name

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import Measure

__all__ = ["area_of_summary", "area_parts", "area_spread_of", "fewest_units"]


def area_of_summary(measure: Measure, summed: SummarisedSystem, level: float) -> SummarisedValue:
    """An area, or a multiple of it, with its interval."""
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
    spread = area_spread_of(summed, least=LEAST_OF_A_PAIR if summed.components is not None else unseen_pair(area))
    if spread is None:
        return SummarisedValue(value, None, "a second look at the rows is needed for its interval", multiple * bound)
    low, high = clopper_pearson(area * fewest_units(summed), fewest_units(summed), level)
    known = None
    if 0 < area < 1:  # never a wider interval than disjoint pairs alone give
        error, df = spread
        known, ends = multiple * error, log_odds(0, 1).ends(area, critical_value(level, df) * error)
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
    """Number of rows of the rarest class; the effective number where rows are weighted, the groups with such rows where they come in groups."""
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


def area_spread_of(
    summed: SummarisedSystem, signs: Floats | None = None, *, least: float = LEAST_OF_A_PAIR
) -> tuple[float, float] | None:
    """Standard error of an area, and its degrees of freedom; with `signs` of each system, of a difference."""
    chosen = np.eye(summed.systems)[summed.position] if signs is None else signs
    if summed.components is not None:
        error, df = area_units(summed.components, len(summed.classes), chosen)
        return max(error, least_error(least, summed.summary.class_sizes)), df
    if summed.summary.weighted:
        return _weighted_spread(summed, signs, least)
    sizes = summed.summary.rankings[summed.system][0].rows.astype(np.float64)
    if signs is None:
        parts = area_parts(summed)
    else:
        parts = None if summed.covariance is None else np.einsum("i,cij,j->c", signs, summed.covariance, signs)
    return None if parts is None else spread_of_parts(np.maximum(0.0, parts), sizes, least=least)


def _weighted_spread(summed: SummarisedSystem, signs: Floats | None, least: float) -> tuple[float, float] | None:
    """`area_spread_of` weighted rows, from the contribution of each within its class (`area_spread`)."""
    chosen = (
        [summed.position]
        if signs is None
        else [*np.flatnonzero(np.asarray(signs) > 0), *np.flatnonzero(np.asarray(signs) < 0)]
    )
    names = list(summed.summary.rankings)
    found = {} if summed.units is None else summed.units.areas
    sums = found.get(("area", *(names[at] for at in chosen)))
    if sums is None or summed.sizes is None:
        return None
    few = np.array([1 + max(1.0, min(one.df, 3 * one.carriers if one.squares > 0 else inf)) for one in sums])
    return spread_of_parts(np.array([one.squares for one in sums]), np.minimum(summed.sizes, few), least=least)


def area_parts(summed: SummarisedSystem) -> Floats | None:
    """The terms of DeLong's variance by class: from exact sums, the second pass, or the bins of two classes (C,)."""
    if len(summed.ranks) == 1:
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
