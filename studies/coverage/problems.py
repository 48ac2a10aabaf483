"""Problems whose truth is known: how to draw rows, and the exact risk of any fitted model.

Three kinds of truth. The risk of a linear rule on normal classes has a closed form (METHODS L.4), and so has that of a
tree, whose leaves are boxes. For any other model the expected loss *given x* is averaged over a fixed set of
quasi-random points, which is far more exact than counting errors on as many fresh rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from scipy.special import expit, logit, ndtr, ndtri

from foldwise.data import Dataset, Task
from foldwise.measures import Outcomes, measure
from foldwise.predictions import ScoreKind
from studies.coverage.batched import nearest_labels

if TYPE_CHECKING:
    from foldwise.arrays import Floats

POINTS = 2**13
"""Quasi-random points where the risk has no closed form; 1-NN on them is within .002 of its risk on 10⁶ fresh rows."""


class Problem(ABC):
    """A way of drawing rows, with the exact risk of any model fitted to them."""

    name: str
    title: str
    measure: ClassVar[str]

    @abstractmethod
    def draw(self, n: int, rng: np.random.Generator) -> Dataset:
        """Draw a dataset of n rows."""

    @abstractmethod
    def risk(self, model: Any) -> float:  # noqa: ANN401 - a fitted estimator
        """Expected loss of a fitted model on a new row."""

    @abstractmethod
    def everywhere(self, model: Any) -> Outcomes:  # noqa: ANN401 - a fitted estimator
        """Answers at the points beside every truth that is possible there, weighted by how probable it is."""

    def value(self, model: Any, name: str) -> float:  # noqa: ANN401 - a fitted estimator
        """Value of any measure on infinitely many new rows."""
        if name == self.measure:
            return self.risk(model)
        outcomes = self.everywhere(model)
        none = np.zeros(outcomes.size, dtype=np.intp)
        return float(measure(name).aggregate(outcomes, none, none[:1]))


@final
@dataclass(frozen=True)
class NormalClasses(Problem):
    """Two normal classes N(±μ, I) with all columns equally useful.

    Parameters
    ----------
    name, title
        In tables, and in words.
    p
        Number of columns.
    bayes
        Error of the best rule when classes are balanced and no label is flipped: Φ(-‖μ‖).
    share
        Share of the second class.
    flip
        Share of labels that are flipped at random.
    groups
        Rows come in groups of this size with a common shift of their columns; 0 for independent rows.
    """

    name: str
    title: str
    p: int = 5
    bayes: float = 0.2
    share: float = 0.5
    flip: float = 0.0
    groups: int = 0

    measure: ClassVar[str] = "error"

    @property
    def distance(self) -> float:
        """‖μ‖, half the distance between the classes."""
        return float(-ndtri(self.bayes))

    @property
    def mu(self) -> float:
        """Each coordinate of μ."""
        return self.distance / self.p**0.5

    def draw(self, n: int, rng: np.random.Generator) -> Dataset:
        """Draw classes, then columns, then flips; within a group half the variance of the columns is common."""
        second = rng.random(n) < self.share
        noise = rng.normal(size=(n, self.p))
        group = None
        if self.groups:
            group = np.arange(n) // self.groups
            common = rng.normal(size=(group[-1] + 1, self.p))
            noise = np.sqrt(0.5) * (noise + common[group])
        X = noise + np.where(second, self.mu, -self.mu)[:, None]
        y = np.where(rng.random(n) < self.flip, ~second, second).astype(int)
        return Dataset(X, y, Task.CLASSIFICATION, groups=group)

    def risk(self, model: Any) -> float:  # noqa: ANN401
        """Risk without flips, and with them: R(1 - 2ν) + ν."""
        return self._clean(model) * (1 - 2 * self.flip) + self.flip

    def _clean(self, model: Any) -> float:  # noqa: ANN401
        if hasattr(model, "tree_"):
            return self.tree_risk(model)
        if hasattr(model, "coef_") and model.coef_.shape == (1, self.p):
            return self.linear_risk(model.coef_[0], float(model.intercept_[0]))
        if hasattr(model, "class_prior_") and not hasattr(model, "theta_"):
            return min(self.share, 1 - self.share) if self._majority(model) else max(self.share, 1 - self.share)
        return self.point_risk(model)

    def _majority(self, model: Any) -> bool:  # noqa: ANN401
        """Whether a rule that ignores the columns chose the class that really is the larger one."""
        return bool(model.predict(np.zeros((1, self.p)))[0] == (self.share > 0.5))

    def linear_risk(self, w: Floats, b: float) -> float:
        """Risk of the rule "second class where w'x + b > 0" (METHODS L.4).

        Examples
        --------
        >>> problem = NormalClasses("example", "", p=4)
        >>> round(problem.linear_risk(np.ones(4), 0.0), 6)
        0.2
        """
        reach, length = float(w.sum()) * self.mu, float(np.linalg.norm(w))
        return float(self.share * ndtr(-(reach + b) / length) + (1 - self.share) * ndtr((b - reach) / length))

    def tree_risk(self, model: Any) -> float:  # noqa: ANN401
        """Risk of a tree: its leaves are boxes, and the mass of a box is a product over the columns."""
        tree = model.tree_
        low = np.full((tree.node_count, self.p), -np.inf)
        high = np.full((tree.node_count, self.p), np.inf)
        for node in range(tree.node_count):
            left, right, column = tree.children_left[node], tree.children_right[node], tree.feature[node]
            if left < 0:
                continue
            low[[left, right]], high[[left, right]] = low[node], high[node]
            high[left, column] = low[right, column] = tree.threshold[node]
        leaves = tree.children_left < 0
        says = model.classes_[np.argmax(tree.value[leaves, 0], axis=1)]
        mass = [np.prod(ndtr(high[leaves] - m) - ndtr(low[leaves] - m), axis=1) for m in (-self.mu, self.mu)]
        return float((1 - self.share) * mass[0][says == 1].sum() + self.share * mass[1][says == 0].sum())

    def point_risk(self, model: Any) -> float:  # noqa: ANN401
        """Mean over the points of the probability of an error there."""
        nearest = getattr(model, "n_neighbors", 0) == 1
        says = nearest_labels(model._fit_X, model._y, self.points) if nearest else model.predict(self.points)
        return float(np.mean(np.where(says == 1, 1 - self.posterior, self.posterior)))

    def everywhere(self, model: Any) -> Outcomes:  # noqa: ANN401
        """Both classes at every point."""
        twice = np.concatenate([self.points, self.points])
        second = self.posterior * (1 - 2 * self.flip) + self.flip
        return Outcomes(
            truth=np.repeat([0, 1], POINTS),
            output=np.asarray(model.predict(twice)),
            scores=np.asarray(model.predict_proba(twice)),
            score_kind=ScoreKind.PROBABILITY,
            classes=2,
            weights=np.concatenate([1 - second, second]),
        )

    @cached_property
    def points(self) -> Floats:
        """Points spread as new rows are (POINTS, p)."""
        uniform = sobol(self.p + 1)
        side = np.where(uniform[:, -1] < self.share, self.mu, -self.mu)
        return ndtri(uniform[:, :-1]) + side[:, None]

    @cached_property
    def posterior(self) -> Floats:
        """Probability of the second class at each point (POINTS,)."""
        return expit(2 * self.mu * self.points.sum(axis=1) + logit(self.share))


@final
@dataclass(frozen=True)
class LinearResponse(Problem):
    """y = x'β + noise, with normal columns and β of length 1.

    Parameters
    ----------
    name, title
        In tables, and in words.
    p
        Number of columns.
    tails
        Degrees of freedom of the noise, whose variance is 1; infinite for normal noise.
    memory
        Correlation of the noise at neighbouring times; above 0 the rows are in time order.
    """

    name: str
    title: str
    p: int = 5
    tails: float = np.inf
    memory: float = 0.0

    measure: ClassVar[str] = "mse"

    def draw(self, n: int, rng: np.random.Generator) -> Dataset:
        """Draw columns and noise."""
        X = rng.normal(size=(n, self.p))
        y = self.mean(X) + self._noise(n, rng)
        return Dataset(X, y, Task.REGRESSION, order=np.arange(n) if self.memory else None)

    def mean(self, X: Floats) -> Floats:
        """x'β with equal coefficients."""
        return X.sum(axis=1) / self.p**0.5

    def _noise(self, n: int, rng: np.random.Generator) -> Floats:
        if np.isfinite(self.tails):
            return rng.standard_t(self.tails, n) * ((self.tails - 2) / self.tails) ** 0.5
        noise = rng.normal(size=n)
        if self.memory:
            for t in range(1, n):
                noise[t] = self.memory * noise[t - 1] + (1 - self.memory**2) ** 0.5 * noise[t]
        return noise

    def risk(self, model: Any) -> float:  # noqa: ANN401
        """1 + E(prediction - x'β)²: closed for a linear model, over the points for any other."""
        if hasattr(model, "coef_"):
            off = np.ravel(model.coef_) - 1 / self.p**0.5
            return float(1 + off @ off + np.ravel(model.intercept_)[0] ** 2)
        return float(1 + np.mean((np.ravel(model.predict(self.points)) - self.mean(self.points)) ** 2))

    def everywhere(self, model: Any) -> Outcomes:  # noqa: ANN401
        """Noise of -1 and +1 at every point: measures made of means and variances see no other difference."""
        truth = (self.mean(self.points)[:, None] + np.array([-1.0, 1.0])).ravel()
        return Outcomes(truth=truth, output=np.repeat(np.ravel(model.predict(self.points)), 2))

    @cached_property
    def points(self) -> Floats:
        """Points spread as new rows are (POINTS, p)."""
        return ndtri(sobol(self.p))


def sobol(columns: int) -> Floats:
    """Scrambled quasi-random points in the unit cube, the same in every run (POINTS, columns)."""
    from scipy.stats import qmc

    return np.clip(qmc.Sobol(columns, seed=np.random.default_rng(7)).random(POINTS), 1e-12, 1 - 1e-12)


PROBLEMS: tuple[Problem, ...] = (
    NormalClasses("normal", "two normal classes, 5 columns, Bayes error 20 %"),
    NormalClasses("wide", "two normal classes, 20 columns, Bayes error 20 %", p=20),
    NormalClasses("unbalanced", "two normal classes, 20 % of the rows in the second", bayes=0.1, share=0.2),
    NormalClasses("noisy", "well separated normal classes, 15 % of the labels flipped", bayes=0.05, flip=0.15),
    NormalClasses("grouped", "two normal classes, rows in groups of 5 that are alike", groups=5),
    LinearResponse("regression", "linear response, normal noise"),
    LinearResponse("heavy", "linear response, noise with 3 degrees of freedom", tails=3),
    LinearResponse("series", "linear response, noise with memory .5 in time", memory=0.5),
)


def problem(name: str) -> Problem:
    """Find a problem by its name."""
    return next(one for one in PROBLEMS if one.name == name)
