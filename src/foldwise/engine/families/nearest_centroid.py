"""Nearest centroids: class means of all training sets from sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import is_weighted, refuse_features, refuse_priors
from foldwise.engine.linalg.array_api import beside, count_true
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.moments import LARGEST_DOUBT, log_priors, moments, powers
from foldwise.engine.linalg.scores import Normal, posteriors, score_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray
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
        xp = array_namespace(sums.values)
        found = moments(sums.values, sums.scale)
        there = found.weights > 0
        classes = xp.astype(count_true(there), found.weights.dtype)
        size, pooled = found.pooled
        freedom = size - classes
        # A spread of zero, or a single class, is scikit-learn's to refuse or warn about.
        within = pooled * (size / xp.where(freedom > 0, freedom, 1.0))[:, None]
        trusted = (classes > 1) & (freedom > 0) & xp.all(within > beside(self.rows.variance_floor, within), axis=1)
        within = xp.where(trusted[:, None], within, 1.0)
        means = sums.centres + found.shifts
        if self.model.shrink_threshold:
            means = shrink_means(means, found.weights, xp.sqrt(within), self.model.shrink_threshold)
        logs, uniform = self._priors(found.weights, there, xp.where(classes > 1, classes, 1.0))
        precisions = 2 / xp.broadcast_to(within[:, None, :], means.shape)
        # With equal priors, labels go by plain distance, which does not divide by the spread.
        plain = xp.where(uniform[:, None, None], 2.0, precisions)
        offsets = xp.where(there, xp.where(uniform[:, None], 0.0, 2 * logs), -np.inf)
        doubt = xp.sum(found.weights[:, :, None] * found.doubt, axis=1)
        doubtful = xp.any(doubt > LARGEST_DOUBT * size[:, None] * pooled, axis=1)
        forms = Normal(means, precisions, 2 * logs), Normal(means, plain, offsets)
        return Fitted(forms, trusted & ~xp.any(xp.isnan(logs), axis=1), doubtful)

    def _priors(self, counts: ApiArray, there: ApiArray, classes: ApiArray) -> tuple[ApiArray, ApiArray]:
        """Log priors (B, C), and whether they are equal (B,)."""
        xp, share = array_namespace(counts), (1 / classes)[:, None]
        if isinstance(self.model.priors, str) and self.model.priors == "uniform":
            return xp.where(there, xp.log(share), -np.inf), classes > 0
        logs = log_priors(given_priors(self.model), counts)
        # `numpy.isclose`, which scikit-learn decides by.
        equal = xp.abs(xp.exp(logs) - share) <= 1e-8 + 1e-5 * share
        return logs, xp.all(equal | ~there, axis=1)

    def score(self, parameters: tuple[Normal, Normal], X: ApiArray, test: TestRows) -> ApiArray:
        """Scores for probabilities, then those for labels (N, 2C)."""
        return array_namespace(X).concat([score_rows(form, X, test.row, test.starts) for form in parameters], axis=1)

    def decide(self, scores: ApiArray) -> tuple[ApiArray, ApiArray]:
        """Labels from the second half of the columns, probabilities from the first."""
        classes = scores.shape[1] // 2
        return array_namespace(scores).argmax(scores[:, classes:], axis=1), posteriors(scores[:, :classes])[1]


def shrink_means(means: ApiArray, counts: ApiArray, spread: ApiArray, threshold: float) -> ApiArray:
    """Pull the means of the classes towards the mean of all rows (Tibshirani et al. 2002)."""
    xp = array_namespace(means)
    size = xp.sum(counts, axis=1, keepdims=True)
    middle = xp.sum(counts[:, :, None] * means, axis=1, keepdims=True) / size[:, :, None]
    safe = xp.where(counts > 0, counts, size)
    scale = xp.sqrt(1 / safe - 1 / size)[:, :, None] * (spread + median(spread))[:, None, :]
    positive = scale > 0
    away = xp.where(positive, (means - middle) / xp.where(positive, scale, 1.0), 0.0)
    beyond = xp.abs(away) - threshold
    return middle + scale * xp.sign(away) * xp.where(beyond > 0, beyond, 0.0)


def median(table: ApiArray) -> ApiArray:
    """Median of each line (B, p) → (B, 1); the array API has none.

    Examples
    --------
    >>> median(np.array([[3.0, 1.0, 2.0, 9.0]]))
    array([[2.5]])
    """
    p = table.shape[1]
    ordered = array_namespace(table).sort(table, axis=1)
    return (ordered[:, (p - 1) // 2 : (p - 1) // 2 + 1] + ordered[:, p // 2 : p // 2 + 1]) / 2
