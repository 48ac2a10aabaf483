"""FW107: columns that are the same in every row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["ConstantColumns"]

FEWEST_ROWS = 10
COLUMNS_SHOWN = 4
"""Columns that are named."""


@final
@dataclass(frozen=True)
class ConstantColumns(Rule):
    """A feature has one value in all of ten or more rows, missing values apart.

    It cannot help a model, and says that a filter or a join went wrong, or that the rows are from one place only.
    """

    code: ClassVar[str] = "FW107"
    title: ClassVar[str] = "constant columns"
    summary: ClassVar[str] = "a feature has the same value in every row"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED
    of_rows: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at all rows of the columns that have one value in a few of them."""
        if not case.known or case.dataset is None or case.dataset.n < FEWEST_ROWS:
            return None
        places = [place for place in np.flatnonzero(case.levels <= 1).tolist() if _constant(case, place)]
        if not places:
            return None
        names = ", ".join(f"'{case.called(place)}'" for place in places[:COLUMNS_SHOWN])
        more = f" and {len(places) - COLUMNS_SHOWN} more" if len(places) > COLUMNS_SHOWN else ""
        verb = "has" if len(places) == 1 else "have"
        text = f"{count_of(len(places), 'feature')} {verb} one value in all {case.dataset.n:,} rows: {names}{more}"
        return self.advice(text, f"drop=[{names}] where the data are read, or a look at where the rows come from")


def _constant(case: Case, place: int) -> bool:
    column = case.column(place)
    known = column[~np.isnan(column)]
    return known.size == 0 or bool((known == known[0]).all())
