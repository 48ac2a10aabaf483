"""Quadratic discriminant analysis: mean and covariance of each class in all training sets by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.kernels.factors import WEAKEST, inverse_factors
from foldwise.engine.kernels.features import features, is_weighted, refuse_features
from foldwise.engine.kernels.kernel import Kernel
from foldwise.engine.kernels.moments import ClassRows
from foldwise.engine.kernels.priors import log_priors, refuse_priors
from foldwise.engine.kernels.scatter import Coordinates, Scatter, class_covariances, coordinates
from foldwise.engine.kernels.scores import answer_classes, score_batches

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.kernels.scores import Questions
    from foldwise.engine.layout import Layout
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["QuadraticDiscriminant"]

WORST_CONDITION = 1e7
"""Condition number of a covariance up to which the eigen solver, which does not scale the columns, keeps nine digits."""


@final
class QuadraticDiscriminant(Kernel):
    """`QuadraticDiscriminantAnalysis` with any solver, `reg_param`, a fixed shrinkage, priors and `tol`."""

    name: ClassVar[str] = "qda"
    models: ClassVar[tuple[str, ...]] = ("QuadraticDiscriminantAnalysis",)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """What is no function of means and covariances, or what scikit-learn would refuse or warn about."""
        if is_weighted(dataset, resamples):
            return "the rows are weighted, and QuadraticDiscriminantAnalysis takes no weights"
        return refuse_features(dataset) or refuse_priors(model.priors, dataset) or _refuse_parameters(model, dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, layout: Layout) -> Outputs:  # noqa: ANN401
        """Fit and score block after block of resamples."""
        fit = Fit(model, dataset, resamples)
        width, fixed = 2 * dataset.p * len(dataset.labels), 4 * dataset.p**2 * len(dataset.labels)
        return answer_classes(fit, layout, name=self.name, width=width, fixed=fixed)


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
class Fit:
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

    def __call__(self, questions: Questions) -> tuple[Floats, Mask]:
        """Fit a block and give the log posteriors of its questions, up to a constant."""
        size, classes = questions.sizes.size, self.rows.classes
        if not all(frame.least for frame in self.frames):
            return np.zeros((questions.row.size, classes)), np.zeros(size, dtype=np.bool_)
        found = [self._of_class(c, questions) for c in range(classes)]
        counts = np.stack([one[0] for one in found], axis=1)
        constants = np.stack([one[1] for one in found], axis=1)
        done = np.stack([one[2] for one in found], axis=1)
        turns = np.stack([one[3] for one in found], axis=1)  # (B, C, p, p)
        means = np.stack([one[4] for one in found], axis=1)  # (B, C, 1, p)
        logs = log_priors(self.model.priors, counts)
        there = counts > 0
        fine = (there.sum(axis=1) > 1) & (done | ~there).all(axis=1) & ~np.isnan(logs).any(axis=1)
        offsets = np.where(there, logs - 0.5 * constants, -np.inf)

        def score(x: Floats, some: slice) -> Floats:
            columns = []
            for c in range(classes):
                turned = x @ turns[some, c] - means[some, c] @ turns[some, c]
                columns.append(np.einsum("bmp,bmp->bm", turned, turned))
            return offsets[some][:, None, :] - 0.5 * np.stack(columns, axis=2)

        return score_batches(questions, self._away, score), fine

    def _away(self, rows: Codes | slice) -> Floats:
        return self.rows.X[rows] - self.rows.centre

    def _of_class(self, c: int, questions: Questions) -> tuple[Floats, Floats, Mask, Floats, Floats]:
        """Count, log determinant, whether it is sure, the matrix that whitens x, and the mean of one class."""
        frame = self.frames[c]
        counts, shifts, scatter = self.scatters[c](questions.start, questions.stop)
        within = regularised(self.model, scatter / np.maximum(counts, 1.0)[:, None, None], frame.T)
        factors, least = inverse_factors(within)
        logs = -2 * np.log(np.einsum("bii->bi", factors)).sum(axis=1) - 2 * frame.log_volume
        done = (least > WEAKEST) & (counts > 1) & self._keeps_rank(c, within, least)
        if self.model.solver == "svd":
            done &= counts >= within.shape[1]
        turns = frame.T @ factors.transpose(0, 2, 1)
        # A shift in our coordinates is brought back into those of the columns.
        means = self.rows.centres[c] - self.rows.centre + shifts @ np.linalg.inv(frame.T)
        return counts, logs, done, turns, means[:, None, :]

    def _keeps_rank(self, c: int, within: Floats, least: Floats) -> Mask:
        """Whether every eigenvalue of the class's covariance is above `tol`: scikit-learn raises on the others (B,)."""
        kept: Mask = self.least[c] * least > 1.01 * self.model.tol
        unsure = np.flatnonzero(~kept & (least > WEAKEST))
        if unsure.size:
            back = np.linalg.inv(self.frames[c].T)
            values = np.linalg.eigvalsh(back.T @ within[unsure] @ back)
            kept[unsure] = values[:, 0] > self.model.tol * (1 + 1e-6)
        return kept
