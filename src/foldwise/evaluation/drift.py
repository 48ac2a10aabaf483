"""Whether predictions of rows in time get worse, or lag behind the target: later rows then differ from those tested."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from foldwise.intervals import variance_in_time
from foldwise.models import BASELINE

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.predictions import Predictions

__all__ = ["drift"]

TIME_PLANS = ("forward", "purged")
TREND_LEVEL = 0.01
"""p-value up to which a trend is reported."""
FEWEST_ROWS = 40
"""Fewest rows with predictions for a trend."""
LATER_ROWS_NOTE = "later rows may be predicted worse than these figures say, whatever their interval; fits to recent rows only adapt sooner"


def drift(predictions: Predictions) -> list[str]:
    """Say of every model whether its errors grow with time, or are of one sign.

    The mean of the errors, and the covariance of their size with the time, are held against the variance of the mean of a series whose
    neighbours are alike. A mean that is not 0 may also be that of a model for medians or other quantiles.

    Examples
    --------
    >>> import foldwise
    >>> rng = np.random.default_rng(0)
    >>> X, time = rng.normal(size=(200, 2)), np.arange(200)
    >>> result = foldwise.assess("linear", X, X[:, 0] + time / 40 + rng.normal(size=200), order=time)
    >>> [text[:45] for text in result.notes if "lag" in text]
    ['predictions of linear lag behind, or are not ']
    """
    if predictions.resamples.kind not in TIME_PLANS or predictions.time is None:
        return []
    lagging, growing = [], []
    for name in predictions.models:
        if name == BASELINE:
            continue
        errors, time = _errors(predictions, name, predictions.time)
        if errors.size < FEWEST_ROWS:
            continue
        if not predictions.is_classification and _is_off(errors, time):
            lagging.append(
                f"{name} lag behind, or are not meant for means: the targets are {abs(float(errors.mean())):.3g} "
                f"{'higher' if errors.mean() > 0 else 'lower'} than predicted, on average"
            )
        if _grows(np.abs(errors), time):
            growing.append(name)
    notes = [f"predictions of {text}; {LATER_ROWS_NOTE}" for text in lagging]
    return notes + ([f"errors of {', '.join(growing)} grow with time: {LATER_ROWS_NOTE}"] if growing else [])


def _errors(predictions: Predictions, name: str, time: Codes) -> tuple[Floats, Codes]:
    """Mean error of each tested row, truth less prediction or whether the label is wrong, and its time."""
    outputs = predictions.of(name)
    truth = predictions.truth[outputs.row]
    each = (outputs.output != truth).astype(np.float64) if predictions.is_classification else truth - outputs.output
    rows, at = np.unique(outputs.row, return_inverse=True)
    return (np.bincount(at, weights=each) / np.bincount(at) if rows.size else np.zeros(0)), time[rows]


def _is_off(errors: Floats, time: Codes) -> bool:
    """Whether the mean of errors in time is not 0."""
    variance, df = variance_in_time(errors, time)
    return variance > 0 and abs(float(errors.mean())) > -float(stdtrit(df, TREND_LEVEL / 2)) * sqrt(variance)


def _grows(sizes: Floats, time: Codes) -> bool:
    """Whether errors have an upward trend, by the long-run variance of the residuals of the line times the time."""
    place = np.unique(time, return_inverse=True)[1].astype(np.float64)
    place -= place.mean()
    spread = float(place @ place)
    if spread == 0:
        return False
    slope = float(place @ sizes) / spread
    variance, df = variance_in_time((sizes - sizes.mean() - slope * place) * place, time)
    return variance > 0 and slope * spread / sizes.size > -float(stdtrit(df, TREND_LEVEL / 2)) * sqrt(variance)
