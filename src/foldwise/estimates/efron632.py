"""The .632 estimate in Efron's form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.bootstrap import finish, left_out, overlap_refusal, raw_apparent
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["APPARENT_WEIGHT", "OUT_OF_BAG_WEIGHT", "Efron632"]

OUT_OF_BAG_WEIGHT = 0.632
"""Weight of the rows out of bag, 1 - 1/e; the rest goes to the apparent error."""
APPARENT_WEIGHT = 0.368
"""Weight of the apparent error, 1/e to three digits."""


@final
@dataclass(frozen=True)
class Efron632(EstimateMethod):
    """.368 · err̄ + .632 · Err⁽¹⁾, err̄ of the model fitted to all rows (METHODS B.5).

    Corrects the pessimism of the leave-one-out bootstrap by the optimism of the apparent error; too optimistic for
    models that memorise (.316 on fair random labels, truth .5). For measures without a loss per row Err⁽¹⁾ is the mean
    out-of-bag score.

    References
    ----------
    efron1983.
    """

    name: ClassVar[str] = "632"
    summary: ClassVar[str] = ".368 apparent + .632 leave-one-out bootstrap (Efron)"
    cost: ClassVar[str] = "B + 1 fits"
    bias: ClassVar[Bias] = Bias.OPTIMISTIC
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    needs_apparent: ClassVar[bool] = True
    instead: ClassVar[str] = "plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Mix the two errors."""
        return self.made(
            scored, finish(scored, APPARENT_WEIGHT * raw_apparent(scored) + OUT_OF_BAG_WEIGHT * left_out(scored))
        )

    def further(self, scored: ModelScores) -> str | None:
        """Rows out of bag are needed."""
        return overlap_refusal(scored)
