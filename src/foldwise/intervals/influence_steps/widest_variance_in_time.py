"""The variance of a resampled estimate from contributions in time: the widest of those by their order, by predictions and by errors."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.influence_steps.long_run import degrees_of_freedom
from foldwise.intervals.influence_steps.variance_in_time import (
    squared_half_width,
    variance_in_time,
    variance_of_squares,
)
from foldwise.measures import RankMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores, RowMeans

__all__ = [
    "normal_scores",
    "rows_of_predictions",
    "variance_by_errors",
    "variance_by_predictions",
    "widest_variance_in_time",
]

SIGNIFICANT_SLOPE = 2.0
"""Standard errors from which on a slope counts as significant."""


def widest_variance_in_time(scored: ModelScores, found: RowMeans) -> tuple[float, float]:
    """Variance of the mean of contributions in time, and its degrees of freedom: that which gives the widest interval.

    It is estimated from the order of the contributions, and from the series they depend on: those of classes on the predictions, those of values on the squares of the errors. Predictions, and errors of rows that
    share a time, show better how alike rows are than what is made of them (METHODS N.31). Errors of values whose scale changes with time are alike in size, and
    a few large ones hide it: their normal scores show it, and the variance is that of as many independent rows as these are worth (METHODS N.27).
    """
    predictions, means = scored.predictions, found.means
    time = found.rows if predictions.time is None else predictions.time[found.rows]
    if not scored.in_time or not means.any():
        return variance_in_time(means, time, _predicted(scored)[found.rows] if scored.in_time else None)
    predicted, truth = _predicted(scored)[found.rows], predictions.truth[found.rows]
    ways = [variance_in_time(means, time, predicted)]
    if predictions.is_classification:
        # Places of rows among those of the other class do not change where all predictions move alike.
        ranked = isinstance(scored.measure, RankMeasure)
        ways += [] if ranked else [variance_by_predictions(means, time, predicted, truth)]
    else:
        places = normal_scores(means)
        variance, df = variance_in_time(places, time)
        ways.append((variance * float(means.var()) / float(places.var()), df))
        if np.unique(time).size < time.size:
            ways.append(variance_by_errors(means, time, truth - predicted))
    return max(ways, key=squared_half_width)


def _predicted(scored: ModelScores) -> Floats:
    """What a model predicts of each row: its value, or its score or label of the most frequent class; 0 of rows not tested (n,)."""
    predictions, outputs = scored.predictions, scored.outputs
    if predictions.is_classification:
        most = int(np.bincount(predictions.truth).argmax())
        each = (outputs.output == most) if outputs.scores is None else outputs.scores[:, most]
    else:
        each = outputs.output
    found = np.zeros(predictions.n)
    found[outputs.row] = np.nan_to_num(each.astype(np.float64))
    return found


def normal_scores(values: Floats) -> Floats:
    """Quantiles of the normal distribution at the places of the values; those of equal values are the same.

    Examples
    --------
    >>> normal_scores(np.array([100.0, 1, 1, 3])).round(2).tolist()
    [1.15, -0.67, -0.67, 0.32]
    """
    from scipy.special import ndtri

    code, counts = np.unique(values, return_inverse=True, return_counts=True)[1:]
    middles = np.cumsum(counts) - counts / 2
    return np.asarray(ndtri(middles / values.size))[code]


def _places(predicted: Floats, classes: Codes) -> Floats:
    """Normal scores of predictions within the class of their row (n,)."""
    places = np.zeros(predicted.size)
    for one in np.unique(classes):
        own = classes == one
        places[own] = normal_scores(predicted[own])
    return places


def rows_of_predictions(scored: ModelScores) -> float:
    """Independent rows that the predictions of the tested rows are worth by their order, within classes; infinite for values.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> rng = np.random.default_rng(0)
    >>> for columns in (rng.normal(size=(100, 2)), np.cumsum(rng.normal(size=(100, 2)), axis=0)):
    ...     table = foldwise.assess(
    ...         "lda", columns, np.arange(100) % 2, order=np.arange(100), measures="error"
    ...     ).predictions
    ...     print(round(rows_of_predictions(ModelScores(table, "lda", measure("error")))))
    55
    3
    """
    predictions = scored.predictions
    if not predictions.is_classification:
        return inf
    rows = np.unique(scored.row)
    places = _places(_predicted(scored)[rows], predictions.truth[rows])
    variance = variance_in_time(places, rows if predictions.time is None else predictions.time[rows])[0]
    return float(places.var()) / variance if variance > 0 else inf


def variance_by_predictions(means: Floats, time: Codes, predicted: Floats, classes: Codes) -> tuple[float, float]:
    """Variance of the mean of contributions, and its degrees of freedom, by the autocorrelation of the predictions.

    Predictions decide which rows of a class are right, but a right or wrong row says much less of how alike neighbours are than a prediction does, and to the recall
    of a class the others add nothing. So contributions are taken for b times the normal scores of the predictions within each class, of all rows, and a rest that is
    uncorrelated to these. The variance is b² times that of the mean score, and that of the rest; a slope within two standard errors of 0 is taken for 0.

    Parameters
    ----------
    means
        What each row contributes (n,).
    time
        Time of each row: any numbers in their order (n,).
    predicted
        Score of one of the classes (n,).
    classes
        Class of each row (n,).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> time, classes = np.repeat(np.arange(50), 5), rng.integers(0, 2, 250)
    >>> scores = np.convolve(rng.normal(size=79), np.ones(30) / 4, "valid")[time] + rng.normal(size=250)
    >>> right = np.where(classes == 1, scores > 0, 0.0)
    >>> means = np.where(classes == 1, right - right.sum() / classes.sum(), 0.0)
    >>> for variance, df in (variance_in_time(means, time), variance_by_predictions(means, time, scores, classes)):
    ...     print(f"{means.var() / variance:.0f} independent rows, {df:.0f} degrees of freedom")
    221 independent rows, 6 degrees of freedom
    62 independent rows, 5 degrees of freedom
    """
    places = _places(predicted, classes)
    slope, rest = _regressed(means, places)
    return _variance_of_sum(slope, variance_in_time(places, time), variance_in_time(rest, time, predicted))


def variance_by_errors(means: Floats, time: Codes, errors: Floats) -> tuple[float, float]:
    """The same of contributions that depend on squared errors, by the autocorrelation of the errors.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> time, errors = np.repeat(np.arange(50), 5), rng.normal(size=250)
    >>> errors += np.convolve(rng.normal(size=79), np.ones(30) / 5, "valid")[time]
    >>> means = errors**2 - (errors**2).mean()
    >>> for variance, df in (variance_in_time(means, time), variance_by_errors(means, time, errors)):
    ...     print(f"{means.var() / variance:.0f} independent rows, {df:.0f} degrees of freedom")
    39 independent rows, 3 degrees of freedom
    24 independent rows, 4 degrees of freedom
    """
    centred = errors - errors.mean()
    squares = centred**2 - float(centred @ centred) / centred.size
    (slope, rest), (variance, df) = _regressed(means, squares), variance_of_squares(errors, time)
    return _variance_of_sum(slope, (variance * float(squares.var()), df), variance_in_time(rest, time))


def _regressed(means: Floats, shown: Floats) -> tuple[float, Floats]:
    """Squared slope of the regression of contributions on a series, and the residuals; 0 and the contributions where it is not significant."""
    squares = float(shown @ shown)
    if squares <= ROUNDING_TOLERANCE**2:
        return 0.0, means
    slope = float(shown @ means) / squares
    rest = means - slope * shown
    chance = float(rest @ rest) / squares / max(1, means.size - 2)
    return (slope**2 - chance, rest) if slope**2 > SIGNIFICANT_SLOPE**2 * chance else (0.0, means)


def _variance_of_sum(
    squared_slope: float, shown: tuple[float, float], rest: tuple[float, float]
) -> tuple[float, float]:
    """Variance of the sum of the fitted and the residual part, and its degrees of freedom, from the variances of their logarithms by their shares."""
    parts = squared_slope * shown[0], rest[0]
    variance = sum(parts)
    if variance == 0:
        return rest
    log_variance = sum(
        (part / variance) ** 2 * _log_variance(df) for part, (_, df) in zip(parts, (shown, rest), strict=True)
    )
    return variance, degrees_of_freedom(log_variance)[0]


def _log_variance(df: float) -> float:
    """Variance of the logarithm of a variance with so many degrees of freedom, as `degrees_of_freedom` takes it.

    Examples
    --------
    >>> round(degrees_of_freedom(_log_variance(7.0))[0], 6)
    7.0
    """
    return 2 / df + 2 / df**2
