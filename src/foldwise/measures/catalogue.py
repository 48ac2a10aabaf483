"""Every measure by name; drives conformance tests, docs, the command line and the web menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data import Task
from foldwise.errors import UnknownNameError
from foldwise.measures.labels import (
    ACCURACY,
    BALANCED_ACCURACY,
    BALANCED_ERROR,
    ERROR,
    F1,
    KAPPA,
    MCC,
    PRECISION,
    RECALL,
    SPECIFICITY,
)
from foldwise.measures.measure import Measure
from foldwise.measures.probabilities import BRIER, LOG_LOSS
from foldwise.measures.scores import AUC
from foldwise.measures.values import CORRELATION, MAE, MSE, R2, RAE, RMSE, RRSE, RSE
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.predictions import Predictions

__all__ = ["MEASURES", "as_measures", "default_measures", "measure"]

MEASURES: tuple[Measure, ...] = (
    ERROR,
    ACCURACY,
    BALANCED_ERROR,
    BALANCED_ACCURACY,
    PRECISION,
    RECALL,
    SPECIFICITY,
    F1,
    MCC,
    KAPPA,
    AUC,
    LOG_LOSS,
    BRIER,
    MAE,
    MSE,
    RMSE,
    RAE,
    RSE,
    RRSE,
    R2,
    CORRELATION,
)
_BY_NAME = {one.name: one for one in MEASURES}


def measure(name: str | Measure) -> Measure:
    """Find a measure by its name.

    Examples
    --------
    >>> measure("rmse").title
    'root mean squared error'
    """
    if isinstance(name, Measure):
        return name
    key = name.strip().lower().replace("_", "-")
    if key not in _BY_NAME:
        raise UnknownNameError.of("measure", name, _BY_NAME)
    return _BY_NAME[key]


def as_measures(names: str | Measure | Iterable[str | Measure]) -> tuple[Measure, ...]:
    """Read one measure, a comma-separated text, or several; a measure named twice counts once."""
    several = names.split(",") if isinstance(names, str) else [names] if isinstance(names, Measure) else names
    return tuple(dict.fromkeys(measure(name) for name in several))


def default_measures(predictions: Predictions) -> tuple[Measure, ...]:
    """What is shown when nothing was asked for: the error first, then what every model can answer."""
    if predictions.task is Task.REGRESSION:
        return (RMSE, MAE, R2)
    kinds = {answers.score_kind for answers in predictions.outputs.values()}
    chosen: tuple[Measure, ...] = (ERROR, BALANCED_ERROR)
    # A test set of one row has nothing to rank.
    if ScoreKind.NONE not in kinds and predictions.resamples.test_sizes.min() > 1:
        chosen += (AUC,)
    if kinds == {ScoreKind.PROBABILITY}:
        chosen += (LOG_LOSS,)
    return chosen
