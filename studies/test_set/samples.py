"""Test sets of which every measure of the catalogue is asked: two classes, three classes and values; weights and groups.

Rows come from a population whose figures are those of many rows. They are taken at random, with a chance that depends on a covariate and
weighted by one over it, with a few of them heavy for no reason, by class and weighted back, or in groups that have something in common.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from foldwise.predictions import Predictions

if TYPE_CHECKING:
    from foldwise.arrays import Array

MANY = 200_000
"""Rows whose figures are taken for those of the population."""
COSTS = {"two": [[0.0, 1.0], [4.0, 0.0]], "three": [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]]}
COMMON = 0.4
"""Share of the variance that rows of a group have in common."""
HOW = {
    "rows": "at random",
    "ipw": "with a chance of 5 to 100 %, weighted by one over it",
    "heavy": "at random, 5 % of them weigh 20",
    "cases": "all positives and a quarter of the negatives, weighted back",
    "12 groups": "12 groups of 10",
    "30 groups": "30 groups of 10",
    "Pareto groups": "40 groups of Pareto sizes",
}


@final
@dataclass(frozen=True)
class Cell:
    """A kind of test set: what is predicted, how rows are taken, how many (0: by groups)."""

    task: str
    how: str
    rows: int

    @property
    def key(self) -> str:
        """Its name in the store."""
        return f"{self.task}, {self.how}, {self.rows}"


CELLS = (
    *(Cell("two", how, rows) for how in ("rows", "ipw", "heavy", "cases") for rows in (60, 200)),
    *(Cell("two", how, 0) for how in ("12 groups", "30 groups", "Pareto groups")),
    *(Cell("three", how, rows) for how, rows in (("rows", 60), ("rows", 200), ("ipw", 200), ("30 groups", 0))),
    *(Cell("values", how, rows) for how in ("rows", "ipw", "heavy") for rows in (60, 200)),
    *(Cell("values", how, 0) for how in ("12 groups", "30 groups")),
)


class _Rows(NamedTuple):
    """Rows of a population: truth, what the two systems say, the covariate that chances depend on, weights and groups."""

    truth: Array
    said: tuple[Array, Array]
    covariate: Array
    weights: Array | None = None
    groups: Array | None = None


def draw(cell: Cell, rng: np.random.Generator) -> Predictions:
    """One test set, predicted by two systems, ``a`` and ``b``, which are as good as each other."""
    if cell.how.endswith("groups"):
        groups = _groups(cell.how, rng)
        return _table(cell.task, _population(cell.task, groups.size, rng, groups))
    if cell.how == "rows":
        return _table(cell.task, _population(cell.task, cell.rows, rng))
    if cell.how == "heavy":
        rows = _population(cell.task, cell.rows, rng)
        return _table(cell.task, rows._replace(weights=np.where(rng.random(cell.rows) < 0.05, 20.0, 1.0)))
    rows = _population(cell.task, 30 * cell.rows, rng)
    chance = np.where(rows.truth == 1, 1.0, 0.25) if cell.how == "cases" else _chance(rows.covariate)
    kept = np.flatnonzero(rng.random(chance.size) < chance)[: cell.rows]
    taken = _Rows(rows.truth[kept], (rows.said[0][kept], rows.said[1][kept]), rows.covariate[kept], 1 / chance[kept])
    return _table(cell.task, taken)


@cache
def many(task: str, *, groups: bool) -> Predictions:
    """Many rows of the population, and in groups of ten."""
    rng = np.random.default_rng(7)
    rows = _population(task, MANY, rng, np.arange(MANY) // 10 if groups else None)
    return _table(task, rows._replace(groups=None))


def _chance(covariate: Array) -> Array:
    return 0.05 + 0.95 / (1 + np.exp(-1.5 * covariate))


def _groups(how: str, rng: np.random.Generator) -> Array:
    if how == "Pareto groups":
        sizes = np.minimum(60, np.ceil(3 * (rng.pareto(1.2, 40) + 1))).astype(int)
        return np.repeat(np.arange(40), sizes)
    return np.repeat(np.arange(int(how.split()[0])), 10)


def _normal(shape: tuple[int, ...], rng: np.random.Generator, groups: Array | None) -> Array:
    """Normal numbers; rows of a group have a part in common."""
    own = rng.normal(size=shape)
    if groups is None:
        return own
    common = rng.normal(size=(int(groups.max()) + 1, *shape[1:]))
    return np.sqrt(1 - COMMON) * own + np.sqrt(COMMON) * common[groups]


def _population(task: str, n: int, rng: np.random.Generator, groups: Array | None = None) -> _Rows:
    """Rows at random: each system knows a part of what decides, and the parts are alike."""
    parts = _normal((n, 2), rng, groups)
    covariate = 0.6 * parts.sum(axis=1) / np.sqrt(2) + 0.8 * rng.normal(size=n)
    if task == "values":
        mean = np.exp(1 + 0.4 * parts.sum(axis=1))
        truth = mean * rng.gamma(3.0, 1 / 3, n)
        said = tuple(np.exp(1.05 + 0.4 * parts.sum(axis=1) + 0.2 * rng.normal(size=n)) for _ in range(2))
        return _Rows(truth, (said[0], said[1]), covariate, groups=groups)
    if task == "three":
        truth = rng.choice(3, size=n, p=[0.5, 0.3, 0.2])
        noise = [_normal((n, 3), rng, groups) + 1.1 * np.eye(3)[truth] for _ in range(2)]
        return _Rows(truth, (_softmax(noise[0]), _softmax(noise[1])), covariate, groups=groups)
    truth = (rng.random(n) < 1 / (1 + np.exp(0.9 - 1.2 * parts.sum(axis=1)))).astype(int)
    odds = [1.4 * parts[:, at] - 0.8 for at in range(2)]
    shares = [np.column_stack([1 / (1 + np.exp(one)), 1 / (1 + np.exp(-one))]) for one in odds]
    return _Rows(truth, (shares[0], shares[1]), covariate, groups=groups)


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores)
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _table(task: str, rows: _Rows) -> Predictions:
    names, more = ("a", "b"), {"weights": rows.weights, "groups": rows.groups}
    if task == "values":
        return Predictions.build(rows.truth, dict(zip(names, rows.said, strict=True)), task="regression", **more)
    labels = {name: said.argmax(axis=1) for name, said in zip(names, rows.said, strict=True)}
    scores, classes = dict(zip(names, rows.said, strict=True)), list(range(rows.said[0].shape[1]))
    return Predictions.build(rows.truth, labels, scores=scores, classes=classes, costs=np.array(COSTS[task]), **more)
