"""Areas under many ROC curves at once: one sort for all resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["areas", "each_pair_once", "group_placements", "pair_areas", "sorted_wins", "sums_between"]

SCORES_AT_ONCE = 2_000_000
"""Scores sorted at once."""
MOST_PADDING = 1.25
"""Groups are padded to one size where that adds at most a quarter."""
MOST_INT32_ROWS = 2**29
"""Twice as many rows are still counted in four bytes."""


def areas(  # noqa: PLR0917 - what a group of rows is made of
    scores: Floats, positive: Mask, weights: Floats | None, group: Codes, groups: int
) -> tuple[Floats, Floats]:
    """Probability that a positive row scores above a negative one within each group, ties half; NaN without a pair.

    Also the weight of the pairs (positive, negative) of each group (groups,).

    Examples
    --------
    >>> areas(np.array([0.1, 0.4, 0.2, 0.2]), np.array([False, True, False, True]), None, np.array([0, 0, 1, 1]), 2)
    (array([1. , 0.5]), array([1., 1.]))
    """
    if group.size and np.any(group[1:] < group[:-1]):
        order = np.argsort(group, kind="stable")
        weights = None if weights is None else weights[order]
        scores, positive, group = scores[order], positive[order], group[order]
    edges = np.searchsorted(group, np.arange(groups + 1))
    ups = sums_between(positive if weights is None else positive * weights, edges)
    pairs = ups * ((np.diff(edges) if weights is None else sums_between(weights, edges)) - ups)
    wins = np.empty(groups)
    if weights is None and native.COMPILED:
        native._native.area_wins(**_ranked(scores, positive, edges), wins=wins)
    else:
        wins = sorted_wins(scores, positive, weights, edges)
    # With weights by the pairs won and lost, so that rounding leaves no pair lost at 1 and no pair won at 0.
    total = pairs if weights is None else wins + sorted_wins(scores, ~positive, weights, edges)
    return np.divide(wins, total, out=np.full(groups, np.nan), where=total > 0), pairs


class _Ranked(TypedDict):
    """What the compiled functions are handed."""

    scores: Floats
    positive: Mask
    starts: Codes
    threads: int


def _ranked(scores: Floats, positive: Mask, edges: Codes) -> _Ranked:
    return {
        "scores": np.ascontiguousarray(scores, np.float64),
        "positive": np.ascontiguousarray(positive),
        "starts": np.ascontiguousarray(edges, np.int64),
        "threads": native.cores() if scores.size >= native.WORTH_THREADS else 1,
    }


def pair_areas(  # noqa: PLR0917 - what a group of rows is made of
    scores: Floats, truth: Codes, weights: Floats | None, group: Codes, groups: int
) -> Floats:
    """Mean over the ordered pairs of classes of the area between them, by the score of the first; NaN without a class.

    References
    ----------
    hand2001.

    Examples
    --------
    >>> pair_areas(np.eye(3)[[0, 1, 2, 1]], np.array([0, 1, 2, 2]), None, np.zeros(4, dtype=int), 1)
    array([0.875])
    """
    total, classes = np.zeros(groups), scores.shape[1]
    for i in range(classes):
        for j in range(classes):
            if i != j:
                both = (truth == i) | (truth == j)
                mine = None if weights is None else weights[both]
                total += areas(scores[both, i], truth[both] == i, mine, group[both], groups)[0]
    return total / (classes * (classes - 1))


def group_placements(  # noqa: PLR0917 - what a group of rows is made of
    scores: Floats, positive: Mask, weights: Floats | None, group: Codes, groups: int
) -> Floats:
    """Share of the other side of its group that each row is ranked right against, ties half (N,); NaN without one.

    The mean over the positive rows of a group, and that over its negative rows, is the area of the group. The rows must be
    ordered by group.

    Examples
    --------
    >>> group_placements(
    ...     np.array([0.1, 0.4, 0.2, 0.2]), np.array([False, True, False, True]), None, np.array([0, 0, 1, 1]), 2
    ... )
    array([1. , 1. , 0.5, 0.5])
    """
    if scores.size == 0:
        return np.empty(0)
    edges = np.searchsorted(group, np.arange(groups + 1, dtype=group.dtype))
    if weights is None and native.COMPILED:
        places = np.empty(scores.size)
        native._native.placements(**_ranked(scores, positive, edges), places=places)
        return places
    if _all_tied(scores, edges):
        both = np.bincount(group, weights=positive, minlength=groups) % np.maximum(np.diff(edges), 1) > 0
        return np.where(both, 0.5, np.nan)[group]
    order, sizes = _order(scores, edges), edges[1:] - edges[:-1]
    hit, starts = positive[order], _run_starts(scores[order], edges)
    ups = _through(hit if weights is None else hit * weights[order])
    downs = _through(~hit if weights is None else ~hit * weights[order])
    # Twice the middle of the places of a run of equal scores, so that counts stay whole numbers.
    below = _middles(downs, starts) - np.repeat(2 * downs[edges[:-1]], sizes)
    above = np.repeat(2 * ups[edges[1:]], sizes) - _middles(ups, starts)
    others = [np.repeat(2 * (through[edges[1:]] - through[edges[:-1]]), sizes) for through in (downs, ups)]
    out = np.empty(order.size)
    with np.errstate(invalid="ignore", divide="ignore"):
        out[order] = np.where(hit, below, above) / np.where(hit, *others)
    return out


def _all_tied(scores: Floats, edges: Codes) -> bool:
    """Whether every group has one score only, as those of a model without features."""
    if scores[0] != scores[edges[1] - 1]:
        return False
    starts = edges[:-1][np.diff(edges) > 0]
    return np.array_equal(np.maximum.reduceat(scores, starts), np.minimum.reduceat(scores, starts))


def _run_starts(ranked: Floats, edges: Codes) -> Codes | None:
    """Where runs of equal scores of one group start, and the end of the last; None where no two are equal."""
    new = np.empty(ranked.size + 1, dtype=np.bool_)
    np.not_equal(ranked[1:], ranked[:-1], out=new[1:-1])
    new[edges] = True
    return None if new.all() else np.flatnonzero(new)


def _through(values: Array) -> Array:
    """Sums of the values before each of them, and of all (N + 1,)."""
    kind = np.float64 if values.dtype == np.float64 else np.intp if values.size > MOST_INT32_ROWS else np.int32
    sums = np.zeros(values.size + 1, dtype=kind)
    np.cumsum(values, out=sums[1:])
    return sums


def _middles(through: Array, starts: Codes | None) -> Array:
    """Sum before and through the run of each row (N,)."""
    if starts is None:
        return through[1:] + through[:-1]
    return np.repeat(through[starts[1:]] + through[starts[:-1]], starts[1:] - starts[:-1])


def sums_between(values: Array, edges: Codes) -> Floats:
    """Sums of the values from edges[g] to edges[g + 1] (groups,).

    Examples
    --------
    >>> sums_between(np.array([1.0, 2.0, 3.0]), np.array([0, 2, 2, 3]))
    array([3., 0., 3.])
    """
    sums = np.zeros(edges.size - 1)
    filled = edges[1:] > edges[:-1]
    if filled.any():
        sums[filled] = np.add.reduceat(values, edges[:-1][filled], dtype=np.float64)
    return sums


def sorted_wins(scores: Floats, positive: Mask, weights: Floats | None, edges: Codes) -> Floats:
    """Weight of the pairs that the positive row wins, a block of groups at a time."""
    wins = np.zeros(edges.size - 1)
    for first, last in _blocks(edges):
        some = slice(edges[first], edges[last])
        mine = None if weights is None else weights[some]
        wins[first:last] = _wins(scores[some], positive[some], mine, edges[first : last + 1] - edges[first])
    return wins


def _blocks(edges: Codes) -> list[tuple[int, int]]:
    """Runs of whole groups with about `SCORES_AT_ONCE` rows."""
    if edges[-1] == 0:
        return []
    cuts = np.unique(np.searchsorted(edges, np.arange(0, edges[-1] + SCORES_AT_ONCE, SCORES_AT_ONCE)[:-1], side="left"))
    ends = [*cuts[1:].tolist(), edges.size - 1]
    return [(first, last) for first, last in zip(cuts.tolist(), ends, strict=True) if first < last]


def _wins(scores: Floats, positive: Mask, weights: Floats | None, edges: Codes) -> Floats:
    """Weight of the pairs that the positive row wins, ties half, in each of the groups between the edges."""
    sizes = np.diff(edges)
    order = _order(scores, edges)
    ranked, hit = scores[order], positive[order]
    new = np.empty(order.size, dtype=np.bool_)
    new[:1] = True
    np.not_equal(ranked[1:], ranked[:-1], out=new[1:])
    new[edges[:-1][sizes > 0]] = True
    starts = np.flatnonzero(new)
    weight = np.ones(order.size) if weights is None else weights[order]
    ups, downs = np.where(hit, weight, 0.0), np.where(hit, 0.0, weight)
    up, down = (np.add.reduceat(side, starts) if starts.size < order.size else side for side in (ups, downs))
    through = np.cumsum(down)
    # Sums of ones are exact, so that what earlier groups added is taken off again without a trace.
    run = np.searchsorted(starts, edges)
    before = np.concatenate([[0.0], through])[run]
    won = up * (through - down / 2 - np.repeat(before[:-1], np.diff(run)))
    owner = np.repeat(np.arange(sizes.size), np.diff(run))
    return np.asarray(np.bincount(owner, weights=won, minlength=sizes.size), dtype=np.float64)


def _order(scores: Floats, edges: Codes) -> Codes:
    """Rows ordered by group and score; groups of like size are sorted side by side."""
    sizes = np.diff(edges)
    longest = int(sizes.max(initial=0))
    if longest * sizes.size > MOST_PADDING * scores.size + 64:
        return np.lexsort((scores, np.repeat(np.arange(sizes.size), sizes)))
    if int(sizes.min()) == longest:
        return (np.argsort(scores.reshape(sizes.size, longest), axis=1) + edges[:-1, None]).ravel()
    there = np.arange(longest) < sizes[:, None]
    table: Array = np.full(there.shape, np.inf)
    table[there] = scores
    # Stable where it must be: the padding stays behind scores that are infinite themselves.
    order = np.argsort(table, axis=1, kind="stable" if scores.max() == np.inf else None) + edges[:-1, None]
    return order[there]


def each_pair_once(contribution: Floats, group: Codes) -> Floats:
    """Contributions of rows to an area without counting a pair twice, so that their sum over a group is its deviation (N,).

    Every pair of rows is in the place of both. Rows that are independent do not show it, since places differ between them. In time the sums over
    periods count, and in those both rows of a pair bring what the area of the period is above that of all.

    Examples
    --------
    >>> each_pair_once(np.array([0.2, 0.4, -0.2, -0.4]), np.array([0, 0, 1, 1])).round(2)
    array([ 0.05,  0.25, -0.05, -0.25])
    """
    sizes = np.bincount(group)
    means = np.bincount(group, weights=contribution) / np.maximum(sizes, 1)
    return contribution - means[group] / 2
