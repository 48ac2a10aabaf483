"""FW103: a feature that is the target, or one-to-one with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np
from scipy.special import gammaln

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats

__all__ = ["CopiedTarget"]

LEAST_KNOWN = 0.5
"""A copy may have missing values, in less than half of the rows."""
LOG_CHANCE = math.log(1e-6)
"""Logarithm of the probability below which an agreement does not count as chance."""
COLUMNS_SHOWN = 3


@final
@dataclass(frozen=True)
class CopiedTarget(Rule):
    """A feature that tells the target without a model.

    Classes: a feature with as many values as there are classes, each value in one class and each class with one value.
    Values: a feature that is equal to the target or a strictly monotone function of it, row by row. A few rows sort out the
    columns that cannot be; missing values of the feature are passed over. Not said where shuffled values would match by chance, once
    in a million or more often: with very few rows, or rows of a class.
    """

    code: ClassVar[str] = "FW103"
    title: ClassVar[str] = "copy of the target"
    summary: ClassVar[str] = "a feature is equal to the target, or one-to-one with it"
    severity: ClassVar[Severity] = Severity.INVALID
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at the columns that pass on a few rows."""
        if not case.known or case.dataset is None:
            return None
        classes = case.dataset.is_classification
        places = _class_candidates(case) if classes else _value_candidates(case)
        matches = _one_to_one if classes else _monotone
        truth = case.dataset.truth
        copies = [place for place in places if matches(case.column(place), truth)]
        if not copies or _by_chance(truth, case.dataset.p) > LOG_CHANCE:
            return None
        names = [f"'{case.called(place)}'" for place in copies]
        column_names = ", ".join(names[:COLUMNS_SHOWN]) + (
            f" and {len(names) - COLUMNS_SHOWN} more" if len(names) > COLUMNS_SHOWN else ""
        )
        equal = not classes and np.array_equal(case.column(copies[0]), truth)
        kind = "equal to the target" if equal else "one-to-one with the target"
        verb = "is" if len(names) == 1 else "are"
        text = f"{column_names} {verb} {kind} in {truth.size:,} rows, so that any model can read the target off the features"
        return self.advice(
            text, f"drop={[case.called(place) for place in copies[:COLUMNS_SHOWN]]} where the data are read"
        )


def _by_chance(truth: Array, columns: int) -> float:
    """Logarithm of a bound for the chance that one of the columns, its values shuffled, is one-to-one with the target."""
    counts = np.unique(truth, return_counts=True)[1]
    # Of n! / Π nᵢ! orders of the values one matches; it may do so after renaming classes, or turned round.
    orders = gammaln(truth.size + 1) - gammaln(counts + 1).sum()
    return float(math.log(columns) + gammaln(counts.size + 1 if truth.dtype.kind in "iu" else 3) - orders)


def _class_candidates(case: Case) -> list[int]:
    """Columns with as many values as there are classes."""
    count = 0 if case.dataset is None else len(case.dataset.labels)
    return np.flatnonzero(case.levels == count).tolist() if count > 1 else []


def _one_to_one(column: Floats, codes: Codes) -> bool:
    """Whether each class has one value and each value one class."""
    known = column == column
    if known.mean() <= LEAST_KNOWN:
        return False
    values, codes = column[known], codes[known]
    _, first, at = np.unique(codes, return_index=True, return_inverse=True)
    of_class = values[first]
    return bool((values == of_class[at]).all()) and np.unique(of_class).size == of_class.size > 1


def _value_candidates(case: Case) -> list[int]:
    """Columns that rise or fall with the target on a few rows."""
    truth = np.zeros(0) if case.dataset is None else case.dataset.truth[case.spaced]
    order = np.argsort(truth, kind="stable")
    numbers = case.spaced_numbers[order]
    up = _sign(truth[order])
    steps = np.sign(numbers[1:] - numbers[:-1])
    missing = steps != steps
    same = ((steps == up) | missing).all(axis=0) | ((steps == -up) | missing).all(axis=0)
    return np.flatnonzero(same & (~missing & (steps != 0)).any(axis=0)).tolist()


def _sign(ordered: Array) -> Array:
    return np.sign(ordered[1:] - ordered[:-1])[:, None]


def _monotone(column: Floats, truth: Floats) -> bool:
    """Whether the column rises wherever the target does, stays where it stays, or falls in the same way."""
    known = column == column
    if known.mean() <= LEAST_KNOWN:
        return False
    order = np.argsort(truth[known], kind="stable")
    steps, up = np.sign(np.diff(column[known][order])), np.sign(np.diff(truth[known][order]))
    return bool(up.any()) and bool((steps == up).all() or (steps == -up).all())
