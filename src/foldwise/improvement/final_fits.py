"""Models fitted to all rows: what they cost in time and memory, and their error on the rows they were fitted to."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import dataclass
from math import nan
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar, final

import numpy as np

from foldwise.data import take_rows
from foldwise.engine import fit_final
from foldwise.errors import MeasureError
from foldwise.measures import ModelScores
from foldwise.plans import Resubstitution, draw
from foldwise.predictions import Outputs, Part, Predictions
from foldwise.reports import ModelCost

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.data import Dataset
    from foldwise.engine import FinalModel
    from foldwise.measures import Measure
    from foldwise.typing import Estimator

__all__ = ["FinalFit", "final_fit"]

T = TypeVar("T")

ROWS = 1000
"""Rows whose predictions are timed."""
SHORT_SECONDS = 0.05
"""Seconds below which a time is taken twice more, and the shortest kept."""


@final
@dataclass(frozen=True, eq=False)
class FinalFit:
    """A model fitted to all rows, what it costs, and the measure on these rows."""

    model: Estimator
    cost: ModelCost
    training: float


def final_fit(name: str, model: Estimator, dataset: Dataset, *, seed: int, goal: Measure) -> FinalFit:
    """Fit a model to all rows as it would be used, and time it.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import measure
    >>> from foldwise.models import named_model
    >>> iris = foldwise.sample("iris")
    >>> found = final_fit("tree", named_model("tree", iris), iris, seed=0, goal=measure("error"))
    >>> found.training, found.cost.fit_seconds > 0
    (0.0, True)
    """
    from threadpoolctl import ThreadpoolController

    # One thread, as in every resample, so that the times of variants can be held against each other.
    with warnings.catch_warnings(), ThreadpoolController().limit(limits=1):
        warnings.simplefilter("ignore")  # what fits warn about was told when the resamples were fitted
        fitted, fitting = _timed(lambda: fit_final(name, model, dataset, seed=seed))
        some = take_rows(dataset.X, np.arange(ROWS) % dataset.n)  # few rows again and again: a call has its own cost
        _, predicting = _timed(lambda: fitted.predict(some))
        training = _training(fitted, dataset, goal)
    cost = ModelCost(fitting, predicting, _size(fitted.model))
    return FinalFit(fitted.model, cost, training)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What a piece of work gives, and its seconds; the shortest of three times, where it is short."""
    start = perf_counter()
    found, best = work(), perf_counter() - start
    for _ in range(2 if best < SHORT_SECONDS else 0):
        start = perf_counter()
        found, best = work(), min(best, perf_counter() - start)
    return found, best


def _size(model: Estimator) -> int | None:
    """Bytes of a model as another process would get it; None for one that cannot be sent."""
    try:
        return len(pickle.dumps(model))
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError, ValueError):
        return None


def _training(fitted: FinalModel, dataset: Dataset, goal: Measure) -> float:
    """The measure on the rows the model was fitted to; none where the model gives too little for it."""
    everything = draw(Resubstitution(), dataset, 0)
    output, scores, kind = fitted.read(dataset.X)
    resample, parts = np.zeros(dataset.n, dtype=np.intp), np.full(dataset.n, Part.TEST, dtype=np.uint8)
    outputs = Outputs(resample, np.arange(dataset.n), output, scores, kind, parts)
    predictions = Predictions.of_dataset(dataset, {"model": outputs}, everything)
    try:
        return ModelScores(predictions, "model", goal).value
    except MeasureError:
        return nan
