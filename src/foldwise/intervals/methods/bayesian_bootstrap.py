"""The Bayesian bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.intervals.bootstrapping.bootstrap import BootstrapMethod, percentile_ends
from foldwise.intervals.bootstrapping.replicates import BootstrapDraws

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = ["BayesianBootstrap"]


@final
@dataclass(frozen=True)
class BayesianBootstrap(BootstrapMethod):
    """Percentiles of the measure's values under random weights n·Dirichlet(1, …, 1) of the rows, or groups.

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

    @property
    def draws(self) -> BootstrapDraws:
        """Weights instead of rows."""
        return BootstrapDraws(self.resamples, self.seed, bayesian=True)

    def ends(self, scored: ModelScores, values: Floats, level: float) -> tuple[float, float]:
        """Take the quantiles of both tails."""
        return percentile_ends(values, level, scored.value)
