"""Linear discriminant analysis: class means and the common covariance of all training sets from sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.compiled.discriminants import predict_linear
from foldwise.engine.family import BlockFit, Cost, Family, Fitted, SumFit
from foldwise.engine.features import refuse_discriminant, refuse_features, refuse_priors
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.coordinates import (
    FARTHEST,
    WEAKEST,
    WORST_CONDITION,
    Coordinates,
    about_means,
    class_covariances,
    coordinates,
    inverse_factors,
    shrunk,
)
from foldwise.engine.linalg.grams import TrainingGrams
from foldwise.engine.linalg.leave_one_out_lda import LeftOut, keeps_directions
from foldwise.engine.linalg.moments import log_priors
from foldwise.engine.linalg.scores import Linear, posteriors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled, Written
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["LinearDiscriminant"]

WORST_CHANGE = 100.0
"""How much worse the condition of a training set may be than that of all rows, for solvers that do not scale the columns."""


@final
class LinearDiscriminant(Family):
    """`LinearDiscriminantAnalysis` with any solver, a fixed shrinkage, priors and `tol`."""

    name: ClassVar[str] = "lda"
    models: ClassVar[tuple[str, ...]] = ("LinearDiscriminantAnalysis",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What is no function of means and covariances, has few digits, or keeps more components than there can be."""
        refusal = refuse_features(dataset) or refuse_priors(model.priors, dataset)
        if refusal := refusal or refuse_discriminant(model, dataset, resamples):
            return refusal
        if (model.n_components or 0) > min(len(dataset.labels) - 1, dataset.p):
            return "n_components is more than there can be"
        return None if model.solver == "svd" else _refuse_scales(model, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> DiscriminantFit | LeftOutFit:
        """Look at the rows by class; single rows that are left out change the common covariance by one product."""
        fit = DiscriminantFit(models[0], ClassRows.of(data.dataset))
        plain = not fit.model.shrinkage and (fit.model.solver == "svd" or fit.model.priors is None)
        alone = plain and data.training.leaves_one_out and data.test.only_tested
        return LeftOutFit(fit) if alone else fit


def _refuse_scales(model: Estimator, dataset: Dataset) -> str | None:
    """Say where solvers that do not scale the columns have few sure digits, so that no other way gives the same ones."""
    rows = ClassRows.of(dataset)
    values, vectors = np.linalg.eigh(_common(model, rows))
    if values[0] * WORST_CONDITION < values[-1]:
        return f"solver='{model.solver}' has few sure digits on columns of such different scales, or nearly collinear"
    if ((rows.centres @ vectors) ** 2 > FARTHEST * values).any():
        return f"solver='{model.solver}' has few sure digits on values so far from zero beside their spread"
    return None


def _common(model: Estimator, rows: ClassRows) -> Floats:
    """Common covariance over all rows, as the model defines it (p, p)."""
    counts = np.array([mine.size for mine in rows.rows])
    given = model.solver != "svd" and model.priors is not None
    shares = np.asarray(model.priors, dtype=np.float64) if given else counts / counts.sum()
    return np.tensordot(shares, shrunk(class_covariances(rows), model.shrinkage), axes=1)


def labels_and_probabilities(scores: Floats) -> tuple[Array, Floats]:
    """Labels and probabilities; of two classes by the difference of their scores, as scikit-learn does."""
    if scores.shape[1] != 2:
        return posteriors(scores)
    from scipy.special import expit

    difference = scores[:, 1] - scores[:, 0]
    second = expit(difference)
    return (difference > 0).astype(np.intp), np.stack([1 - second, second], axis=1)


@final
@dataclass(frozen=True, eq=False)
class LeftOutFit(BlockFit):
    """Discriminants without one row at a time."""

    whole: DiscriminantFit
    together = 2_000

    @cached_property
    def left_out(self) -> LeftOut:
        """Scores rows that are left out one at a time."""
        return LeftOut(self.whole.model, self.whole.rows, self.whole.whitening)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Score each row by the discriminants of all the others."""
        if not self.whole.possible:
            return np.zeros((test.size, self.whole.rows.classes)), np.zeros(test.count, dtype=np.bool_)
        return self.left_out(test)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats | None]:  # noqa: ARG002
        """As otherwise."""
        return labels_and_probabilities(scores)


@final
@dataclass(frozen=True, eq=False)
class DiscriminantFit(SumFit):
    """Linear discriminants of each class, in coordinates in which the common covariance of all rows is the identity."""

    model: Any
    rows: ClassRows
    products: ClassVar[bool] = True

    @cached_property
    def cost(self) -> Cost:
        """One number per column and class, and a few matrices."""
        p = self.rows.X.shape[1]
        return Cost(p * self.rows.classes, 4 * p**2)

    @cached_property
    def whitening(self) -> Coordinates:
        """The coordinates."""
        common = _common(self.model, self.rows)
        if (np.diag(common) <= self.rows.variance_floor).any():
            # scikit-learn divides a constant column by what rounding has left of its spread.
            return Coordinates(np.eye(len(common)), 0.0)
        away = TrainingGrams.sum_of(lambda chosen: self.rows.X[chosen] - self.rows.centre, len(self.rows.X))
        return coordinates(common, away / len(self.rows.X))

    @property
    def possible(self) -> bool:
        """Whether the coordinates have enough digits."""
        return bool(self.whitening.least)

    def statistics(self, x: ApiArray, c: int) -> ApiArray:  # noqa: ARG002
        """Coordinates, and a one that brings sums and counts along."""
        xp = array_namespace(x)
        return xp.concat([x @ xp.asarray(self.whitening.T), xp.ones_like(x[:, :1])], axis=1)

    def fit(self, sums: ClassSums) -> Fitted:
        """Coefficients of the columns."""
        counts, shifts, scatters = about_means(sums.values)
        logs = log_priors(self.model.priors, counts)
        within = self._within(counts, logs, scatters)
        factors, least = inverse_factors(within)
        means = (self.rows.centres - self.rows.centre) @ self.whitening.T + shifts
        there = counts > 0
        trusted = (there.sum(axis=1) > 1) & (counts.sum(axis=1) > there.sum(axis=1)) & ~np.isnan(logs).any(axis=1)
        trusted &= (least > WEAKEST) & self._keeps_rank(within, least)
        coefficients, offsets, spread = discriminants(means, factors, np.where(there, logs, -np.inf))
        trusted &= self._keeps_directions(spread, counts, there)
        trusted &= there.all(axis=1) | (self.model.n_components is None)
        slopes = np.ascontiguousarray((self.whitening.T @ coefficients).transpose(0, 2, 1))  # (B, C, p), of x itself
        return Fitted(Linear(slopes, offsets - slopes @ self.rows.centre), trusted)

    def score(self, parameters: Linear, test: TestRows) -> Floats:
        """Discriminants."""
        return parameters.at(self.rows.X, test)

    def decide(self, scores: Floats) -> tuple[Array, Floats]:
        """Labels and probabilities; of two classes by the difference of their scores."""
        return labels_and_probabilities(scores)

    def compiled(self, data: Resampled, written: Written) -> None:
        """Predict the ordinary resamples of a partition in one pass."""
        if self.model.solver == "svd":
            predict_linear(self.rows, self.model, data, written)

    def _within(self, counts: Floats, logs: Floats, scatters: Floats) -> Floats:
        """Common covariance of each training set, in our coordinates (B, p, p)."""
        total = np.maximum(counts.sum(axis=1), 1.0)
        if self.model.solver == "svd" or (self.model.priors is None and not self.model.shrinkage):
            return np.asarray(scatters.sum(axis=1) / total[:, None, None])
        shares = np.exp(np.nan_to_num(logs, nan=0.0)) / np.maximum(counts, 1.0)
        return np.asarray(
            (shares[:, :, None, None] * shrunk(scatters, self.model.shrinkage, self.whitening.T)).sum(axis=1)
        )

    def _keeps_rank(self, within: Floats, least: Floats) -> Mask:
        """Whether scikit-learn surely keeps every direction of the columns (B,).

        The svd solver drops directions in which the correlation matrix of the training set has an eigenvalue of at most
        tol². The smallest one is at least `whitening.least` times that of ours, over the largest change of a variance.
        """
        largest = np.sqrt(np.einsum("bij,bij->b", within, within))
        if self.model.solver != "svd":
            return largest < WORST_CHANGE * within.shape[1] ** 1.5 * least
        kept: Mask = self.whitening.least * least > 2 * self.model.tol**2 * largest
        unsure = np.flatnonzero(~kept & (least > WEAKEST))
        if unsure.size:
            covariances = self.whitening.back.T @ within[unsure] @ self.whitening.back
            scale = np.sqrt(np.einsum("bii->bi", covariances))
            values = np.linalg.eigvalsh(covariances / (scale[:, :, None] * scale[:, None, :]))
            kept[unsure] = values[:, -within.shape[1]] > 1.01 * self.model.tol**2
        return kept

    def _keeps_directions(self, spread: Floats, counts: Floats, there: Mask) -> Mask:
        """Whether scikit-learn's svd keeps every direction in which the class means differ (B,)."""
        if self.model.solver != "svd" or self.rows.classes == 2:
            return np.ones(len(spread), dtype=np.bool_)
        weights = np.where(there, np.exp(log_priors(self.model.priors, counts)), 0.0)
        scaled = spread * np.sqrt(weights)[:, None, :]
        directions = np.minimum(there.sum(axis=1) - 1, spread.shape[1])
        return keeps_directions(scaled.transpose(0, 2, 1) @ scaled, directions, self.model.tol)


def discriminants(means: ApiArray, factors: ApiArray, logs: ApiArray) -> tuple[ApiArray, ApiArray, ApiArray]:
    """Coefficients (B, p, C), constants (B, C) and whitened means (B, p, C) of the linear discriminants."""
    xp = array_namespace(means)
    middle = xp.sum(xp.exp(logs)[:, :, None] * means, axis=1, keepdims=True)
    spread = factors @ xp.matrix_transpose(means - middle)
    coefficients = xp.matrix_transpose(factors) @ spread
    offsets = logs - 0.5 * xp.sum(spread**2, axis=1) - (middle @ coefficients)[:, 0, :]
    return coefficients, offsets, spread
