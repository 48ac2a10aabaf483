"""The baseline: models that ignore the features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import Family
from foldwise.engine.linalg.class_counts import count_classes
from foldwise.engine.linalg.sums import class_sums, training_sums
from foldwise.engine.rows import TestRows
from foldwise.predictions import Outputs, ScoreKind, label_type

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["Dummy"]

SHARED_STRATEGIES = ("prior", "most_frequent", "mean")


@final
class Dummy(Family):
    """`DummyClassifier` (prior, most_frequent) and `DummyRegressor` (mean): class counts and sums by subtraction."""

    name: ClassVar[str] = "dummy"
    models: ClassVar[tuple[str, ...]] = ("DummyClassifier", "DummyRegressor")

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Strategies that draw at random or look at quantiles go the generic way."""
        if model.strategy not in SHARED_STRATEGIES:
            return f"strategy='{model.strategy}' is not a sum over the training rows"
        if dataset.is_classification != (type(model).__name__ == "DummyClassifier"):
            return f"{type(model).__name__} does not fit a {dataset.task} target"
        if resamples.count and resamples.train_sizes.min() == 0:
            return "a training set is empty"
        return None

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Count the classes, or sum the values, of every training set."""
        if dataset.is_classification:
            return self._classes(model, dataset, resamples, test)
        weights = np.ones(dataset.n) if dataset.weights is None else dataset.weights
        centre = float(dataset.truth.mean())
        phi = np.stack([weights * (dataset.truth - centre), weights], axis=1)
        sums = training_sums(resamples, phi)
        means = centre + sums[:, 0] / sums[:, 1]
        return Outputs(
            test.resample,
            test.row,
            np.repeat(means, np.diff(test.starts)),
            None,
            ScoreKind.NONE,
            test.part,
            self.name,
        )

    def _classes(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        if dataset.weights is None:
            counts = count_classes(dataset, resamples, test)
        else:
            counts = training_sums(resamples, class_sums(dataset.codes, len(dataset.labels), dataset.weights))
        winner = counts.argmax(axis=1)
        shares: Floats = counts / counts.sum(axis=1, keepdims=True)
        if model.strategy == "most_frequent":
            shares = (np.arange(shares.shape[1]) == winner[:, None]).astype(np.float64)
        sizes = np.diff(test.starts)
        return Outputs(
            test.resample,
            test.row,
            np.repeat(winner.astype(label_type(len(dataset.classes))), sizes),
            np.repeat(shares, sizes, axis=0),
            ScoreKind.PROBABILITY,
            test.part,
            self.name,
        )
