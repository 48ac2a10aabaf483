"""Whether relative errors have so heavy a tail that the spread of a sample says little about their mean."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import (
    LossMeasure,
    SumMeasure,
    base_name,
    tail_index,
    tail_rows,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = [
    "FINITE_VARIANCE_INDEX",
    "NEAR_ZERO",
    "mean_refusal",
    "near_zero_note",
    "passes_zero",
]

FINITE_VARIANCE_INDEX = 2.0
"""A tail index below this means that the loss has no finite variance, so that no interval for its mean holds its level."""

TAIL_TEST_LEVEL = 0.01
"""Probability with which relative errors without a mean are taken for some that have one."""
NEAREST_TO_ZERO = {True: 10.0, False: 4.0}
"""Of n values with and without both signs that come as near to 0 as to any other value, one is nearer than so many nths of their median."""
NOTED_NEAR_ZERO = 2.5
"""How much farther from 0 values may stay where the interval of a mean of relative errors is a rough guide only."""
PROPORTIONAL_SLOPE, NORMAL_95 = 0.5, 1.645
"""Slope of ln |e| by ln |y| above which errors are taken for proportional to the truth, and the quantile of its lower limit."""
ROUGH_NEAR_ZERO = (
    "true values come so near to 0 that rows like those not met may make much of the mean; only a rough guide, "
    "and mae, wape or smape has a better one"
)
NEAR_ZERO = (
    "not assessable: true values pass so near to 0 that relative errors have no finite mean, as far as {rows} rows show"
)
OTHER_MEASURES = "mae, wape or smape has one"
NEAR_ZERO_BETWEEN_ENDS = (
    "not assessable: true values pass so near to 0 that a few rows with the largest possible error make most of the mean, and "
    "{rows} rows show {met} of them"
)
FEWEST_LARGE_ERRORS = 2
"""Errors above half of the largest possible one that show how many there are of these."""


def passes_zero(truth: Floats, errors: Floats) -> bool:
    """Whether errors relative to these true values may have no finite mean: values come near 0, and the tail is one of index 1.

    Of values with a density at 0, |e/y| exceeds x with a probability of about c/x. With k errors in the tail of such, Hill's
    estimate is below k over the 1 % quantile of the gamma distribution with shape k in 99 % of samples.

    Examples
    --------
    >>> rng = np.random.default_rng(3)
    >>> y, e = rng.normal(size=500), rng.normal(size=500)
    >>> passes_zero(y, np.abs(e / y)), passes_zero(y + 10, np.abs(e / (y + 10)))
    (True, False)
    """
    if not comes_near_zero(truth):
        return False
    return _index_limit(errors) < 1 and not are_proportional(truth, errors)


def comes_near_zero(truth: Floats, *, times: float = 1.0) -> bool:
    """Whether true values come as near to 0, or to so many times that distance, as values with a density at 0 do.

    Examples
    --------
    >>> values = np.linspace(0.1, 1, 50)
    >>> comes_near_zero(values), comes_near_zero(values, times=2.5)
    (False, True)
    """
    sizes = np.abs(truth)
    both = bool(truth.min() < 0 < truth.max())
    return bool(sizes.min() * sizes.size <= times * NEAREST_TO_ZERO[both] * float(np.median(sizes)))


def are_proportional(truth: Floats, errors: Floats) -> bool:
    """Whether errors relative to these true values stay as they are where the truth comes near 0.

    ln |e| then rises with ln |y| with a slope of 1, of errors that have nothing to do with the truth with one of 0; the lower 95 % limit of
    the slope tells.

    Examples
    --------
    >>> rng = np.random.default_rng(3)
    >>> y, e = np.exp(rng.normal(size=50)), np.abs(rng.normal(size=50))
    >>> are_proportional(y, e), are_proportional(y, e / y)
    (True, False)
    """
    kept = (errors > 0) & (truth != 0)
    if np.count_nonzero(kept) <= FEWEST_LARGE_ERRORS:
        return False
    there = np.log(np.abs(truth[kept]))
    away = np.log(errors[kept]) + there
    there = there - there.mean()
    square = float(there @ there)
    if square <= 0:
        return False
    slope = float(there @ away) / square
    rest = away - away.mean() - slope * there
    error = float(np.sqrt(rest @ rest / (there.size - 2) / square))
    return slope - NORMAL_95 * error > PROPORTIONAL_SLOPE


def _index_limit(errors: Floats) -> float:
    """The lower limit of the tail index of relative errors, by Hill's estimate of it."""
    from scipy.special import gammaincinv

    k = tail_rows(errors.size)
    return tail_index(errors) * float(gammaincinv(k, TAIL_TEST_LEVEL)) / k


def near_zero_note(scored: ModelScores) -> str:
    """Say that a mean of relative errors may have no finite variance; empty where its tail looks lighter, and for other measures.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> rng = np.random.default_rng(0)
    >>> y = rng.gamma(1.5, size=(2, 80))
    >>> tables = (
    ...     foldwise.score(one, one + 0.5, measures="mape", task="regression").predictions for one in (y[0], y[1] + 5)
    ... )
    >>> [near_zero_note(ModelScores(table, "system", measure("mape")))[:33] for table in tables]
    ['true values come so near to 0 tha', '']
    """
    measure, seen = scored.measure, scored.outcomes
    if base_name(measure) != "mape" or not isinstance(measure, SumMeasure) or not seen.size:
        return ""
    there = seen.truth != 0
    truth, errors = seen.truth[there], measure.rows(seen)[there, 0]
    if not truth.size or not comes_near_zero(truth, times=NOTED_NEAR_ZERO) or are_proportional(truth, errors):
        return ""
    return ROUGH_NEAR_ZERO if _index_limit(errors) < FINITE_VARIANCE_INDEX else ""


def mean_refusal(scored: ModelScores) -> str:
    """Say that a mean of relative errors has no finite expectation, or rests on errors not met; empty where neither is, and for other measures.

    Errors relative to truth and prediction (`smape`) are 2 at most, so that their mean is finite. It is made by the few rows next to 0 as
    well, where errors are small beside the spread of the truth, until rows are met that have about the largest error.
    """
    measure, seen = scored.measure, scored.outcomes
    if base_name(measure) == "mape" and isinstance(measure, SumMeasure):
        errors, largest = measure.rows(seen)[:, 0], inf
    elif base_name(measure) == "smape" and isinstance(measure, LossMeasure):
        errors, largest = measure.loss(seen), measure.high
    else:
        return ""
    rows, at = np.unique(scored.row[seen.truth != 0], return_inverse=True)
    if rows.size < 2:
        return ""
    mean = np.bincount(at, weights=errors[seen.truth != 0]) / np.bincount(at)
    met = int(np.count_nonzero(mean > largest / 2))
    if met >= FEWEST_LARGE_ERRORS or not passes_zero(scored.predictions.truth[rows], mean):
        return ""
    if largest == inf:
        return f"{NEAR_ZERO.format(rows=f'{rows.size:,}')}; {OTHER_MEASURES}"
    return f"{NEAR_ZERO_BETWEEN_ENDS.format(rows=f'{rows.size:,}', met=met)}; mae or wape has an interval"
