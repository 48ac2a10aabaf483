"""Linear discriminant analysis: class means and the common covariance of all training sets from sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.cached import cached_property
from foldwise.engine.compiled.discriminants import predict_linear
from foldwise.engine.family import BlockFit, Cost, Family, Fitted, SumFit
from foldwise.engine.features import refuse_discriminant, refuse_features, refuse_priors
from foldwise.engine.linalg.array_api import beside, count_true, decided
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.coordinates import (
    LARGEST_SQUARED_DISTANCE,
    SMALLEST_WHITENED_EIGENVALUE,
    WORST_CONDITION,
    Coordinates,
    about_means,
    class_covariances,
    coordinates,
    inverse_factors,
    keeps_directions,
    shrunk,
)
from foldwise.engine.linalg.grams import TrainingGrams
from foldwise.engine.linalg.moments import log_priors
from foldwise.engine.linalg.scores import Linear, posteriors, score_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import OutputArrays, Resampled
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
    if ((rows.centres @ vectors) ** 2 > LARGEST_SQUARED_DISTANCE * values).any():
        return f"solver='{model.solver}' has few sure digits on values so far from zero beside their spread"
    return None


def _common(model: Estimator, rows: ClassRows) -> Floats:
    """Common covariance over all rows, as the model defines it (p, p)."""
    counts = np.array([mine.size for mine in rows.rows])
    given = model.solver != "svd" and model.priors is not None
    shares = np.asarray(model.priors, dtype=np.float64) if given else counts / counts.sum()
    return np.tensordot(shares, shrunk(class_covariances(rows), model.shrinkage), axes=1)


def labels_and_probabilities(scores: ApiArray) -> tuple[ApiArray, ApiArray]:
    """Labels and probabilities; of two classes by the difference of their scores, as scikit-learn does."""
    if scores.shape[1] != 2 or not isinstance(scores, np.ndarray):
        return posteriors(scores)
    from scipy.special import expit

    difference = scores[:, 1] - scores[:, 0]
    second = expit(difference)
    return (difference > 0).astype(np.intp), np.stack([1 - second, second], axis=1)


@final
@dataclass(frozen=True, eq=False)
class LeftOutFit(BlockFit):
    """Discriminants without one row at a time: a rank-one change of the common covariance (METHODS J.3).

    With S the sums of squares and products within classes, and d the distance of row i of class c from its class mean,
    S' = S - κ d dᵀ with κ = n_c / (n_c - 1), and (n - 1) S'⁻¹ is the inverse covariance without the row. All rows
    take O(n p C) once they are whitened by S.
    """

    whole: DiscriminantFit
    together = 2_000

    @property
    def rows(self) -> ClassRows:
        """The rows of each class."""
        return self.whole.rows

    @cached_property
    def counts(self) -> Floats:
        """Rows of each class (C,)."""
        return np.array([mine.size for mine in self.rows.rows], dtype=np.float64)

    @cached_property
    def by_scatter(self) -> Floats:
        """Matrix that whitens x by S (p, q)."""
        T = self.whole.whitening.T
        sums = [self._scatter(c) for c in range(self.counts.size)]
        factors, _ = inverse_factors(np.sum(sums, axis=0)[None])
        return T @ factors[0].T

    def _scatter(self, c: int) -> Floats:
        """Sums of squares and products of one class over all its rows (q, q)."""
        away = self.rows.deviations(c)
        return TrainingGrams.sum_of(lambda chosen: away(chosen) @ self.whole.whitening.T, int(self.counts[c]))

    @cached_property
    def centres(self) -> Floats:
        """Whitened class means over all rows, measured from the mean of all rows (C, q)."""
        return (self.rows.centres - self.rows.centre) @ self.by_scatter

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Score each row by the discriminants of all the others."""
        if not self.whole.possible:
            return np.zeros((test.size, self.rows.classes)), np.zeros(test.count, dtype=np.bool_)
        row, own = test.row, self.rows.codes[test.row]
        at = np.arange(row.size)
        size = float(self.counts.sum())
        away = (self.rows.X[row] - self.rows.centres[own]) @ self.by_scatter  # (N, q)
        share = self.counts[own] / np.maximum(self.counts[own] - 1, 1.0)  # κ
        left = 1 - share * np.einsum("ij,ij->i", away, away)
        done = (self.counts[own] > 1) & (size - 1 > self.counts.size) & (left > SMALLEST_WHITENED_EIGENVALUE)
        done &= (self.whole.whitening.least * left > 2 * self.whole.model.tol**2) | (self.whole.model.solver != "svd")
        left = np.where(done, left, 1.0)
        squares = np.empty((row.size, self.counts.size))
        for c, centre in enumerate(self.centres):
            apart = away + (self.centres[own] - centre)
            apart[own == c] *= share[own == c, None]
            squares[:, c] = (size - 1) * (
                np.einsum("ij,ij->i", apart, apart) + share * np.einsum("ij,ij->i", apart, away) ** 2 / left
            )
        counts = np.broadcast_to(self.counts, squares.shape).copy()
        counts[at, own] -= 1
        logs = log_priors(self.whole.model.priors, np.maximum(counts, 0.0))
        if self.whole.model.solver == "svd" and self.counts.size > 2:
            done &= self._keeps_directions(away, own, share / left, logs)
        return logs - 0.5 * squares, done & ~np.isnan(logs).any(axis=1)

    def _keeps_directions(self, away: Floats, own: Codes, pull: Floats, logs: Floats) -> Mask:
        at = np.arange(own.size)
        means = np.broadcast_to(self.centres, (own.size, *self.centres.shape)).copy()
        means[at, own] -= away / np.maximum(self.counts[own] - 1, 1.0)[:, None]
        shares = np.exp(logs)
        means -= (shares[:, :, None] * means).sum(axis=1, keepdims=True)
        along = np.einsum("icj,ij->ic", means, away)
        products = means @ means.transpose(0, 2, 1) + pull[:, None, None] * along[:, :, None] * along[:, None, :]
        root = np.sqrt(shares)
        directions = np.full(own.size, min(self.counts.size - 1, away.shape[1]))
        return keeps_directions(products * root[:, :, None] * root[:, None, :], directions, self.whole.model.tol)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
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
        return xp.concat([x @ beside(self.whitening.T, x), xp.ones_like(x[:, :1])], axis=1)

    def fit(self, sums: ClassSums) -> Fitted:
        """Coefficients of the columns."""
        xp = array_namespace(sums.values)
        counts, shifts, scatters = about_means(sums.values)
        logs = log_priors(self.model.priors, counts)
        within = self._within(counts, logs, scatters)
        factors, least = inverse_factors(within)
        means = beside((self.rows.centres - self.rows.centre) @ self.whitening.T, shifts) + shifts
        there = counts > 0
        classes = xp.astype(count_true(there), counts.dtype)
        trusted = (classes > 1) & (xp.sum(counts, axis=1) > classes) & ~xp.any(xp.isnan(logs), axis=1)
        trusted &= (least > SMALLEST_WHITENED_EIGENVALUE) & self._keeps_rank(within, least)
        coefficients, offsets, spread = discriminants(means, factors, xp.where(there, logs, -np.inf))
        trusted &= self._keeps_directions(spread, counts, there)
        if self.model.n_components is not None:
            trusted &= xp.all(there, axis=1)
        slopes = xp.matrix_transpose(beside(self.whitening.T, coefficients) @ coefficients)  # (B, C, p), of x itself
        return Fitted(Linear(slopes, offsets - slopes @ beside(self.rows.centre, slopes)), trusted)

    def score(self, parameters: Linear, X: ApiArray, test: TestRows) -> ApiArray:
        """Discriminants."""
        return score_rows(parameters, X, test.row, test.starts)

    def decide(self, scores: ApiArray) -> tuple[ApiArray, ApiArray]:
        """Labels and probabilities; of two classes by the difference of their scores."""
        return labels_and_probabilities(scores)

    def compiled(self, data: Resampled, arrays: OutputArrays) -> None:
        """Predict the ordinary resamples of a partition in one pass."""
        if self.model.solver == "svd":
            predict_linear(self.rows, self.model, data, arrays)

    def _within(self, counts: ApiArray, logs: ApiArray, scatters: ApiArray) -> ApiArray:
        """Common covariance of each training set, in our coordinates (B, p, p)."""
        xp = array_namespace(counts)
        if self.model.solver == "svd" or (self.model.priors is None and not self.model.shrinkage):
            total = xp.sum(counts, axis=1)
            return xp.sum(scatters, axis=1) / xp.maximum(total, xp.ones_like(total))[:, None, None]
        shares = xp.exp(xp.where(xp.isnan(logs), 0.0, logs)) / xp.maximum(counts, xp.ones_like(counts))
        return xp.sum(shares[:, :, None, None] * shrunk(scatters, self.model.shrinkage, self.whitening.T), axis=1)

    def _keeps_rank(self, within: ApiArray, least: ApiArray) -> ApiArray:
        """Whether scikit-learn surely keeps every direction of the columns (B,).

        The svd solver drops directions in which the correlation matrix of the training set has an eigenvalue of at most
        tol². The smallest one is at least `whitening.least` times that of ours, over the largest change of a variance.
        """
        xp, p = array_namespace(within), within.shape[1]
        largest = xp.sqrt(xp.sum(within * within, axis=(1, 2)))
        if self.model.solver != "svd":
            return largest < WORST_CHANGE * p**1.5 * least
        kept = self.whitening.least * least > 2 * self.model.tol**2 * largest

        def look(at: ApiArray) -> ApiArray:
            back = beside(self.whitening.back, within)
            covariances = back.T @ xp.take(within, at, axis=0) @ back
            scale = xp.sqrt(xp.linalg.diagonal(covariances))
            values = xp.linalg.eigvalsh(covariances / (scale[:, :, None] * scale[:, None, :]))
            return values[:, -p] > 1.01 * self.model.tol**2

        return decided(kept, ~kept & (least > SMALLEST_WHITENED_EIGENVALUE), look)

    def _keeps_directions(self, spread: ApiArray, counts: ApiArray, there: ApiArray) -> ApiArray:
        """Whether scikit-learn's svd keeps every direction in which the class means differ (B,)."""
        xp = array_namespace(spread)
        if self.model.solver != "svd" or self.rows.classes == 2:
            return counts[:, 0] >= 0
        weights = xp.where(there, xp.exp(log_priors(self.model.priors, counts)), 0.0)
        scaled = spread * xp.sqrt(weights)[:, None, :]
        directions = count_true(there) - 1
        directions = xp.where(directions < spread.shape[1], directions, spread.shape[1])
        return keeps_directions(xp.matrix_transpose(scaled) @ scaled, directions, self.model.tol)


def discriminants(means: ApiArray, factors: ApiArray, logs: ApiArray) -> tuple[ApiArray, ApiArray, ApiArray]:
    """Coefficients (B, p, C), constants (B, C) and whitened means (B, p, C) of the linear discriminants."""
    xp = array_namespace(means)
    middle = xp.sum(xp.exp(logs)[:, :, None] * means, axis=1, keepdims=True)
    spread = factors @ xp.matrix_transpose(means - middle)
    coefficients = xp.matrix_transpose(factors) @ spread
    offsets = logs - 0.5 * xp.sum(spread**2, axis=1) - (middle @ coefficients)[:, 0, :]
    return coefficients, offsets, spread
