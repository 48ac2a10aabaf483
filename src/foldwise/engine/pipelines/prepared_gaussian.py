"""Gaussian classifiers after preprocessing: the columns are made once per resample, without scikit-learn's checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, final

import numpy as np

from foldwise.engine.families.gaussian_nb import NormalFit
from foldwise.engine.families.lda import LinearDiscriminant
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import is_weighted, refuse_features
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled, SumFit
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["PreparedDiscriminant", "PreparedGaussian"]

WORST_CONDITION = 1e7
"""Condition number of a covariance up to which its eigenvalues keep nine digits."""
LEAST_VARIANCE = 1e-20
"""Variances below this are as good as none."""


@final
class PreparedGaussian(Family):
    """`GaussianNB`, and `QuadraticDiscriminantAnalysis` with a fixed shrinkage, after preprocessing."""

    name: ClassVar[str] = "prepared-gaussian"
    models: ClassVar[tuple[str, ...]] = ("GaussianNB", "QuadraticDiscriminantAnalysis")
    steps: ClassVar[tuple[str, ...]] = STEPS

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """What the steps or the model cannot have."""
        *steps, final = steps_in(model)
        title = type(final).__name__
        if not dataset.is_classification or final.priors is not None:
            return f"{title} after preprocessing needs classes, and no given priors"
        if title == "QuadraticDiscriminantAnalysis":
            shrunk = isinstance(final.shrinkage, Real) and float(final.shrinkage) > 0
            if final.solver != "eigen" or not shrunk or final.covariance_estimator is not None:
                return "QuadraticDiscriminantAnalysis after preprocessing needs solver='eigen' and a fixed shrinkage"
            if is_weighted(dataset, resamples):
                return "the rows are weighted, and QuadraticDiscriminantAnalysis takes no weights"
        return refuse_steps(steps, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> NormalFit | PreparedFit:
        """Read the steps; columns that are scaled one by one change nothing but the smoothing of naive Bayes."""
        *steps, last = steps_in(models[0])
        if is_scaled_bayes(steps, last) and refuse_features(data.dataset) is None:
            return NormalFit(last, ClassRows.of(data.dataset), scaled=True)
        return PreparedFit(last, data, Prepared.of(steps, data))


def is_scaled_bayes(steps: Sequence[Any], final: Any) -> bool:  # noqa: ANN401
    """Whether this is `GaussianNB` of columns that are each divided by their standard deviation."""
    alone = len(steps) == 1 and type(steps[0]).__name__ == "StandardScaler" and bool(steps[0].with_std)
    return alone and type(final).__name__ == "GaussianNB"


@final
class PreparedDiscriminant(Family):
    """`LinearDiscriminantAnalysis` after scaling: without shrinkage it gives the same predictions whatever the scales."""

    name: ClassVar[str] = "lda"
    models: ClassVar[tuple[str, ...]] = ("LinearDiscriminantAnalysis",)
    steps: ClassVar[tuple[str, ...]] = ("StandardScaler", "MinMaxScaler")

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
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
class Training:
    """The training rows of a resample: their columns (N, p), classes (N,) and weights (N,); the classes there are."""

    x: Floats
    codes: Codes
    weights: Floats

    @cached_property
    def present(self) -> list[int]:
        """Codes of the classes, ascending."""
        return sorted(set(self.codes.tolist()))


Score: TypeAlias = Callable[[Any, Training, "Floats"], "Floats | None"]
"""Scores of rows (M, C') for the classes there are, or None where that is scikit-learn's to do."""


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


def normal_scores(final: Any, training: Training, x: Floats) -> Floats | None:  # noqa: ANN401
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


def quadratic_scores(final: Any, training: Training, x: Floats) -> Floats | None:  # noqa: ANN401
    """Log posteriors up to a constant, with covariances shrunk towards a multiple of the identity."""
    columns = []
    shrinkage, p = float(final.shrinkage), training.x.shape[1]
    for c in training.present:
        rows = training.x[training.codes == c]
        if len(rows) < 2:
            return None
        mean = rows.mean(axis=0)
        covariance = (rows - mean).T @ (rows - mean) / len(rows)
        shrunk = (1 - shrinkage) * covariance + shrinkage * np.trace(covariance) / p * np.eye(p)
        sizes, turn = np.linalg.eigh(shrunk)
        if not sizes[0] > max(1.000001 * final.tol, sizes[-1] / WORST_CONDITION):
            return None
        turned = (x - mean) @ (turn / np.sqrt(sizes))
        prior = np.log(len(rows) / len(training.x))
        columns.append(prior - 0.5 * ((turned**2).sum(axis=1) + np.log(sizes).sum()))
    return np.stack(columns, axis=1)


SCORES: dict[str, Score] = {"GaussianNB": normal_scores, "QuadraticDiscriminantAnalysis": quadratic_scores}
