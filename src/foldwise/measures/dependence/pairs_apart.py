"""Areas over pairs of rows of different groups: effects shared by a group do not help to rank new rows.

A test set of two or three groups compares rows of one group with each other in a third to a half of its pairs. What they have in
common then counts for nothing, and the area is that of a model within a group: it was .05 too high where half of the variance of
the columns was common to a group. Two new rows are hardly ever of one group, so that such pairs are left out (METHODS N.17, N.20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.measures.contributions.influence import AREAS_OF_PAIRS, base_name
from foldwise.measures.measure import RankMeasure
from foldwise.measures.spread import pool
from foldwise.measures.tallies.areas import group_placements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Codes, Floats, Mask, Scores
    from foldwise.measures.model_scores import ModelScores
    from foldwise.measures.outcomes import Outcomes

__all__ = ["PairsApart", "area_apart", "compared_groups", "pair_weights", "pairs_apart", "places_apart"]

LEAST_SHARE_APART = 1e-9
"""Share of the weight of all pairs below which pairs of different groups are only rounding."""

EVERY_PAIR = "leave-p-groups-out"
"""Kind of the resamples that test every pair of groups together."""
LARGEST_GROUP_SHARE = 0.4
"""Largest share of the rows that a group is corrected for."""


class PairsApart(NamedTuple):
    """Pairs of rows of different groups in a test set, in each of the K comparisons of two sides that an area is the mean of.

    Two classes are compared once. Of more, each class is compared with the rest, or with each other class by the score of the first.

    Parameters
    ----------
    won, pairs
        Pairs of each comparison and resample that are ranked right, ties half, and all of them, or their weight (K, R).
    shares
        Weight of each comparison in the mean (K,).
    contribution
        What each prediction contributes to the area, with mean 0 (N,).
    weight
        Weight of the pairs of each prediction, relative to that of all pairs of its side of a comparison (N,).
    compared
        Whether a prediction is in any of these pairs (N,).
    tied
        Whether all pairs are ties, as those of scores that are all the same.
    """

    won: Floats
    pairs: Floats
    shares: Floats
    contribution: Floats
    weight: Floats
    compared: Mask
    tied: bool


class _Sides(NamedTuple):
    """Rows that are compared, which of them are on the first side, what they are ranked by, and the share of the comparison."""

    rows: Codes
    first: Mask
    scores: Floats
    share: float


def pairs_apart(scored: ModelScores) -> PairsApart | None:
    """Count the pairs of different groups; None for other measures than areas, without groups or without such pairs.

    The rows of one test set are left as they are given: `score` gives the area that every other tool gives.
    """
    groups, measure = scored.predictions.groups, scored.measure
    if groups is None or not isinstance(measure, RankMeasure) or base_name(measure) not in AREAS_OF_PAIRS:
        return None
    seen = scored.outcomes
    if scored.resamples.count < 2 or seen.scores is None or not seen.size:
        return None
    codes = np.unique(groups, return_inverse=True)[1]
    group = scored.resample.astype(np.intp) * (int(codes.max()) + 1) + codes[scored.row]
    weights, count = np.ones(seen.size) if seen.weights is None else seen.weights, scored.sheet.tested.edges.size - 1
    won, pairs, shares, tied = [], [], [], True
    psi, weight, compared = np.zeros(seen.size), np.zeros(seen.size), np.zeros(seen.size, dtype=np.bool_)
    for rows, first, scores, share in _comparisons(seen, base_name(measure)):
        mass, resample = weights[rows], scored.resample[rows]
        right, rest = _of_other_groups(scores, first, mass, resample, group[rows])
        if not rest.any():
            return None
        ups = mass * first
        won.append(np.bincount(resample, weights=ups * right, minlength=count))
        pairs.append(np.bincount(resample, weights=ups * rest, minlength=count))
        shares.append(share)
        total = float(weights.sum())
        psi[rows] += share * places_apart(right, rest, first, mass, total=total)
        weight[rows] += share * rest * _row_scale(rest, first, mass, total)
        compared[rows] |= rest > 0
        tied = tied and np.array_equal(2 * right, rest)
    if not shares:
        return None
    if scored.resamples.kind == EVERY_PAIR:
        own = _of_own_group(codes[scored.row])
        psi, weight = psi * own, weight * own
    return PairsApart(np.array(won), np.array(pairs), np.array(shares), psi, weight, compared, tied)


def _of_own_group(group: Codes) -> Floats:
    """By how much more than its place a row moves an area in which its group is compared with every other (N,).

    Groups move the places of the others too. With a share w of the rows, what a group has of its own is lost from the places of its rows by a
    factor of (1 - 2w)/(1 - w), four fifths with six groups, as the others are held against it in turn. Beyond a share of .4 nothing more is made up for.

    Examples
    --------
    >>> _of_own_group(np.repeat(np.arange(6), 2))[:2]
    array([1.25, 1.25])
    """
    shares = np.minimum(np.bincount(group) / group.size, LARGEST_GROUP_SHARE)
    return ((1 - shares) / (1 - 2 * shares))[group]


def _comparisons(seen: Outcomes, name: str) -> Iterator[_Sides]:
    """The comparisons of two sides that an area is the mean of; without those of classes that have no rows."""
    scores, rows, classes = np.empty((0, 0)) if seen.scores is None else seen.scores, np.arange(seen.size), seen.classes
    if "ovr" in name:
        mass = np.bincount(seen.truth, weights=seen.weights, minlength=classes).astype(np.float64)
        shares = mass / mass.sum() if name == "weighted-ovr-auc" else np.full(classes, 1 / classes)
        for c in range(classes):
            yield _Sides(rows, seen.truth == c, scores[:, c], float(shares[c]))
        return
    if classes == 2:
        yield _Sides(rows, seen.truth == seen.positive, scores[:, seen.positive], 1.0)
        return
    for i in range(classes):
        for j in range(classes):
            if i != j:
                both = np.flatnonzero((seen.truth == i) | (seen.truth == j))
                yield _Sides(both, seen.truth[both] == i, scores[both, i], 1 / (classes * (classes - 1)))


def _of_other_groups(  # noqa: PLR0917 - what a group of rows is made of
    scores: Floats, first: Mask, weights: Floats, resample: Codes, group: Codes
) -> tuple[Floats, Floats]:
    """Weight of the rows of the other side and of other groups in its test set that each is ranked right against, and of all (N,)."""
    if not scores.size:
        return np.empty(0), np.empty(0)
    won, pairs = _compared(scores, first, weights, resample)
    within, alike = _compared(scores, first, weights, group)
    rest = np.where(pairs - alike > LEAST_SHARE_APART * pairs, pairs - alike, 0.0)
    return np.clip(won - within, 0.0, rest), rest


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
    """Area of each resample (R,), and all of them together: every comparison by its pairs.

    A test set that lacks pairs of different groups in some comparison has the area of its rows, which does not count beside others.
    """
    measure = scored.measure
    plain = measure.values(scored.outcomes, scored.resample, found.won.shape[1])
    multiple, there = AREAS_OF_PAIRS[base_name(measure)], (found.pairs > 0).all(axis=0)
    areas = found.shares @ np.divide(found.won, found.pairs, out=np.ones_like(found.won), where=found.pairs > 0)
    repeat = scored.resamples.repeat
    pooled = [pool(won, pairs, repeat)[1] for won, pairs in zip(found.won, found.pairs, strict=True)]
    return np.where(there, 1 - multiple * (1 - areas), plain), 1 - multiple * (1 - float(found.shares @ pooled))


def pair_weights(scored: ModelScores) -> Floats | None:
    """Weight of the pairs of different groups that each row is in, 0 for rows that are in none (n,); None where no area is taken over such pairs.

    A row of a large group meets few rows of other groups in its test sets, so that the group counts for less than its share of the rows.
    """
    if scored.apart is None:
        return None
    weights, n = scored.predictions.weights, scored.predictions.n
    times, sums = (np.bincount(scored.row, weights=one, minlength=n) for one in (None, scored.apart.weight))
    found = sums / np.maximum(times, 1)
    return np.asarray(found if weights is None else found * weights / weights[times > 0].mean())


def compared_groups(scored: ModelScores) -> int:
    """Number of groups whose rows are compared with those of another; 0 where no area is taken over such pairs."""
    groups, found = scored.predictions.groups, scored.apart
    return 0 if groups is None or found is None else int(np.unique(groups[scored.row[found.compared]]).size)


def places_apart(won: Floats, pairs: Floats, first: Mask, weights: Floats, *, total: float | None = None) -> Floats:
    """What each row contributes to the area of one comparison, with mean 0 (N,).

    Parameters
    ----------
    won, pairs
        Rows of the other side and of other groups that each row is ranked right against, and all of them, or their weight (N,).
    first, weights
        Whether a row is on the first side, and its weight (N,).
    total
        Weight of all rows that the area is a mean over, these among them; that of these where it is not given.

    Examples
    --------
    >>> places_apart(np.array([2.0, 1.0, 2.0, 1.0]), np.full(4, 2.0), np.array([True, True, False, False]), np.ones(4))
    array([ 0.5, -0.5,  0.5, -0.5])
    """
    area = float((weights * won).sum() / (weights * pairs).sum())
    return (won - area * pairs) * _row_scale(pairs, first, weights, float(weights.sum()) if total is None else total)


def _row_scale(pairs: Floats, first: Mask, weights: Floats, total: float) -> Floats:
    """Weight of all rows over that of the pairs of the rows on one's own side (N,)."""
    return np.asarray(total / np.where(first, weights @ (pairs * first), weights @ (pairs * ~first)))
