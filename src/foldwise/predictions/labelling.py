"""From the columns of a table to predictions: labels that follow from scores, scores that are no scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.phrases import count_of
from foldwise.predictions.external import class_names, guess_task, order_labels, positive_code, task_of
from foldwise.predictions.labels import Coded, factorise
from foldwise.predictions.outputs import widened
from foldwise.predictions.predictions import Predictions
from foldwise.predictions.score_kinds import as_probabilities

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array
    from foldwise.predictions.inputs import Roles
    from foldwise.predictions.sources import ArraySource
    from foldwise.typing import CostsLike, Given, Label

__all__ = ["build_rows", "columns_of_classes", "labels_follow", "likeliest", "score_table", "threshold_of"]

LIKELY_SHARE = 0.9
"""Scores of which so many lie between 0 and 1 look like probabilities with mistakes among them."""
HIGHEST_SCORE = "the classes with the highest score"


def build_rows(
    table: ArraySource,
    roles: Roles,
    *,
    classes: Given,
    task: str | None,
    positive: Label,
    costs: CostsLike | None,
) -> tuple[Predictions, Coded | None, tuple[str, ...]]:
    """Build the predictions, the segment of each row, and what there is to say about them."""
    truth = table.columns[roles.truth]
    outputs: dict[str, Any] = {name: table.columns[column] for name, column in roles.predicted.items()}
    names = _names(truth, classes) if roles.scores else ()
    scores = {
        name: score_table(table.columns, columns_of_classes(columns, names), name)
        for name, columns in roles.scores.items()
    }
    for name in roles.unlabelled:
        _refuse_values(truth, task, name)
        outputs[name] = likeliest(scores[name], names, positive, name)
    part = factorise(table.columns[roles.segment]) if roles.segment else None
    predictions = Predictions.build(
        truth,
        outputs,
        scores=scores,
        classes=classes,
        task=task,
        positive=positive,
        weights=table.columns[roles.weights] if roles.weights else None,
        groups=table.columns[roles.groups] if roles.groups else None,
        costs=costs,
    )
    bare = {name: scores[name] for name in roles.unlabelled}
    return predictions, part, labels_follow(bare, predictions.classes, predictions.positive)


def _names(truth: Array, classes: Given) -> tuple[str, ...]:
    return order_labels(factorise(truth).labels) if classes is None else class_names(classes)


def labels_follow(scores: Mapping[str, Array], classes: tuple[str, ...], positive: int) -> tuple[str, ...]:
    """Say how the labels of systems without any follow from their scores, and name the threshold where there is one."""
    rules: dict[str, list[str]] = {}
    for name, table in scores.items():
        single = table.ndim == 1
        rule = (
            f"{classes[positive]} where the score is above {threshold_of(table, name):g}" if single else HIGHEST_SCORE
        )
        rules.setdefault(rule, []).append(name)
    return tuple(f"the labels of {', '.join(names)} are {rule}" for rule, names in rules.items())


def threshold_of(scores: Array, system: str) -> float:
    """Threshold between two classes that have one score: ½ for probabilities, 0 for decision values of both signs.

    Examples
    --------
    >>> threshold_of(np.array([0.2, 0.9]), "m"), threshold_of(np.array([-1.2, 3.4]), "m")
    (0.5, 0.0)
    """
    certain = as_probabilities(scores)
    inside = (certain >= 0) & (certain <= 1)
    if inside.all() or not np.isfinite(scores).all():  # what is not finite is refused with its row
        return 0.5
    low, high = float(scores.min()), float(scores.max())
    if low < 0 < high and inside.mean() < LIKELY_SHARE:
        return 0.0
    message = (
        f"scores of '{system}' run from {low:.8g} to {high:.8g}: neither probabilities from 0 to 1 nor decision values "
        "on both sides of 0, so no threshold is known"
    )
    percent = low >= 0 and 1 < high <= 100
    raise InputError(
        message, hint=f"{'scores / 100 if they are percentages, or ' if percent else ''}predicted=… with the labels"
    )


def columns_of_classes(names: tuple[str, ...], classes: tuple[str, ...]) -> tuple[str, ...]:
    """Score columns in the order of the classes, where their names end with the classes; else as they are.

    Examples
    --------
    >>> columns_of_classes(("p_dog", "p_cat"), ("cat", "dog")), columns_of_classes(("first", "second"), ("cat", "dog"))
    (('p_cat', 'p_dog'), ('first', 'second'))
    """
    starts = {name.removesuffix(label) for name in names for label in classes if name.endswith(label)}
    for start in sorted(starts):
        if {start + label for label in classes} == set(names) and len(names) == len(classes):
            return tuple(start + label for label in classes)
    return names


def _refuse_values(truth: Array, task: str | None, name: str) -> None:
    if (task_of(task) if task else guess_task(truth)) is Task.REGRESSION:
        message = f"'{name}' has scores but no predicted values, and a regression has values, not scores"
        raise InputError(message, hint="predicted=… with the values")


def score_table(columns: Given, names: tuple[str, ...], system: str) -> Array:
    """Scores of one system as numbers: (n,) from one column, (n, C) from several."""
    parts = []
    for name in names:
        column = columns[name]
        if isinstance(column, Coded) or column.dtype.kind in "OUS":
            column = _numbers(column, system)
        parts.append(np.asarray(column))
    table = parts[0] if len(parts) == 1 else np.column_stack(parts)
    return widened(table)


def _numbers(column: Given, system: str) -> Array:
    """Texts that are numbers; anything else is refused, labels given for scores first of all."""
    coded = factorise(column)
    values = np.full(len(coded.labels) + 1, np.nan)
    for at, label in enumerate(coded.labels):
        try:
            values[at] = float(label)
        except ValueError:
            message = f"scores of '{system}' hold text such as '{label}', which is not a number"
            raise InputError(message, hint="the column with the probabilities, not the one with the labels") from None
    return values[coded.codes]


def likeliest(scores: Array, classes: tuple[str, ...], positive: Label, system: str) -> Array:
    """Label with the highest score; of two classes with one score, by `threshold_of`."""
    if scores.ndim == 2:
        if scores.shape[1] != len(classes):
            message = (
                f"scores of '{system}' have {count_of(scores.shape[1], 'column')}, and there are {len(classes)} classes"
            )
            raise InputError(message, hint="one column for each class, in the order of classes=[...]")
        return np.array(classes, dtype=object)[np.argmax(scores, axis=1)]
    if len(classes) != 2:
        message = f"one score of '{system}' cannot choose among {len(classes)} classes"
        raise InputError(message, hint="predicted=… with the labels, or one score for each class")
    at = 1 if positive is None else positive_code(positive, classes)
    return np.array(classes, dtype=object)[np.where(scores > threshold_of(scores, system), at, 1 - at)]
