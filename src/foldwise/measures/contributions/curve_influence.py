"""Influence of a row on points and areas of the curves that a falling threshold draws: ROC, precision and recall, gain.

With θ̂ - θ ≈ Σ wᵢψᵢ / Σ wᵢ, as for every other measure (`influence.py`). A point is read off where a share of the rows, of the negatives or of
the misses is given. The threshold there is estimated as well, and a row that shifts it moves the other rate along the curve, by the share of
positives among the rows near the threshold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.measures.measure import divide

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "CurveMoves",
    "each_side",
    "of_areas",
    "of_equal_rates",
    "of_gain",
    "of_largest_gap",
    "of_lift",
    "of_precision",
    "of_recall",
]

WINDOW, WINDOW_POWER = 0.25, -0.2
"""Rows near a threshold: those within (2m)^-0.2/4 of all rows of it, on either side, for m rows of the rarer class."""


class RankedRows(NamedTuple):
    """Rows of two classes in the order of their scores, the highest first; runs of equal scores are taken together.

    Parameters
    ----------
    run
        Number of the run that each row is in (N,).
    positive, weights
        Whether a row is positive, and its share of the weight (N,).
    tp, fp
        Shares of all rows that are positive, and negative, and taken with the run (K,).
    """

    run: Codes
    positive: Mask
    weights: Floats
    tp: Floats
    fp: Floats

    @classmethod
    def of(cls, seen: Outcomes, code: int) -> RankedRows:
        """Order the rows by the score of a class, which is the positive one."""
        scores = np.empty((0, seen.classes)) if seen.scores is None else seen.scores
        positive = seen.truth == code
        weights = np.full(seen.size, 1 / seen.size) if seen.weights is None else seen.weights / seen.weights.sum()
        values, run = np.unique(-scores[:, code], return_inverse=True)
        up = np.bincount(run, weights=weights * positive, minlength=values.size)
        down = np.bincount(run, weights=weights * ~positive, minlength=values.size)
        return cls(run, positive, weights, np.cumsum(up), np.cumsum(down))

    @property
    def share(self) -> float:
        """Share of the rows that are positive."""
        return float(self.tp[-1])

    @property
    def taken(self) -> Floats:
        """Share of the rows taken with each run (K,)."""
        return self.tp + self.fp

    def above(self, at: float, along: Floats) -> Floats:
        """How much of each run is taken where `along`, a rate that grows with the runs, reaches `at` (K,): nothing, all, or a part."""
        before = np.concatenate([[0.0], along[:-1]])
        step = along - before
        part = np.where(step > 0, (at - before) / np.where(step > 0, step, 1.0), at >= along)
        return np.clip(part, 0.0, 1.0)

    def purity(self, taken: float) -> float:
        """Share of positives among the rows near the place where so many are taken.

        Half a row of the rarer class is added, with as many of the other as come with it, so that it is neither 0 nor 1.
        """
        mass, rarer = (self.weights[self.positive], self.weights[~self.positive]), min(self.share, 1 - self.share)
        sizes = [float(one.sum()) ** 2 / float(one @ one) for one in mass]
        reach = WINDOW * (2 * min(sizes)) ** WINDOW_POWER
        ends = np.clip([taken - reach, taken + reach], 0.0, 1.0)
        low, high = np.interp(ends, np.concatenate([[0.0], self.taken]), np.concatenate([[0.0], self.tp]))
        rows, added = sum(sizes) * float(ends[1] - ends[0]), 0.5 / rarer
        return (sum(sizes) * float(high - low) + added * self.share) / (rows + added)

    def rates(self, accepted: Floats) -> tuple[float, float]:
        """True and false positive rate where so much of each run is taken."""
        up, down = (float(accepted @ np.diff(one, prepend=0.0)) for one in (self.tp, self.fp))
        return up / self.share, down / (1 - self.share)

    def moved(self, hits: Floats, alarms: Floats) -> CurveMoves:
        """ψ of the rows from that of a positive and of a negative row of each run (K,), (K,)."""
        own, other = (np.diff(one, prepend=0.0) for one in (self.tp, self.fp))
        mass = self.weights[self.positive], self.weights[~self.positive]
        row = [float(one @ one) / float(one.sum()) for one in mass]
        unseen = (
            row[0] ** 2 * float(other @ hits**2) / (1 - self.share) + row[1] ** 2 * float(own @ alarms**2) / self.share
        )
        return CurveMoves(np.where(self.positive, hits[self.run], alarms[self.run]), unseen)


class CurveMoves(NamedTuple):
    """ψ of each row (N,), the variance by one more row of each class among those of the other, and the bias.

    `lean` is the bias of the measure in small samples, to first order.
    """

    psi: Floats
    unseen: float
    lean: float = 0.0


def of_precision(ranked: RankedRows) -> CurveMoves:
    """Average precision: the precision at a positive row, and what a row does to that at all positives below it."""
    own = np.diff(ranked.tp, prepend=0.0)
    precision = divide(ranked.tp, ranked.taken)
    value = float(own @ precision) / ranked.share
    below = (own / ranked.taken)[::-1].cumsum()[::-1]
    lowered = (own * precision / ranked.taken)[::-1].cumsum()[::-1]
    found = ranked.moved((precision - value + below - lowered) / ranked.share, -lowered / ranked.share)
    hits = ranked.positive  # a positive row is among those that its own precision is taken of
    own_part = ranked.weights[hits] ** 2 * ((1 - precision) / ranked.taken)[ranked.run[hits]]
    return found._replace(lean=float(own_part.sum()) / ranked.share)


def of_gain(ranked: RankedRows, depth: float) -> CurveMoves:
    """Share of positives among the first rows: a row that is taken pushes out the last of them."""
    accepted = ranked.above(depth, ranked.taken)
    pushed = ranked.purity(depth) / ranked.share * (accepted - depth)
    return ranked.moved((accepted - ranked.rates(accepted)[0]) / ranked.share - pushed, -pushed)


def of_lift(ranked: RankedRows, depth: float) -> CurveMoves:
    """Lift: the gain over the share of the rows."""
    found = of_gain(ranked, depth)
    return CurveMoves(found.psi / depth, found.unseen / depth**2)


def of_recall(ranked: RankedRows, rate: float) -> CurveMoves:
    """Recall at a false positive rate: a negative above the threshold raises it, by the slope of the ROC curve."""
    accepted = ranked.above(rate * (1 - ranked.share), ranked.fp)
    recall, alarms = ranked.rates(accepted)
    pure = ranked.purity(float(accepted @ np.diff(ranked.taken, prepend=0.0)))
    slope = pure / (1 - pure) * (1 - ranked.share) / ranked.share
    return ranked.moved((accepted - recall) / ranked.share, -slope * (accepted - alarms) / (1 - ranked.share))


def of_equal_rates(ranked: RankedRows) -> CurveMoves:
    """Equal error rate: the rates of both classes, each by the density of the other one at the threshold."""
    gap = np.concatenate([[-1.0], ranked.fp / (1 - ranked.share) + ranked.tp / ranked.share - 1])
    place = float(np.interp(0.0, gap, np.arange(gap.size)))
    accepted = np.clip(place - np.arange(ranked.tp.size), 0.0, 1.0)
    recall, alarms = ranked.rates(accepted)
    pure = ranked.purity(float(accepted @ np.diff(ranked.taken, prepend=0.0)))
    dense = pure / ranked.share, (1 - pure) / (1 - ranked.share)
    part = dense[0] / sum(dense)
    return ranked.moved(
        (part - 1) * (accepted - recall) / ranked.share, part * (accepted - alarms) / (1 - ranked.share)
    )


def of_largest_gap(ranked: RankedRows) -> CurveMoves:
    """Largest gap between two rates: that at its threshold, which moves it to second order only."""
    gap = ranked.tp / ranked.share - ranked.fp / (1 - ranked.share)
    best = int(np.argmax(np.abs(gap)))
    accepted, sign = (np.arange(gap.size) <= best).astype(np.float64), float(np.sign(gap[best]))
    recall, alarms = ranked.rates(accepted)
    return ranked.moved(sign * (accepted - recall) / ranked.share, -sign * (accepted - alarms) / (1 - ranked.share))


def of_area(ranked: RankedRows) -> CurveMoves:
    """Area under the ROC curve: the share of the other class that a row is on the right side of, less the area."""
    own, other = np.diff(ranked.tp, prepend=0.0), np.diff(ranked.fp, prepend=0.0)
    hits, alarms = 1 - (ranked.fp - other / 2) / (1 - ranked.share), (ranked.tp - own / 2) / ranked.share
    area = _area(ranked)
    return ranked.moved((hits - area) / ranked.share, (alarms - area) / (1 - ranked.share))


def of_areas(seen: Outcomes, *, by_rows: bool) -> CurveMoves:
    """Mean of the areas of each class against the rest; by the rows of the classes a row moves the weights as well."""
    sides = [RankedRows.of(seen, code) for code in range(seen.classes)]
    moved = [of_area(side) for side in sides]
    shares = np.array([side.share if by_rows else 1 / seen.classes for side in sides])
    psi = shares @ np.array([one.psi for one in moved])
    if by_rows:
        areas = np.array([_area(side) for side in sides])
        psi = psi + areas[seen.truth] - shares @ areas
    return CurveMoves(np.asarray(psi), float(shares**2 @ [one.unseen for one in moved]))


def _area(ranked: RankedRows) -> float:
    """Share of the pairs that are ranked right, ties half."""
    own, other = np.diff(ranked.tp, prepend=0.0), np.diff(ranked.fp, prepend=0.0)
    return float(own @ (1 - (ranked.fp - other / 2) / (1 - ranked.share))) / ranked.share


def each_side(of_rows: Callable[[RankedRows], CurveMoves]) -> Callable[[Outcomes], CurveMoves]:
    """A function of the rows of two classes, of more classes its mean over each against the rest.

    Examples
    --------
    >>> from foldwise.measures import Outcomes
    >>> scores = np.array([[0.1, 0.9], [0.4, 0.6], [0.5, 0.5], [0.8, 0.2]])
    >>> rows = Outcomes(np.array([1, 0, 1, 0]), np.array([1, 1, 0, 0]), scores, classes=2)
    >>> each_side(of_precision)(rows).psi.round(2)
    array([ 0.56, -0.44, -0.11, -0.  ])
    """

    def moves(seen: Outcomes) -> CurveMoves:
        if seen.classes == 2:
            return of_rows(RankedRows.of(seen, seen.positive))
        found = [of_rows(RankedRows.of(seen, code)) for code in range(seen.classes)]
        psi = np.mean([one.psi for one in found], axis=0)
        unseen, lean = sum(one.unseen for one in found), sum(one.lean for one in found)
        return CurveMoves(np.asarray(psi), unseen / seen.classes**2, lean / seen.classes)

    return moves
