"""Counts read off confusion matrices.

Tables are true x predicted, shaped (…, C, C + 1); the last column counts unclassified records. They are errors: recall
denominators include them, precision denominators do not (METHODS H.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.measure import divide

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array

__all__ = ["Cells", "hits", "macro", "of_positive", "predicted_counts", "square", "true_counts"]

COUNT_TOLERANCE = 1e-13
"""Weighted counts up to this share of the total are rounding."""


@final
@dataclass(frozen=True, eq=False)
class Cells:
    """Each class held against the rest, all of them at once (…, C).

    Parameters
    ----------
    tp, fp, fn, tn
        Rows that were given a label.
    positives, negatives
        All rows of the class and outside it, the unclassified ones among them.
    """

    tp: Array
    fp: Array
    fn: Array
    tn: Array
    positives: Array
    negatives: Array

    @classmethod
    def of(cls, table: Array) -> Cells:
        """Read the cells off the tables (…, C, C + 1)."""
        tp, rows, columns = hits(table), true_counts(table), predicted_counts(table)
        classified = table[..., :-1].sum(axis=-1)
        fn, fp = classified - tp, columns - tp
        total = classified.sum(axis=-1)[..., None]
        tn = total - tp - fn - fp
        if tn.dtype.kind == "f":  # what is left of weights is rounding where there are no such rows
            tn = np.where(tn <= COUNT_TOLERANCE * total, 0.0, tn)
        return cls(tp, fp, fn, tn, rows, rows.sum(axis=-1)[..., None] - rows)


def hits(table: Array) -> Array:
    """Correctly classified rows of each class (…, C)."""
    return np.diagonal(table[..., :-1], axis1=-2, axis2=-1)


def true_counts(table: Array) -> Array:
    """Rows of each class (…, C)."""
    return table.sum(axis=-1)


def predicted_counts(table: Array) -> Array:
    """Rows predicted as each class (…, C)."""
    return table[..., :-1].sum(axis=-2)


def square(table: Array) -> Array:
    """Abstentions as a predicted class of their own that never is the truth (…, C + 1, C + 1)."""
    if not np.any(table[..., -1]):
        return table[..., :-1]
    return np.concatenate([table, np.zeros_like(table[..., :1, :])], axis=-2)


def of_positive(per_class: Callable[[Array], Array]) -> Callable[[Array, int], Array]:
    """Take the positive of two classes, else the mean over the classes that are defined."""

    def pick(table: Array, positive: int) -> Array:
        values = per_class(table)
        return values[..., positive] if values.shape[-1] == 2 else macro(values)

    return pick


def macro(values: Array) -> Array:
    """Mean over the classes, those without a value skipped (…)."""
    undefined = np.isnan(values)
    if not undefined.any():
        return values.sum(axis=-1) / values.shape[-1]
    defined = ~undefined
    return divide(np.where(defined, values, 0).sum(axis=-1), defined.sum(axis=-1))
