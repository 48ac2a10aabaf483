"""Lower limit of the largest gap between two distribution functions of scores, which chance alone makes large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import cached_property
from foldwise.measures import row_weight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures import Outcomes

__all__ = ["least_gap"]

DRAWS = 500
"""Draws of random weights."""
MOST_NUMBERS = 4_000_000
"""Numbers of one block of draws."""
NEAR_FACTOR = 1.5
"""A gap may be the largest in truth if it is smaller than the largest by less than this factor times the rise by chance."""


def least_gap(seen: Outcomes, level: float, *, groups: Codes | None = None, seed: int = 0) -> float:
    """D̂ - q: chance lifts the largest of the gaps that may be the largest in truth by q at most, at the level.

    A bootstrap sample adds gaps by chance to those of the sample, so that bootstrap intervals lie too high: for 300 rows and scores without
    information 19 % contained the truth. Here the gaps at all thresholds are drawn with random weights of the rows (Rubin 1981), or groups, and q is the upper
    quantile of the largest rise over the thresholds whose gap is near the largest: all thresholds for scores without information,
    those around the best one for others.

    Parameters
    ----------
    seen
        Rows of two classes with scores.
    level
        Level of the interval; q is the quantile (1 + level)/2.
    groups
        Group of each row, where rows come in groups (N,).
    seed
        Seed of the draws.

    References
    ----------
    rubin1981.
    """
    scores = np.empty((0, 2)) if seen.scores is None else seen.scores
    given, mine = scores[:, seen.positive], seen.truth == seen.positive
    mass = np.ones(seen.size) if seen.weights is None else seen.weights
    alike = np.zeros(seen.size) if groups is None else _group_sums(given, groups)
    order = np.lexsort((alike, mass, mine, -given))  # the same draws whatever the order of the rows
    sorted_scores, own, weights = given[order], mine[order], mass[order]
    last = np.append(sorted_scores[1:] != sorted_scores[:-1], True)
    units = np.arange(seen.size) if groups is None else _by_appearance(groups[order])
    gaps = _gaps(weights[None], own, last)[0]
    sign = 1.0 if gaps.max() >= -gaps.min() else -1.0  # scores may rank the classes the wrong way round
    gaps, largest = sign * gaps, float(np.abs(gaps).max())
    drawn = RandomRises(weights, own, last, units, sign, gaps, seed)
    side = (1 + level) / 2
    whole = float(np.quantile(drawn.map(_largest_rise), side))
    least = largest - NEAR_FACTOR * whole
    near, other = (
        gaps >= least,
        -gaps >= least,
    )  # for scores without information the largest gap may have the other sign
    lifted = drawn.map(lambda rises: _near_rise(rises, near, other))
    rows = min(float(weights[one].sum()) / row_weight(weights[one]) for one in (own, ~own))
    # Under random weights the mean of m rows varies as that of m + 1 rows.
    return largest - max(0.0, float(np.quantile(lifted, side))) * float(np.sqrt((rows + 1) / max(1.0, rows - 1)))


def _group_sums(scores: Floats, groups: Codes) -> Floats:
    """Sum of the scores of the group of each row (N,)."""
    codes = np.unique(groups, return_inverse=True)[1]
    sums: Floats = np.round(np.bincount(codes, weights=scores), 12)
    return sums[codes]


def _by_appearance(groups: Codes) -> Codes:
    """Groups numbered in the order of their first rows (N,).

    Examples
    --------
    >>> _by_appearance(np.array([7, 2, 7, 5]))
    array([0, 1, 0, 2])
    """
    _, first, codes = np.unique(groups, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def _gaps(weights: Floats, own: Mask, last: Mask) -> Floats:
    """Recall less false positive rate at every threshold, for many sets of weights (B, K)."""
    through = (np.cumsum(np.where(one, weights, 0.0), axis=1) for one in (own, ~own))
    up, down = (one / one[:, -1:] for one in through)
    return (up - down)[:, last]


def _largest_rise(rises: Floats) -> Floats:
    return np.asarray(rises.max(axis=1))


def _near_rise(rises: Floats, near: Mask, other: Mask) -> Floats:
    """Largest rise of the gaps that may be the largest in truth, including those of the other sign (B,)."""
    found = rises[:, near].max(axis=1)
    return np.maximum(found, -rises[:, other].min(axis=1)) if other.any() else np.asarray(found)


@final
@dataclass(frozen=True, eq=False)
class RandomRises:
    """The rise of the gaps at all thresholds under random weights of rows, or groups; drawn again by each `map` where there are many.

    Parameters
    ----------
    weights, own, last
        Weights in the order of the scores, whether a row is positive, and whether it is the last with its score (N,).
    units
        Unit that each row is drawn with (N,).
    sign, gaps
        Sign of the largest gap, and the gaps of the sample times it (K,).
    seed
        Seed of the draws.
    """

    weights: Floats
    own: Mask
    last: Mask
    units: Codes
    sign: float
    gaps: Floats
    seed: int

    def map(self, of: Callable[[Floats], Floats]) -> Floats:
        """A statistic of each draw (DRAWS,)."""
        return np.concatenate([of(rises) for rises in self._blocks])

    @cached_property
    def _blocks(self) -> Iterable[Floats]:
        """Rises of some draws at a time (B, K); kept where they are few."""
        few = DRAWS * self.weights.size <= MOST_NUMBERS
        return list(self) if few else self

    def __iter__(self) -> Iterator[Floats]:
        """Draw blocks of rises; the numbers do not depend on the size of the blocks."""
        rng, count, rows = np.random.default_rng(self.seed), int(self.units.max()) + 1, self.weights.size
        block = max(1, MOST_NUMBERS // rows)
        for start in range(0, DRAWS, block):
            drawn = rng.exponential(size=(min(block, DRAWS - start), count))[:, self.units]
            yield self.sign * _gaps(self.weights * drawn, self.own, self.last) - self.gaps
