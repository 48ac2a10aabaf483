"""How much alike rows of a group are, and how many of them say as much as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["correlation_within", "rows_like_one"]


def correlation_within(values: Floats, unit: Codes) -> float:
    """Correlation of two rows of a unit, by the variance components; between 0 and 1.

    Examples
    --------
    >>> unit = np.array([0, 0, 1, 1, 2, 2])
    >>> (
    ...     correlation_within(np.array([1.0, 1, 0, 0, 1, 1]), unit),
    ...     correlation_within(np.array([1.0, 0, 0, 1, 1, 0]), unit),
    ... )
    (1.0, 0.0)
    """
    sizes = np.bincount(unit).astype(np.float64)
    n, units = float(values.size), sizes.size
    if n <= units or units < 2:
        return 0.0
    centres = np.bincount(unit, weights=values) / np.maximum(sizes, 1.0)
    within = float(np.square(values - centres[unit]).sum()) / (n - units)
    between = float(sizes @ (centres - values.mean()) ** 2) / (units - 1)
    common = (n - float(sizes @ sizes) / n) / (units - 1)
    component = max(0.0, (between - within) / common)
    return component / (component + within) if component + within > 0 else 0.0


def rows_like_one(hit: Floats, truth: Codes, unit: Codes, classes: int, *, repeats: float = 1) -> Floats:
    """How many rows of each class say as much as one, given which are right and which unit they come from (C,).

    Units of a class have m rows on average, weighted by their rows, and 1 + (m - 1)ρ of them say as much as one, ρ being how much alike
    rows of a unit are in being right. Where fewer rows than a unit has are right, or wrong, hardly anything is known of it and ρ is 1;
    rows that are there `repeats` times, each time in a unit of its own, are counted once.

    Examples
    --------
    >>> hit, unit = np.array([1.0, 1, 0, 0, 1, 0, 0, 1]), np.repeat(np.arange(4), 2)
    >>> rows_like_one(hit, np.array([0, 0, 0, 0, 1, 1, 1, 1]), unit, 2)
    array([2., 1.])
    """
    found = np.ones(classes)
    for one in range(classes):
        own = np.flatnonzero(truth == one)
        if own.size:
            codes = np.unique(unit[own], return_inverse=True)[1]
            size, right = float(np.bincount(codes)[codes].mean()), float(hit[own].sum())
            seen = min(right, own.size - right) >= size * repeats
            found[one] += (size - 1) * (correlation_within(hit[own], codes) if seen else 1.0)
    return found
