"""The baseline: models that ignore the features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import refuse_task
from foldwise.engine.linalg.sums import class_indicators, count_classes, training_sums
from foldwise.predictions import ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["Dummy"]

SHARED_STRATEGIES = ("prior", "most_frequent", "mean")


@final
class Dummy(Family):
    """`DummyClassifier` (prior, most_frequent) and `DummyRegressor` (mean): class counts and sums by subtraction."""

    name: ClassVar[str] = "dummy"
    models: ClassVar[tuple[str, ...]] = ("DummyClassifier", "DummyRegressor")

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Strategies that draw at random or look at quantiles go the generic way."""
        if model.strategy not in SHARED_STRATEGIES:
            return f"strategy='{model.strategy}' is not a sum over the training rows"
        if resamples.count and resamples.train_sizes.min() == 0:
            return "a training set is empty"
        return refuse_task(model, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> ClassShares | MeanValues:
        """Count classes, or sum values."""
        return ClassShares(models[0], data) if data.dataset.is_classification else MeanValues(data)


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class ClassShares(BlockFit):
    """The same shares of the classes for every row."""

    model: Any
    data: Resampled
    shared = True

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Weight of each class in every training set (R, C)."""
        dataset = self.data.dataset
        if dataset.weights is None:
            counts = count_classes(self.data)
        else:
            table = class_indicators(dataset.codes, len(dataset.labels), dataset.weights)
            counts = training_sums(self.data.training, table)
        return counts, np.ones(test.count, dtype=np.bool_)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """Repeat the label, which is the same for all rows of a resample."""
        winner = scores.argmax(axis=1)
        shares: Floats = scores / scores.sum(axis=1, keepdims=True)
        if self.model.strategy == "most_frequent":
            shares = (np.arange(shares.shape[1]) == winner[:, None]).astype(np.float64)
        labels = winner.astype(label_type(len(self.data.dataset.classes)))
        return labels.repeat(test.sizes), shares


@final
@dataclass(frozen=True, eq=False)
class MeanValues(BlockFit):
    """The mean of the target for every row."""

    data: Resampled
    kind = ScoreKind.NONE
    shared = True

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Mean of each training set (R, 1)."""
        dataset = self.data.dataset
        weights = np.ones(dataset.n) if dataset.weights is None else dataset.weights
        centre = float(dataset.truth.mean())
        sums = training_sums(self.data.training, np.stack([weights * (dataset.truth - centre), weights], axis=1))
        return centre + sums[:, :1] / sums[:, 1:], np.ones(test.count, dtype=np.bool_)
