"""The models of a run, fitted anew when they are asked for: the same rows, the same seed, the same model."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, final

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.data.checks import shown
from foldwise.engine.execution.execute import attempt
from foldwise.engine.single_fits.generic import Fitting, prepare_fitting
from foldwise.engine.single_fits.model_outputs import read_values
from foldwise.engine.threads import native_libraries
from foldwise.errors import InputError, UnknownNameError, printable
from foldwise.plans import Resubstitution, draw
from foldwise.predictions import UNCLASSIFIED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset, Table
    from foldwise.plans import Resamples
    from foldwise.predictions import ScoreKind
    from foldwise.typing import Estimator

__all__ = ["FinalModel", "FittedModels", "fit_final"]


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


PredictFunction: TypeAlias = "Callable[[Table], tuple[Array, Floats | None, ScoreKind]]"


@final
@filled_at_once
@dataclass(frozen=True, eq=False, repr=False)
class FittedModels:
    """What is needed to fit the models of a run again; nothing fitted is kept, which would take memory for every resample.

    Parameters
    ----------
    dataset
        The rows.
    models
        The estimators, not fitted.
    resamples
        Who is trained and tested on what.
    seed
        Seed of the run.
    decided
        Makes of a model that was fitted to all rows one that decides as its labels were decided.
    """

    dataset: Dataset
    models: Mapping[str, Any]
    resamples: Resamples
    seed: int
    decided: Callable[[Any], Any] | None = None

    def __repr__(self) -> str:
        """One line: whose fits, and how many of each."""
        return printable(f"<FittedModels {', '.join(self.models)}: {self.resamples.count:,} resamples>")

    def of(self, name: str, resample: int) -> Estimator:
        """Fit one model to the training rows of one resample, as scikit-learn does it."""
        if name not in self.models:
            raise UnknownNameError.of("model in this assessment", name, self.models)
        if not 0 <= resample < self.resamples.count:
            message = f"resamples are numbered from 0 to {self.resamples.count - 1}, and {resample} is none of them"
            raise InputError(message, hint="resample=0")
        fitting = prepare_fitting(name, self.models[name], self.dataset, self.resamples, seed=self.seed)
        with warnings.catch_warnings(), native_libraries().limit(limits=1):
            warnings.simplefilter("ignore")  # what the fits warned about was told when they were made
            return attempt(lambda: fitting.fitted(resample), name, f"resample {resample + 1} of {self.resamples.count}")

    def predictor(self, name: str, resample: int) -> PredictFunction:
        """Fit one model to the training rows of one resample; give what predicts any rows with it, as test rows are."""
        model = self.of(name, resample)
        fitting = prepare_fitting(name, self.models[name], self.dataset, self.resamples, seed=self.seed)
        present = fitting.present(resample)
        return lambda table: attempt(lambda: fitting.read(model, table, present), name, "the rows it was asked about")

    def final(self, name: str) -> Estimator:
        """Fit one model to all rows."""
        given: object = name
        if not isinstance(given, str) or name not in self.models:
            raise UnknownNameError.of("model in this assessment", shown(name).strip("'"), self.models)
        model = fit_final(name, self.models[name], self.dataset, seed=self.seed).model
        return model if self.decided is None else self.decided(model)
