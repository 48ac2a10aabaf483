"""Rows in bins of predicted probability, with the observed frequency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures.outcomes import Outcomes

__all__ = ["DEFAULT_BINS", "EACH_VALUE", "EQUAL_MASS", "EQUAL_WIDTH", "Bins", "make_bins", "predicted_and_observed"]

DEFAULT_BINS = 15
"""Bins where their number was left open."""
EQUAL_MASS, EQUAL_WIDTH, EACH_VALUE = "mass", "width", "value"
ROWS_WORTH_TWO_SORTS = 10_000
"""Rows from which sorts of numbers are worth a second way."""
EDGE_TOLERANCE = 1e-9
"""Share of a bin by which a middle may miss a border from rounding."""


@final
@dataclass(frozen=True, eq=False)
class Bins:
    """Rows grouped by their probability; bins without rows are left out.

    Parameters
    ----------
    weight
        Rows of each bin, or their weight (B,).
    size
        Rows of each bin; the effective number, (Σw)²/Σw², where they are weighted (B,).
    predicted
        Mean probability (B,).
    observed
        Share of rows for which it came true (B,).
    low, high
        Smallest and largest probability (B,).
    """

    weight: Floats
    size: Floats
    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats

    @property
    def share(self) -> Floats:
        """Share of all rows in each bin (B,)."""
        return self.weight / self.weight.sum()

    @property
    def gap(self) -> Floats:
        """Observed frequency less mean probability (B,)."""
        return np.abs(self.observed - self.predicted)


def predicted_and_observed(outcomes: Outcomes) -> tuple[Floats, Floats]:
    """Predicted probabilities and whether the event occurred: (N,), (N,).

    Of two classes the event is the positive one, of more the one with the highest probability.
    """
    scores = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
    if outcomes.classes == 2:
        return scores[:, outcomes.positive], (outcomes.truth == outcomes.positive).astype(np.float64)
    top = scores.argmax(axis=1)
    return scores[np.arange(outcomes.size), top], (outcomes.truth == top).astype(np.float64)


def make_bins(
    probability: Floats,
    came_true: Floats,
    weights: Floats | None = None,
    *,
    bins: int = DEFAULT_BINS,
    by: str = EQUAL_MASS,
) -> Bins:
    """Group rows by their probability into bins of equal mass, of equal width, or one for each value.

    Equal probabilities are never parted.

    Examples
    --------
    >>> found = make_bins(np.array([0.1, 0.1, 0.6, 0.8]), np.array([0.0, 1, 1, 1]), bins=2)
    >>> found.predicted.round(2).tolist(), found.observed.tolist()
    ([0.1, 0.7], [0.5, 1.0])
    """
    if (
        weights is None
        and by != EACH_VALUE
        and probability.size > ROWS_WORTH_TWO_SORTS
        and np.isin(came_true, (0.0, 1.0)).all()
    ):
        return _counted(probability, came_true == 1, bins, by)
    # By a power of two, which is exact, to about 1, since the squares of tiny weights are 0.
    weight = np.ones(probability.size) if weights is None else np.ldexp(weights, -np.frexp(weights.max(initial=0.0))[1])
    values, group = np.unique(probability, return_inverse=True)
    mass: Floats = np.bincount(group, weights=weight, minlength=values.size).astype(np.float64)
    place = _places(values, mass, bins, by)
    total: Floats = np.bincount(place, weights=mass).astype(np.float64)
    full = total > 0
    hits = np.bincount(place[group], weights=weight * came_true)[full]
    first = np.searchsorted(place, np.flatnonzero(full))
    last = np.searchsorted(place, np.flatnonzero(full), side="right") - 1
    predicted = np.bincount(place, weights=mass * values)[full] / total[full]
    squares = np.bincount(place[group], weights=weight**2)[full]
    return Bins(total[full], total[full] ** 2 / squares, predicted, hits / total[full], values[first], values[last])


def _counted(probability: Floats, came_true: Mask, bins: int, by: str) -> Bins:
    """The same for rows that all count alike: numbers are sorted much faster than places."""
    ranked, ups = np.sort(probability), np.sort(probability[came_true])
    starts = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
    values, mass = ranked[starts], np.diff(np.append(starts, ranked.size)).astype(np.float64)
    place = _places(values, mass, bins, by)
    total: Floats = np.bincount(place, weights=mass).astype(np.float64)
    full = total > 0
    first = np.searchsorted(place, np.flatnonzero(full))
    last = np.searchsorted(place, np.flatnonzero(full), side="right") - 1
    low, high = values[first], values[last]
    hits = np.searchsorted(ups, high, side="right") - np.searchsorted(ups, low)
    predicted = np.bincount(place, weights=mass * values)[full] / total[full]
    return Bins(total[full], total[full], predicted, hits / total[full], low, high)


def _places(values: Floats, mass: Floats, bins: int, by: str) -> Codes:
    """Bin of each distinct probability; of equal mass, the bin its middle falls into."""
    if by == EACH_VALUE:
        return np.arange(values.size)
    if by == EQUAL_WIDTH:
        return np.minimum(values * bins, bins - 1).astype(np.intp)
    share = (np.cumsum(mass) - mass / 2) / max(float(mass.sum()), 1e-300)
    # A middle that falls on a border must not change sides with the unit of the weights or the order of the rows.
    return np.minimum(share * bins + EDGE_TOLERANCE, bins - 1).astype(np.intp)
