"""The interval of the .632+ estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Plus632, raw_plus632
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.methods.oob import FEWEST_DRAWS, enough_draws, oob_error

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Plus632Interval"]


@final
@dataclass(frozen=True)
class Plus632Interval(IntervalMethod):
    """est ± z · SE · est/Err⁽¹⁾, with the corrected error of the leave-one-out bootstrap (METHODS C.10).

    Refused for models that memorise (apparent error below 5 % of the no-information rate): it covers 71 % for 1-NN.

    References
    ----------
    efron1997, section 5.
    """

    name: ClassVar[str] = "632plus"
    summary: ClassVar[str] = ".632+ with the scaled error of the leave-one-out bootstrap; not for models that memorise"
    estimate: ClassVar[str] = "632plus"
    cost: ClassVar[str] = "B + 1 fits, B at least 200 and n/2"
    needs_apparent: ClassVar[bool] = True
    validity: ClassVar[Validity] = Validity(
        plans=("bootstrap",),
        measures=MeasureGroup.LOSSES,
        min_resamples=FEWEST_DRAWS,
        instead="interval='oob' with plan='bootstrap(200)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Scale the error of the leave-one-out bootstrap."""
        from scipy.special import ndtri

        centre, found = raw_plus632(scored), oob_error(scored)
        ratio = centre / found.value if found.value else 1.0
        error = found.error * ratio
        half = float(ndtri((1 + level) / 2)) * error
        return interval_from_ends(self, scored, (centre - half, centre + half), level, error=error)

    def further(self, scored: ModelScores) -> str | None:
        """Enough draws, and all that the estimate needs."""
        return enough_draws(scored) or Plus632().refusal(scored)
