"""Worlds in which the fits of a tree differ as a whole, or columns have two values and trees many ties."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np
from scipy.special import ndtri

from studies.validity.samples import FEWEST, Points, Sample, World, point_count, sobol

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats

GROUP = 10
FLIP = 0.1
"""Share of the labels that the product of two columns does not tell."""
AGREEMENT = 0.65
"""Probability that a column of two values is the label."""


@final
@dataclass(frozen=True)
class Rule(World):
    """Two classes that are told by the sign of a product, or by columns of two values.

    Parameters
    ----------
    name, title, models, sizes
        As in `Classes`.
    kind
        ``product``: normal columns, of which the sign of the product of the first two is the label of nine rows in ten.
        ``binary``: independent columns of two values, each of which is the label of 65 % of the rows.
    p
        Number of columns.
    grouped
        Whether rows come in groups of ten, which have half the variance of normal columns in common.
    timed
        Whether rows are in the order of time; nothing changes with it.
    """

    name: str
    title: str
    models: tuple[str, ...]
    sizes: tuple[int, ...]
    kind: str
    p: int = 5
    grouped: bool = False
    timed: bool = False

    classes: ClassVar[int] = 2

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw until every class has two rows."""
        while True:
            codes = rng.integers(2, size=n)
            order = np.arange(n) if self.timed else None
            plain = Sample(columns_given(self.kind, codes, self.p, rng), codes, n, order=order)
            sample = in_groups(n, self.p, rng) if self.grouped else plain
            if np.bincount(sample.y, minlength=2).min() >= FEWEST:
                return sample

    def points(self, n: int) -> Points:
        """Every point with both labels, weighted by how probable they are there."""
        return rule_points(self, n)


def in_groups(n: int, p: int, rng: np.random.Generator) -> Sample:
    """Rows in groups of ten, told by the sign of a product."""
    group = np.arange(n) // GROUP
    X = np.sqrt(0.5) * (rng.normal(size=(n, p)) + rng.normal(size=(int(group.max()) + 1, p))[group])
    codes = (X[:, 0] * X[:, 1] > 0) != (rng.random(n) < FLIP)
    return Sample(X, codes.astype(np.intp), n, group)


def columns_given(kind: str, codes: Array, p: int, rng: np.random.Generator) -> Floats:
    """Columns (n, p) of rows with these labels, drawn independently of anything else."""
    label = 2.0 * codes - 1
    if kind == "binary":
        return np.where(rng.random((codes.size, p)) < AGREEMENT, label[:, None], -label[:, None])
    X = rng.normal(size=(codes.size, p))
    told = np.where(rng.random(codes.size) < FLIP, -label, label)
    X[:, 0] *= np.sign(X[:, 0] * X[:, 1]) * told
    return X


@lru_cache(maxsize=8)
def rule_points(world: Rule, n: int) -> Points:
    """All rows of columns of two values, or quasi-random normal ones."""
    if world.kind == "binary":
        X = np.array(list(product([-1.0, 1.0], repeat=world.p)))
        agreeing = (X > 0).sum(axis=1)
        second = AGREEMENT**agreeing * (1 - AGREEMENT) ** (world.p - agreeing)
        first = second[::-1]  # the row with every sign turned
    else:
        X = ndtri(sobol(world.p, point_count(n)))
        second = np.where(X[:, 0] * X[:, 1] > 0, 1 - FLIP, FLIP)
        first = 1 - second
    rows = np.arange(len(X))
    weights = np.concatenate([first, second])
    return Points(X, np.repeat([0, 1], rows.size), np.tile(rows, 2), weights / weights.sum())
