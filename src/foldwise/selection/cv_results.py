"""The trials of a selection in the shape of scikit-learn's `cv_results_`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.measures import Direction, ModelScores
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.reports import Selection

__all__ = ["cv_results"]


def cv_results(selection: Selection) -> dict[str, Any]:
    """Settings, scores in every resample, their mean and rank, one entry per candidate.

    Scores are larger where a candidate is better, as in scikit-learn: a measure of which less is better has a minus sign.
    ``mean_test_score`` is the value that candidates were compared by, all resamples brought together by the rule of the
    measure. A candidate that failed or was dropped on the way has NaN. ``mean_fit_time`` holds the predictions too where all
    resamples were fitted at once.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.select("knn", {"n_neighbors": [1, 5]}, foldwise.sample("iris"), plan="kfold(5)")
    >>> table = cv_results(found)
    >>> table["params"], table["split4_test_score"].shape
    ([{'n_neighbors': 1}, {'n_neighbors': 5}], (2,))
    """
    names = list(selection.settings)
    sign = 1.0 if selection.measure.direction is Direction.HIGHER else -1.0
    values = {finding.model: finding.estimate.value for finding in selection.findings}
    mean = sign * np.array([values.get(name, np.nan) for name in names])
    splits = sign * np.stack([_splits(selection, name) for name in names], axis=1)
    known = splits[:, ~np.isnan(splits).all(axis=0)]
    spread = np.full(len(names), np.nan)
    spread[~np.isnan(splits).all(axis=0)] = np.nanstd(known, axis=0) if known.size else []
    settings = [dict(selection.settings[name]) for name in names]
    parameters = dict.fromkeys(key for setting in settings for key in setting)
    times = [selection.times.get(name) for name in names]
    return {
        "mean_fit_time": np.array([np.nan if time is None else time.fit_seconds for time in times]),
        "mean_score_time": np.array([np.nan if time is None else time.predict_seconds or 0.0 for time in times]),
        **{f"param_{key}": _parameter([setting.get(key, np.ma.masked) for setting in settings]) for key in parameters},
        "params": settings if parameters else [{"model": name} for name in names],
        **{f"split{at}_test_score": row for at, row in enumerate(splits)},
        "mean_test_score": mean,
        "std_test_score": spread,
        "rank_test_score": _ranks(mean),
    }


def _splits(selection: Selection, name: str) -> Floats:
    """Value of the measure in each resample (R,)."""
    predictions = selection.predictions
    if name not in predictions.models or not predictions.of(name).size:
        return np.full(predictions.resamples.count, np.nan)
    part = Part.VALIDATION if predictions.of(name, Part.VALIDATION).size else Part.TEST
    return np.asarray(ModelScores(predictions, name, selection.measure, part).scores, dtype=np.float64)


def _parameter(values: list[Any]) -> np.ma.MaskedArray[Any, Any]:
    """Values of one parameter; those of candidates that do not set it are masked."""
    column = np.ma.MaskedArray(np.empty(len(values), dtype=object), mask=True)
    for at, value in enumerate(values):
        if value is not np.ma.masked:
            column[at] = value
    return column


def _ranks(mean: Floats) -> Floats:
    """1 for the best, the same for equal ones; candidates without a value come last."""
    known = np.where(np.isnan(mean), -np.inf, mean)
    return np.array([1 + int(np.sum(known > value)) for value in known], dtype=np.int32)
