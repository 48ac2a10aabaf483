"""Quadratic discriminant analysis: mean and covariance of each class in all training sets by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.discriminants import answer_quadratic, is_plain
from foldwise.engine.family import Family
from foldwise.engine.features import features, is_weighted, refuse_features
from foldwise.engine.linalg.factors import WEAKEST, inverse_factors
from foldwise.engine.linalg.moments import ClassRows
from foldwise.engine.linalg.scatter import Coordinates, Scatter, class_covariances, coordinates
from foldwise.engine.linalg.scores import CompiledScorer, answer_classes
from foldwise.engine.priors import log_priors, refuse_priors
from foldwise.native import quadratic_scores

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.linalg.scores import Answers
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["QuadraticDiscriminant"]

WORST_CONDITION = 1e7
"""Condition number of a covariance up to which the eigen solver, which does not scale the columns, keeps nine digits."""
KEEP = 4_000_000
"""Numbers up to which the rows are turned once for all resamples."""


@final
class QuadraticDiscriminant(Family):
    """`QuadraticDiscriminantAnalysis` with any solver, `reg_param`, a fixed shrinkage, priors and `tol`."""

    name: ClassVar[str] = "qda"
    models: ClassVar[tuple[str, ...]] = ("QuadraticDiscriminantAnalysis",)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """What is no function of means and covariances, or what scikit-learn would refuse or warn about."""
        if is_weighted(dataset, resamples):
            return "the rows are weighted, and QuadraticDiscriminantAnalysis takes no weights"
        return refuse_features(dataset) or refuse_priors(model.priors, dataset) or _refuse_parameters(model, dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit and score block after block of resamples."""
        fit = Fit(model, dataset, resamples)
        width, fixed = 2 * dataset.p * len(dataset.labels), 4 * dataset.p**2 * len(dataset.labels)
        return answer_classes(fit, test, name=self.name, classes=len(dataset.labels), width=width, fixed=fixed)


def _refuse_parameters(model: Any, dataset: Dataset) -> str | None:  # noqa: ANN401
    if model.covariance_estimator is not None:
        return "covariance_estimator is a model of its own"
    if model.shrinkage == "auto":
        return "shrinkage='auto' needs fourth moments of every training set"
    if model.solver == "svd":
        return None if model.shrinkage is None else "solver='svd' takes no shrinkage"
    rows = ClassRows(features(dataset), dataset.codes, len(dataset.labels))
    values = np.linalg.eigvalsh(regularised(model, class_covariances(rows)))
    if (values[:, 0] * WORST_CONDITION < values[:, -1]).any():
        return "solver='eigen' has few sure digits on columns of such different scales, or nearly collinear"
    return None


def regularised(model: Any, covariances: Floats, T: Floats | None = None) -> Floats:  # noqa: ANN401
    """Covariances with what the model adds to them, in the coordinates z = x T (B, p, p)."""
    p = covariances.shape[1]
    identity = np.eye(p) if T is None else T.T @ T
    if model.solver == "svd":
        return (1 - model.reg_param) * covariances + model.reg_param * identity if model.reg_param else covariances
    if not model.shrinkage:
        return covariances
    # The trace of x's covariance is that of z's with the inverse of TᵀT.
    traces = np.einsum("bij,ji->b", covariances, np.linalg.inv(identity)) / p
    return (1 - model.shrinkage) * covariances + model.shrinkage * traces[:, None, None] * identity


@final
@dataclass(frozen=True, eq=False)
class Whitened:
    """One class in a block of resamples, in coordinates in which its covariance over all rows is the identity.

    Its rows (B,), its mean (B, p), the lower triangle that whitens it (B, p, p), the logarithm of its determinant in the
    units of the columns (B,), and whether enough digits are sure (B,).
    """

    counts: Floats
    shifts: Floats
    factors: Floats
    constants: Floats
    done: Mask


@final
@dataclass(frozen=True, eq=False)
class Fit(CompiledScorer):
    """Fits blocks of resamples."""

    model: Any
    dataset: Dataset
    resamples: Resamples

    @cached_property
    def rows(self) -> ClassRows:
        """The rows by class."""
        return ClassRows(features(self.dataset), self.dataset.codes, len(self.dataset.labels))

    @cached_property
    def covariances(self) -> Floats:
        """Covariance of each class over all rows, as the model defines it (C, p, p)."""
        return regularised(self.model, class_covariances(self.rows))

    @cached_property
    def frames(self) -> list[Coordinates]:
        """For each class the coordinates in which its covariance over all rows is the identity."""
        return [coordinates(covariance) for covariance in self.covariances]

    @cached_property
    def least(self) -> Floats:
        """Smallest eigenvalue of each class's covariance over all rows (C,)."""
        return np.asarray(np.linalg.eigvalsh(self.covariances)[:, 0], dtype=np.float64)

    @cached_property
    def scatters(self) -> list[Scatter]:
        """Sums of squares and products of each class."""
        return [Scatter(self.resamples, self.rows, c, frame.T) for c, frame in enumerate(self.frames)]

    def compiled(self, test: TestRows, answers: Answers) -> None:
        """Answer the ordinary resamples of a partition in one go."""
        if self.model.solver == "svd" and is_plain(self.rows, self.resamples, test, tables=self.rows.classes):
            answer_quadratic(self.rows, self.model, test, answers, least=lambda: self.least)

    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Fit a block and give the log posteriors of its test, up to a constant."""
        size, classes = test.sizes.size, self.rows.classes
        if not all(frame.least for frame in self.frames):
            return np.zeros((test.row.size, classes)), np.zeros(size, dtype=np.bool_)
        found = [self._of_class(c, test) for c in range(classes)]
        counts = np.stack([one.counts for one in found], axis=1)
        logs = log_priors(self.model.priors, counts)
        there = counts > 0
        done = np.stack([one.done for one in found], axis=1) | ~there
        fine = (there.sum(axis=1) > 1) & done.all(axis=1) & ~np.isnan(logs).any(axis=1)
        scores = np.empty((test.row.size, classes))
        for c, one in enumerate(found):
            offsets = np.where(there[:, c], logs[:, c] - 0.5 * one.constants, -np.inf)
            table, rows = self._turned(c, test.row)
            scores[:, c] = quadratic_scores(
                table, rows, test.starts, means=one.shifts, factors=one.factors, offsets=offsets
            )
        return scores, fine

    @cached_property
    def _kept(self) -> list[Floats] | None:
        """All rows in the coordinates of each class, where they are few."""
        if self.rows.X.size * self.rows.classes > KEEP:
            return None
        return [self._turn(c, slice(None)) for c in range(self.rows.classes)]

    def _turn(self, c: int, rows: Codes | slice) -> Floats:
        return (self.rows.X[rows] - self.rows.centres[c]) @ self.frames[c].T

    def _turned(self, c: int, rows: Codes) -> tuple[Floats, Codes]:
        """Rows in the coordinates of a class, and where in that table they are."""
        if self._kept is not None:
            return self._kept[c], rows
        return self._turn(c, rows), np.arange(rows.size)

    def _of_class(self, c: int, test: TestRows) -> Whitened:
        """Fit one class."""
        frame = self.frames[c]
        counts, shifts, scatter = self.scatters[c](test.first, test.last)
        within = regularised(self.model, scatter / np.maximum(counts, 1.0)[:, None, None], frame.T)
        factors, least = inverse_factors(within)
        logs = -2 * np.log(np.einsum("bii->bi", factors)).sum(axis=1) - 2 * frame.log_volume
        done = (least > WEAKEST) & (counts > 1) & self._keeps_rank(c, within, least)
        if self.model.solver == "svd":
            done &= counts >= within.shape[1]
        return Whitened(counts, shifts, factors, logs, done)

    def _keeps_rank(self, c: int, within: Floats, least: Floats) -> Mask:
        """Whether every eigenvalue of the class's covariance is above `tol`: scikit-learn raises on the others (B,)."""
        kept: Mask = self.least[c] * least > 1.01 * self.model.tol
        unsure = np.flatnonzero(~kept & (least > WEAKEST))
        if unsure.size:
            back = self.frames[c].back
            values = np.linalg.eigvalsh(back.T @ within[unsure] @ back)
            kept[unsure] = values[:, 0] > self.model.tol * (1 + 1e-6)
        return kept
