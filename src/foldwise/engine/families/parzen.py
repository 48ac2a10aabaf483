"""Kernel regression and kernel densities of classes, from one matrix of kernel weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import features, refuse_features, refuse_task
from foldwise.engine.linalg.sums import count_classes, training_sums
from foldwise.engine.neighbourhoods.local_sums import Locality, local_targets, sum_locally
from foldwise.learners.parzen import ENDLESS, kernel_weights, local_sums, squared_distances, wrong_parameter
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["ParzenMeans"]

SMALLEST_WEIGHT = 1e-250
"""Weight below which an endless kernel has lost digits to underflow."""


@final
class ParzenMeans(Family):
    """`NadarayaWatson` and `KernelDensityClassifier`: sums of kernel weights over the training rows (METHODS J.7)."""

    name: ClassVar[str] = "parzen-means"
    models: ClassVar[tuple[str, ...]] = ("NadarayaWatson", "KernelDensityClassifier")

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Parameters that `fit` will refuse go the generic way, which says so."""
        given = getattr(model, "priors", None)
        if given is not None and np.size(given) != len(dataset.classes):
            return f"there are {np.size(given)} priors for {len(dataset.classes)} classes"
        return refuse_task(model, dataset) or wrong_parameter(model.bandwidth, model.kernel) or refuse_features(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> ParzenFit:
        """Weight every row around every other once."""
        return ParzenFit(models[0], data)


@final
class ParzenFit(BlockFit):
    """Sums of kernel weights around each test row."""

    def __init__(self, model: Estimator, data: Resampled) -> None:
        self.model, self.data = model, data
        self.targets = local_targets(data.dataset)
        self.kind = ScoreKind.PROBABILITY if data.dataset.is_classification else ScoreKind.NONE

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Votes of the classes (N, C), or the mean (N, 1)."""
        whole = training_sums(self.data.training, self.targets)  # (R, m)
        kept = (self.data.training.sizes > 0) & (whole[:, -1] > 0)
        sums = self._around(test)
        lone = sums[:, -1] == 0
        sums[lone] = whole[test.resample[lone]]  # no row within reach: the mean of all training rows
        if self.kind is ScoreKind.NONE:
            return np.divide(sums[:, :1], sums[:, 1:], out=np.zeros((test.size, 1)), where=sums[:, 1:] > 0), kept
        votes, priors = sums[:, :-1], getattr(self.model, "priors", None)
        if priors is not None:
            priors = np.asarray(priors, dtype=np.float64)
            kept &= (count_classes(self.data, present=True) > 0).all(axis=1)
            kept &= bool(np.isclose(priors.sum(), 1)) and bool(np.all(priors >= 0))
            shares = whole[:, :-1]
            factors = priors / np.where(shares > 0, shares, 1.0)  # given priors stand in for the shares of the classes
            votes = np.where(lone[:, None], priors, votes * factors[test.resample])
        return votes, kept

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with most votes, and their shares."""
        shares = scores / scores.sum(axis=1, keepdims=True)
        return shares.argmax(axis=1), shares

    def _around(self, test: TestRows) -> Floats:
        """Sums around each test row (N, m)."""
        X, model, training = features(self.data.dataset), self.model, self.data.training

        def weights(rows: Codes) -> Floats:
            return kernel_weights(squared_distances(X[rows], X, model.bandwidth), model.kernel)

        sums = sum_locally(Locality(weights, self.targets, training.weighted), training, test)
        if model.kernel in ENDLESS:
            for r in np.unique(test.resample[sums[:, -1] < SMALLEST_WEIGHT]).tolist():
                # All rows are far: their weights as shares of the largest, as the estimator itself takes them.
                own = slice(test.starts[r], test.starts[r + 1])
                weak = sums[own, -1] < SMALLEST_WEIGHT
                summed = self.targets * training.counts(r, r + 1)[0][:, None]
                if summed[:, -1].any():
                    rows = X[test.row[own][weak]]
                    sums[own][weak] = local_sums(rows, X, summed, bandwidth=model.bandwidth, kernel=model.kernel)
        return sums
