"""FW111: a column whose values are the means of the target over the rows that have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Floats

__all__ = ["EncodedTarget"]

FEWEST_ROWS, FEWEST_LEVELS = 20, 3
PER_LEVEL = 2
"""Rows that a value stands in on average, at least."""
MEAN_TOLERANCE = 1e-5
"""Share of the spread of the target up to which a value is a mean of it."""


@final
@dataclass(frozen=True)
class EncodedTarget(Rule):
    """A column was encoded by the target, with all rows in view: each of its values is the mean target of its rows.

    For a numeric target, or the share of a class. Three values or more, standing in two rows or more on average. Test
    rows then carry a part of their own target. A target encoding that is fitted within each training set is not seen, and does
    no harm.
    """

    code: ClassVar[str] = "FW111"
    title: ClassVar[str] = "column encoded by the target"
    summary: ClassVar[str] = "the values of a column are the means of the target over their rows"
    severity: ClassVar[Severity] = Severity.INVALID
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Hold the values of each column against the means of the target over their rows."""
        dataset = case.dataset
        if dataset is None or not case.known or dataset.n < FEWEST_ROWS:
            return None
        targets = _targets(case)
        names = [
            case.called(at)
            for at in range(dataset.p)
            if not (case.nominal.size and case.nominal[at]) and _is_mean(case.column(at), targets)
        ]
        if not names:
            return None
        listed = ", ".join(f"'{name}'" for name in names[:3])
        text = f"each value of {listed} is the mean of the target over the rows that have it, their own among them"
        return self.advice(text, "the raw category, and TargetEncoder() as a step of the model")


def _targets(case: Case) -> list[Floats]:
    """The numeric target, or one indicator for each class (two classes: of both)."""
    dataset = case.dataset
    if dataset is None:
        return []
    if not dataset.is_classification:
        return [dataset.truth.astype(np.float64)]
    return [(dataset.truth == code).astype(np.float64) for code in range(min(len(dataset.classes), 10))]


def _is_mean(column: Floats, targets: list[Floats]) -> bool:
    """Whether every value of a column is the mean of one of the targets over its rows."""
    if not np.isfinite(column).all():
        return False
    values, places, counts = np.unique(column, return_inverse=True, return_counts=True)
    if not FEWEST_LEVELS <= values.size <= column.size / PER_LEVEL:
        return False
    return any(
        np.abs(np.bincount(places, weights=target) / counts - values).max()
        <= MEAN_TOLERANCE * max(float(target.std()), 1e-12)
        for target in targets
    )
