"""Gaussian classifiers after preprocessing: the columns are made once per resample, without scikit-learn's checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.families.gaussian_nb import NormalFit
from foldwise.engine.families.lda import LinearDiscriminant, labels_and_probabilities
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import refuse_discriminant, refuse_features
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.pipelines.gaussian_scores import SCORES, Training
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
