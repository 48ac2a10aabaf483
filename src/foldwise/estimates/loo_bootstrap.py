"""The leave-one-out bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.bootstrap import finish, left_out, overlap_refusal
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["LooBootstrap"]


@final
@dataclass(frozen=True)
class LooBootstrap(EstimateMethod):
    """Err⁽¹⁾ = (1/n') Σ Eᵢ, where Eᵢ is the mean loss of row i over the fits that did not see it (METHODS B.4).

    Averaged per row first, so that every row counts the same however often it was left out. Each fit saw about 63 % of
    the distinct rows: pessimistic where more rows would help.

    References
    ----------
    efron1997, eq. 17.
    """

    name: ClassVar[str] = "loo-bootstrap"
    summary: ClassVar[str] = "each row by the bootstrap fits that did not see it"
    cost: ClassVar[str] = "B fits"
    bias: ClassVar[Bias] = Bias.PESSIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    instead: ClassVar[str] = "plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Average per row, then over rows."""
        return self.made(scored, finish(scored, left_out(scored)))

    def further(self, scored: ModelScores) -> str | None:
        """Rows out of bag and one loss per row are needed."""
        if not scored.has_losses:
            return f"it is a mean of one loss per row, and {scored.measure.name} is not one"
        return overlap_refusal(scored)
