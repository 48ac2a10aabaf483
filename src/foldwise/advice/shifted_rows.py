"""FW112: test rows, or rows the model is to be used on, that are distributed otherwise than the training rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.data import column_names, is_frame, is_sparse, take_rows

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array
    from foldwise.data import Table

__all__ = ["ShiftedRows"]

FEWEST_ROWS, MOST_ROWS, MOST_COLUMNS = 20, 5000, 500
MOST_P_VALUE = 0.001
"""Adjusted p-value up to which a column counts."""
LEAST_DISTANCE = 0.1
"""Distance of the distributions from which on it matters."""


@final
@dataclass(frozen=True)
class ShiftedRows(Rule):
    """Columns are distributed otherwise in the rows to be predicted than in the training rows: town A against town B.

    Looked at where `new_rows` are given, where one test set was set aside, and for the last block of rows in time order.
    Kolmogorov and Smirnov's test or χ² for each column at an adjusted p of .001, and a distance of .1 or more.
    """

    code: ClassVar[str] = "FW112"
    title: ClassVar[str] = "shifted rows"
    summary: ClassVar[str] = "columns are distributed otherwise in test rows or new rows than in training rows"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Hold the columns of the two sets of rows against each other."""
        sets = _sets(case)
        if sets is None:
            return None
        first, second, what = sets
        sizes = [len(next(iter(one.values()))) for one in (first, second)]
        if min(sizes) < FEWEST_ROWS or len(first) > MOST_COLUMNS:
            return None
        from foldwise.diagnoses import column_shifts

        shifted = [
            shift
            for shift in column_shifts(first, second)
            if shift.p_adjusted <= MOST_P_VALUE and shift.distance >= LEAST_DISTANCE
        ]
        if not shifted:
            return None
        listed = ", ".join(f"'{one.column}' (distance {one.distance:.2f})" for one in shifted[:4])
        text = f"{len(shifted)} of {len(first)} columns are distributed otherwise in {what} than in the training rows: {listed}"
        return self.advice(
            text, "rows like those to be predicted among the training rows, or groups= with where the rows come from"
        )


def _sets(case: Case) -> tuple[dict[str, Array], dict[str, Array], str] | None:
    """Columns of training rows and of rows to be predicted, and what those are."""
    dataset, resamples = case.dataset, case.resamples
    if dataset is None or is_sparse(dataset.X) or dataset.p == 0:
        return None
    if case.new_rows is not None:
        everything = np.arange(dataset.n)
        return (
            _columns(dataset.X, everything),
            {name: _some(row) for name, row in case.new_rows.items()},
            "the new rows",
        )
    if resamples is None:
        return None
    if resamples.count != 1 and resamples.kind != "forward":
        return None
    last = resamples.count - 1
    train, test = np.unique(resamples.train_rows(last)), resamples.test_rows(last)
    what = "the test rows" if resamples.count == 1 else "the last block of time"
    return _columns(dataset.X, train), _columns(dataset.X, test), what


def _columns(X: Table, rows: Array) -> dict[str, Array]:
    table = take_rows(X, _some(rows))
    if is_frame(table):
        return {name: np.asarray(table[name]) for name in column_names(table)}
    return {name: np.asarray(table)[:, at] for at, name in enumerate(column_names(table))}


def _some(rows: Array) -> Array:
    """At most so many, evenly spaced."""
    return rows if len(rows) <= MOST_ROWS else rows[np.linspace(0, len(rows) - 1, MOST_ROWS).astype(np.intp)]
