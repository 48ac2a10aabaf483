"""The largest set of points that a learner was seen to shatter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.capacity.shattering import MOST_POINTS, shatters
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.typing import Model

__all__ = ["LargestShattered", "largest_shattered"]


@final
@dataclass(frozen=True, eq=False)
class LargestShattered:
    """The largest number of points that were shattered: a lower bound of the VC dimension.

    Parameters
    ----------
    size
        How many points were shattered; 0 where none were.
    points
        Those points (size, p).
    sets
        Sets of points that were tried, over all sizes.
    stopped
        Whether the search ended at `most` points, so that larger sets may be shattered too.
    """

    size: int
    points: Floats
    sets: int
    stopped: bool


def largest_shattered(model: Model, columns: int, *, most: int = 8, sets: int = 30, seed: int = 0) -> LargestShattered:
    """Search for points that a learner shatters: one more at a time, normal points drawn anew for every try.

    Points in general position suffice for most families. What it finds is a lower bound: that no set of h + 1 was found
    does not prove that there is none.

    Parameters
    ----------
    model
        Any classifier of scikit-learn's kind.
    columns
        Number of columns p.
    most
        Size at which the search ends.
    sets
        Sets of points that are tried at each size.
    seed
        Seed of the points.

    Examples
    --------
    >>> from sklearn.linear_model import Perceptron
    >>> largest_shattered(Perceptron(max_iter=1000, tol=None), 2, sets=3).size
    3
    """
    if columns < 1 or not 1 <= most <= MOST_POINTS or sets < 1:
        message = f"columns and sets are 1 or more and most is up to {MOST_POINTS}, not {columns}, {sets} and {most}"
        raise InputError(message)
    rng = np.random.default_rng(seed)
    best, tried = np.zeros((0, columns)), 0
    for size in range(1, most + 1):
        found = None
        for _ in range(sets):
            tried += 1
            points = rng.normal(size=(size, columns))
            if shatters(model, points):
                found = points
                break
        if found is None:
            return LargestShattered(len(best), best, tried, stopped=False)
        best = found
    return LargestShattered(len(best), best, tried, stopped=True)
