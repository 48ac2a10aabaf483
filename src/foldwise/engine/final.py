"""The final model: fitted once to all rows, to be held against rows that no resample has seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine.execute import attempt
from foldwise.engine.generic import Fitting, prepare
from foldwise.plans import Resubstitution, draw
from foldwise.predictions import UNCLASSIFIED

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.data import Dataset, Table
    from foldwise.typing import Estimator

__all__ = ["FinalModel", "fit_final"]


@final
@dataclass(frozen=True, eq=False)
class FinalModel:
    """A model fitted to all rows of a dataset."""

    fitting: Fitting
    model: Any

    def predict(self, table: Table) -> Array:
        """Give class labels (None where the model declines) or values, checked as in every resample."""
        return attempt(lambda: self._labels(table), self.fitting.name, "the rows it was asked about")

    def scores(self, table: Table) -> Floats | None:
        """Give probabilities or decision values, one column per class; None where the model has none."""
        if not self.fitting.dataset.is_classification:
            return None
        present = np.arange(self.fitting.dataset.labels.size)
        found = attempt(
            lambda: self.fitting.scores(self.model, table, present, table.shape[0]),
            self.fitting.name,
            "the rows it was asked about",
        )
        return found[0]

    def _labels(self, table: Table) -> Array:
        predicted, labels = self.model.predict(table), self.fitting.dataset.labels
        if not self.fitting.dataset.is_classification:
            return self.fitting.values(predicted, table.shape[0])
        codes = self.fitting.codes(predicted, np.arange(labels.size), table.shape[0])
        return np.array([None if code == UNCLASSIFIED else labels[code] for code in codes], dtype=object)


def fit_final(name: str, model: Estimator, dataset: Dataset, *, seed: int = 0) -> FinalModel:
    """Fit a copy of the model to all rows."""
    fitting = prepare(name, model, dataset, draw(Resubstitution(), dataset, seed), seed=seed)
    return FinalModel(fitting, attempt(lambda: fitting.fitted(0), name, "the rows"))
