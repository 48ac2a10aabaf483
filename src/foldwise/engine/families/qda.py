"""Quadratic discriminant analysis: mean and covariance of each class in all training sets from sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.cached import cached_property
from foldwise.engine.compiled.discriminants import predict_quadratic
from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import refuse_discriminant, refuse_features, refuse_priors
from foldwise.engine.linalg.array_api import beside, count_true, decided
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.coordinates import (
    SMALLEST_WHITENED_EIGENVALUE,
    WORST_CONDITION,
    Coordinates,
    about_means,
    class_covariances,
    coordinates,
    inverse_factors,
    shrunk,
)
from foldwise.engine.linalg.moments import log_priors
from foldwise.engine.linalg.scores import Quadratic, picked_rows, score_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.family import OutputArrays, Resampled
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["QuadraticDiscriminant"]

NUMBERS_KEPT = 4_000_000
"""Numbers up to which the rows are turned once for all resamples."""


@final
class QuadraticDiscriminant(Family):
    """`QuadraticDiscriminantAnalysis` with any solver, `reg_param`, a fixed shrinkage, priors and `tol`."""

    name: ClassVar[str] = "qda"
    models: ClassVar[tuple[str, ...]] = ("QuadraticDiscriminantAnalysis",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What is no function of means and covariances, or has few digits."""
        refusal = refuse_features(dataset) or refuse_priors(model.priors, dataset)
        refusal = refusal or refuse_discriminant(model, dataset, resamples)
        return refusal if refusal or model.solver == "svd" else _refuse_scales(model, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> QuadraticFit:
        """Look at the rows by class."""
        return QuadraticFit(models[0], ClassRows.of(data.dataset))


def _refuse_scales(model: Estimator, dataset: Dataset) -> str | None:
    rows = ClassRows.of(dataset)
    values = np.linalg.eigvalsh(regularised(model, class_covariances(rows)))
    if (values[:, 0] * WORST_CONDITION < values[:, -1]).any():
        return "solver='eigen' has few sure digits on columns of such different scales, or nearly collinear"
    return None


def regularised(model: Estimator, covariances: ApiArray, T: Floats | None = None) -> ApiArray:
    """Covariances with what the model adds to them, in the coordinates z = x T (B, p, p)."""
    if model.solver != "svd":
        return shrunk(covariances, model.shrinkage, T)
    if not model.reg_param:
        return covariances
    identity = np.eye(covariances.shape[1]) if T is None else T.T @ T
    return (1 - model.reg_param) * covariances + model.reg_param * beside(identity, covariances)


@final
@dataclass(frozen=True, eq=False)
class QuadraticFit(SumFit):
    """Quadratic discriminants of each class, in coordinates in which its covariance over all rows is the identity."""

    model: Any
    rows: ClassRows
    products: ClassVar[bool] = True

    @cached_property
    def cost(self) -> Cost:
        """Two numbers per column and class, and a few matrices of each."""
        p, classes = self.rows.X.shape[1], self.rows.classes
        return Cost(2 * p * classes, 4 * p**2 * classes)

    @cached_property
    def covariances(self) -> Floats:
        """Covariance of each class over all rows, as the model defines it (C, p, p)."""
        return regularised(self.model, class_covariances(self.rows))

    @cached_property
    def whitenings(self) -> list[Coordinates]:
        """For each class the coordinates in which its covariance over all rows is the identity."""
        return [coordinates(covariance) for covariance in self.covariances]

    @cached_property
    def least(self) -> Floats:
        """Smallest eigenvalue of each class's covariance over all rows (C,)."""
        return np.asarray(np.linalg.eigvalsh(self.covariances)[:, 0], dtype=np.float64)

    @property
    def possible(self) -> bool:
        """Whether the coordinates of every class have enough digits."""
        return all(whitening.least for whitening in self.whitenings)

    def statistics(self, x: ApiArray, c: int) -> ApiArray:
        """Coordinates of the class, and a one that brings sums and counts along."""
        xp = array_namespace(x)
        return xp.concat([x @ beside(self.whitenings[c].T, x), xp.ones_like(x[:, :1])], axis=1)

    def fit(self, sums: ClassSums) -> Fitted:
        """One form for each class; log posteriors up to a constant."""
        xp = array_namespace(sums.values)
        counts, means, scatters = about_means(sums.values)
        logs = log_priors(self.model.priors, counts)
        there = counts > 0
        trusted = (count_true(there) > 1) & ~xp.any(xp.isnan(logs), axis=1)
        forms = []
        for c, whitening in enumerate(self.whitenings):
            within = scatters[:, c, :, :] / xp.maximum(counts[:, c], xp.ones_like(counts[:, c]))[:, None, None]
            within = regularised(self.model, within, whitening.T)
            factors, least = inverse_factors(within)
            volumes = -2 * xp.sum(xp.log(xp.linalg.diagonal(factors)), axis=1) - 2 * whitening.log_volume
            offsets = xp.where(there[:, c], logs[:, c] - 0.5 * volumes, -np.inf)
            forms.append(Quadratic(means[:, c, :], factors, offsets))
            enough = counts[:, c] >= (within.shape[1] if self.model.solver == "svd" else 2)
            exact = (
                (least > SMALLEST_WHITENED_EIGENVALUE)
                & (counts[:, c] > 1)
                & enough
                & self._keeps_rank(c, within, least)
            )
            trusted &= exact | ~there[:, c]
        return Fitted(forms, trusted)

    def score(self, parameters: list[Quadratic], X: ApiArray, test: TestRows) -> ApiArray:
        """Log posteriors up to a constant."""
        scores = []
        for c, form in enumerate(parameters):
            table, rows = self._whitened(c, X, test.row)
            scores.append(score_rows(form, table, rows, test.starts)[:, 0])
        return array_namespace(X).stack(scores, axis=1)

    def compiled(self, data: Resampled, arrays: OutputArrays) -> None:
        """Predict the ordinary resamples of a partition in one pass."""
        if self.model.solver == "svd":
            predict_quadratic(self.rows, self.model, data, arrays, least=lambda: self.least)

    @cached_property
    def _kept(self) -> list[Floats] | None:
        """All rows in the coordinates of each class, where they are few."""
        if self.rows.X.size * self.rows.classes > NUMBERS_KEPT:
            return None
        return [self._whiten(c, self.rows.X) for c in range(self.rows.classes)]

    def _whiten(self, c: int, x: ApiArray) -> ApiArray:
        """Rows in the coordinates of a class."""
        return (x - beside(self.rows.centres[c], x)) @ beside(self.whitenings[c].T, x)

    def _whitened(self, c: int, X: ApiArray, rows: Codes) -> tuple[ApiArray, Codes]:
        """Some of the rows X in the coordinates of a class, and where in that table they are."""
        if X is self.rows.X and self._kept is not None:
            return self._kept[c], rows
        return self._whiten(c, picked_rows(X, rows)), np.arange(rows.size)

    def _keeps_rank(self, c: int, within: ApiArray, least: ApiArray) -> ApiArray:
        """Whether every eigenvalue of the class's covariance is above `tol`: scikit-learn raises on the others (B,)."""
        xp = array_namespace(within)
        kept = float(self.least[c]) * least > 1.01 * self.model.tol

        def look(at: ApiArray) -> ApiArray:
            back = beside(self.whitenings[c].back, within)
            values = xp.linalg.eigvalsh(back.T @ xp.take(within, at, axis=0) @ back)
            return values[:, 0] > self.model.tol * (1 + 1e-6)

        return decided(kept, ~kept & (least > SMALLEST_WHITENED_EIGENVALUE), look)
