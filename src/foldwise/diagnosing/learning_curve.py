"""The learning curve of the model, extrapolated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.diagnoses import extrapolate
from foldwise.diagnosing.curve_sizes import curve_sets, rows_needed
from foldwise.diagnosing.part import DiagnosisPart
from foldwise.errors import InputError
from foldwise.measures import ModelScores
from foldwise.reports import ModelLearningCurve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats
    from foldwise.diagnoses import CurvePoint, Extrapolation
    from foldwise.diagnosing.curve_sizes import CurveSets
    from foldwise.diagnosing.subject import Subject
    from foldwise.predictions import Predictions

__all__ = ["LearningCurvePart"]

LEAST_SHARED, MOST_SHARED = 0.3, 0.95
"""Bounds of the share of the variance that all sizes are taken to have in common."""
AIMED_SHARE = 0.9
"""Share of the error at hand whose rows are told where no error is asked about."""
FEWEST_SIZES = 5
"""Sizes of training sets that a learning curve needs."""
LEAST_ERROR = float(np.finfo(np.float64).tiny)
"""Keeps the standard errors of a model without errors above 0."""


@final
@dataclass(frozen=True)
class LearningCurvePart(DiagnosisPart):
    """Error at nested training sizes on the same test rows, with models fitted to it and averaged (METHODS G).

    Tells the error at all rows, at twice the rows, and the rows for an error; how far off it was where its largest sizes were
    hidden; and whether the curve rises or bends the wrong way.
    """

    name: ClassVar[str] = "learning-curve"
    summary: ClassVar[str] = "error against training rows, at twice the rows, and rows for an error"
    fields: ClassVar[tuple[str, ...]] = ("learning_curve",)

    def refusal(self, subject: Subject) -> str:
        """Time order, and too few rows."""
        if subject.dataset.order is not None:
            return "training sets of other sizes would be of other times"
        if subject.dataset.group_codes is not None and np.unique(subject.dataset.group_codes).size < 2 * FEWEST_SIZES:
            return f"fewer than {2 * FEWEST_SIZES} groups make no training sets of {FEWEST_SIZES} sizes"
        if curve_sets(subject.dataset, subject.settings.seed) is None:
            return f"training sets of {FEWEST_SIZES} sizes take about {rows_needed(subject.dataset)} rows here, and there are {subject.dataset.n}"
        return ""

    def fits(self, subject: Subject) -> int:
        """One for each training set."""
        if subject.dataset.order is not None:
            return 0
        sets = curve_sets(subject.dataset, subject.settings.seed)
        return 0 if sets is None else sets.resamples.count

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Fit all training sets, and extrapolate."""
        sets = curve_sets(subject.dataset, subject.settings.seed)
        if sets is None:
            return {}
        predictions = subject.fit({subject.name: subject.model}, sets.resamples, train=False)
        losses, spread = size_losses(predictions, subject, sets)
        complete = ~np.isnan(losses).any(axis=0)
        if complete.sum() < FEWEST_SIZES:
            raise InputError(_failed(predictions))
        table, weights = losses[:, complete], _weights(subject)
        errors = weights @ table
        standard = np.sqrt(_row_variance(table, subject, weights) + spread[complete])
        floor = 1e-3 * max(float(errors.max()), LEAST_ERROR)
        curve = extrapolate(
            sets.sizes[complete],
            errors,
            np.maximum(standard, floor),
            shared=shared_part(table),
            seed=subject.settings.seed,
        )
        return {"learning_curve": model_learning_curve(curve, subject, sets.folds)}


def model_learning_curve(curve: Extrapolation, subject: Subject, folds: int) -> ModelLearningCurve:
    """What the curve says about all rows, twice the rows and an error, carried from the largest size (METHODS G.4)."""
    n, level, offset = subject.dataset.n, subject.level, last_misfit(curve)
    most = subject.measure.high
    at_full, doubled = (carried(curve.at(size, level=level), offset, most) for size in (n, 2 * n))
    aimed_value = AIMED_SHARE * at_full.value if subject.reach is None else subject.reach
    needed = replace(curve.rows_for(aimed_value - offset, level=level), error=aimed_value)
    gained = curve.gain(n, 2 * n, level=level)
    return ModelLearningCurve(curve, subject.measure.name, n, at_full, doubled, needed, gained, folds)


def last_misfit(curve: Extrapolation) -> float:
    """Observed less fitted error at the largest size.

    The models must follow the steep beginning of the curve too; what they are off by at its end would be carried on.

    Examples
    --------
    >>> sizes = np.array([25, 35, 50, 71, 100, 141, 200])
    >>> abs(last_misfit(extrapolate(sizes, 0.1 + 2 / sizes, np.full(7, 0.005)))) < 0.002
    True
    """
    return float(curve.errors[-1] - curve.value_at(curve.sizes[-1])[0])


def carried(point: CurvePoint, offset: float, most: float) -> CurvePoint:
    """A point moved with its band; no error is below 0, or above the most that the measure can be."""
    moved = {name: min(max(0.0, getattr(point, name) + offset), most) for name in ("value", "low", "high")}
    return replace(point, **moved)


def size_losses(predictions: Predictions, subject: Subject, sets: CurveSets) -> tuple[Floats, Floats]:
    """Mean loss of each row at each size (n, S), NaN for a size with failures; and the variance that training sets add (S,)."""
    scored = ModelScores(predictions, subject.name, subject.measure)
    count, n = len(sets.sizes), subject.dataset.n
    size = scored.resample // sets.folds
    cell = size * n + scored.row
    sums = np.bincount(cell, weights=scored.losses, minlength=count * n).reshape(count, n)
    times = np.bincount(cell, minlength=count * n).reshape(count, n)
    with np.errstate(invalid="ignore"):
        losses = np.where(times > 0, sums / np.maximum(times, 1), np.nan)
    for failure in predictions.failures:
        losses[failure.resample // sets.folds] = np.nan
    return losses.T, _training_variance(scored, sets)


def _training_variance(scored: ModelScores, sets: CurveSets) -> Floats:
    """Variance of the mean over the training sets of a size, beyond that of the rows they are tested on (S,)."""
    sets_of = sets.resamples.count
    rows = np.bincount(scored.resample, minlength=sets_of)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.bincount(scored.resample, weights=scored.losses, minlength=sets_of) / rows
        squares = np.bincount(scored.resample, weights=scored.losses**2, minlength=sets_of) / rows
        within = (squares - means**2) / np.maximum(rows - 1, 1)
    shape = (len(sets.sizes), sets.folds)
    between = means.reshape(shape).var(axis=1, ddof=1) - within.reshape(shape).mean(axis=1)
    return np.maximum(np.nan_to_num(between), 0.0) / sets.folds


def _weights(subject: Subject) -> Floats:
    """Share of each row in the mean (n,)."""
    given = subject.dataset.weights
    weights = np.ones(subject.dataset.n) if given is None else np.asarray(given, dtype=np.float64)
    return weights / weights.sum()


def _row_variance(table: Floats, subject: Subject, weights: Floats) -> Floats:
    """Variance of the mean over rows, or groups of rows (S,)."""
    influence = weights[:, None] * (table - weights @ table)
    groups = subject.dataset.group_codes
    if groups is not None:
        sums = np.zeros((int(groups.max()) + 1, table.shape[1]))
        np.add.at(sums, groups, influence)
        influence = sums
    units = len(influence)
    return (influence**2).sum(axis=0) * units / max(units - 1, 1)


def shared_part(table: Floats) -> float:
    """Share of the variance of the errors that all sizes have in common: the mean correlation of the larger half of them."""
    larger = table[:, table.shape[1] // 2 :]
    spread = larger.std(axis=0)
    if (spread == 0).any() or larger.shape[1] < 2:
        return LEAST_SHARED
    correlations = np.atleast_2d(np.corrcoef(larger.T))
    mean = float(correlations[np.triu_indices_from(correlations, 1)].mean())
    return float(np.clip(mean, LEAST_SHARED, MOST_SHARED))


def _failed(predictions: Predictions) -> str:
    cause = predictions.failures[0].cause if predictions.failures else "no row was predicted at every size"
    return f"models could be fitted at fewer than {FEWEST_SIZES} sizes: {cause}"
