"""Variance of predictions between fits over their squared error: too large where models nearly interpolate their training rows."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine import Settings, run, timed
from foldwise.errors import PlanError
from foldwise.plans import GroupKFold, KFold, draw

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator

__all__ = ["fitted_twice", "largest_share", "share_between_fits"]

MOST_CHANGE = 1.5
"""Largest variance of predictions between samples, by the delete-d jackknife, over the squared error, which includes it."""
MOST_LEFT_OUT, LARGEST_BIAS = 1 / 8, 0.1
"""Test rows per training row from which on the bias of fits to fewer rows, about the share between them, is the limit; its largest value."""
TESTED_ONCE = 1 / 12
"""The limit where rows are tested once: intervals are a fifth shorter, and know nothing of the variance between fits."""
FEWEST_ROWS, MOST_PARTS = 20, 10
"""Fewest rows that are tested more than once; most parts of a plan that is fitted beside one that tests every row once."""


def largest_share(resamples: Resamples, *, once: bool = False) -> float:
    """Largest share of the variance between fits (`share_between_fits`) that the rows which fits do not share account for.

    Training sets that lack n₂ of n rows differ as in the delete-d jackknife: n₁/n₂ times the variance of predictions between them is that
    between samples of n rows, which is part of the squared error. Where it comes out larger than the whole, predictions change out of
    proportion to the rows that are exchanged, and a fit to nine tenths of the rows tells little of one to all of them (METHODS N.10). Of fits
    that lack more rows it is their bias that counts: by about the share their squared error exceeds that of a fit to all rows. `once` says
    that the plan tests every row once.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.plans import as_plan
    >>> plans = ("kfold(10, repeats=3)", "kfold(30, repeats=3)", "bootstrap(20)")
    >>> [round(largest_share(draw(as_plan(plan), foldwise.sample("iris"), 0)), 3) for plan in plans]
    [0.167, 0.052, 0.1]
    """
    if once:
        return TESTED_ONCE
    left_out = resamples.test_size / max(1.0, resamples.train_size)
    return LARGEST_BIAS if resamples.kind == "bootstrap" or left_out > MOST_LEFT_OUT else MOST_CHANGE * left_out


def share_between_fits(predictions: Predictions, model: str) -> float:
    """Variance of the predicted value of a test row between fits over its squared error, by their medians; NaN where rows are tested once.

    Medians are those of a usual row: polynomials change by far more at the ends of their columns, and hardly anywhere else.

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> from sklearn.linear_model import Ridge
    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(60, 54)), rng.normal(size=60)
    >>> found = foldwise.assess({"free": Ridge(1e-3), "tied": Ridge(100)}, X, y, measures="rmse").predictions
    >>> [round(share_between_fits(found, name), 2) for name in ("free", "tied")]
    [0.8, 0.01]
    """
    outputs = predictions.of(model)
    times = np.bincount(outputs.row, minlength=predictions.n)
    if np.count_nonzero(times > 1) < FEWEST_ROWS:
        return float("nan")
    predicted = outputs.output.astype(np.float64, copy=False)
    means = np.bincount(outputs.row, predicted, minlength=predictions.n) / np.maximum(times, 1)
    again = times[outputs.row] > 1
    row, predicted = outputs.row[again], predicted[again]
    apart = np.abs(predicted - means[row]) * np.sqrt(times[row] / (times[row] - 1))
    error = float(np.median(np.abs(predicted - predictions.truth[row])))
    return (float(np.median(apart)) / error) ** 2 if error > 0 else 0.0


def fitted_twice(name: str, model: Estimator, dataset: Dataset, predictions: Predictions) -> Predictions | None:
    """Predictions of two repeats with as many training rows as the plan, which tests every row once; None where none can be drawn."""
    resamples = predictions.resamples
    parts = round(resamples.n / max(1.0, resamples.n - resamples.train_size))
    kind = KFold if dataset.groups is None else GroupKFold
    plan = kind(max(2, min(parts, MOST_PARTS)), repeats=2)
    rows = dataset if dataset.order is None else replace(dataset, order=None)
    settings = Settings(progress=False, jobs=1, store=False, on_failure="record")
    with timed(), suppress(PlanError):  # what is fitted beside the plan is not in its times
        return run(rows, {name: model}, draw(plan, rows, settings.seed), settings)
    return None
