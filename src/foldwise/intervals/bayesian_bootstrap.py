"""The Bayesian bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.bootstrap import (
    RESAMPLES,
    bootstrap_refusal,
    bootstrap_validity,
    drawn_values,
    quantiles,
    remark,
)
from foldwise.intervals.interval import Interval, IntervalMethod
from foldwise.intervals.replicates import Draws

if TYPE_CHECKING:
    from foldwise.intervals.interval import Validity
    from foldwise.measures import Scored

__all__ = ["BayesianBootstrap"]


@final
@dataclass(frozen=True)
class BayesianBootstrap(IntervalMethod):
    """The middle of the measure's values under random weights n·Dirichlet(1, …, 1) of the rows, or groups.

    A posterior: the probability, under a prior that knows nothing, that the measure lies inside. No row ever has weight
    zero, so a measure that needs every class has a value in every draw.

    Parameters
    ----------
    resamples
        How many draws of weights.
    seed
        Seed of the draws.

    References
    ----------
    rubin1981.
    """

    name: ClassVar[str] = "bayesian-bootstrap"
    summary: ClassVar[str] = "posterior of the measure under random weights of the test rows"
    validity: ClassVar[Validity] = bootstrap_validity()
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    resamples: int = RESAMPLES
    seed: int = 0

    def interval(self, scored: Scored, level: float) -> Interval:
        """Draw weights and cut off the tails."""
        values = drawn_values(scored, Draws(self.resamples, self.seed, bayesian=True))
        tail = (1 - level) / 2
        low, high = quantiles(values, (tail, 1 - tail), scored.value)
        return Interval(low, high, level, self.name, self.target, remark(scored, values, self.resamples))

    def further(self, scored: Scored) -> str | None:
        """It needs rows to draw from."""
        return bootstrap_refusal(scored)
