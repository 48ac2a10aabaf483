"""A measure of a sample of rows as a whole, whose predictions are on one scale whichever model gave them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.measure import Measure
from foldwise.measures.tallies.by_resample import mean_defined, split

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Scores
    from foldwise.measures.outcomes import Outcomes

__all__ = ["PooledMeasure"]


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class PooledMeasure(Measure):
    """A function of a whole sample, such as a median or a calibration error; the rows of a repeat are pooled.

    Values and probabilities of differently trained models are on one scale, so their rows may be put together; a
    median, a maximum or a calibration error of ten rows would say little. `moves` is the influence of each row, where
    there is a formula, `left_out` the influence by leaving the row out, which is larger for extreme rows, and `untested` why differences under
    resampling have no default test, where they have none.
    """

    statistic: Callable[[Outcomes], float]
    moves: Callable[[Outcomes], Floats] | None = None
    left_out: Callable[[Outcomes], Floats] | None = None
    untested: str = ""

    def value(self, outcomes: Outcomes) -> float:
        """Apply to the one sample."""
        return self.statistic(self.view(outcomes))

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Apply to each group; NaN where it is empty."""
        parts = split(self.view(outcomes), group, groups)
        return np.array([self.statistic(part) if part.size else np.nan for part in parts])

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Pool the rows of a repeat, apply, average the repeats."""
        return mean_defined(self.values(outcomes, repeat[resample], int(repeat.max()) + 1))
