"""FW110: columns that look scaled, rotated or imputed with all rows in view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Codes, Floats

__all__ = ["FittedColumns"]

FEWEST_ROWS, FEWEST_COLUMNS, MOST_COLUMNS = 20, 3, 1000
ROWS_COUNTED, FEW_VALUES = 1000, 10
"""A column counts as measured where its first rows have more distinct values; a missing one is a value of its own here."""
MOMENT_TOLERANCE = 1e-3
"""Share of the spread up to which a mean is 0 and spreads are equal: files are rounded."""
UNRELATED = 1e-6
"""Correlation of principal components, up to rounding."""
REPEATED, SHARE = 5, 0.01
"""Rows in which an imputed mean stands, at least."""


@final
@dataclass(frozen=True)
class FittedColumns(Rule):
    """Columns bear the marks of preprocessing that was fitted to all rows, test rows among them.

    Marks, over three or more columns with more than ten values: every mean is 0 and all spreads are equal (standardised or
    normalised), every column runs from 0 to 1 exactly (scaled to the range), columns with mean 0 are uncorrelated to 1e-6 and
    their spreads fall (principal components). Of single columns: a value that is no round number stands in several rows and
    equals the mean of the column (imputed). Silent for columns that were scaled by figures from elsewhere.
    """

    code: ClassVar[str] = "FW110"
    title: ClassVar[str] = "preprocessing fitted on all rows"
    summary: ClassVar[str] = "columns are scaled, rotated or imputed with figures of all rows, test rows among them"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look for each mark."""
        dataset = case.dataset
        if dataset is None or not case.known or dataset.n < FEWEST_ROWS or dataset.p > MOST_COLUMNS:
            return None
        table = case.table
        measured = _measured(case, table)
        told = [*_of_all(table[:, measured]), *_imputed(case, table, measured)]
        if not told:
            return None
        text = f"{'; '.join(told)}: figures that test rows had a part in"
        return self.advice(
            text, "the raw columns, and the preprocessing as a step of the model: make_pipeline(StandardScaler(), …)"
        )


def _measured(case: Case, table: Floats) -> Codes:
    """Columns of numbers with more than ten values."""
    nominal = case.nominal if case.nominal.size else np.zeros(table.shape[1], dtype=np.bool_)
    kept = [
        at for at in range(table.shape[1]) if not nominal[at] and np.unique(table[:ROWS_COUNTED, at]).size > FEW_VALUES
    ]
    return np.array(kept, dtype=np.intp)


def _of_all(table: Floats) -> list[str]:
    """Marks that all measured columns bear."""
    if table.shape[1] < FEWEST_COLUMNS or not np.isfinite(table).all():
        return []
    spread, p = table.std(axis=0), table.shape[1]
    if (table.min(axis=0) == 0).all() and (table.max(axis=0) == 1).all():
        return [f"all {p} measured columns run from 0 to 1 exactly"]
    if (np.abs(table.mean(axis=0)) > MOMENT_TOLERANCE * spread).any() or (spread == 0).any():
        return []
    if spread.max() / spread.min() < 1 + MOMENT_TOLERANCE:
        return [f"all {p} measured columns have mean 0 and the same standard deviation, {spread[0]:.3g}"]
    related = np.corrcoef(table.T) - np.eye(p)
    if np.abs(related).max() < UNRELATED and (np.diff(spread) <= 0).all():
        return [f"all {p} measured columns are uncorrelated with falling variance, as principal components are"]
    return []


def _imputed(case: Case, table: Floats, measured: Codes) -> list[str]:
    """Columns in which the mean stands in several rows."""
    names = []
    for at in measured.tolist():
        column = table[:, at]
        column = column[np.isfinite(column)]
        values, counts = np.unique(column, return_counts=True)
        most = int(counts.argmax())
        value, times = float(values[most]), int(counts[most])
        enough = times >= max(REPEATED, SHARE * column.size)
        if enough and value != round(value, 2) and abs(value - column.mean()) <= 1e-6 * column.std():
            names.append(f"'{case.called(at)}' ({times} rows)")
    return [f"the mean of the column stands in {', '.join(names[:3])}"] if names else []
