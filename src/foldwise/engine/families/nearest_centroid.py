"""Nearest centroids: class means of all training sets from sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import is_weighted, refuse_features, refuse_priors
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.moments import ACCURATE, log_priors, moments, powers
from foldwise.engine.linalg.scores import Normal, posteriors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["Centroids"]


@final
class Centroids(Family):
    """`NearestCentroid` with the Euclidean metric, `shrink_threshold` and `priors`."""

    name: ClassVar[str] = "nearest-centroid"
    models: ClassVar[tuple[str, ...]] = ("NearestCentroid",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Medians are no sums; what scikit-learn would refuse or warn about is left to it."""
        if model.metric != "euclidean":
            return f"the centroids of metric='{model.metric}' are medians, which are no sums over the training rows"
        if is_weighted(dataset, resamples):
            return "the rows are weighted, and NearestCentroid takes no weights"
        return refuse_features(dataset) or refuse_priors(given_priors(model), dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> CentroidFit:
        """Look at the rows by class."""
        return CentroidFit(models[0], ClassRows.of(data.dataset))


def given_priors(model: Estimator) -> Estimator:
    """The priors, where they are numbers."""
    return None if isinstance(model.priors, str) else model.priors


@final
@dataclass(frozen=True, eq=False)
class CentroidFit(SumFit):
    """Class means, and the standard deviations within classes that distances are measured in."""

    model: Any
    rows: ClassRows

    @cached_property
    def cost(self) -> Cost:
        """Two numbers per column and class."""
        return Cost(2 * self.rows.centres.size, fitted=self.rows.centres.size)

    def statistics(self, x: ApiArray, c: int) -> ApiArray:  # noqa: ARG002
        """Deviations, their squares and ones."""
        return powers(x)

    def fit(self, sums: ClassSums) -> Fitted:
        """Scores for probabilities and scores for labels, which can disagree."""
        found = moments(sums.values, sums.scale)
        there = found.weights > 0
        classes = there.sum(axis=1)
        size, pooled = found.pooled
        freedom = size - classes
        # A spread of zero, or a single class, is scikit-learn's to refuse or warn about.
        within = pooled * (size / np.where(freedom > 0, freedom, 1))[:, None]
        trusted = (classes > 1) & (freedom > 0) & (within > self.rows.variance_floor).all(axis=1)
        within = np.where(trusted[:, None], within, 1.0)
        means = sums.centres + found.shifts
        if self.model.shrink_threshold:
            means = shrink(means, found.weights, np.sqrt(within), self.model.shrink_threshold)
        logs, uniform = self._priors(found.weights, there)
        spread = np.broadcast_to(within[:, None, :], means.shape)
        # With equal priors, labels go by plain distance, which does not divide by the spread.
        plain = np.where(uniform[:, None, None], 2.0, 2 / spread)
        offsets = np.where(there, np.where(uniform[:, None], 0.0, 2 * logs), -np.inf)
        doubt = (found.weights[:, :, None] * found.doubt).sum(axis=1)
        doubtful = (doubt > ACCURATE * size[:, None] * pooled).any(axis=1)
        forms = Normal(means, 2 / spread, 2 * logs), Normal(means, plain, offsets)
        return Fitted(forms, trusted & ~np.isnan(logs).any(axis=1), doubtful)

    def _priors(self, counts: Floats, there: Mask) -> tuple[Floats, Mask]:
        """Log priors (B, C), and whether they are equal (B,)."""
        number = there.sum(axis=1, keepdims=True)
        if isinstance(self.model.priors, str) and self.model.priors == "uniform":
            return np.where(there, -np.log(np.maximum(number, 1)), -np.inf), np.ones(len(counts), dtype=np.bool_)
        logs = log_priors(given_priors(self.model), counts)
        equal = np.isclose(np.exp(logs), 1 / np.maximum(number, 1)) | ~there
        return logs, np.asarray(equal.all(axis=1))

    def score(self, parameters: tuple[Normal, Normal], test: TestRows) -> Floats:
        """Scores for probabilities, then those for labels (N, 2C)."""
        return np.concatenate([form.at(self.rows.X, test) for form in parameters], axis=1)

    def decide(self, scores: Floats) -> tuple[Array, Floats]:
        """Labels from the second half of the columns, probabilities from the first."""
        classes = scores.shape[1] // 2
        return np.argmax(scores[:, classes:], axis=1), posteriors(scores[:, :classes])[1]


def shrink(means: Floats, counts: Floats, spread: Floats, threshold: float) -> Floats:
    """Pull the means of the classes towards the mean of all rows (Tibshirani et al. 2002)."""
    size = counts.sum(axis=1, keepdims=True)
    middle = (counts[:, :, None] * means).sum(axis=1, keepdims=True) / size[:, :, None]
    safe = np.where(counts > 0, counts, size)
    scale = np.sqrt(1 / safe - 1 / size)[:, :, None] * (spread + np.median(spread, axis=1, keepdims=True))[:, None, :]
    away = np.divide(means - middle, scale, out=np.zeros_like(means), where=scale > 0)
    return middle + scale * np.sign(away) * np.maximum(np.abs(away) - threshold, 0.0)
