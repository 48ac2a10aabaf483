"""Two learners whose expected errors are known to be equal, or to differ by a chosen amount.

The same learner sees two independent blocks of columns. In each block the two classes are normal around ±μ with the
identity as covariance, and the Bayes error is Φ(-‖μ‖); with equal ‖μ‖ the expected errors are equal by symmetry
(METHODS L.7).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np
from scipy.special import ndtr, ndtri

from foldwise.data import Dataset, Task
from foldwise.engine.rows import TestRows
from foldwise.plans import Partition, draw, parse
from foldwise.predictions import Outputs, Predictions, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Counts, Floats
    from foldwise.plans import Resamples

UNTRAINED = ("one test set", "matched fpr", "several datasets", "hierarchical")
GROUP = 5
"""Rows of a group, where rows come in groups; they share a shift of their columns."""


@final
@dataclass(frozen=True)
class World:
    """Learner, rows, columns of a block, the two Bayes errors, and the structure of the rows.

    The structure is none, groups, time, margin (the difference is the one that just matters), one test set (of fixed
    systems) or several datasets.
    """

    learner: str
    n: int = 100
    p: int = 5
    bayes: tuple[float, float] = (0.2, 0.2)
    structure: str = ""

    @property
    def name(self) -> str:
        """One word for tables and stores."""
        if self.structure in UNTRAINED:
            return f"{self.structure} n={self.n}"
        differ = "" if self.bayes[0] == self.bayes[1] else f" {self.bayes[0]:g}/{self.bayes[1]:g}"
        return f"{self.learner} n={self.n} p={self.p}{differ}{' ' + self.structure if self.structure else ''}"


@final
@dataclass(frozen=True, eq=False)
class Drawn:
    """One draw from a world: the dataset (its columns are never looked at) and both blocks."""

    world: World
    dataset: Dataset
    blocks: tuple[Floats, Floats]
    seed: int

    def table(self, plan: str, *, first: int | None = None) -> Predictions:
        """Predictions of both learners on a plan, or on its first repeats."""
        resamples = draw(parse(plan), self.dataset, self.seed)
        if first is not None and isinstance(resamples, Partition):
            resamples = replace(resamples, parts=resamples.parts[:first])
        return self.predictions(resamples)

    def predictions(self, resamples: Resamples) -> Predictions:
        """Fit both learners on all resamples at once and lay their answers out."""
        test = TestRows.of(resamples)
        counts = resamples.train_counts(0, resamples.count)
        outputs = {}
        for name, block in zip("ab", self.blocks, strict=True):
            answer, score = LEARNERS[self.world.learner](block, self.dataset.codes, counts)
            scores = None if score is None else score[test.resample, test.row]
            table = None if scores is None else np.stack([-scores, scores], axis=1)
            kind = ScoreKind.NONE if scores is None else ScoreKind.DECISION
            outputs[name] = Outputs(test.resample, test.row, answer[test.resample, test.row], table, kind, test.part)
        return Predictions.of_dataset(self.dataset, outputs, resamples)


def draw_world(world: World, seed: int) -> Drawn:
    """Draw both blocks and the labels."""
    rng = np.random.default_rng([5, seed])
    if world.learner == "opposite":
        return opposite(world, seed, rng)
    y = rng.permutation(np.arange(world.n) % 2)
    groups = np.arange(world.n) // GROUP if world.structure == "groups" else None
    blocks = []
    for bayes in world.bayes:
        noise = rng.normal(size=(world.n, world.p))
        if groups is not None:
            noise = np.sqrt(0.75) * noise + 0.5 * rng.normal(size=(world.n // GROUP + 1, world.p))[groups]
        if world.structure == "time":
            for t in range(1, world.n):
                noise[t] = 0.5 * noise[t - 1] + np.sqrt(0.75) * noise[t]
        noise[:, 0] += -ndtri(bayes) * (2 * y - 1)
        blocks.append(noise)
    order = np.arange(world.n) if world.structure == "time" else None
    dataset = Dataset(np.zeros((world.n, 1)), y, Task.CLASSIFICATION, groups=groups, order=order)
    return Drawn(world, dataset, (blocks[0], blocks[1]), seed)


@cache
def margin(world: World, rows: int) -> float:
    """By how much the expected errors of the two discriminants differ, trained on so many rows of either class alike.

    The risk of a linear rule is known exactly (METHODS L.4); it is averaged over 4,000 training sets.
    """
    rng = np.random.default_rng([6, rows])
    y = np.arange(rows) % 2
    errors = []
    for bayes in world.bayes:
        centre = np.zeros(world.p)
        centre[0] = -ndtri(bayes)
        risks = []
        for _ in range(4000):
            X = rng.normal(size=(rows, world.p)) + np.outer(2 * y - 1, centre)
            w, b = discriminant(X, y, np.ones((1, rows)))
            size = np.sqrt((w**2).sum(axis=1))
            risks.append((ndtr(-(w @ centre + b) / size) + ndtr((-(w @ centre) + b) / size)) / 2)
        errors.append(float(np.mean(risks)))
    return abs(errors[1] - errors[0])


def opposite(world: World, seed: int, rng: np.random.Generator) -> Drawn:
    """Two fixed rules of equal error, one wrong on 40 % of one class only, the other of the other class only.

    Which of them looks better in a sample is a matter of its classes, and parts of equal composition hide that.
    """
    y = rng.integers(0, 2, world.n)
    wrong = [(y == c) & (rng.random(world.n) < 2 * bayes) for c, bayes in zip((0, 1), world.bayes, strict=True)]
    blocks = tuple(one.astype(np.float64)[:, None] for one in wrong)
    return Drawn(world, Dataset(np.zeros((world.n, 1)), y, Task.CLASSIFICATION), (blocks[0], blocks[1]), seed)


def told(X: Floats, y: Array, counts: Counts) -> tuple[Array, Floats | None]:
    """Be wrong where the first column says so, however it was trained."""
    return np.broadcast_to(y ^ X[:, 0].astype(np.intp), counts.shape), None


def lda(X: Floats, y: Array, counts: Counts) -> tuple[Array, Floats | None]:
    """Linear discriminants of all training sets at once: labels and scores of every row (R, n)."""
    w, b = discriminant(X, y, counts.astype(np.float64))
    score = w @ X.T + b[:, None]
    return (score > 0).astype(np.intp), score


def discriminant(X: Floats, y: Array, weight: Floats) -> tuple[Floats, Floats]:
    """Slopes (R, p) and intercepts (R,) of the linear discriminants of weighted rows."""
    count = np.stack([weight @ (y == c) for c in (0, 1)])  # (2, R)
    mean = np.stack([(weight * (y == c)) @ X for c in (0, 1)]) / count[..., None]  # (2, R, p)
    p = X.shape[1]
    squares = (weight @ (X[:, :, None] * X[:, None, :]).reshape(len(X), p * p)).reshape(-1, p, p)
    within = squares - (count[..., None, None] * mean[..., :, None] * mean[..., None, :]).sum(axis=0)
    within /= count.sum(axis=0)[:, None, None]
    w = np.linalg.solve(within, (mean[1] - mean[0])[..., None])[..., 0]
    return w, np.log(count[1] / count[0]) - ((mean[0] + mean[1]) * w).sum(axis=1) / 2


def nearest(X: Floats, y: Array, counts: Counts) -> tuple[Array, Floats | None]:
    """Label of the nearest other training row, for every row (R, n); one search serves all training sets."""
    distance = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(distance, np.inf)
    order = np.argsort(distance, axis=1)
    first = (counts > 0)[:, order].argmax(axis=2)  # (R, n)
    return y[order[np.arange(len(X)), first]], None


def neighbours(X: Floats, y: Array, counts: Counts, k: int = 5) -> tuple[Array, Floats | None]:
    """Majority and share of the k nearest other training rows, for every row (R, n)."""
    distance = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(distance, np.inf)
    order = np.argsort(distance, axis=1)
    near = counts[:, order].astype(np.int16)  # (R, n, n)
    near = np.clip(k - np.cumsum(near, axis=2, dtype=np.int16) + near, 0, near)  # a row drawn twice is two neighbours
    score = np.einsum("rij,ij->ri", near, y[order].astype(np.int16), dtype=np.int16) / k
    return (score > 1 / 2).astype(np.intp), score


LEARNERS: dict[str, Callable[[Floats, Array, Counts], tuple[Array, Floats | None]]] = {
    "lda": lda,
    "1-nn": nearest,
    "5-nn": neighbours,
    "opposite": told,
}
