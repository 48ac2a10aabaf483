"""FW108: columns that name the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["IdColumns"]

FEWEST_ROWS = 30
ALL_DIFFER = 0.95
"""Share of the rows that have another value than all others."""
MOST_SPAN = 3.0
"""Whole numbers that span up to so many times their count are numbers of rows; others are counts or amounts."""


@final
@dataclass(frozen=True)
class IdColumns(Rule):
    """A category with another value in nearly every row, or whole numbers that differ in nearly every row with few gaps.

    Such a column names the rows: a customer, a file, a record. A model learns rows by heart from it, and a one-hot encoding
    of it is as wide as the table is long. Whether it also orders the target is the business of FW104.
    """

    code: ClassVar[str] = "FW108"
    title: ClassVar[str] = "a column that names the rows"
    summary: ClassVar[str] = "a feature has another value in nearly every row, as an identifier has"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED
    of_rows: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at columns with many values."""
        dataset = case.dataset
        if not case.known or dataset is None or dataset.n < FEWEST_ROWS:
            return None
        for place in np.flatnonzero(case.levels >= ALL_DIFFER * min(dataset.n, 100)).tolist():
            values = np.unique(case.column(place))
            nominal = bool(case.nominal[place]) if case.nominal.size else False
            if values.size >= ALL_DIFFER * dataset.n and (nominal or _numbered(values, dataset.n)):
                name = case.called(place)
                text = f"'{name}' has {values.size:,} values in {dataset.n:,} rows and looks like the name of the row"
                return self.advice(
                    text, f"drop=['{name}'] where the data are read, or groups='{name}' if rows share it"
                )
        return None


def _numbered(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], n: int) -> bool:
    """Whether sorted values are whole numbers with few gaps."""
    finite = bool(np.isfinite(values).all())
    return finite and bool((values == np.floor(values)).all()) and float(np.ptp(values)) < MOST_SPAN * n
