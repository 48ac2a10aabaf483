"""Gaussian classifiers after preprocessing: the columns are made once per resample, without scikit-learn's checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, final

import numpy as np

from foldwise.engine.families.lda import LinearDiscriminant
from foldwise.engine.family import Family
from foldwise.engine.features import is_weighted
from foldwise.engine.linalg.scores import posteriors
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps
from foldwise.engine.threads import blocks, in_threads
from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["PreparedDiscriminant", "PreparedGaussian"]

BLOCK = 32
"""Resamples whose columns are worked out together."""
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

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit one resample after the other, several at a time."""
        *steps, final = steps_in(model)
        fit = Fit(final, dataset, Prepared.of(steps, dataset, resamples), test)
        pieces = in_threads(fit, blocks(resamples.count, BLOCK))
        scores, done = (np.concatenate(part) for part in zip(*pieces, strict=True))
        if not done.all():
            scores, test = scores[done[test.resample]], test.keep(done)
        labels, shares = posteriors(scores) if len(scores) else (np.zeros(0, dtype=np.intp), scores)
        return Outputs(test.resample, test.row, labels, shares, ScoreKind.PROBABILITY, test.part, self.name)


@final
class PreparedDiscriminant(Family):
    """`LinearDiscriminantAnalysis` after scaling: without shrinkage it gives the same answers whatever the scales."""

    name: ClassVar[str] = "lda"
    models: ClassVar[tuple[str, ...]] = ("LinearDiscriminantAnalysis",)
    steps: ClassVar[tuple[str, ...]] = ("StandardScaler", "MinMaxScaler")

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Shrinkage depends on the scales; the rest is as without steps."""
        *steps, final = steps_in(model)
        if final.shrinkage is not None:
            return "the shrinkage of LinearDiscriminantAnalysis depends on the scales of every resample"
        return refuse_steps(steps, dataset) or LinearDiscriminant().refusal(final, dataset, resamples)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Answer as without the steps."""
        return LinearDiscriminant().predict(steps_in(model)[-1], dataset, resamples, test)


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
class Fit:
    """Fits blocks of resamples."""

    final: Any
    dataset: Dataset
    prepared: Prepared
    test: TestRows

    def __call__(self, start: int, stop: int) -> tuple[Floats, Mask]:
        """Scores of the questions of resamples start … stop-1 (N, C), and which were done (B,)."""
        columns, table = self.prepared(start, stop), self.prepared.shared.table
        score = SCORES[type(self.final).__name__]
        edges = self.test.starts[start : stop + 1]
        scores = np.full((int(edges[-1] - edges[0]), len(self.dataset.labels)), -np.inf)
        done = columns.exact.copy()
        for at in np.flatnonzero(done).tolist():
            there = np.flatnonzero(columns.there[at])
            values = columns.values(table, at, there)
            rows = self.prepared.resamples.train_rows(start + at)
            training = Training(values[rows], self.dataset.codes[rows], self._weights(start + at, rows))
            test = self.test.row[edges[at] : edges[at + 1]]
            found = score(self.final, training, values[test]) if there.size and len(training.present) > 1 else None
            done[at] = found is not None and bool(np.isfinite(found).all())
            if found is not None:
                scores[edges[at] - edges[0] : edges[at + 1] - edges[0], training.present] = found
        return scores, done

    def _weights(self, r: int, rows: Codes) -> Floats:
        drawn = self.prepared.resamples.train_weights(r)
        weights = np.ones(rows.size) if drawn is None else drawn
        return weights if self.dataset.weights is None else weights * self.dataset.weights[rows]


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
