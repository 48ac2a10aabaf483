"""The percentile bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.intervals.bootstrapping.bootstrap import BootstrapMethod, percentile_ends

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores

__all__ = ["Basic", "Percentile"]


@final
@dataclass(frozen=True)
class Percentile(BootstrapMethod):
    """Percentiles of the measure's values on resampled rows.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.

    Notes
    -----
    Rows that come in groups are drawn by groups. Classes are drawn apart where the measure ignores the class shares.

    References
    ----------
    efron1993.
    """

    name: ClassVar[str] = "percentile"
    summary: ClassVar[str] = "percentiles of the values on resampled test rows"

    def ends(self, scored: ModelScores, values: Floats, level: float) -> tuple[float, float]:
        """Take the quantiles of both tails."""
        return percentile_ends(values, level, scored.value)


@final
@dataclass(frozen=True)
class Basic(BootstrapMethod):
    """The percentile interval reflected about the estimate: 2θ̂ - q(1 - α/2) to 2θ̂ - q(α/2), clipped to the range.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.

    References
    ----------
    davison1997.
    """

    name: ClassVar[str] = "basic"
    summary: ClassVar[str] = "percentile interval turned round the estimate"

    def ends(self, scored: ModelScores, values: Floats, level: float) -> tuple[float, float]:
        """Take the quantiles of both tails, reflected about the estimate."""
        low, high = percentile_ends(values, level, scored.value)
        return max(scored.measure.low, 2 * scored.value - high), min(scored.measure.high, 2 * scored.value - low)
