"""Limits of a mean of losses that take few values, such as costs and net benefit, on one test set.

Such a mean varies by a few rows with large losses, and a sample without one of them shows too little variance. Most rows have one
value; the mean is that value plus the mean excess above it less the mean deficit below it. Both parts are means of non-negative
contributions and get gamma limits with one more row of the largest possible contribution (Fay & Feuer 1997), which are combined as
those of a difference are (MOVER, Zou & Donner 2008).
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.limits.ends import gamma_ends
from foldwise.intervals.limits.unseen_row import rests_on_probabilities
from foldwise.intervals.variances.linearised import by_group, linearised
from foldwise.measures import LossMeasure, Needs, row_weight

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Measure, ModelScores, Outcomes

__all__ = [
    "PartError",
    "UnseenJumps",
    "alike_rows",
    "class_rows",
    "few_value_ends",
    "grouped_units",
    "joined_parts",
    "known_values",
    "loss_values",
    "median_place",
    "takes_few_values",
    "unmoved_fall",
    "unseen_jumps",
    "unseen_units",
    "usual_loss",
    "weighted_units",
]


class PartError(NamedTuple):
    """Mean of the losses, or of a part of them, the variance of that mean and its degrees of freedom."""

    mean: float
    variance: float
    df: float


class UnseenJumps(NamedTuple):
    """Largest rise and fall of the mean by one more row."""

    rise: float
    fall: float


def few_value_ends(scored: ModelScores, level: float, groups: Codes | None = None) -> tuple[float, float] | None:
    """Limits of the mean of losses that take one value for each true class and label; None for other losses.

    References
    ----------
    fay1997; zou2008.
    """
    seen, losses, values = scored.outcomes, scored.losses, known_values(scored)
    if values is None:
        return None
    usual = usual_loss(losses, seen.weights)
    whole, up, down = (
        _part_error(part, seen.weights, groups)
        for part in (losses, np.maximum(losses - usual, 0.0), np.maximum(usual - losses, 0.0))
    )
    times = 1.0 if groups is None else alike_rows(losses, seen.weights, groups)
    unseen = unseen_jumps(values, usual, seen, times=times)
    low, high = joined_parts(whole, up, down, unseen, level=level)
    return max(low, min(float(values.min()), whole.mean)), min(high, max(float(values.max()), whole.mean))


def known_values(scored: ModelScores) -> Floats | None:
    """Values that the losses of two rows or more take (`loss_values`); None where they take others, or there is one row."""
    seen, losses = scored.outcomes, scored.losses
    values = loss_values(scored.measure, seen)
    if values is None or losses.size < 2:
        return None
    apart = np.abs(values[seen.truth] - losses[:, None]).min(axis=1).max()
    return None if apart > ROUNDING_TOLERANCE * max(1.0, float(np.abs(losses).max())) else values


def loss_values(measure: Measure, seen: Outcomes, *, unlabelled: bool | None = None) -> Floats | None:
    """Loss of a row of each true class with each label (C, C), with none in a further column if there are such rows, or are said to be.

    Found by asking the measure, so that it holds for any loss of labels. None for losses that take many values.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(np.array([0, 1]), np.array([0, 1]), classes=2, costs=np.array([[0.0, 1.0], [5.0, 0.0]]))
    >>> loss_values(measure("cost"), rows).tolist()
    [[0.0, 1.0], [5.0, 0.0]]
    """
    classes = seen.classes
    if not isinstance(measure, LossMeasure) or not takes_few_values(measure):
        return None
    if classes < 2 or (measure.needs is Needs.PROBABILITY and classes > 2):
        return None
    none = seen.output.min() < 0 if unlabelled is None else unlabelled
    labels = np.append(np.arange(classes), -1) if none else np.arange(classes)
    output = np.tile(labels, classes)
    scores = np.eye(classes)[output] if measure.needs is Needs.PROBABILITY else None
    truth = np.repeat(np.arange(classes), labels.size)
    rows = replace(seen, truth=truth, output=output, scores=scores, weights=None, reference=None)
    return np.asarray(measure.loss(rows), dtype=np.float64).reshape(classes, labels.size)


def takes_few_values(measure: Measure) -> bool:
    """Whether a mean loss is one of labels, or of actions at a threshold, other than right and wrong.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> [takes_few_values(measure(name)) for name in ("cost", "net-benefit", "error", "log-loss")]
    [True, True, False, False]
    """
    if not isinstance(measure, LossMeasure) or measure.zero_one or measure.transform is not None or measure.about:
        return False
    return measure.needs in {Needs.COSTS, Needs.LABEL, Needs.PROBABILITY} and not rests_on_probabilities(measure)


def usual_loss(losses: Floats, weights: Floats | None = None) -> float:
    """The median, which is the value of most rows where most have one.

    Examples
    --------
    >>> usual_loss(np.array([0.0, 5.0, 0.0])), usual_loss(np.array([0.0, 5.0, 0.0]), np.array([1.0, 9.0, 1.0]))
    (0.0, 5.0)
    """
    order = np.argsort(losses, kind="stable")
    mass = np.cumsum(np.ones(losses.size) if weights is None else weights[order])
    return float(losses[order][median_place(mass)])


def median_place(mass: Floats) -> int:
    """First place at which at least half of the weight is reached, but for rounding, from the cumulative weights (n,).

    Examples
    --------
    >>> median_place(np.cumsum(np.full(30, 1.0))), median_place(np.cumsum(np.full(30, 0.1)))
    (14, 14)
    """
    return int(np.searchsorted(mass, mass[-1] / 2 * (1 - ROUNDING_TOLERANCE)))


def unseen_jumps(values: Floats, usual: float, seen: Outcomes, *, times: float = 1.0) -> UnseenJumps:
    """What one more row may add to the mean above the usual loss, and take off, at the weight of rows of its class.

    A class without rows may have one all the same. In groups a row stands for the `times` that are alike.
    """
    unit = class_rows(seen, len(values), times=times)[1]
    above, below = values.max(axis=1) - usual, usual - values.min(axis=1)
    return UnseenJumps(float((unit * above).max(initial=0.0)), float((unit * below).max(initial=0.0)))


def class_rows(seen: Outcomes, classes: int, *, times: float = 1.0) -> tuple[Floats, Floats]:
    """Share of the weight that each class has, and that one of its rows has, or the `times` that are alike in groups (C,), (C,)."""
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    of_class, total = [weights[seen.truth == code] for code in range(classes)], float(weights.sum())
    unit = np.array([row_weight(one if one.size else weights) for one in of_class]) * times / total
    return np.array([float(one.sum()) for one in of_class]) / total, unit


def unmoved_fall(values: Floats, rows: tuple[Floats, Floats], level: float) -> float:
    """How much lower a mean may be when all rows of a class have one loss: among m rows at most the share 1 - (α/2)^(1/m) differs.

    Examples
    --------
    >>> costs, six_of_100 = np.array([[0.0, 1.0], [4.0, 0.0]]), np.array([0.94, 0.06])
    >>> round(unmoved_fall(costs, (six_of_100, np.full(2, 0.01)), 0.95), 3)
    0.11
    """
    shares, units = rows
    most = 1 - ((1 - level) / 2) ** (units / np.maximum(shares, units))
    return float((shares * most * np.ptp(values, axis=1)).max(initial=0.0))


def joined_parts(
    whole: PartError, up: PartError, down: PartError, unseen: UnseenJumps, *, level: float
) -> tuple[float, float]:
    """Limits of a mean from those of the excess above the usual loss and of the deficit below it.

    The correlation of the two parts follows from the variance of the whole: a row cannot be in both.

    Examples
    --------
    >>> whole, none = PartError(0.1, 0.0009, 99), PartError(0.0, 0.0, 99)
    >>> low, high = joined_parts(whole, whole, none, UnseenJumps(0.01, 0.0), level=0.95)
    >>> round(low, 3), round(high, 3)
    (0.05, 0.181)
    """
    (u_low, u_high), (d_low, d_high) = (
        gamma_ends(part.mean, part.variance, worst, df=whole.df, level=level)
        for part, worst in ((up, unseen.rise), (down, unseen.fall))
    )
    both = sqrt(up.variance * down.variance)
    alike = float(np.clip((up.variance + down.variance - whole.variance) / (2 * both), -1, 1)) if both > 0 else 0.0
    below = _mover_distance(up.mean - u_low, d_high - down.mean, alike)
    above = _mover_distance(u_high - up.mean, down.mean - d_low, alike)
    return whole.mean - below, whole.mean + above


def _mover_distance(first: float, second: float, alike: float) -> float:
    """Distance of a limit of a difference from it, from those of its parts (MOVER)."""
    return sqrt(max(0.0, first**2 + second**2 - 2 * alike * first * second))


def _part_error(losses: Floats, weights: Floats | None, groups: Codes | None) -> PartError:
    shares = np.full(losses.size, 1 / losses.size) if weights is None else weights / weights.sum()
    mean = float(shares @ losses)
    moves = shares * (losses - mean)
    if groups is not None:
        moves, shares = by_group(moves, groups), by_group(shares, groups)
    return PartError(mean, *linearised(moves, shares))


def unseen_units(losses: Floats, weights: Floats | None = None, groups: Codes | None = None) -> float:
    """Effective number of rows, or of sets of rows that go wrong together, of which an unobserved mistake would be one more.

    The row supposed weighs √(Σw⁴/Σw²), the root mean square weight of rows by their share of the variance. A few groups hardly show how many rows of a
    group go wrong together: the geometric mean of the design effect of the losses and of a whole group is taken. With that of the losses alone 89 to 93 % of
    the intervals of over-confident probabilities covered, with whole groups they were two to four times too wide (METHODS N.19).

    Examples
    --------
    >>> losses, groups = np.array([0.0, 5, 5, 0, 0, 5, 5, 0]), np.repeat([0, 1], 4)
    >>> (
    ...     unseen_units(losses),
    ...     unseen_units(losses, np.array([1.0, 1, 1, 1, 1, 1, 1, 5])),
    ...     unseen_units(losses, None, groups),
    ... )
    (8.0, 2.700..., 2.0)
    """
    mass = np.ones(losses.size) if weights is None else weights / weights.max()  # whose fourth powers are numbers
    if groups is None:
        return weighted_units(float(mass.sum()), float((mass**2).sum()), float((mass**4).sum()))
    squares = float((mass**2).sum())
    return grouped_units(float(mass.sum()), squares, by_group(mass, groups), alike_rows(losses, weights, groups))


def weighted_units(total: float, squares: float, fourths: float) -> float:
    """Effective number of rows of weight √(Σw⁴/Σw²), from Σw, Σw² and Σw⁴.

    Examples
    --------
    >>> weighted_units(4.0, 4.0, 4.0)
    4.0
    """
    return total / sqrt(fourths / squares)


def grouped_units(total: float, squares: float, groups: Floats, alike: float) -> float:
    """`unseen_units` of groups with these weights, from Σw and Σw² of the rows and the design effect of their losses (`alike`).

    Examples
    --------
    >>> grouped_units(12.0, 12.0, np.full(3, 4.0), 1.0)
    6.0
    """
    row = squares / total
    whole = max(1.0, row_weight(groups) / row)
    return total / row / sqrt(whole * min(alike, whole))


def alike_rows(losses: Floats, weights: Floats | None, groups: Codes) -> float:
    """Design effect of the groups: the ratio of the variance by group to that by row, between 1 and the rows of a group.

    Where the groups do not differ, the design effect is unknown, and a group counts as one row.

    Examples
    --------
    >>> groups = np.array([0, 0, 1, 1, 2, 2])
    >>> (
    ...     alike_rows(np.array([0.0, 0, 5, 5, 0, 0]), None, groups),
    ...     alike_rows(np.array([0.0, 5, 5, 0, 1, 0]), None, groups),
    ... )
    (2.0, 1.0)
    """
    mass = np.ones(losses.size) if weights is None else weights
    rows, between = (_part_error(losses, weights, one).variance for one in (None, groups))
    most = max(1.0, row_weight(by_group(mass, groups)) / row_weight(weights))
    return most if between <= ROUNDING_TOLERANCE * rows or rows <= 0 else min(most, max(1.0, between / rows))
