"""Whether predictions of rows in time get worse as time goes on, or lag behind: later rows then differ from those tested."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from foldwise.intervals import series_variance
from foldwise.models import BASELINE

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.predictions import Predictions

__all__ = ["drift"]

TIME_PLANS = ("forward", "purged")
TREND_LEVEL = 0.01
"""Probability up to which a trend counts as one."""
FEWEST_ROWS = 40
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
        errors = np.zeros(0) if name == BASELINE else _errors(predictions, name)
        if errors.size < FEWEST_ROWS:
            continue
        if not predictions.is_classification and _is_off(errors):
            lagging.append(
                f"{name} lag behind, or are not meant for means: the targets are {abs(float(errors.mean())):.3g} "
                f"{'higher' if errors.mean() > 0 else 'lower'} than predicted, on average"
            )
        if _grows(np.abs(errors)):
            growing.append(name)
    notes = [f"predictions of {text}; {LATER_ROWS_NOTE}" for text in lagging]
    return notes + ([f"errors of {', '.join(growing)} grow with time: {LATER_ROWS_NOTE}"] if growing else [])


def _errors(predictions: Predictions, name: str) -> Floats:
    """Mean error of each tested row, in the order of time: truth less prediction, or whether the label is wrong."""
    outputs, time = predictions.of(name), predictions.time
    truth = predictions.truth[outputs.row]
    each = (outputs.output != truth).astype(np.float64) if predictions.is_classification else truth - outputs.output
    rows, at = np.unique(outputs.row, return_inverse=True)
    means = np.bincount(at, weights=each) / np.bincount(at) if rows.size else np.zeros(0)
    return means if time is None else means[np.argsort(time[rows], kind="stable")]


def _is_off(series: Floats) -> bool:
    """Whether the mean of a series is not 0."""
    variance, df = series_variance(series)
    return variance > 0 and abs(float(series.mean())) > -float(stdtrit(df, TREND_LEVEL / 2)) * sqrt(variance)


def _grows(sizes: Floats) -> bool:
    """Whether a series has a trend upward: its slope by the variance of what the line leaves, times the time."""
    time = np.linspace(-1, 1, sizes.size)
    slope = float(time @ sizes / (time @ time))
    variance, df = series_variance((sizes - sizes.mean() - slope * time) * time)
    return variance > 0 and slope * float(np.mean(time**2)) > -float(stdtrit(df, TREND_LEVEL / 2)) * sqrt(variance)
