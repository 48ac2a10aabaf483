"""Whether the tail of a loss is so heavy that the spread of a sample says little about the mean."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import (
    LossMeasure,
    SumMeasure,
    base_name,
    kurtosis_over_bound,
    looks_heavy,
    tail_factor,
    tail_index,
    tail_rows,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = [
    "FINITE_VARIANCE_INDEX",
    "NEAR_ZERO",
    "heavy_multiple",
    "heavy_rows",
    "mean_refusal",
    "near_zero_note",
    "passes_zero",
    "unseen_multiple",
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

MOST_HEAVIER, HEAVIER_ROWS = 1.0, 100
"""By how much the row not seen costs more at most where errors may be heavy, and rows over which that is spread."""
LIGHT_ERRORS = 0.8
"""Kurtosis over its bound below which errors are light; between it and 1 they may be heavy ones whose tail was not met."""
TAIL_NOT_MET, TAIL_MET = 1.15, 1.9
"""Kurtosis over its bound up to which the tail of heavy errors was not met by the sample, and from which on it was."""
UNSEEN_ROWS = {"correlation": 1.0, "ccc": 2.0}
"""Rows like the one that lowers a measure of values most, which are supposed beside those seen where errors look heavy."""


def heavy_multiple(losses: Floats) -> float:
    """How many times more the row that was not seen costs where errors may be heavy, and their tail was hardly met.

    1 + min(1, 100/n) for squared losses of n rows whose kurtosis is between its bound (`looks_heavy`) and 1.15 of it, falling to 1 below, at
    .8 of the bound, and above, at 1.9 of it. A sample that has met the tail has large losses, and an interval that reaches far enough; one
    that has met little of it is told from one of light errors by its kurtosis only (METHODS N.18, N.24).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> heavy_multiple(rng.normal(size=100) ** 2), heavy_multiple(rng.laplace(size=100) ** 2)
    (1.0, 2.0)
    """
    if not losses.size or (heaviness := kurtosis_over_bound(losses)) <= LIGHT_ERRORS:
        return 1.0
    looks = min(1.0, (heaviness - LIGHT_ERRORS) / (1 - LIGHT_ERRORS))
    unmet = min(1.0, max(0.0, (TAIL_MET - heaviness) / (TAIL_MET - TAIL_NOT_MET)))
    return 1 + min(MOST_HEAVIER, HEAVIER_ROWS / losses.size) * looks * unmet


def unseen_multiple(losses: Floats, *, values: bool = True) -> float:
    """How many times the largest loss the row that was not seen is supposed to cost, by the tail of those seen (`tail_factor`, `heavy_multiple`).

    A sample that has met the tail of heavy errors of values has a largest loss that reaches far enough by itself: `tail_factor` falls to 1 as
    their kurtosis goes from 3.8 to 7.6 times its bound (METHODS N.29). Losses of probabilities (`values` false) keep it.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> round(unseen_multiple(rng.normal(size=100) ** 2), 2), unseen_multiple(np.r_[rng.normal(size=99), 30] ** 2)
    (1.0, 1.0)
    """
    factor, heaviness = tail_factor(losses), kurtosis_over_bound(losses) if losses.size else 0.0
    met = min(1.0, max(0.0, heaviness / (2 * TAIL_MET) - 1)) if values else 0.0
    return (1 + (factor - 1) * (1 - met)) * heavy_multiple(losses)


def heavy_rows(scored: ModelScores) -> float:
    """How many rows like the one that lowers the measure most its lower end allows for; 0 unless it is one of moments, and errors look heavy.

    Correlation and concordance of heavy errors lie too high in most samples, in which the rows far out are too few. The mean correlation of
    test sets is held against that of all rows beside this, so that it takes one row and concordance two (METHODS N.18).

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> rng = np.random.default_rng(2)
    >>> x, noise = rng.normal(size=(100, 1)), rng.standard_t(2.5, size=100)
    >>> table = foldwise.assess("linear", x, x[:, 0] + noise, measures="ccc").predictions
    >>> (
    ...     heavy_rows(ModelScores(table, "linear", measure("ccc"))),
    ...     heavy_rows(ModelScores(table, "linear", measure("r2"))),
    ... )
    (2.0, 0.0)
    """
    rows = UNSEEN_ROWS.get(base_name(scored.measure), 0.0)
    if not rows or not scored.row.size:
        return 0.0
    truth, output = scored.outcomes.truth.astype(np.float64), scored.outcomes.output.astype(np.float64)
    if base_name(scored.measure) == "correlation":  # has no unit: errors from the line through the predictions
        centred = output - output.mean()
        spread = float(centred @ centred)
        output = truth.mean() + (float(centred @ truth) / spread if spread > 0 else 0.0) * centred
    times = np.bincount(scored.row)
    errors = (np.bincount(scored.row, weights=truth - output) / np.maximum(times, 1))[times > 0]
    return rows if looks_heavy(np.square(errors)) else 0.0


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
