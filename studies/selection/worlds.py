"""Losses of configurations whose true error rates are known: fixed systems, and learners under cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from scipy.special import ndtr, ndtri

from foldwise.data import Dataset, Task
from foldwise.plans import draw, parse

PLAN = "kfold(10, repeats=3)"
RATES = {"none is better": (0.5, 0.0), "weak": (0.3, 0.02), "strong": (0.3, 0.1), "rare errors": (0.06, 0.03)}
"""Mean and spread of the true error rates."""
SHARED = {"none is better": 0.0}
"""Share of the variance of a row that all configurations share; a half unless it is given."""


@final
@dataclass(frozen=True, eq=False)
class Losses:
    """Loss of every configuration on every row (C, n), its true error rate (C,), and the class of the rows (n,)."""

    table: np.ndarray
    true: np.ndarray
    strata: np.ndarray


def of_systems(world: str, n: int, count: int, rng: np.random.Generator) -> Losses:
    """Fixed systems on independent rows; a row that is hard for one is hard for the others too."""
    mean, spread = RATES[world]
    true = np.clip(rng.normal(mean, spread, count), 0.01, 0.95)
    share = SHARED.get(world, 0.5)
    hardness = np.sqrt(share) * rng.normal(size=n) + np.sqrt(1 - share) * rng.normal(size=(count, n))
    return Losses((hardness < ndtri(true)[:, None]).astype(np.float64), true, np.zeros(n, dtype=np.intp))


def of_discriminants(signal: float, n: int, count: int, rng: np.random.Generator) -> Losses:
    """Linear discriminants on two columns of their own, cross-validated; the first column carries the signal."""
    y = rng.permutation(np.arange(n) % 2)
    shift = np.abs(rng.normal(signal, 0.1 if signal else 0.0, count))
    X = rng.normal(size=(count, n, 2))
    X[:, :, 0] += np.outer(shift, 2 * y - 1)
    dataset = Dataset(np.zeros((n, 1)), y, Task.CLASSIFICATION)
    resamples = draw(parse(PLAN), dataset, int(rng.integers(1 << 31)))
    table = np.zeros((count, n))
    for at in range(resamples.count):
        test = resamples.test_rows(at)
        w, b = discriminants(X, y, resamples.train_rows(at))
        table[:, test] += (np.einsum("cnp,cp->cn", X[:, test], w) + b[:, None] > 0) != y[test]
    w, b = discriminants(X, y, np.arange(n))
    centre, size = w[:, 0] * shift, np.linalg.norm(w, axis=1)
    true = (ndtr((-centre - b) / size) + ndtr((b - centre) / size)) / 2
    return Losses(table / resamples.repeats, true, y)


def discriminants(X: np.ndarray, y: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights (C, p) and intercepts (C,) of linear discriminants on these rows."""
    inside, codes = X[:, rows], y[rows]
    means = [inside[:, codes == code].mean(axis=1) for code in (0, 1)]
    rest = inside - np.stack(means, axis=1)[:, codes]
    w = np.linalg.solve(np.einsum("cni,cnj->cij", rest, rest) / (rows.size - 2), (means[1] - means[0])[..., None])[
        ..., 0
    ]
    odds = np.log(codes.mean() / (1 - codes.mean()))
    return w, odds - (w * (means[0] + means[1])).sum(axis=1) / 2


def of_neighbours(n: int, count: int, rng: np.random.Generator) -> Losses:
    """Five nearest neighbours on two columns of noise each, cross-validated: none is better than a coin."""
    y = rng.permutation(np.arange(n) % 2)
    X = rng.normal(size=(count, n, 2))
    apart = ((X[:, :, None] - X[:, None]) ** 2).sum(axis=-1)
    resamples = draw(parse(PLAN), Dataset(np.zeros((n, 1)), y, Task.CLASSIFICATION), int(rng.integers(1 << 31)))
    table = np.zeros((count, n))
    for at in range(resamples.count):
        test, train = resamples.test_rows(at), resamples.train_rows(at)
        near = np.argpartition(apart[:, test][:, :, train], 4, axis=2)[:, :, :5]
        table[:, test] += (y[train][near].mean(axis=2) > 0.5) != y[test]
    return Losses(table / resamples.repeats, np.full(count, 0.5), y)
