"""Test sets whose truth is known: tables of counts, rows sampled with unequal probability, rows in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.predictions import Predictions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Array

CLASSIFIERS = {"chance": (0.1, 0.9), "weak": (0.3, 0.9), "strong": (0.9, 0.95)}
"""Recall of the positives and of the negatives."""
SHARES = (0.08, 0.2, 0.5)
WEIGHTS = {"1 to 20": (0.05, 0.95, 1.0, 0.0), "heavy": (0.0, 1.0, 1.5, -1.0)}
"""Lowest and highest chance of being sampled, slope and intercept of its logit in x."""
GROUPS = {"12 of 10": (12, False), "30 of 10": (30, False), "40 of Pareto size": (40, True)}


def table_of(share: float, classifier: str) -> Array:
    """Shares of the cells of two classes (2, 3)."""
    recall, rejection = CLASSIFIERS[classifier]
    negative = [(1 - share) * rejection, (1 - share) * (1 - rejection), 0.0]
    return np.array([negative, [share * (1 - recall), share * recall, 0.0]])


def three_classes(strength: float) -> Array:
    """Shares of the cells of three classes, 70, 20 and 10 % of the rows (3, 4)."""
    rates = np.array([0.7, 0.2, 0.1])[:, None] * (strength * np.eye(3) + (1 - strength) / 3)
    return np.hstack([rates, np.zeros((3, 1))])


def drawn_tables(cells: Array, n: int, simulations: int) -> Iterator[tuple[Predictions, int]]:
    """Test sets of n rows, each with the number of times it was drawn."""
    draws = np.random.default_rng(n).multinomial(n, cells.ravel(), simulations)
    classes = list(range(len(cells)))
    for counts, times in zip(*np.unique(draws, axis=0, return_counts=True), strict=True):
        truth, output = (np.repeat(codes.ravel(), counts) for codes in np.indices(cells.shape))
        yield Predictions.build(truth.tolist(), {"m": output.tolist()}, classes=classes), int(times)


def chances(x: Array, kind: str) -> Array:
    """Chance of each row to be sampled."""
    low, high, slope, intercept = WEIGHTS[kind]
    return low + (high - low) / (1 + np.exp(-(intercept + slope * x)))


def sampled(n: int, kind: str, rng: np.random.Generator) -> tuple[Array, Array]:
    """Covariate of n rows that were sampled, and one over their chance."""
    x = rng.normal(size=60 * n)
    kept = x[rng.random(x.size) < chances(x, kind)][:n]
    return kept, 1 / chances(kept, kind)


def answers(x: Array, bend: float, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """Truth, score and residual of rows: what is easy depends on x, more where `bend` is large."""
    truth = (rng.random(x.size) < 1 / (1 + np.exp(1 + 0.5 * x))).astype(int)
    score = rng.normal(size=x.size) + truth * np.exp(0.3 + bend * x / 2)
    return truth, score, rng.normal(size=x.size) * np.exp(bend * x / 2)


def weighted(n: int, kind: str, bend: float, rng: np.random.Generator) -> tuple[Predictions, Predictions]:
    """Classifier and regressor on rows sampled with unequal chances."""
    x, weights = sampled(n, kind, rng)
    return tables(*answers(x, bend, rng), weights)


def tables(truth: Array, score: Array, residual: Array, weights: Array | None) -> tuple[Predictions, Predictions]:
    """The two tables of predictions."""
    labels = (score > 0.7).astype(int)
    said = 1 / (1 + np.exp(-score))
    classes = Predictions.build(truth, {"m": labels}, scores={"m": said}, classes=[0, 1], weights=weights)
    return classes, Predictions.build(residual, {"m": np.zeros(residual.size)}, weights=weights, task="regression")


def grouped(kind: str, rng: np.random.Generator) -> Predictions:
    """Rows of groups that are easy or hard together, with half of their positives in groups that have none else."""
    count, unequal = GROUPS[kind]
    sizes = np.minimum(200, np.ceil(4 * (rng.pareto(1.2, count) + 1))).astype(int) if unequal else np.full(count, 10)
    group = np.repeat(np.arange(count), sizes)
    ease, lean = rng.normal(size=(2, count))
    truth = (rng.random(group.size) < 1 / (1 + np.exp(0.5 - lean[group]))).astype(int)
    score = rng.normal(size=group.size) + truth * 1.5 + 0.7 * ease[group]
    said = 1 / (1 + np.exp(-score))
    return Predictions.build(truth, {"m": (score > 0.7).astype(int)}, scores={"m": said}, classes=[0, 1], groups=group)
