"""Kernel regression and kernel densities of classes, from one matrix of kernel weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import Family
from foldwise.engine.features import features, refuse_features
from foldwise.engine.linalg.sums import class_sums, training_sums
from foldwise.engine.neighbourhoods.local_sums import Locality, sum_locally
from foldwise.learners.parzen import ENDLESS, kernel_weights, local_sums, refuse_parameters, squared_distances
from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["ParzenMeans", "local_targets"]

TINY = 1e-250
"""Weight below which an endless kernel has lost digits to underflow."""


@final
class ParzenMeans(Family):
    """`NadarayaWatson` and `KernelDensityClassifier`: sums of kernel weights over the training rows (METHODS J.7)."""

    name: ClassVar[str] = "parzen-means"
    models: ClassVar[tuple[str, ...]] = ("NadarayaWatson", "KernelDensityClassifier")

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401, ARG002
        """Parameters that `fit` will refuse go the generic way, which says so."""
        title = type(model).__name__
        if dataset.is_classification != (title == "KernelDensityClassifier"):
            return f"{title} does not fit a {dataset.task} target"
        given = getattr(model, "priors", None)
        if given is not None and np.size(given) != len(dataset.classes):
            return f"there are {np.size(given)} priors for {len(dataset.classes)} classes"
        return refuse_parameters(model.bandwidth, model.kernel) or refuse_features(dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Weight every row around every other once, and sum."""
        targets = local_targets(dataset)
        whole = training_sums(resamples, targets)  # (R, m)
        kept = (resamples.train_sizes > 0) & (whole[:, -1] > 0)
        sums = _around(model, dataset, resamples, test)
        lone = sums[:, -1] == 0
        sums[lone] = whole[test.resample[lone]]  # nobody within reach: the mean of all training rows
        if not dataset.is_classification:
            test, sums = test.keep(kept), sums[kept[test.resample]]
            means = sums[:, 0] / sums[:, 1]
            return Outputs(test.resample, test.row, means, None, ScoreKind.NONE, test.part, self.name)
        votes = sums[:, :-1]
        if model.priors is not None:
            priors = np.asarray(model.priors, dtype=np.float64)
            there = training_sums(resamples, class_sums(dataset.codes, len(dataset.classes), None), present=True) > 0
            kept &= there.all(axis=1) & (np.isclose(priors.sum(), 1) and bool(np.all(priors >= 0)))
            shares = whole[:, :-1]
            factors = priors / np.where(shares > 0, shares, 1.0)  # given priors stand in for the shares of the classes
            votes = np.where(lone[:, None], priors, votes * factors[test.resample])
        test, votes = test.keep(kept), votes[kept[test.resample]]
        shares = votes / votes.sum(axis=1, keepdims=True)
        kind = ScoreKind.PROBABILITY
        return Outputs(test.resample, test.row, shares.argmax(axis=1), shares, kind, test.part, self.name)


def local_targets(dataset: Dataset) -> Floats:
    """What is summed around a row: classes or values, and last the weight (n, m)."""
    weights = np.ones(dataset.n) if dataset.weights is None else dataset.weights
    if dataset.is_classification:
        return np.column_stack([class_sums(dataset.codes, len(dataset.classes), dataset.weights), weights])
    return np.stack([weights * dataset.truth, weights], axis=1)


def _around(model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Floats:  # noqa: ANN401
    """Sums around the row of each question (N, m)."""
    X, targets = features(dataset), local_targets(dataset)

    def weights(rows: Codes) -> Floats:
        return kernel_weights(squared_distances(X[rows], X, model.bandwidth), model.kernel)

    real = resamples.count > 0 and resamples.train_weights(0) is not None
    sums = sum_locally(Locality(weights, targets, real), resamples, test)
    if model.kernel in ENDLESS:
        for r in np.unique(test.resample[sums[:, -1] < TINY]).tolist():
            # All rows are far: their weights as shares of the largest, as the estimator itself takes them.
            own = slice(test.starts[r], test.starts[r + 1])
            counts = resamples.train_counts(r, r + 1)[0]
            weak = sums[own, -1] < TINY
            summed = targets * counts[:, None]
            if summed[:, -1].any():
                rows = X[test.row[own][weak]]
                sums[own][weak] = local_sums(rows, X, summed, bandwidth=model.bandwidth, kernel=model.kernel)
    return sums
