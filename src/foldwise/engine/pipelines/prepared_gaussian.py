"""Gaussian classifiers after preprocessing: the columns are made once per resample, without scikit-learn's checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, final

import numpy as np

from foldwise.engine.families.gaussian_nb import NormalFit
from foldwise.engine.families.lda import LinearDiscriminant, labels_and_probabilities
from foldwise.engine.families.qda import regularised
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import refuse_discriminant, refuse_features
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.coordinates import LARGEST_SQUARED_DISTANCE, WORST_CONDITION, shrunk
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled, SumFit
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["PreparedDiscriminant", "PreparedGaussian"]


LEAST_VARIANCE = 1e-20
"""Variances below this are as good as none."""
TOLERANCE_MARGIN = 0.01
"""Share of a tolerance within which rounding may decide on which side of it a number is."""


@final
@dataclass(frozen=True, eq=False)
class Training:
    """The training rows of a resample: their columns (N, p), classes (N,) and weights (N,); the classes there are."""

    x: Floats
    codes: Codes
    weights: Floats

    @cached_property
    def present(self) -> list[int]:
        """Codes of the classes, ascending."""
        return sorted(set(self.codes.tolist()))


Scoring: TypeAlias = Callable[[Any, Training, "Floats"], "Floats | None"]
"""Scores of rows (M, C') for the classes there are, or None where that is scikit-learn's to do."""


def log_densities(final: Estimator, training: Training, x: Floats) -> Floats | None:
    """Log prior + Σ log N(x; mean, variance), with the variances smoothed as `GaussianNB` does."""
    smoothing = float(final.var_smoothing) * training.x.var(axis=0).max()
    columns = []
    for c in training.present:
        mine = training.codes == c
        weights, rows = training.weights[mine], training.x[mine]
        if not weights.sum() > 0:
            return None
        mean = weights @ rows / weights.sum()
        variance = weights @ (rows - mean) ** 2 / weights.sum() + smoothing
        if not variance.min() > LEAST_VARIANCE:
            return None
        prior = np.log(weights.sum() / training.weights.sum())
        constant = prior - 0.5 * np.log(2 * np.pi * variance).sum()
        columns.append(constant - 0.5 * ((x - mean) ** 2 / variance).sum(axis=1))
    return np.stack(columns, axis=1)


def quadratic_scores(final: Estimator, training: Training, x: Floats) -> Floats | None:
    """Log posteriors up to a constant, with covariances as the solver makes them."""
    columns = []
    for c in training.present:
        rows = training.x[training.codes == c]
        if len(rows) < 2 or (final.solver == "svd" and len(rows) < rows.shape[1]):
            return None
        mean = rows.mean(axis=0)
        covariance = regularised(final, ((rows - mean).T @ (rows - mean) / len(rows))[None])[0]
        scale = _scale(final, covariance)
        if scale is None:
            return None
        sizes, vectors = np.linalg.eigh(covariance / np.outer(scale, scale))
        if not sizes[0] > sizes[-1] / WORST_CONDITION:
            return None
        whitened = ((x - mean) / scale) @ (vectors / np.sqrt(sizes))
        volume = np.log(sizes).sum() + 2 * np.log(scale).sum()
        columns.append(np.log(len(rows) / len(training.x)) - 0.5 * ((whitened**2).sum(axis=1) + volume))
    return np.stack(columns, axis=1)


def _scale(final: Estimator, covariance: Floats) -> Floats | None:
    """Scales that the columns may be divided by, (p,), or None where scikit-learn may find too low a rank."""
    sizes = np.linalg.eigvalsh(covariance)
    if not sizes[0] > final.tol * (1 + TOLERANCE_MARGIN) + LEAST_VARIANCE + 1e-13 * sizes[-1]:
        return None
    # The svd solver works on the rows, and keeps its digits whatever the scales of the columns are.
    return np.sqrt(np.diag(covariance)) if final.solver == "svd" else np.ones(len(covariance))


def linear_scores(final: Estimator, training: Training, x: Floats) -> Floats | None:
    """Log posteriors up to a constant, with one covariance for all classes."""
    counts = np.array([(training.codes == c).sum() for c in training.present])
    centres = np.stack([training.x[training.codes == c].mean(axis=0) for c in training.present])
    logs = np.log(counts / counts.sum())
    solve = _by_directions if final.solver == "svd" else _by_covariance
    coefficients = solve(final, training, centres, counts)
    if coefficients is None:
        return None
    middle = np.exp(logs) @ centres
    offsets = logs - 0.5 * ((centres - middle) * coefficients).sum(axis=1)
    return np.asarray((x - middle) @ coefficients.T + offsets)


def _by_directions(final: Estimator, training: Training, centres: Floats, counts: Codes) -> Floats | None:
    """Coefficients by scikit-learn's svd solver: directions of little spread within or between classes are dropped."""
    away = training.x - centres[np.searchsorted(training.present, training.codes)]
    within = away.T @ away / len(away)
    variance = np.diag(within)
    unclear = (variance > 0) & (variance <= LEAST_VARIANCE * (1 + (centres**2).max(axis=0)))
    if unclear.any():
        return None
    scale = np.sqrt(np.where(variance > 0, variance, 1.0))
    sizes, vectors = np.linalg.eigh(within / np.outer(scale, scale))
    kept = _above(sizes, final.tol**2)
    if kept is None or not kept.any() or sizes[kept][0] * WORST_CONDITION < sizes[-1]:
        return None
    whitening = vectors[:, kept] / scale[:, None] / np.sqrt(sizes[kept])
    apart = (centres - counts / counts.sum() @ centres) @ whitening
    _, spread, directions = np.linalg.svd(np.sqrt(counts)[:, None] * apart, full_matrices=False)
    between = _above(spread, final.tol * spread[0]) if spread[0] > 0 else None
    if between is None:
        return None
    projected = apart @ directions[between].T @ directions[between]
    return np.asarray(projected @ whitening.T)


def _above(sizes: Floats, tolerance: float) -> Mask | None:
    """Which numbers are above the tolerance; None where one is so close to it that rounding decides."""
    if (np.abs(sizes - tolerance) <= TOLERANCE_MARGIN * tolerance).any():
        return None
    return sizes > tolerance


def _by_covariance(final: Estimator, training: Training, centres: Floats, counts: Codes) -> Floats | None:
    """Coefficients by the solvers that work on the covariance, shrunk class by class."""
    p = training.x.shape[1]
    covariance = np.zeros((p, p))
    for c, mean, count in zip(training.present, centres, counts, strict=True):
        away = training.x[training.codes == c] - mean
        covariance += count / counts.sum() * shrunk((away.T @ away / count)[None], final.shrinkage)[0]
    sizes, vectors = np.linalg.eigh(covariance)
    far = ((centres @ vectors) ** 2 > LARGEST_SQUARED_DISTANCE * sizes).any()
    if not sizes[0] * WORST_CONDITION > sizes[-1] or far:
        return None
    middle = counts / counts.sum() @ centres
    return np.asarray((centres - middle) @ (vectors / sizes) @ vectors.T)


SCORES: dict[str, Scoring] = {
    "GaussianNB": log_densities,
    "LinearDiscriminantAnalysis": linear_scores,
    "QuadraticDiscriminantAnalysis": quadratic_scores,
}


DISCRIMINANTS = ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis")


@final
class PreparedGaussian(Family):
    """`GaussianNB` and the discriminants, with a fixed shrinkage or none, after preprocessing."""

    name: ClassVar[str] = "prepared-gaussian"
    models: ClassVar[tuple[str, ...]] = ("GaussianNB", *DISCRIMINANTS)
    steps: ClassVar[tuple[str, ...]] = STEPS

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What the steps or the model cannot have."""
        *steps, final = steps_in(model)
        title = type(final).__name__
        if title in DISCRIMINANTS and not steps:
            return f"{title} has a family of its own"
        if not dataset.is_classification or final.priors is not None:
            return f"{title} after preprocessing needs classes, and no given priors"
        if title in DISCRIMINANTS and (refusal := refuse_discriminant(final, dataset, resamples)):
            return refusal
        if getattr(final, "n_components", None) is not None:
            return f"{title} after preprocessing takes no n_components"
        return refuse_steps(steps, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> NormalFit | PreparedFit:
        """Read the steps; columns that are scaled one by one change nothing but the smoothing of naive Bayes."""
        *steps, last = steps_in(models[0])
        if is_scaled_bayes(steps, last) and refuse_features(data.dataset) is None:
            return NormalFit(last, ClassRows.of(data.dataset), scaled=True)
        return PreparedFit(last, data, Prepared.of(steps, data))


def is_scaled_bayes(steps: Sequence[Any], final: Estimator) -> bool:
    """Whether this is `GaussianNB` of columns that are each divided by their standard deviation."""
    alone = len(steps) == 1 and type(steps[0]).__name__ == "StandardScaler" and bool(steps[0].with_std)
    return alone and type(final).__name__ == "GaussianNB"


@final
class PreparedDiscriminant(Family):
    """`LinearDiscriminantAnalysis` after scaling: without shrinkage it gives the same predictions whatever the scales."""

    name: ClassVar[str] = "lda"
    models: ClassVar[tuple[str, ...]] = ("LinearDiscriminantAnalysis",)
    steps: ClassVar[tuple[str, ...]] = ("StandardScaler", "MinMaxScaler")

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Shrinkage depends on the scales; the rest is as without steps."""
        *steps, final = steps_in(model)
        if final.shrinkage is not None:
            return "the shrinkage of LinearDiscriminantAnalysis depends on the scales of every resample"
        return refuse_steps(steps, dataset) or LinearDiscriminant().refusal(final, dataset, resamples)

    def prepare(self, models: Sequence[Any], data: Resampled) -> SumFit | BlockFit:
        """Fit as without the steps."""
        return LinearDiscriminant().prepare([steps_in(models[0])[-1]], data)


@final
@dataclass(frozen=True, eq=False)
class PreparedFit(BlockFit):
    """Fits one resample after the other, several at a time."""

    final: Any
    data: Resampled
    prepared: Prepared
    together = 32

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Joint log-likelihoods of a block (N, C), and which resamples were done (B,)."""
        columns, table = self.prepared(test.first, test.last), self.prepared.shared.table
        dataset, score = self.data.dataset, SCORES[type(self.final).__name__]
        scores = np.full((test.size, len(dataset.labels)), -np.inf)
        done = columns.exact.copy()
        for at in np.flatnonzero(done).tolist():
            there, mine = np.flatnonzero(columns.there[at]), slice(test.starts[at], test.starts[at + 1])
            values = columns.values(table, at, there)
            rows = self.data.training.rows(test.first + at)
            training = Training(values[rows], dataset.codes[rows], self._weights(test.first + at, rows))
            possible = there.size and len(training.present) > 1
            found = score(self.final, training, values[test.row[mine]]) if possible else None
            done[at] = found is not None and bool(np.isfinite(found).all())
            if found is not None:
                scores[mine, training.present] = found
        return scores, done

    def _weights(self, r: int, rows: Codes) -> Floats:
        drawn = self.data.training.weights(r)
        weights = np.ones(rows.size) if drawn is None else drawn
        return weights if self.data.dataset.weights is None else weights * self.data.dataset.weights[rows]

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:
        """Of two classes a linear discriminant decides by the difference of their scores, as scikit-learn does."""
        linear = type(self.final).__name__ == "LinearDiscriminantAnalysis" and len(scores)
        return labels_and_probabilities(scores) if linear else super().decide(scores, test, at)
