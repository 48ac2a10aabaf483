"""What a world is: a way of drawing samples, and quasi-random points that stand for infinitely many new rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats

FEWEST = 2
"""Rows of every class that a sample has at least; a sample of one class is no classification problem."""
SIZES = (50, 100, 300, 1000)
SCRAMBLE = 7
"""Seed of the quasi-random points."""


@final
@dataclass(frozen=True, eq=False)
class Sample:
    """Rows drawn from a world of samples of `size` rows or so, and what the user would say about them."""

    X: Floats
    y: Array
    size: int
    groups: Array | None = None
    order: Array | None = None
    weights: Floats | None = None

    @property
    def roles(self) -> dict[str, Array]:
        """Groups, order and weights as the verbs take them, those that there are."""
        known = {"groups": self.groups, "order": self.order, "weights": self.weights}
        return {name: values for name, values in known.items() if values is not None}

    def of(self, rows: Codes) -> Sample:
        """These rows, which still are from a world of samples of `size` rows.

        Examples
        --------
        >>> some = Sample(np.eye(3), np.array([0, 1, 1]), 3, weights=np.array([1.0, 2.0, 3.0])).of(np.array([0, 2]))
        >>> some.y.tolist(), some.weights.tolist(), some.groups, some.size
        ([0, 1], [1.0, 3.0], None, 3)
        """
        groups, order, weights = (None if one is None else one[rows] for one in (self.groups, self.order, self.weights))
        return Sample(self.X[rows], self.y[rows], self.size, groups, order, weights)


@final
@dataclass(frozen=True, eq=False)
class Points:
    """Points that stand for new rows: X (m, p); truths, the point each belongs to, and their weights (M,)."""

    X: Floats
    truth: Array
    row: Array
    weights: Floats | None


class World(ABC):
    """A way of drawing rows, with points on which every measure has the value it has on infinitely many new rows."""

    name: str
    title: str
    sizes: tuple[int, ...]
    models: tuple[str, ...]
    classes: int

    @abstractmethod
    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw n rows, or the groups that make about n rows."""

    @abstractmethod
    def points(self, n: int) -> Points:
        """Points that stand for infinitely many new rows, where a sample has n rows."""


def point_count(n: int) -> int:
    """How many points: enough for an error that is small beside that of n rows."""
    return 2**13 if n >= 1000 else 2**12


@lru_cache(maxsize=8)
def sobol(columns: int, count: int) -> Floats:
    """Scrambled quasi-random points in the unit cube, the same in every run (count, columns)."""
    from scipy.stats import qmc

    drawn = qmc.Sobol(columns, seed=np.random.default_rng(SCRAMBLE)).random(2 ** int(np.ceil(np.log2(count))))
    return np.clip(drawn[:count], 1e-12, 1 - 1e-12)
