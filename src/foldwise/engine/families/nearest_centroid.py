"""Nearest centroids: class means of all training sets by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import Family
from foldwise.engine.features import features, is_weighted, refuse_features
from foldwise.engine.linalg.moments import ClassMoments, ClassRows
from foldwise.engine.linalg.scores import answer_classes, normal_scores, posteriors
from foldwise.engine.priors import log_priors, refuse_priors

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.linalg.moments import Moments
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["Centroids"]

ACCURATE = 1e-12
"""Largest share of a variance that rounding may have moved before the training rows are gone through again."""


@final
class Centroids(Family):
    """`NearestCentroid` with the Euclidean metric, `shrink_threshold` and `priors`."""

    name: ClassVar[str] = "nearest-centroid"
    models: ClassVar[tuple[str, ...]] = ("NearestCentroid",)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Medians are no sums; what scikit-learn would refuse or warn about is left to it."""
        if model.metric != "euclidean":
            return f"the centroids of metric='{model.metric}' are medians, which are no sums over the training rows"
        if is_weighted(dataset, resamples):
            return "the rows are weighted, and NearestCentroid takes no weights"
        return refuse_features(dataset) or refuse_priors(given_priors(model), dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit and score block after block of resamples."""
        fit = Fit(model, dataset, resamples)
        width = 2 * dataset.p * len(dataset.labels)
        return answer_classes(fit, test, name=self.name, classes=len(dataset.labels), width=width, decide=decide)


def given_priors(model: Any) -> Any:  # noqa: ANN401
    """The priors, where they are numbers."""
    return None if isinstance(model.priors, str) else model.priors


def decide(scores: Floats) -> tuple[Array, Floats]:
    """Labels from the second half of the columns, probabilities from the first: they can disagree."""
    classes = scores.shape[1] // 2
    return np.argmax(scores[:, classes:], axis=1), posteriors(scores[:, :classes])[1]


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
    def moments(self) -> ClassMoments:
        """Class means and variances."""
        return ClassMoments(self.resamples, self.rows)

    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Fit a block and score its questions twice: for probabilities and for labels."""
        moments = self._moments(test)
        there = moments.weights > 0
        size, classes = moments.weights.sum(axis=1), there.sum(axis=1)
        freedom = size - classes
        # A spread of zero, or a single class, is scikit-learn's to refuse or warn about.
        within = moments.pooled[1] * (size / np.where(freedom > 0, freedom, 1))[:, None]
        done = (classes > 1) & (freedom > 0) & (within > self.rows.nothing).all(axis=1)
        within = np.where(done[:, None], within, 1.0)
        means = self.rows.centres + moments.shifts
        if self.model.shrink_threshold:
            means = shrink(means, moments.weights, np.sqrt(within), self.model.shrink_threshold)
        logs, uniform = self._priors(moments.weights, there)
        done &= ~np.isnan(logs).any(axis=1)
        X, spread = self.rows.X, np.broadcast_to(within[:, None, :], means.shape)
        scores = normal_scores(test, X, means, 2 / spread, 2 * logs)
        # With equal priors, labels go by plain distance, which does not divide by the spread.
        plain = np.where(uniform[:, None, None], 2.0, 2 / spread)
        offsets = np.where(there, np.where(uniform[:, None], 0.0, 2 * logs), -np.inf)
        return np.concatenate([scores, normal_scores(test, X, means, plain, offsets)], axis=1), done

    def _moments(self, test: TestRows) -> Moments:
        moments = self.moments(test.first, test.last)
        doubt = (moments.weights[:, :, None] * moments.doubt).sum(axis=1)
        total, within = moments.pooled
        wrong: Mask = np.asarray((doubt > ACCURATE * total[:, None] * within).any(axis=1))
        return self.moments.repaired(moments, test.first, wrong) if wrong.any() else moments

    def _priors(self, counts: Floats, there: Mask) -> tuple[Floats, Mask]:
        """Log priors (B, C), and whether they are equal (B,)."""
        number = there.sum(axis=1, keepdims=True)
        if isinstance(self.model.priors, str) and self.model.priors == "uniform":
            return np.where(there, -np.log(np.maximum(number, 1)), -np.inf), np.ones(len(counts), dtype=np.bool_)
        logs = log_priors(given_priors(self.model), counts)
        equal = np.isclose(np.exp(logs), 1 / np.maximum(number, 1)) | ~there
        return logs, np.asarray(equal.all(axis=1))


def shrink(means: Floats, counts: Floats, spread: Floats, threshold: float) -> Floats:
    """Pull the means of the classes towards the mean of all rows (Tibshirani et al. 2002)."""
    size = counts.sum(axis=1, keepdims=True)
    middle = (counts[:, :, None] * means).sum(axis=1, keepdims=True) / size[:, :, None]
    safe = np.where(counts > 0, counts, size)
    scale = np.sqrt(1 / safe - 1 / size)[:, :, None] * (spread + np.median(spread, axis=1, keepdims=True))[:, None, :]
    away = np.divide(means - middle, scale, out=np.zeros_like(means), where=scale > 0)
    return middle + scale * np.sign(away) * np.maximum(np.abs(away) - threshold, 0.0)
