"""Worlds whose truth is known: how to draw a sample, and points on which the value of any measure is that of the world.

A fitted model is asked about a fixed set of points that stand for infinitely many new rows. They are quasi-random
(scrambled Sobol), equally many of every class whatever its share, and weighted; so a class of one row in a hundred is
known as well as the other. Where there are two classes, every point appears with both labels, each weighted by its
probability there, which tells far more than a label drawn at random. Noise with heavy tails is placed by the quantiles of a Cauchy distribution and weighted by the ratio of the densities, because equally
probable points would miss 6 % of the variance of t with 3 degrees of freedom.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np
from scipy.signal import lfilter
from scipy.special import expit, ndtri

from studies.validity.rules import Rule
from studies.validity.samples import FEWEST, SIZES, Points, Sample, World, point_count, sobol

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats

GROUP = 10
"""Rows of a group, where groups are equal."""
PARETO_GROUPS, PARETO_SHAPE = 40, 1.2
"""How many groups of unequal size, and how unequal: P(size > s) = s^-1.2."""


@final
@dataclass(frozen=True)
class Classes(World):
    """Normal classes with the identity as covariance; two of them are at ±μ with ‖μ‖ = -Φ⁻¹(bayes).

    Parameters
    ----------
    name, title
        In tables, and in words.
    models, sizes
        What is fitted, and to how many rows.
    p
        Number of columns, of which those that matter are the first 5.
    extra
        Columns of pure noise beside them, in rows of the sample and then some: 0, or 1 for more columns than rows.
    bayes
        Error of the best rule when classes are balanced and no label is flipped.
    share
        Share of the second class of two.
    flip
        Share of labels that are flipped at random.
    classes
        Number of classes; more than two have their means at random directions.
    unequal
        Whether the k-th of more than two classes has a share that is proportional to 1/k; they are equally probable otherwise.
    groups
        ``equal`` (10 rows each), ``pareto`` (40 groups) or empty; half the variance of the columns is common to a group.
    selected
        Whether rows with a large first column are more often seen; their weights are the inverse probabilities.
    memory
        Correlation of the columns' noise at neighbouring times; above 0 the rows are in time order.
    """

    name: str
    title: str
    models: tuple[str, ...] = ("lda", "gaussian-nb", "5-nn")
    sizes: tuple[int, ...] = SIZES
    p: int = 5
    extra: int = 0
    bayes: float = 0.2
    share: float = 0.5
    flip: float = 0.0
    classes: int = 2
    unequal: bool = False
    groups: str = ""
    selected: bool = False
    memory: float = 0.0

    @property
    def distance(self) -> float:
        """‖μ‖, half the distance between two classes."""
        return float(-ndtri(self.bayes))

    def columns(self, n: int) -> int:
        """Number of columns of a sample of n rows."""
        return self.p + self.extra * (n + 50 - self.p)

    def means(self, n: int) -> Floats:
        """Mean of every class (C, p)."""
        found = np.zeros((self.classes, self.columns(n)))
        if self.classes == 2:
            found[:, : self.p] = np.array([-1.0, 1.0])[:, None] * self.distance / self.p**0.5
        else:
            away = np.random.default_rng(3).normal(size=(self.classes, self.p))
            found[:, : self.p] = 2.5 * away / np.linalg.norm(away, axis=1, keepdims=True)
        return found

    def shares(self) -> Floats:
        """Probability of every class."""
        if self.classes == 2:
            return np.array([1 - self.share, self.share])
        sizes = 1 / np.arange(1.0, self.classes + 1) if self.unequal else np.ones(self.classes)
        return np.asarray(sizes / sizes.sum())

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw until every class has two rows."""
        while True:
            sample = self._draw(n, rng)
            if np.bincount(sample.y.astype(np.intp), minlength=self.classes).min() >= FEWEST:
                return sample

    def _draw(self, n: int, rng: np.random.Generator) -> Sample:
        group = group_sizes(self.groups, n, rng)
        rows = n if group is None else group.size
        if self.selected:
            return self._select(n, rng)
        codes = rng.choice(self.classes, size=rows, p=self.shares())
        noise = alike(rng.normal(size=(rows, self.columns(n))), group, rng)
        if self.memory:
            noise = remember(noise, self.memory)
        order = np.arange(rows) if self.memory else None
        return Sample(noise + self.means(n)[codes], self._flipped(codes, rng), n, group, order)

    def _select(self, n: int, rng: np.random.Generator) -> Sample:
        codes = rng.choice(self.classes, size=20 * n, p=self.shares())
        X = rng.normal(size=(codes.size, self.columns(n))) + self.means(n)[codes]
        seen, weights = select(X[:, 0], n, rng)
        return Sample(X[seen], self._flipped(codes[seen], rng), n, weights=weights)

    def _flipped(self, codes: Array, rng: np.random.Generator) -> Array:
        return np.where(rng.random(codes.size) < self.flip, 1 - codes, codes) if self.flip else codes

    def points(self, n: int) -> Points:
        """The same normal points around every mean."""
        return class_points(self, n)


@lru_cache(maxsize=8)
def class_points(world: Classes, n: int) -> Points:
    """Points around every mean; of two classes every point stands for both, by how probable they are there."""
    m = point_count(n) * (1 if world.classes == 2 else 2) // world.classes
    base = ndtri(sobol(world.columns(n), m))
    X = (world.means(n)[:, None] + base).reshape(-1, base.shape[1])
    rows = np.arange(len(X))
    if world.classes > 2:
        return Points(X, rows // m, rows, np.repeat(world.shares() / m, m))
    second = expit(2 * X @ world.means(n)[1])
    # Points come from both classes alike, so the density of a class over theirs is twice its probability there.
    weights = [
        share * chance / chance.sum() for share, chance in zip(world.shares(), (1 - second, second), strict=True)
    ]
    kept, turned = np.concatenate(weights), np.concatenate(weights[::-1])
    truth = np.repeat([0, 1], rows.size)
    return Points(X, truth, np.tile(rows, 2), (1 - world.flip) * kept + world.flip * turned)


@final
@dataclass(frozen=True)
class Response(World):
    """y = x'β + noise with normal columns, β of length 1 and noise of variance 1.

    Parameters
    ----------
    name, title, models, sizes, p, extra, groups, selected
        As for `Classes`; half of the variance of the noise is common to a group too.
    tails
        Degrees of freedom of the noise; infinite for normal noise.
    uneven
        Whether the standard deviation of the noise is proportional to .5 + |x₁|.
    memory
        Correlation of the noise at neighbouring times; above 0 the rows are in time order.
    positive
        Whether the target is exp(y / 2) instead, which is above 0.
    """

    name: str
    title: str
    models: tuple[str, ...] = ("linear", "ridge", "5-nn")
    sizes: tuple[int, ...] = SIZES
    p: int = 5
    extra: int = 0
    groups: str = ""
    selected: bool = False
    tails: float = np.inf
    uneven: bool = False
    memory: float = 0.0
    positive: bool = False

    classes: ClassVar[int] = 0

    def columns(self, n: int) -> int:
        """Number of columns of a sample of n rows."""
        return self.p + self.extra * (n + 50 - self.p)

    def mean(self, X: Floats) -> Floats:
        """x'β, all of the first p columns alike."""
        return X[:, : self.p].sum(axis=1) / self.p**0.5

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw columns and noise."""
        group = group_sizes(self.groups, n, rng)
        rows = (20 * n if self.selected else n) if group is None else group.size
        X = alike(rng.normal(size=(rows, self.columns(n))), group, rng)
        weights = None
        if self.selected:
            seen, weights = select(X[:, 0], n, rng)
            X = X[seen]
        y = self.target(X, self._noise(len(X), group, rng))
        return Sample(X, y, n, group, np.arange(len(X)) if self.memory else None, weights)

    def target(self, X: Floats, noise: Floats) -> Floats:
        """Target of rows with this noise."""
        y = self.mean(X) + self.spread(X) * noise
        return np.exp(y / 2) if self.positive else y

    def spread(self, X: Floats) -> Floats:
        """Standard deviation of the noise at x; the mean of its square is 1."""
        if not self.uneven:
            return np.ones(len(X))
        return (0.5 + np.abs(X[:, 0])) / np.sqrt(1.25 + np.sqrt(2 / np.pi))

    def _noise(self, n: int, group: Array | None, rng: np.random.Generator) -> Floats:
        if np.isfinite(self.tails):
            return rng.standard_t(self.tails, n) * ((self.tails - 2) / self.tails) ** 0.5
        noise = alike(rng.normal(size=(n, 1)), group, rng)
        return (remember(noise, self.memory) if self.memory else noise)[:, 0]

    def points(self, n: int) -> Points:
        """Points with a noise of their own."""
        return response_points(self, n)


@lru_cache(maxsize=8)
def response_points(world: Response, n: int) -> Points:
    """Points of the columns and one more coordinate for the noise."""
    uniform = sobol(world.columns(n) + 1, 2 * point_count(n))
    X, u = ndtri(uniform[:, :-1]), uniform[:, -1]
    noise, weights = (ndtri(u), None) if np.isinf(world.tails) else heavy_points(u, world.tails)
    return Points(X, world.target(X, noise), np.arange(len(X)), weights)


def heavy_points(u: Floats, tails: float) -> tuple[Floats, Floats]:
    """Noise of variance 1 with t's tails at the quantiles u of a Cauchy distribution, and the weights that make up for it.

    Examples
    --------
    >>> noise, weights = heavy_points((np.arange(2000) + 0.5) / 2000, 3)
    >>> round(float(weights @ noise**2), 3)
    1.0
    """
    from scipy.stats import cauchy, t

    places = cauchy.ppf(u)
    weights = t.pdf(places, tails) / cauchy.pdf(places)
    return places * ((tails - 2) / tails) ** 0.5, weights / weights.sum()


def group_sizes(kind: str, n: int, rng: np.random.Generator) -> Array | None:
    """Group of every row: n rows in groups of ten, or 40 groups of Pareto sizes with about n rows; None without groups."""
    if kind == "equal":
        return np.arange(n) // GROUP
    if kind == "pareto":
        sizes = (1 - rng.random(PARETO_GROUPS)) ** (-1 / PARETO_SHAPE)
        # Beyond a third of the rows a group would be the dataset.
        sizes = np.minimum(sizes / sizes.sum(), 1 / 3)
        return np.repeat(np.arange(PARETO_GROUPS), np.maximum(1, np.round(n * sizes)).astype(np.intp))
    return None


def alike(noise: Floats, group: Array | None, rng: np.random.Generator) -> Floats:
    """Make half the variance of the noise (n, k) common to the rows of a group."""
    if group is None:
        return noise
    common = rng.normal(size=(int(group.max()) + 1, noise.shape[1]))
    return np.sqrt(0.5) * (noise + common[group])


def remember(noise: Floats, memory: float) -> Floats:
    """A stationary autoregression of order one with the same variance as the noise (n, k)."""
    shocks = np.sqrt(1 - memory**2) * noise
    shocks[0] = noise[0]
    return np.asarray(lfilter([1.0], [1.0, -memory], shocks, axis=0))


def select(x: Floats, n: int, rng: np.random.Generator) -> tuple[Array, Floats]:
    """The first n rows that are seen, where a row is with probability π(x), and their weights 1/π, of mean 1."""
    probability = 0.05 + 0.95 * expit(2 * x - 1)
    seen = np.flatnonzero(rng.random(x.size) < probability)[:n]
    weights = 1 / probability[seen]
    return seen, weights / weights.mean()


WEIGHED = ("gaussian-nb", "logistic")
WORLDS: tuple[World, ...] = (
    Classes("balanced", "two normal classes, Bayes error 20 %", ("lda", "gaussian-nb", "5-nn", "1-nn", "logistic")),
    Classes("rare-5", "5 % of the rows positive, Bayes error of balanced classes 10 %", share=0.05, bayes=0.1),
    Classes("rare-1", "1 % of the rows positive", sizes=(300, 1000), share=0.01, bayes=0.05),
    Classes("separable", "classes that overlap in .2 % of the rows", ("lda", "gaussian-nb", "1-nn"), bayes=0.002),
    Classes("noisy", "15 % of the labels flipped", ("lda", "5-nn", "1-nn"), bayes=0.05, flip=0.15),
    Classes(
        *("mislabelled", "5 % positive, apart but for 5 % of the labels flipped", ("lda", "5-nn")),
        sizes=(100, 300, 1000),
        share=0.05,
        bayes=0.001,
        flip=0.05,
    ),
    Classes("ten", "ten classes", ("lda", "gaussian-nb", "5-nn"), sizes=(100, 300, 1000), classes=10),
    Classes(
        *("ten-unequal", "ten classes with shares as 1, 1/2, … 1/10", ("lda", "5-nn")),
        sizes=(300, 1000),
        classes=10,
        unequal=True,
    ),
    Classes("wide", "50 more columns than rows", ("gaussian-nb", "5-nn"), sizes=(50, 100, 300), extra=1, bayes=0.05),
    Classes("groups", "rows in groups of ten", ("lda", "5-nn"), sizes=(120, 150, 300, 1000), groups="equal"),
    Classes("pareto-groups", "40 groups of Pareto sizes", ("lda", "5-nn"), sizes=(300, 1000), groups="pareto"),
    Classes("weights", "inverse-probability weights", WEIGHED, sizes=(100, 300, 1000), selected=True),
    Classes(
        "class-series", "columns with memory .9 in time", ("lda", "5-nn", "tree"), sizes=(100, 300, 1000), memory=0.9
    ),
    Rule("interaction", "the sign of a product, 10 % of the labels flipped", ("tree",), (150, 300, 1000), "product"),
    Rule("interaction-groups", "the same in groups of ten rows", ("tree",), (150, 300), "product", grouped=True),
    Rule("interaction-series", "the same rows in time", ("tree",), (150, 300), "product", timed=True),
    Rule("binary", "five columns of two values", ("tree", "gaussian-nb"), (50, 100, 300, 1000), "binary"),
    Response("regression", "linear response, normal noise"),
    Response(
        "t3", "noise with 3 degrees of freedom", ("linear", "ridge", "5-nn"), sizes=(50, 60, 100, 300, 1000), tails=3
    ),
    Response("uneven", "noise whose spread depends on a column", ("linear", "5-nn"), uneven=True),
    Response("positive", "a target above 0, log-normal", ("5-nn",), sizes=(100, 300, 1000), positive=True),
    Response("wide-regression", "50 more columns than rows", ("ridge",), sizes=(50, 100), extra=1),
    Response("group-regression", "rows in groups of ten", ("linear", "5-nn"), sizes=(120, 300, 1000), groups="equal"),
    Response("pareto-regression", "40 groups of Pareto sizes", ("linear", "5-nn"), sizes=(300, 1000), groups="pareto"),
    Response("series", "noise with memory .9 in time", ("linear", "tree"), sizes=(100, 300, 1000), memory=0.9),
    Response(
        *("weighted-regression", "inverse-probability weights, uneven noise", ("linear",)),
        sizes=(100, 200, 300, 1000),
        selected=True,
        uneven=True,
    ),
)


def world(name: str) -> World:
    """Find a world by its name."""
    return next(one for one in WORLDS if one.name == name)
