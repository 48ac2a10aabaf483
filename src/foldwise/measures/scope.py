"""Which rows a measure rests on: how rare a class may be before nothing can be said, and whose class a rate is about."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.measures.measure import Measure

__all__ = ["OVER_CLASSES", "Scope", "class_of", "is_class_mean", "scarcest"]

OVER_CLASSES = "mean over the classes"
"""How the formula of a measure of one class goes on where there are more than two."""


class Scope(StrEnum):
    """The rows a measure rests on.

    A rare class limits only the measures that look at its rows by themselves. The error of 20,000 rows is known well
    whatever the rarest class; its recall is not.
    """

    ROWS = "all rows alike"
    SHARE = "all rows, about the positive class"
    POSITIVE = "the rows of the positive class, or of every class where there are more than two"
    NEGATIVE = "the rows outside the positive class, or outside every class where there are more than two"
    BOTH = "the rows of the positive class and those outside it, or of every class where there are more than two"
    EACH = "the rows of every class"
    COMMON = "the rows of the two commonest classes"


DEPENDS_ON_POSITIVE = frozenset({Scope.SHARE, Scope.POSITIVE, Scope.NEGATIVE, Scope.BOTH})
"""Measures of two classes that change when the other class is the positive one."""


def class_of(measure: Measure, classes: tuple[str, ...], positive: int) -> str:
    """Name of the class a measure is about; empty where it is about all of them.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> [class_of(measure(name), ("benign", "malignant"), 1) for name in ("recall", "error", "recall[benign]")]
    ['malignant', '', 'benign']
    """
    if measure.about:
        return measure.about
    return classes[positive] if len(classes) == 2 and measure.scope in DEPENDS_ON_POSITIVE else ""


def is_class_mean(measure: Measure) -> bool:
    """Whether a measure is of one class, and with more than two the mean over them: the macro average.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> [is_class_mean(measure(name)) for name in ("f(0.5)", "f(0.5)[a]", "auc", "error")]
    [True, False, False, False]
    """
    return not measure.about and measure.scope in DEPENDS_ON_POSITIVE and OVER_CLASSES in measure.formula


def scarcest(measure: Measure, counts: Codes, classes: tuple[str, ...], positive: int) -> tuple[int, str]:
    """Fewest rows that the measure looks at by themselves, and which they are.

    Parameters
    ----------
    measure
        What is measured.
    counts
        Rows of each class (C,); classes without rows do not count.
    classes
        Names of the classes.
    positive
        Code of the positive class.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> import numpy as np
    >>> counts = np.array([19_000, 997, 3])
    >>> [scarcest(measure(name), counts, ("a", "b", "c"), 0) for name in ("error", "recall", "mcc", "recall[b]")]
    [(20000, 'all rows'), (3, "class 'c'"), (997, "class 'b'"), (997, "class 'b'")]
    """
    each = [int(count) for count in counts.tolist()]
    total = sum(each)
    if measure.scope in (Scope.ROWS, Scope.SHARE):
        return total, "all rows"
    rows = {f"class '{name}'": count for name, count in zip(classes, each, strict=True) if count}
    if measure.about:
        own = each[classes.index(measure.about)] if measure.about in classes else 0
        rest = {f"the rest of class '{measure.about}'": total - own}
        return _fewest({f"class '{measure.about}'": own}, rest, measure.scope)
    if measure.scope is Scope.EACH or (measure.scope is Scope.COMMON and len(rows) < 3):
        return min(zip(rows.values(), rows, strict=True))
    if measure.scope is Scope.COMMON:
        return sorted(zip(rows.values(), rows, strict=True))[-2]
    if len(classes) == 2:
        own_rows = {f"class '{classes[positive]}'": each[positive]}
        return _fewest(own_rows, {f"class '{classes[1 - positive]}'": each[1 - positive]}, measure.scope)
    outside = {f"the rest of {name}": total - count for name, count in rows.items()}
    return _fewest(rows, outside, measure.scope)


def _fewest(inside: dict[str, int], outside: dict[str, int], scope: Scope) -> tuple[int, str]:
    """The scarcest of the rows inside a class, outside it, or both; a measure has no value where there are none."""
    looked_at = {Scope.POSITIVE: inside, Scope.NEGATIVE: outside}.get(scope, inside | outside)
    return min(zip(looked_at.values(), looked_at, strict=True))
