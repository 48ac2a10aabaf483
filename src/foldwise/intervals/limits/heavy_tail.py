"""By how much the supposed row is worse than the worst of those seen, where errors have a heavy tail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import base_name, kurtosis_bound, kurtosis_over_bound, looks_heavy, tail_factor

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import Measure, ModelScores

__all__ = ["heavy_multiple", "heavy_rows", "unseen_multiple", "worse_multiple"]

MOST_HEAVIER, HEAVIER_ROWS = 1.0, 100
"""By how much the row not seen costs more at most where errors may be heavy, and rows over which that is spread."""
LIGHT_ERRORS = 0.8
"""Kurtosis over its bound below which errors are light; between it and 1 they may be heavy ones whose tail was not met."""
TAIL_NOT_MET, TAIL_MET = 1.15, 1.9
"""Kurtosis over its bound up to which the tail of heavy errors was not met by the sample, and from which on it was."""
WORSE_FROM, WORSE_RANGE, MOST_WORSE = 1.15, 0.4, 2.0
"""Kurtosis over its bound from which on a row of one test set is supposed that costs more, over what range it grows to once more, and the largest factor."""
SQUARES = ("mse", "rmse", "msle", "rmsle")
"""Means of squared errors, whose tail most samples have met less often than it occurs."""
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


def worse_multiple(measure: Measure, mean: float, spread: float, n: int) -> float:
    """How many times more the row that was not seen costs where one test set has met heavy errors once or twice; 1 for other losses than squares.

    1 + min(1, 100/n) min(2, K) for n squared losses, of this mean and variance, whose kurtosis is K times its bound, K ≥ 1.55, growing from 1 at K = 1.15. The fits of
    resampling see such rows too, and their intervals allow for what differs between fits; those of one test set rest on the rows alone (METHODS N.36).

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> [worse_multiple(measure(name), 1.0, 12.0, 100) for name in ("mse", "mae")]
    [3.0, 1.0]
    """
    if base_name(measure) not in SQUARES or mean <= 0:
        return 1.0
    heaviness = (spread * (n - 1) / n / mean**2 + 1) / kurtosis_bound(n)
    grown = min(1.0, max(0.0, (heaviness - WORSE_FROM) / WORSE_RANGE))
    return 1 + min(1.0, HEAVIER_ROWS / n) * grown * min(MOST_WORSE, heaviness)


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
