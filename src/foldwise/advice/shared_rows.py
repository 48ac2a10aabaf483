"""FW201: a plan that tests rows it trains on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["SharedRows"]


@final
@dataclass(frozen=True)
class SharedRows(Rule):
    """Test rows that are training rows of the same resample, as in resubstitution.

    The apparent error that such rows give is 0 for one nearest neighbour, whatever the truth. The number is given, and no
    interval or test with it.
    """

    code: ClassVar[str] = "FW201"
    title: ClassVar[str] = "training rows are tested"
    summary: ClassVar[str] = "the plan tests rows that it trains on; no interval and no test is given"
    severity: ClassVar[Severity] = Severity.INVALID
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Count the rows that are in both sets."""
        resamples = case.resamples
        if type(resamples) is not RowLists or not resamples.overlapping:
            return None
        both = sum(int(np.isin(test, train).sum()) for train, test in zip(resamples.train, resamples.test, strict=True))
        tested = sum(test.size for test in resamples.test)
        text = (
            f"{both:,} of the {tested:,} rows tested by {resamples.plan} were training rows of the same fit, so that the "
            "figures tell how well rows are remembered, not how new rows will be predicted"
        )
        return self.advice(text, "plan='kfold(10, repeats=3)', or pairs without shared rows")
