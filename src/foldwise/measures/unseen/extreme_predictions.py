"""The log loss of a mistake among predictions with extreme probabilities, far surer than the others, that were all right."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.measures.unseen.ruled_out import RuledOut

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = [
    "SURE_PROBABILITY",
    "extreme_bound",
    "extreme_mistake_loss",
    "mistake_loss_of_extremes",
    "quartile_ranks",
    "second_largest",
]

LOWER_QUARTILE = 0.25
"""Share of the rows below the lower quartile."""
SURE_PROBABILITY, QUARTILE_DISTANCES = 1e-6, 4.0
"""A prediction that gives all other classes less than this is a sure one; it is far surer than the others where the log loss of a mistake
lies by more than so many times the distance of the quartiles above the upper one."""
SHARE_LEVEL = 0.95
"""Level at which none wrong among a few rows bounds their share of mistakes."""


def extreme_mistake_loss(scores: Floats, truth: Codes, clip: float, *, rows: Codes | None = None) -> float:
    """Log loss of a mistake among a few predictions that are far surer than the others and were all right; 0 without such.

    Rows that lie far out are predicted with a certainty that no other row supports: of k of them, all of them right, a share of up to
    1 - α^(1/k) may be wrong. What a mistake costs counts by that, as where a class was ruled out.

    Parameters
    ----------
    scores
        Probabilities (N, C).
    truth
        Codes of the true classes (N,); of all rows of the dataset (n,) where `rows` are given.
    clip
        Least probability that the logarithm is taken of.
    rows
        Row of each prediction (N,), where rows were predicted more than once.

    Examples
    --------
    >>> unsure = np.tile([0.6, 0.4], (50, 1)) + np.linspace(0, 0.3, 50)[:, None] * [1, -1]
    >>> far = np.vstack([unsure, [[1 - 1e-12, 1e-12]]])
    >>> truth = np.zeros(51, dtype=int)
    >>> round(extreme_mistake_loss(far, truth, 2.2e-16), 1), extreme_mistake_loss(unsure, truth[1:], 2.2e-16)
    (7.3, 0.0)
    """
    bound = extreme_bound(*_second_ranks(scores, clip), clip)
    if bound is None:
        return 0.0
    second = second_largest(scores)
    far = np.flatnonzero(second < bound)
    if not far.size or np.any(scores[far].argmax(axis=1) != truth[far if rows is None else rows[far]]):
        return 0.0
    count = far.size if rows is None else int(np.unique(rows[far]).size)
    return mistake_loss_of_extremes(count, float(second[far].min()), clip)


def extreme_bound(sure: float, unsure: float, clip: float) -> float | None:
    """Second largest probability below which a prediction is extreme, from the quartiles of this probability; None where none can be."""
    high, low = -log(max(sure, clip)), -log(max(unsure, clip))  # a mistake costs as much
    bound = max(-log(SURE_PROBABILITY), high + QUARTILE_DISTANCES * (high - low))
    return None if bound >= -log(clip) else exp(-bound)


def mistake_loss_of_extremes(count: int, least: float, clip: float) -> float:
    """Log loss of a mistake among `count` extreme predictions, all right; `least` is the smallest second largest probability of them."""
    return -log(max(least, clip)) * RuledOut(count, 0).share_of_a_row(SHARE_LEVEL)


def quartile_ranks(size: int) -> tuple[int, int]:
    """Ranks of the quartiles of so many rows, from 0."""
    return int(LOWER_QUARTILE * size), int((1 - LOWER_QUARTILE) * size)


def _second_ranks(scores: Floats, clip: float) -> tuple[float, float]:
    """Quartiles of the second largest probability, no less than `clip`."""
    if native.COMPILED and scores.dtype == np.float64:
        return native._native.second_ranks(scores=scores, clip=clip, quartile=LOWER_QUARTILE)
    second = second_largest(scores)
    at = quartile_ranks(second.size)
    sure, unsure = np.partition(second, at)[list(at)].tolist()
    return max(sure, clip), max(unsure, clip)


def second_largest(scores: Floats) -> Floats:
    """The second largest probability of each row (N,)."""
    two = scores.shape[1] == 2
    return np.minimum(scores[:, 0], scores[:, 1]) if two else np.partition(scores, -2, axis=1)[:, -2]
