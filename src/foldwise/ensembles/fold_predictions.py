"""Out-of-fold predictions of several models, from the engine: groups and time order are respected, batched fits used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import read
from foldwise.engine import Settings, run
from foldwise.ensembles.members import class_codes, label_codes, one_hot, probabilities
from foldwise.ensembles.tables import check_several
from foldwise.errors import FitError, InputError
from foldwise.plans import as_plan, draw
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Outputs, Predictions
    from foldwise.typing import Given

__all__ = ["OutOfFold", "class_columns", "inner_plan", "log_ratios", "member_columns", "out_of_fold"]

LEAST_PROBABILITY = 1e-6
"""Least probability that is given a logarithm."""


@final
@dataclass(frozen=True, eq=False)
class OutOfFold:
    """Predictions of rows by models that were not fitted to them, means over repeats.

    Parameters
    ----------
    names
        Names of the models.
    rows
        Rows that were predicted (m,): all of them, unless the plan goes forward in time.
    columns
        Predictions of each model: values (m,), or one column for each class (m, C).
    predictions
        The table they come from.
    """

    names: tuple[str, ...]
    rows: Codes
    columns: tuple[Floats, ...]
    predictions: Predictions


def inner_plan(plan: Given, n: int, groups: Given, order: Given) -> str:
    """Text of the plan that was given, or the one that suits the rows: by groups, forward in time, else five folds.

    Examples
    --------
    >>> inner_plan(None, 100, None, None), inner_plan(None, 100, [1, 1, 2, 2, 3, 3], None)
    ('kfold(5)', 'group-kfold(3)')
    """
    if plan is not None:
        return plan
    if order is not None:
        return "forward(5)"
    if groups is not None:
        return f"group-kfold({min(5, np.unique(np.asarray(groups)).size)})"
    return f"kfold({max(2, min(5, n // 2))})"


def out_of_fold(  # noqa: PLR0913 - one call for every blend, each argument by name
    models: Mapping[str, Given],
    X: Given,
    y: Array,
    *,
    classes: Array | None,
    plan: Given = None,
    groups: Given = None,
    order: Given = None,
    weights: Floats | None = None,
    seed: int = 0,
    kind: str = "probabilities",
) -> OutOfFold:
    """Predict every row by models that were not fitted to it.

    Parameters
    ----------
    models
        Models by name.
    X
        Features (n, p).
    y
        Values, or codes of the classes (n,).
    classes
        Labels of the classes; None for values.
    plan
        How rows are held out, see `inner_plan`.
    groups, order
        Which rows belong together, and the order of the rows in time.
    weights
        Weight of each row in the fits.
    seed
        Seed of the folds and of the models.
    kind
        ``classes``, ``probabilities`` or ``scores``: what is kept of a classifier.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> X = np.arange(12.0)[:, None]
    >>> found = out_of_fold({"ridge": Ridge()}, X, X[:, 0], classes=None)
    >>> found.rows.size, found.columns[0].shape
    (12, (12,))
    """
    check_several(len(y))
    if classes is not None and classes.size < 2:
        message = f"models are blended to tell classes apart, and the target holds one class, '{classes[0]}'"
        raise InputError(message, hint="rows of two classes or more")
    task = "regression" if classes is None else "classification"
    dataset = read(X, y, task=task, groups=groups, order=order, weights=weights)
    resamples = draw(as_plan(inner_plan(plan, len(y), groups, order)), dataset, seed)
    settings = Settings(seed=seed, jobs=1, progress=None)
    try:
        predictions = run(dataset, dict(models), resamples, settings)
    except FitError as failed:
        raise FitError(str(failed.args[0]), hint="the blend without this model, or more rows") from failed
    times = np.bincount(next(iter(predictions.outputs.values())).row, minlength=len(y))
    rows = np.flatnonzero(times)
    size = None if classes is None else classes.size
    columns = [_means(predictions.outputs[name], size, times, kind)[rows] for name in models]
    return OutOfFold(tuple(models), rows, tuple(columns), predictions)


def _means(outputs: Outputs, classes: int | None, times: Codes, kind: str) -> Floats:
    """Mean prediction of each row over the resamples that test it."""
    given = outputs.output.astype(np.float64)[:, None] if classes is None else class_columns(outputs, classes, kind)
    total = np.zeros((times.size, given.shape[1]))
    np.add.at(total, outputs.row, given)
    means = total / np.maximum(times, 1)[:, None]
    return means[:, 0] if classes is None else means


def class_columns(outputs: Outputs, classes: int, kind: str = "probabilities") -> Floats:
    """What is kept of the outputs of a classifier: one column for each class (N, C)."""
    probable = outputs.scores is not None and outputs.score_kind is ScoreKind.PROBABILITY
    if kind == "scores" and outputs.scores is not None:
        return log_ratios(outputs.scores) if probable else outputs.scores
    if kind == "probabilities" and probable:
        assert outputs.scores is not None
        return np.asarray(outputs.scores, dtype=np.float64)
    return one_hot(outputs.output.astype(np.intp), classes)


def member_columns(member: Given, X: Given, classes: Array | None, kind: str = "probabilities") -> Floats:
    """Predictions of new rows by a fitted model, in the form that `out_of_fold` gives those of training rows."""
    if classes is None:
        return np.asarray(member.predict(X), dtype=np.float64)
    if kind == "probabilities" and hasattr(member, "predict_proba"):
        return probabilities(member, X, classes)
    if kind == "scores" and hasattr(member, "predict_proba"):
        return log_ratios(probabilities(member, X, classes))
    if kind == "scores" and hasattr(member, "decision_function"):
        return _decision_columns(np.asarray(member.decision_function(X)), class_codes(member, classes), classes.size)
    return one_hot(label_codes(member.predict(X), classes), classes.size)


def log_ratios(shares: Floats) -> Floats:
    """Logarithms of probabilities (N, C), less their mean over the classes; of two classes ± half the log-odds.

    Examples
    --------
    >>> log_ratios(np.array([[0.2, 0.8]])).round(3)
    array([[-0.693,  0.693]])
    """
    logs = np.log(np.clip(shares, LEAST_PROBABILITY, 1.0))
    return np.asarray(logs - logs.mean(axis=1, keepdims=True))


def _decision_columns(scores: Floats, places: Codes, classes: int) -> Floats:
    table = np.stack([-scores, scores], axis=1) if scores.ndim == 1 else scores
    found = np.repeat(table.min(axis=1, keepdims=True) - 1, classes, axis=1)
    found[:, places] = table
    return found
