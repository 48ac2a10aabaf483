"""The .632+ estimate."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates.bootstrap import finish, left_out, overlap_refusal, raw_apparent
from foldwise.estimates.efron632 import APPARENT_WEIGHT, OUT_OF_BAG_WEIGHT
from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod
from foldwise.estimates.no_information import no_information
from foldwise.measures import Direction
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["Plus632", "interpolates", "point632plus", "raw_plus632"]

MEMORISING_SHARE = 0.05
"""A model whose apparent error is below this share of γ memorises, and .632+ is too optimistic for it (METHODS 0.7)."""
LEAST_ERROR = 1e-12
"""Errors below this are 0 but for rounding."""


@final
@dataclass(frozen=True)
class Plus632(EstimateMethod):
    """The .632 estimate with more weight on the rows out of bag, the more the model overfits (METHODS B.6).

    With γ the no-information rate, Err' = min(Err⁽¹⁾, γ) and R = (Err' - err̄)/(γ - err̄), 0 unless Err⁽¹⁾ > err̄ and
    γ > err̄: Err⁽·⁶³²⁾ + (Err' - err̄) · .368 · .632 · R / (1 - .368 R). R is clipped to [0, 1], γ costs O(n).

    Notes
    -----
    Refused for models that memorise, err̄ < .05 γ: for 1-NN it is too optimistic by .05 and its interval covers 70 %.

    References
    ----------
    efron1997, eq. 27-32.
    """

    name: ClassVar[str] = "632plus"
    summary: ClassVar[str] = ".632 weighted by how much the model overfits; not for models that memorise"
    cost: ClassVar[str] = "B + 1 fits"
    bias: ClassVar[Bias] = Bias.NONE
    plans: ClassVar[tuple[str, ...]] = ("bootstrap",)
    needs_apparent: ClassVar[bool] = True
    instead: ClassVar[str] = "estimate='loo-bootstrap' with plan='bootstrap(200)'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Mix the errors by the relative overfitting."""
        return self.made(scored, finish(scored, raw_plus632(scored)))

    def further(self, scored: ModelScores) -> str | None:
        """Rows out of bag, a no-information rate and a model that does not memorise are needed."""
        one = scored.measure
        endless = one.direction is Direction.NONE or (one.direction is Direction.HIGHER and isinf(one.high))
        if endless or no_information(one, scored.apparent.outcomes) is None:
            return f"{one.name} has no no-information rate"
        if interpolates(scored):
            return f"its apparent error is below {percent(MEMORISING_SHARE)} of the no-information rate: it memorises the rows"
        return overlap_refusal(scored)


def point632plus(seen: float, unseen: float, gamma: float) -> float:
    """The estimate from err̄, Err⁽¹⁾ and γ, where lower is better.

    Examples
    --------
    A memoriser on fair random labels has err̄ 0, Err⁽¹⁾ .5 and γ .5; .632 would say .316.

    >>> round(point632plus(0.0, 0.5, 0.5), 3)
    0.5
    >>> round(point632plus(0.1, 0.2, 0.5), 4)
    0.1696
    """
    clipped = min(unseen, gamma)
    overfit = (clipped - seen) / (gamma - seen) if unseen > seen and gamma > seen else 0.0
    usual = APPARENT_WEIGHT * seen + OUT_OF_BAG_WEIGHT * unseen
    return usual + (clipped - seen) * APPARENT_WEIGHT * OUT_OF_BAG_WEIGHT * overfit / (1 - APPARENT_WEIGHT * overfit)


def interpolates(scored: ModelScores) -> bool:
    """Whether the model memorises: its apparent error is below 5 % of the no-information rate."""
    gamma = no_information(scored.measure, scored.apparent.outcomes)
    if gamma is None:
        return False
    # Where every prediction is right by chance too there is nothing to memorise, but for rounding.
    chance = _flip(scored, gamma)
    return chance > LEAST_ERROR and _flip(scored, raw_apparent(scored)) < MEMORISING_SHARE * chance


def raw_plus632(scored: ModelScores) -> float:
    """The estimate before any transform: the errors are turned so that lower is better, and back."""
    gamma = no_information(scored.measure, scored.apparent.outcomes)
    values = (raw_apparent(scored), left_out(scored), float("nan") if gamma is None else gamma)
    seen, unseen, rate = (_flip(scored, value) for value in values)
    return _flip(scored, point632plus(seen, unseen, rate))


def _flip(scored: ModelScores, value: float) -> float:
    """One minus the score where larger is better; its own inverse."""
    return scored.measure.high - value if scored.measure.direction is Direction.HIGHER else value
