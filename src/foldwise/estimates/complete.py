"""Complete cross-validation: the mean over all test sets of one size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod, bias_of

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["CompleteEstimate"]


@final
@dataclass(frozen=True)
class CompleteEstimate(EstimateMethod):
    """The mean over all C(n, m) test sets of m rows: no variance is left that comes from the draw (METHODS A.5).

    Where there are more than 100,000 test sets the plan draws some of them, and its note says so.

    References
    ----------
    kohavi1995; mullin2000 for closed forms.
    """

    name: ClassVar[str] = "complete"
    summary: ClassVar[str] = "mean over all test sets of one size"
    cost: ClassVar[str] = "C(n, m) fits, or as many as are drawn"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("complete", "lpo")
    instead: ClassVar[str] = "plan='complete(2)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Aggregate over all test sets."""
        return self.made(scored, scored.value, bias=bias_of(scored))
