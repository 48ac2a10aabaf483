"""The variance of the scores of resamples, and their mean over repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise import native
from foldwise.measures.measure import divide

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Scores

__all__ = ["Spread", "pool", "score_spread"]


class Spread(NamedTuple):
    """Number, mean and variance (over one less than their number) of some values."""

    size: int
    mean: float
    variance: float


def score_spread(values: Scores) -> Spread:
    """Number, mean and variance of the values that are not NaN; NaN where there are too few for them.

    Examples
    --------
    >>> score_spread(np.array([1.0, 3.0, np.nan]))
    Spread(size=2, mean=2.0, variance=2.0)
    """
    defined = values[~np.isnan(values)]
    count, few = defined.size, float("nan")
    mean = float(defined.sum() / count) if count else few
    return Spread(count, mean, float(((defined - mean) ** 2).sum() / (count - 1)) if count > 1 else few)


def pool(sums: Floats, weights: Floats, repeat: Codes) -> tuple[Scores, float]:
    """Sum of each resample over its weight (R,), and the mean over the repeats of the sums over the weights of their resamples.

    What has no weight is NaN.

    Parameters
    ----------
    sums, weights
        One of each per resample (R,), (R,).
    repeat
        Repeat of each resample (R,).

    Examples
    --------
    >>> pool(np.array([1.0, 2.0, 1.0, 0.0]), np.array([2.0, 4.0, 4.0, 0.0]), np.array([0, 0, 1, 1]))
    (array([0.5 , 0.5 , 0.25,  nan]), 0.375)
    """
    if native.COMPILED:
        scores, codes = np.empty(sums.size), np.ascontiguousarray(repeat, np.int64)
        try:
            return scores, native._native.pool(sums=sums, weights=weights, repeat=codes, scores=scores)
        except ValueError:  # where resamples are left out, there may be more repeats than resamples
            pass
    total = np.bincount(repeat, weights=weights)
    weighted_repeats = total != 0
    means = np.bincount(repeat, weights=sums)[weighted_repeats] / total[weighted_repeats]
    return divide(sums, weights), float(means.mean()) if means.size else float("nan")
