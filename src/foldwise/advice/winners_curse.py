"""FW304: the best of several candidates, whose own figure is too good because it was chosen for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule
from foldwise.estimates import row_means
from foldwise.measures import LossMeasure, ModelScores

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Floats
    from foldwise.predictions import Predictions

__all__ = ["WinnersCurse"]

FEWEST_CANDIDATES, FEWEST_ROWS = 3, 20
DRAWS = 300
NOTABLE_SHARE = 0.5
"""Share of the standard error of the winner's figure from which on it is said."""


@final
@dataclass(frozen=True)
class WinnersCurse(Rule):
    """The figure of the best of three or more candidates is too good by half its standard error or more.

    By the bootstrap over rows (Tsamardinos 2018): the best on the rows drawn is judged on the rows not drawn, and its figure
    there held against the best figure on all rows.
    """

    code: ClassVar[str] = "FW304"
    title: ClassVar[str] = "winner's curse"
    summary: ClassVar[str] = "the best of several candidates looks better than it is, because it was chosen for that"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Choose and judge on different rows, many times."""
        table, measure = case.candidates, case.measures[0] if case.measures else None
        if table is None or not isinstance(measure, LossMeasure) or len(table.models) < FEWEST_CANDIDATES:
            return None
        losses = _losses(table, measure)
        if len(losses) < FEWEST_ROWS:
            return None
        own = losses.mean(axis=0)
        best = int(own.argmin())
        curse = _corrected(losses) - float(own[best])
        error = float(losses[:, best].std(ddof=1) / np.sqrt(len(losses)))
        if not error > 0 or curse < NOTABLE_SHARE * error:
            return None
        text = (
            f"'{table.models[best]}' is the best of {len(table.models)} candidates with {measure.label} {own[best]:.4g}, and about "
            f"{own[best] + curse:.4g} where it is not judged on the rows that chose it"
        )
        return self.advice(text, "foldwise.select, which corrects the figure of the winner")


def _losses(table: Predictions, measure: LossMeasure) -> Floats:
    """Mean loss of each row by each candidate (rows, candidates)."""
    columns = [row_means(ModelScores(table, name, measure)) for name in table.models]
    sizes = {rows.size for rows, _ in columns}
    return np.stack([losses for _, losses in columns], axis=1) if len(sizes) == 1 else np.zeros((0, 0))


def _corrected(losses: Floats) -> float:
    """Mean loss on rows not drawn of the candidate that is best on the rows drawn."""
    n = len(losses)
    counts = np.random.default_rng(0).multinomial(n, np.full(n, 1 / n), DRAWS)
    inside, outside = counts @ losses, (counts == 0) @ losses
    left = (counts == 0).sum(axis=1)
    chosen = inside.argmin(axis=1)
    kept = left > 0
    return float((outside[np.arange(DRAWS), chosen][kept] / left[kept]).mean())
