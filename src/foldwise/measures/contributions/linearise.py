"""A measure under resampling, linearised: one contribution per prediction, whatever the form of the measure.

Ratios, ranks and calibration measures have no loss per row, but to first order they are means of one: θ̂ - θ ≈ mean of
ψ over the rows, with ψ the influence function. So the variance theory of a mean loss serves every measure (METHODS N.1).
Near the ends of a range, where every row agrees and the spread says nothing, the derivative is taken with half a row
right and half a row wrong added to every class (METHODS N.4).
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.measures.contributions.association_influence import ASSOCIATIONS
from foldwise.measures.contributions.edge import predicted_columns, smooth_table
from foldwise.measures.contributions.influence import AREAS_OF_PAIRS, base_name, sum_gradient
from foldwise.measures.contributions.jackknife import jackknife_contributions
from foldwise.measures.dependence.group_units import class_units, compared_units, independent_pairs, loss_units
from foldwise.measures.dependence.uneven_test_sets import by_test_set, has_uneven_test_sets
from foldwise.measures.measure import CountMeasure, LossMeasure, Needs, RankMeasure, SumMeasure
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.tallies.areas import each_pair_once, group_placements
from foldwise.measures.tallies.tally import MOST_PLACED
from foldwise.measures.unseen.unseen_loss import worse_loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.measures.model_scores import ModelScores
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "Linearised",
    "by_repeat",
    "count_slopes",
    "linearise",
    "loss_edges",
    "rank_edges",
    "ranks_rows",
    "transform_slope",
    "unseen_loss",
]

HALF_ROW = 0.5
"""Rows that are supposed at the bounds of a range beside those observed, so that a variance is not 0 (METHODS N.2)."""


class Linearised(NamedTuple):
    """The influence of each prediction on a measure, to first order.

    Parameters
    ----------
    contribution
        ψ of each prediction, with mean 0 (N,); NaN where its resample has no value.
    centre
        The value with half a row added to every class; the value itself where nothing was added.
    added
        Variance of the estimate that the added half rows bring.
    floor
        Least variance of the estimate that so few rows allow.
    unseen
        Contribution of a supposed row worse than those observed, as a share of one row; 0 where none is supposed.
    stable
        ψ of each prediction among all rows of its repeat, where the few rows of a resample add noise of their own that says
        nothing about the training sets (ranks); None where the contributions themselves tell.
    discrete
        Whether contributions jump when a label flips, so that they change more than the model does.
    jump
        By how much they jump at most; 0 where they change smoothly.
    bias
        Bias of average precision in small test sets, by the jackknife; 0 for any other measure.
    alike
        Design effect of the row that is supposed, where rows come in groups.
    """

    contribution: Floats
    centre: float
    added: float = 0.0
    floor: float = 0.0
    unseen: float = 0.0
    stable: Floats | None = None
    discrete: bool = False
    jump: float = 0.0
    bias: float = 0.0
    alike: float = 1.0


def linearise(scored: ModelScores) -> Linearised | None:
    """Give the contributions of the predictions; None for a measure that has no derivative.

    Examples
    --------
    >>> from foldwise.measures import ModelScores, measure
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes", "yes", "no"], {"a": ["no", "yes", "no", "no"]})
    >>> linearise(ModelScores(table, "a", measure("error"))).contribution
    array([-0.25, -0.25,  0.75, -0.25])
    """
    measure = scored.measure
    if isinstance(measure, LossMeasure):
        return _of_losses(scored, measure)
    if isinstance(measure, CountMeasure):
        return _of_counts(scored, measure)
    if isinstance(measure, SumMeasure):
        return _of_sums(scored, measure)
    if isinstance(measure, PooledMeasure):
        return _of_pooled(scored, measure)
    return _of_ranks(scored, measure) if isinstance(measure, RankMeasure) else None


def _of_losses(scored: ModelScores, measure: LossMeasure) -> Linearised:
    losses, mean = scored.losses, scored.raw_value
    slope = transform_slope(measure, mean)
    return loss_edges(scored, measure, slope * (losses - mean), mean=mean, slope=slope)


def loss_edges(
    scored: ModelScores, measure: LossMeasure, contribution: Floats, *, mean: float, slope: float = 1.0
) -> Linearised:
    """Half rows and the worse row that are supposed for a mean loss."""
    n = scored.sheet.tested.tests.rows.size
    alike = 1.0 if scored.predictions.groups is None else loss_units(scored, measure)
    if not measure.zero_one:
        worse = worse_loss(scored, measure, mean)
        added = HALF_ROW * (mean / n) ** 2 if measure.needs is Needs.PROBABILITY else 0.0
        if measure.needs is Needs.COSTS:
            added = HALF_ROW * _squared_extreme_costs(scored, mean) / n**2
        unseen, jump = slope * worse.cost, slope * worse.jump
        added *= (slope * alike) ** 2
        return Linearised(contribution, scored.value, added, unseen=unseen, discrete=jump > 0, jump=jump, alike=alike)
    half = HALF_ROW * alike
    added = half**2 / HALF_ROW * ((1 - mean) ** 2 + mean**2) / n**2
    return Linearised(contribution, (mean * n + half) / (n + 2 * half), added, discrete=True, jump=1.0)


def unseen_loss(scored: ModelScores) -> float:
    """Contribution of a row worse than those observed to a mean loss, as a share of one row; 0 for other measures.

    Examples
    --------
    >>> from foldwise.measures import ModelScores, measure
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes"], {"a": ["no", "yes"]}, scores={"a": [0.5, 0.5]})
    >>> unseen_loss(ModelScores(table, "a", measure("error")))
    0.0
    """
    measure = scored.measure
    if not isinstance(measure, LossMeasure):
        return 0.0
    mean = scored.raw_value
    slope = transform_slope(measure, mean)
    return loss_edges(scored, measure, np.empty(0), mean=mean, slope=slope).unseen


def transform_slope(measure: LossMeasure, mean: float) -> float:
    """Derivative of the transform of a mean loss; 1 where it has none."""
    return 1.0 if measure.transform is None or mean == 0 else float(measure.transform.derivative(np.asarray(mean)))


def _squared_extreme_costs(scored: ModelScores, mean: float) -> float:
    """Squared contributions of a row of the least and one of the largest cost, of which half a row each is supposed."""
    costs = scored.outcomes.costs
    return 0.0 if costs is None else float(costs.max() - mean) ** 2 + float(mean - costs.min()) ** 2


def _of_counts(scored: ModelScores, measure: CountMeasure) -> Linearised:
    seen = scored.outcomes
    slopes, edges = count_slopes(scored, measure, seen.confusion()[0])
    return edges._replace(contribution=slopes[seen.truth, predicted_columns(seen)])


def count_slopes(scored: ModelScores, measure: CountMeasure, table: Array) -> tuple[Floats, Linearised]:
    """Contribution of a row of each cell (C, C + 1), and the half rows that are supposed; from all predictions pooled."""
    n = scored.sheet.tested.tests.rows.size
    positive = scored.outcomes.positive if measure.about else scored.predictions.positive
    row = 1.0 if scored.predictions.groups is None else class_units(scored, len(table))
    found = smooth_table(measure, table * (n / np.add.reduce(table, axis=None)), positive, row=row)
    total = float(np.add.reduce(found.table, axis=None))
    moves = found.slopes if isinstance(row, float) else row * found.slopes
    variance = float(np.vdot(found.added, moves * moves)) / total**2
    slopes = found.slopes * (n / total)
    jump = max([max(line[:-1]) - min(line[:-1]) for line in slopes.tolist()])
    return slopes, Linearised(np.empty(0), found.value, variance, discrete=True, jump=jump)


def _of_sums(scored: ModelScores, measure: SumMeasure) -> Linearised | None:
    seen = scored.outcomes
    rows = measure.rows(seen)
    slopes = sum_gradient(measure, rows, seen)
    means = np.average(rows, axis=0, weights=seen.weights)
    psi = (rows - means) @ slopes
    if not np.isfinite(psi).all():
        return None
    if measure.loss is None:
        return Linearised(psi, scored.value)
    return loss_edges(scored, measure.loss, psi, mean=float(means[0]), slope=abs(float(slopes[0])))


def _of_pooled(scored: ModelScores, measure: PooledMeasure) -> Linearised | None:
    """Formulas of the measure's own, on the pooled rows of each repeat."""
    if measure.moves is None:
        return None
    psi = by_repeat(scored, measure.moves)
    few = float(scored.sheet.tested.tests.rows.size)
    return rank_edges(scored, psi, few, None) if np.isfinite(psi).all() else None


def by_repeat(scored: ModelScores, moves: Callable[[Outcomes], Floats]) -> Floats:
    """Contributions among all rows of each repeat (N,)."""
    repeat = scored.resamples.repeat[scored.resample]
    psi = np.full(repeat.size, np.nan)
    for one in np.unique(repeat):
        rows = np.flatnonzero(repeat == one)
        try:
            psi[rows] = moves(scored.outcomes.where(rows))
        except np.linalg.LinAlgError:  # a repeat of few rows without a fit has no derivative
            return np.full(repeat.size, np.nan)
    return psi


def _of_ranks(scored: ModelScores, measure: RankMeasure) -> Linearised | None:
    """Areas by the placement of each row among the other class, other rank statistics by leaving rows out."""
    if np.isnan(scored.value) or not ranks_rows(scored):
        return None
    name = base_name(measure)
    one_vs_rest = "ovr" in name
    if name in ASSOCIATIONS:
        return _of_associations(scored, ASSOCIATIONS[name])
    if scored.apart is not None:
        psi = AREAS_OF_PAIRS[name] * scored.apart.contribution
        return _of_placements(scored, psi, compared_units(scored), _stable(scored, one_vs_rest=one_vs_rest))
    if name in AREAS_OF_PAIRS:
        psi = AREAS_OF_PAIRS[name] * _placed_sum(scored, scored.resample, one_vs_rest=one_vs_rest)
        if scored.in_time and scored.resamples.kind == "forward":
            psi = each_pair_once(psi, scored.resample)
        return _of_placements(scored, psi, independent_pairs(scored), _stable(scored, one_vs_rest=one_vs_rest))
    found = jackknife_contributions(scored, measure)
    few = (
        independent_pairs(scored)
        if scored.predictions.is_classification
        else float(scored.sheet.tested.tests.rows.size)
    )
    if found is None:
        return None
    made = _of_placements(scored, found.contribution, few, _stable(scored))
    return made if made is None or name != "average-precision" else made._replace(bias=found.bias)


def _of_associations(scored: ModelScores, influence: Callable[[Outcomes], Floats]) -> Linearised | None:
    size, tested = scored.associated_rows, float(scored.sheet.tested.tests.rows.size)
    scale = sqrt(size / (size - 1))  # a correlation of m rows varies as that of m - 1 would
    psi = scale * by_repeat(scored, influence)
    if not has_uneven_test_sets(scored):
        return _of_placements(scored, psi, tested, None)
    return _of_placements(scored, scale * by_test_set(scored, influence), tested, psi)


def _of_placements(scored: ModelScores, psi: Floats, fewest: float, stable: Floats | None) -> Linearised | None:
    return rank_edges(scored, psi, fewest, stable) if np.isfinite(psi).any() else None


def ranks_rows(scored: ModelScores) -> bool:
    """Whether test sets have rows to compare, and not so many that they are not looked at one by one."""
    return scored.resamples.test_size >= 2 and scored.outputs.row.size <= MOST_PLACED


def rank_edges(scored: ModelScores, psi: Floats, fewest: float, stable: Floats | None) -> Linearised:
    """Half a row on the wrong side, for a rank statistic that rests on this many independent comparisons."""
    measure = scored.measure
    width = measure.high - measure.low
    if not isfinite(width):
        return Linearised(psi, scored.value, stable=stable)
    position = (scored.value - measure.low) / width
    shrunk = (position * fewest + HALF_ROW**2) / (fewest + HALF_ROW)
    return Linearised(psi, measure.low + width * shrunk, floor=(HALF_ROW * width / fewest) ** 2, stable=stable)


def _stable(scored: ModelScores, *, one_vs_rest: bool = True) -> Floats | None:
    """Centred placements of the rows among all rows of their repeat; None where there are no scores, or rows are tested once."""
    if not scored.sheet.tested.tests.again or scored.outcomes.scores is None:
        return None
    return _placed_sum(scored, scored.resamples.repeat[scored.resample], one_vs_rest=one_vs_rest)


def _placed_sum(scored: ModelScores, group: Codes, *, one_vs_rest: bool) -> Floats:
    """Centred placements of the rows within their group of predictions, summed over the comparisons of two classes (N,)."""
    weights = scored.outcomes.weights
    moves = [
        _centred(place, first, weights) * share
        for place, first, share in _class_pairs(scored, group, one_vs_rest=one_vs_rest)
    ]
    return np.asarray(sum(moves[1:], start=moves[0]))


def _class_pairs(scored: ModelScores, group: Codes, *, one_vs_rest: bool) -> list[tuple[Floats, Mask, float]]:
    """Placements of the rows in every comparison of two sides (NaN: not in it), which rows are on the first side, and its share."""
    seen, count = scored.outcomes, int(group[-1]) + 1
    scores: Array = np.empty((seen.size, 0)) if seen.scores is None else seen.scores
    if seen.classes == 2:
        positive = seen.truth == seen.positive
        place = group_placements(scores[:, seen.positive], positive, seen.weights, group, count)
        return [(place, positive, 1.0)]
    if one_vs_rest:
        share = _class_shares(scored)
        sides = [seen.truth == c for c in range(seen.classes)]
        return [
            (group_placements(scores[:, c], side, seen.weights, group, count), side, share[c])
            for c, side in enumerate(sides)
        ]
    found = []
    for i in range(seen.classes):
        for j in range(seen.classes):
            if i == j:
                continue
            first, second = seen.truth == i, seen.truth == j
            place = _placed(scored, scores[:, i], (first, second), group)
            found.append((place, first, 1 / (seen.classes * (seen.classes - 1))))
    return found


def _placed(scored: ModelScores, scores: Floats, sides: tuple[Mask, Mask], group: Codes) -> Floats:
    """Placements of the rows on two sides, NaN for other rows."""
    seen, rows = scored.outcomes, np.flatnonzero(sides[0] | sides[1])
    weights = None if seen.weights is None else seen.weights[rows]
    place = np.full(seen.size, np.nan)
    place[rows] = group_placements(scores[rows], sides[0][rows], weights, group[rows], int(group[-1]) + 1)
    return place


def _class_shares(scored: ModelScores) -> Floats:
    """Weight of each class in the mean over the classes."""
    seen = scored.outcomes
    if base_name(scored.measure) == "ovr-auc":
        return np.full(seen.classes, 1 / seen.classes)
    mass = np.bincount(seen.truth, weights=seen.weights, minlength=seen.classes).astype(np.float64)
    return np.asarray(mass / mass.sum())


def _centred(place: Floats, first: Mask, weights: Floats | None) -> Floats:
    """(placement - mean placement of the side) · n / rows of the side; 0 for rows that are not compared."""
    placed = float(place.sum()) if weights is None else float(place @ weights)
    if placed != placed:
        kept = np.flatnonzero(~np.isnan(place))
        psi = np.zeros(place.size)
        if kept.size:
            own = None if weights is None else weights[kept]
            psi[kept] = _centred(place[kept], first[kept], own) * (_mass(place, weights) / _mass(kept, own))
        return psi
    inside, total = first.astype(np.float64) if weights is None else first * weights, _mass(place, weights)
    ups = float(inside.sum())
    up = float(place @ inside)
    # A side without rows has no mean, and none of its rows asks for it.
    high, more = (up / ups, total / ups) if ups > 0 else (0.0, 0.0)
    low, fewer = ((placed - up) / (total - ups), total / (total - ups)) if total > ups else (0.0, 0.0)
    return (place - np.where(first, high, low)) * np.where(first, more, fewer)


def _mass(rows: Array, weights: Floats | None) -> float:
    """Number of the rows, or their weight."""
    return float(rows.size if weights is None else weights.sum())
