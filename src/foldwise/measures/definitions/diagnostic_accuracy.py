"""What a label tells about one class: informedness, markedness, likelihood ratios, odds ratio, prevalence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.measure import CountMeasure, Direction, Needs, divide
from foldwise.measures.scope import OVER_CLASSES, Scope
from foldwise.measures.tallies.tables import Cells, of_positive

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array

__all__ = [
    "DIAGNOSTIC_ODDS_RATIO",
    "FOWLKES_MALLOWS",
    "INFORMEDNESS",
    "LR_NEGATIVE",
    "LR_POSITIVE",
    "MARKEDNESS",
    "PREVALENCE",
]

INFINITE = float("inf")


def informedness(table: Array) -> Array:
    """Sensitivity + specificity - 1 (…, C)."""
    cells = Cells.of(table)
    return divide(cells.tp, cells.positives) + divide(cells.tn, cells.negatives) - 1


def markedness(table: Array) -> Array:
    """Precision + negative predictive value - 1 (…, C)."""
    cells = Cells.of(table)
    return divide(cells.tp, cells.tp + cells.fp) + divide(cells.tn, cells.tn + cells.fn) - 1


def fowlkes_mallows(table: Array) -> Array:
    """√(precision · recall) (…, C)."""
    cells = Cells.of(table)
    return np.sqrt(divide(cells.tp, cells.tp + cells.fp) * divide(cells.tp, cells.positives))


def lr_positive(table: Array) -> Array:
    """Sensitivity over false positive rate (…, C)."""
    cells = Cells.of(table)
    return divide(divide(cells.tp, cells.positives), divide(cells.fp, cells.negatives))


def lr_negative(table: Array) -> Array:
    """Miss rate over specificity (…, C)."""
    cells = Cells.of(table)
    return divide(divide(cells.positives - cells.tp, cells.positives), divide(cells.tn, cells.negatives))


def odds_ratio(table: Array) -> Array:
    """TP · TN / (FP · FN); unclassified rows are on neither side (…, C)."""
    cells = Cells.of(table)
    return divide(cells.tp * cells.tn, cells.fp * cells.fn)


def prevalence(table: Array) -> Array:
    """Share of the class among the rows (…, C)."""
    cells = Cells.of(table)
    return divide(cells.positives, cells.positives + cells.negatives)


def _of_class(  # noqa: PLR0913 - the fields of a measure, most at their default
    name: str,
    title: str,
    per_class: Callable[[Array], Array],
    *,
    formula: str,
    undefined: str,
    low: float = -1,
    high: float = 1,
    direction: Direction = Direction.HIGHER,
    beside: str = "",
    two_classes: bool = False,
    reference: str = "",
    scope: Scope = Scope.BOTH,
) -> CountMeasure:
    more = "" if two_classes else f"; {OVER_CLASSES} (macro) when there are more than two"
    return CountMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.LABEL,
        low=low,
        high=high,
        direction=direction,
        formula=f"{formula} of the positive class{more}",
        undefined=undefined,
        beside=beside,
        two_classes=two_classes,
        reference=reference,
        scope=scope,
        of_table=of_positive(per_class),
    )


INFORMEDNESS = _of_class(
    "informedness",
    "informedness (Youden's J)",
    informedness,
    formula="sensitivity + specificity - 1",
    undefined="a class without rows: no value",
    beside="markedness",
    reference="youden1950",
)
MARKEDNESS = _of_class(
    "markedness",
    "markedness",
    markedness,
    formula="precision + negative predictive value - 1",
    undefined="a class into which nothing was put: no value",
    beside="informedness",
    reference="powers2011",
)
FOWLKES_MALLOWS = _of_class(
    "fowlkes-mallows",
    "Fowlkes-Mallows index",
    fowlkes_mallows,
    formula="√(precision · recall)",
    undefined="precision or recall has no value: no value",
    low=0,
    reference="fowlkes1983",
    scope=Scope.POSITIVE,
)
LR_POSITIVE = _of_class(
    "lr-positive",
    "positive likelihood ratio",
    lr_positive,
    formula="sensitivity / (1 - specificity)",
    undefined="no false alarm, or a class without rows: no value",
    low=0,
    high=INFINITE,
    beside="lr-negative",
    two_classes=True,
    reference="simel1991",
)
LR_NEGATIVE = _of_class(
    "lr-negative",
    "negative likelihood ratio",
    lr_negative,
    formula="(1 - sensitivity) / specificity",
    undefined="no row was rightly put outside the class, or a class without rows: no value",
    low=0,
    high=INFINITE,
    direction=Direction.LOWER,
    beside="lr-positive",
    two_classes=True,
    reference="simel1991",
)
DIAGNOSTIC_ODDS_RATIO = _of_class(
    "diagnostic-odds-ratio",
    "diagnostic odds ratio",
    odds_ratio,
    formula="TP · TN / (FP · FN)",
    undefined="no false alarm or no miss: no value",
    low=0,
    high=INFINITE,
    two_classes=True,
    reference="glas2003",
)
PREVALENCE = _of_class(
    "prevalence",
    "prevalence",
    prevalence,
    formula="share of the rows that are",
    undefined="no rows: no value",
    low=0,
    direction=Direction.NONE,
    two_classes=True,
    reference="altman1994b",
    scope=Scope.SHARE,
)
