"""Areas over pairs of rows of different groups: what rows of one group have in common does not rank new rows.

A test set of two or three groups compares rows of one group with each other in a third to a half of its pairs. What they have in
common then counts for nothing, and the area is that of a model within a group: it was .05 too high where half of the variance of
the columns was common to a group. Two new rows are hardly ever of one group, so that such pairs are left out (METHODS N.17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.measures.areas import group_placements, sums_between
from foldwise.measures.influence import AREA_MULTIPLES, base_name
from foldwise.measures.measure import RankMeasure
from foldwise.measures.spread import pool

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask, Scores
    from foldwise.measures.model_scores import ModelScores

__all__ = ["PairsApart", "area_apart", "compared_groups", "independent_groups", "pairs_apart", "places_apart"]

LEAST_SHARE_APART = 1e-9
"""A smaller share of the weight of all pairs is what rounding leaves of pairs of one group."""


class PairsApart(NamedTuple):
    """Of each prediction (N,) the rows of the other class and of other groups in its test set.

    Parameters
    ----------
    won
        Number of these, or their weight, that it is ranked right against, ties half.
    pairs
        Number of all of them.
    positive
        Whether its own row is of the positive class.
    """

    won: Floats
    pairs: Floats
    positive: Mask


def pairs_apart(scored: ModelScores) -> PairsApart | None:
    """Count the pairs of different groups; None for other measures than areas of two classes, without groups or without such pairs.

    The rows of one test set are left as they are given: `score` gives the area that every other tool gives.
    """
    groups, measure = scored.predictions.groups, scored.measure
    if groups is None or not isinstance(measure, RankMeasure) or base_name(measure) not in AREA_MULTIPLES:
        return None
    seen = scored.outcomes
    if scored.resamples.count < 2 or seen.classes != 2 or seen.scores is None or not seen.size:
        return None
    positive = seen.truth == seen.positive
    codes = np.unique(groups, return_inverse=True)[1]
    group = scored.resample.astype(np.intp) * (int(codes.max()) + 1) + codes[scored.row]
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    won, pairs = _compared(seen.scores[:, seen.positive], positive, weights, scored.resample)
    within, alike = _compared(seen.scores[:, seen.positive], positive, weights, group)
    rest = np.where(pairs - alike > LEAST_SHARE_APART * pairs, pairs - alike, 0.0)
    found = PairsApart(np.clip(won - within, 0.0, rest), rest, positive)
    return found if rest.any() else None


def _compared(scores: Floats, positive: Mask, weights: Floats, group: Codes) -> tuple[Floats, Floats]:
    """Weight of the rows of the other class in its group that each row is ranked right against, and of all of them (N,)."""
    order = np.argsort(group, kind="stable")
    codes = np.unique(group[order], return_inverse=True)[1]
    count = int(codes[-1]) + 1
    given, side, mass = scores[order], positive[order], weights[order]
    plain = bool((mass == 1).all())
    share = group_placements(given, side, None if plain else mass, codes, count)
    ups, all_of_them = np.bincount(codes, weights=side * mass), np.bincount(codes, weights=mass)
    others = np.where(side, all_of_them[codes] - ups[codes], ups[codes])
    right = np.nan_to_num(share) * others
    found = np.empty((2, group.size))
    found[:, order] = (np.rint(2 * right) / 2 if plain else right), others
    return found[0], found[1]


def area_apart(scored: ModelScores, found: PairsApart) -> tuple[Scores, float]:
    """Area of each resample (R,), and all of them together by their pairs.

    A test set without two rows of different groups has the area of its rows, which does not count beside others.
    """
    measure, seen, edges = scored.measure, scored.outcomes, scored.sheet.tested.edges
    weights: Array = found.positive if seen.weights is None else found.positive * seen.weights
    won, pairs = sums_between(weights * found.won, edges), sums_between(weights * found.pairs, edges)
    plain = measure.values(seen, scored.resample, edges.size - 1)
    multiple = AREA_MULTIPLES[base_name(measure)]
    values = 1 - multiple * (1 - np.divide(won, pairs, out=np.ones_like(won), where=pairs > 0))
    return np.where(pairs > 0, values, plain), 1 - multiple * (1 - pool(won, pairs, scored.resamples.repeat))


def compared_groups(scored: ModelScores) -> int:
    """Number of groups whose rows are compared with those of another; 0 where no area is taken over such pairs."""
    groups, found = scored.predictions.groups, scored.apart
    return 0 if groups is None or found is None else int(np.unique(groups[scored.row[found.pairs > 0]]).size)


def independent_groups(scored: ModelScores, rows: float) -> float:
    """Number of compared groups, where that is less than so many independent rows: rows of a group may be ranked wrong together.

    Scores that are all the same rank nothing, whatever the groups are.
    """
    found = scored.apart
    if found is None or np.array_equal(2 * found.won, found.pairs):
        return rows
    return min(rows, float(compared_groups(scored)))


def places_apart(found: PairsApart, weights: Floats | None) -> Floats:
    """What each prediction contributes to the area, with mean 0 (N,).

    Examples
    --------
    >>> found = PairsApart(np.array([2.0, 1.0, 2.0, 1.0]), np.full(4, 2.0), np.array([True, True, False, False]))
    >>> places_apart(found, None)
    array([ 0.5, -0.5,  0.5, -0.5])
    """
    mass = np.ones(found.won.size) if weights is None else weights
    area = float((mass * found.won).sum() / (mass * found.pairs).sum())
    sides = np.where(found.positive, mass @ (found.pairs * found.positive), mass @ (found.pairs * ~found.positive))
    return (found.won - area * found.pairs) * (mass.sum() / sides)
