"""The final model: fitted once to all rows, to be held against rows that no resample has seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, final

import numpy as np

from foldwise.engine.execution.execute import attempt
from foldwise.engine.single_fits.generic import Fitting, prepare_fitting
from foldwise.engine.single_fits.model_outputs import read_values
from foldwise.plans import Resubstitution, draw
from foldwise.predictions import UNCLASSIFIED

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset, Table
    from foldwise.predictions import ScoreKind
    from foldwise.typing import Estimator

__all__ = ["FinalModel", "fit_final"]

T = TypeVar("T")


@final
@dataclass(frozen=True, eq=False)
class FinalModel:
    """A model fitted to all rows of a dataset."""

    fitting: Fitting
    model: Any

    def read(self, table: Table) -> tuple[Array, Floats | None, ScoreKind]:
        """Give codes of classes or values, and scores where there are any, checked as in every resample."""
        return self._attempt(lambda: self.fitting.read(self.model, table, self._classes))

    def predict(self, table: Table) -> Array:
        """Give class labels (None where the model declines) or values."""
        return self._attempt(lambda: self._labels(table))

    def scores(self, table: Table) -> Floats | None:
        """Give probabilities or decision values, one column per class; None where the model has none."""
        if not self.fitting.dataset.is_classification:
            return None
        return self._attempt(lambda: self.fitting.scores(self.model, table, self._classes, table.shape[0])[0])

    @property
    def _classes(self) -> Codes:
        return np.arange(self.fitting.dataset.labels.size)

    def _attempt(self, work: Callable[[], T]) -> T:
        return attempt(work, self.fitting.name, "the rows it was asked about")

    def _labels(self, table: Table) -> Array:
        predicted, labels = self.model.predict(table), self.fitting.dataset.labels
        if not self.fitting.dataset.is_classification:
            return read_values(predicted, table.shape[0])
        codes = self.fitting.codes(predicted, self._classes, table.shape[0])
        return np.array([None if code == UNCLASSIFIED else labels[code] for code in codes], dtype=object)


def fit_final(name: str, model: Estimator, dataset: Dataset, *, seed: int = 0) -> FinalModel:
    """Fit a copy of the model to all rows."""
    fitting = prepare_fitting(name, model, dataset, draw(Resubstitution(), dataset, seed), seed=seed)
    return FinalModel(fitting, attempt(lambda: fitting.fitted(0), name, "the rows"))
