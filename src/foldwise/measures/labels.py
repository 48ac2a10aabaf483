"""Measures of predicted labels: the error rate and everything read off the confusion matrix.

Tables are true x predicted, shaped (…, C, C + 1); the last column counts unclassified records. They are errors: recall
denominators include them, precision denominators do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Task
from foldwise.measures.measure import CountMeasure, Direction, LossMeasure, Needs, divide

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "ACCURACY",
    "BALANCED_ACCURACY",
    "BALANCED_ERROR",
    "ERROR",
    "F1",
    "KAPPA",
    "MCC",
    "PRECISION",
    "RECALL",
    "SPECIFICITY",
    "class_f1",
    "class_precision",
    "class_recall",
    "class_specificity",
]


def zero_one(outcomes: Outcomes) -> Floats:
    """1 where the label is wrong or missing."""
    return (outcomes.output != outcomes.truth).astype(np.float64)


def correct(outcomes: Outcomes) -> Floats:
    """1 where the label is right."""
    return (outcomes.output == outcomes.truth).astype(np.float64)


def hits(table: Array) -> Array:
    """Correctly classified rows of each class (…, C)."""
    return np.diagonal(table[..., :-1], axis1=-2, axis2=-1)


def actual(table: Array) -> Array:
    """Rows of each class (…, C)."""
    return table.sum(axis=-1)


def claimed(table: Array) -> Array:
    """Rows put into each class (…, C)."""
    return table[..., :-1].sum(axis=-2)


def class_precision(table: Array) -> Array:
    """Share of the rows put into a class that belong there (…, C)."""
    return divide(hits(table), claimed(table))


def class_recall(table: Array) -> Array:
    """Share of the rows of a class that were found (…, C)."""
    return divide(hits(table), actual(table))


def class_specificity(table: Array) -> Array:
    """Share of the rows outside a class that were not put into it (…, C)."""
    others = table.sum(axis=(-2, -1))[..., None] - actual(table)
    return divide(others - (claimed(table) - hits(table)), others)


def class_f1(table: Array) -> Array:
    """Harmonic mean of precision and recall, 2·TP / (actual + claimed) (…, C)."""
    return divide(2 * hits(table), actual(table) + claimed(table))


def of_positive(per_class: Callable[[Array], Array]) -> Callable[[Array, int], Array]:
    """Take the positive of two classes, else the mean over the classes that are defined."""

    def pick(table: Array, positive: int) -> Array:
        values = per_class(table)
        return values[..., positive] if values.shape[-1] == 2 else macro(values)

    return pick


def macro(values: Array) -> Array:
    """Mean over the classes, those without a value skipped (…)."""
    defined = ~np.isnan(values)
    return divide(np.where(defined, values, 0).sum(axis=-1), defined.sum(axis=-1))


def balanced_accuracy(table: Array, positive: int) -> Array:  # noqa: ARG001 - the same for every class
    """Mean recall over the classes."""
    return macro(class_recall(table))


def balanced_error(table: Array, positive: int) -> Array:
    """One minus the balanced accuracy."""
    return 1 - balanced_accuracy(table, positive)


def mcc(table: Array, positive: int) -> Array:  # noqa: ARG001 - symmetric in the classes
    """Matthews correlation, for any number of classes; 0 when a margin is empty (METHODS H.2, H.8)."""
    square = _square(table)
    total = square.sum(axis=(-2, -1)).astype(np.float64)
    rows, columns = square.sum(axis=-1).astype(np.float64), square.sum(axis=-2).astype(np.float64)
    right = np.trace(square, axis1=-2, axis2=-1)
    covariance = right * total - (rows * columns).sum(axis=-1)
    spread = np.sqrt((total**2 - (columns**2).sum(axis=-1)) * (total**2 - (rows**2).sum(axis=-1)))
    return np.where(spread > 0, covariance / np.where(spread > 0, spread, 1), np.where(total > 0, 0.0, np.nan))


def kappa(table: Array, positive: int) -> Array:  # noqa: ARG001 - symmetric in the classes
    """Cohen's kappa: agreement beyond chance."""
    square = _square(table)
    total = square.sum(axis=(-2, -1)).astype(np.float64)
    observed = divide(np.trace(square, axis1=-2, axis2=-1), total)
    expected = divide((square.sum(axis=-1) * square.sum(axis=-2)).sum(axis=-1), total**2)
    return divide(observed - expected, 1 - expected)


def _square(table: Array) -> Array:
    """Abstentions as a predicted class of their own that never is the truth (…, C + 1, C + 1)."""
    if not np.any(table[..., -1]):
        return table[..., :-1]
    return np.concatenate([table, np.zeros_like(table[..., :1, :])], axis=-2)


def _count(name: str, title: str, of_table: Callable[[Array, int], Array], **more: Any) -> CountMeasure:  # noqa: ANN401
    details: dict[str, Any] = {"low": 0.0, "high": 1.0, "direction": Direction.HIGHER} | more
    return CountMeasure(
        name=name, title=title, task=Task.CLASSIFICATION, needs=Needs.LABEL, of_table=of_table, **details
    )


ERROR = LossMeasure(
    name="error",
    title="error rate",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.LOWER,
    formula="share of rows whose label is wrong; an unclassified row is wrong",
    beside="balanced-error",
    loss=zero_one,
    zero_one=True,
)
ACCURACY = LossMeasure(
    name="accuracy",
    title="accuracy",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="share of rows whose label is right",
    beside="balanced-accuracy",
    loss=correct,
    zero_one=True,
)
PRECISION = _count(
    "precision",
    "precision",
    of_positive(class_precision),
    formula="TP / (TP + FP) of the positive class; mean over the classes when there are more than two",
    undefined="nothing was put into the class: no value",
    beside="recall",
)
RECALL = _count(
    "recall",
    "recall",
    of_positive(class_recall),
    formula="TP / (TP + FN) of the positive class; mean over the classes when there are more than two",
    undefined="the class has no rows: no value",
    beside="precision",
)
SPECIFICITY = _count(
    "specificity",
    "specificity",
    of_positive(class_specificity),
    formula="TN / (TN + FP) of the positive class; mean over the classes when there are more than two",
    undefined="there are no rows outside the class: no value",
    beside="recall",
)
F1 = _count(
    "f1",
    "F1",
    of_positive(class_f1),
    formula="2 TP / (2 TP + FP + FN) of the positive class; mean over the classes when there are more than two",
    undefined="TP = FP = FN = 0: no value",
    beside="precision",
)
BALANCED_ACCURACY = _count(
    "balanced-accuracy", "balanced accuracy", balanced_accuracy, formula="mean recall over the classes"
)
BALANCED_ERROR = _count(
    "balanced-error",
    "balanced error",
    balanced_error,
    direction=Direction.LOWER,
    formula="1 - mean recall over the classes",
    beside="error",
)
MCC = _count(
    "mcc",
    "Matthews correlation",
    mcc,
    low=-1.0,
    formula="(c s - Σ p t) / √((s² - Σ p²)(s² - Σ t²))",
    undefined="an empty margin gives 0",
    reference="gorodkin2004",
)
KAPPA = _count(
    "kappa",
    "Cohen's kappa",
    kappa,
    low=-1.0,
    formula="(observed - chance) / (1 - chance) agreement",
    undefined="chance agreement 1: no value",
    reference="cohen1960",
)
