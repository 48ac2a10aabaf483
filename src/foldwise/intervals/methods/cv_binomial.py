"""The binomial interval of a cross-validated error rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.methods.proportion import tested_size, wilson

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["CVBinomial"]


@final
@dataclass(frozen=True)
class CVBinomial(IntervalMethod):
    """Wilson's interval with the cross-validated error taken as a proportion of n trials (METHODS C.12).

    A cheap fallback when only the error and n are known: it ignores that the models differ and share training rows, and
    is liberal for unstable models.

    References
    ----------
    kohavi1995, eq. 3.4.
    """

    name: ClassVar[str] = "cv-binomial"
    summary: ClassVar[str] = "cross-validated error rate as a proportion of n trials; a cheap fallback, liberal"
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "repeats x k fits"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "loo"),
        measures=MeasureGroup.ZERO_ONE,
        instead="interval='corrected-t' with plan='kfold(10, repeats=3)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Treat the error as k of n."""
        size = tested_size(scored)
        low, high = wilson(scored.value * size, size, level)
        note = "liberal for unstable models: covers 89-96 % at 95 % for linear discriminants"
        return Interval(low, high, level, self.name, self.target, note=note)
