"""The apparent error: the model on the rows it was fitted to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Apparent"]


@final
@dataclass(frozen=True)
class Apparent(EstimateMethod):
    """(1/n) Σ ℓ(yᵢ, ŷᵢ) with ŷ from the model fitted to all rows (METHODS B.1).

    Optimistic: 0 for one nearest neighbour without duplicates, whatever the truth. An ingredient of other estimates.

    References
    ----------
    efron1983.
    """

    name: ClassVar[str] = "apparent"
    summary: ClassVar[str] = "the model on the rows it was fitted to; optimistic"
    cost: ClassVar[str] = "1 fit"
    bias: ClassVar[Bias] = Bias.OPTIMISTIC
    needs_apparent: ClassVar[bool] = True

    def estimate(self, scored: ModelScores) -> Estimate:
        """Measure the model on its own rows."""
        own = scored if scored.model not in scored.predictions.apparent else scored.apparent
        return Estimate(own.value, self.name, self.target, self.bias, fits=1, undefined=own.undefined)
