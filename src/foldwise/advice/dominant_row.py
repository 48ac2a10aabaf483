"""FW205: one row that makes up much of the loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["DominantRow"]

FEWEST_ROWS = 30
DOMINANT_SHARE = 0.25
"""Share of all squared errors that one row has."""


@final
@dataclass(frozen=True)
class DominantRow(Rule):
    """One of thirty or more rows has a quarter or more of all squared errors of a model.

    Mean squared error, RMSE and R² then tell of that row, and so does their interval: it is an error of the record, or the
    tail of a distribution for which another measure is meant.
    """

    code: ClassVar[str] = "FW205"
    title: ClassVar[str] = "one row dominates the loss"
    summary: ClassVar[str] = "one row has a quarter or more of all squared errors"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Add the squared errors of each row over the resamples."""
        table = case.predictions
        if table is None or table.is_classification or table.n < FEWEST_ROWS:
            return None
        for model in table.models:
            outputs = table.of(model)
            losses = np.bincount(
                outputs.row, weights=(outputs.output - table.truth[outputs.row]) ** 2, minlength=table.n
            )
            total, row = float(losses.sum()), int(losses.argmax())
            if total > 0 and losses[row] >= DOMINANT_SHARE * total:
                share = losses[row] / total
                text = f"row {row} has {percent(share)} of all squared errors of '{model}' on {table.n:,} rows"
                return self.advice(
                    text, "a look at that row; measures='mae,median-absolute-error', which it cannot rule"
                )
        return None
