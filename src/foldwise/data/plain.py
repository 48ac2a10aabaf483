"""The most common table by the shortest way: an array of finite numbers with classes that are a few whole numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import freeze
from foldwise.data.dataset import Column, Dataset, Kind, Role, Task
from foldwise.data.scan import LEVELS_ROWS, MAX_CLASSES, count_levels, factorise, largest_size

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["plain_dataset"]


def plain_dataset(X: Given, y: Given) -> Dataset | None:
    """Make the dataset that `read` would make; None for what has to be looked at more closely, or refused.

    Examples
    --------
    >>> plain_dataset(np.array([[1.0], [2.0], [4.0]]), np.array([3, 1, 3])).classes
    ('1', '3')
    >>> plain_dataset(np.array([[1.0], [np.nan], [4.0]]), np.array([3, 1, 3])) is None
    True
    """
    numbers = type(X) is np.ndarray and X.ndim == 2 and X.dtype == np.float64 and X.shape[1] > 0
    if not numbers or type(y) is not np.ndarray or y.dtype != np.int64 or y.shape != X.shape[:1] or not y.size:
        return None
    if not np.isfinite(largest_size(X)):
        return None
    labels, codes = factorise(y)
    levels = count_levels(X)
    if not 1 < labels.size <= MAX_CLASSES or levels.min() == 1 or max(-labels[0], labels[-1]) > 2**53:
        return None
    seen = labels.size if y.size <= LEVELS_ROWS else np.unique(y[:LEVELS_ROWS]).size
    columns = map(_numbered, range(levels.size), levels.tolist())
    target = Column("y", Kind.NUMERIC, Role.TARGET, int(seen))
    dataset = Dataset(X, freeze(y.copy()), Task.CLASSIFICATION, (*columns, target))
    dataset.__dict__["_coded"] = labels, freeze(codes)
    dataset.__dict__["levels"], dataset.__dict__["nominal"] = freeze(levels), freeze(np.zeros(levels.size, np.bool_))
    return dataset


@lru_cache(maxsize=4096)
def _numbered(j: int, levels: int) -> Column:
    """Column j of a table without names; the same for every table in which it has as many levels."""
    return Column(f"x{j}", Kind.NUMERIC, Role.FEATURE, levels)
