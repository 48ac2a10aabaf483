"""The paired bootstrap: any measure, both systems on the same drawn rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.paired_t import flat_refusal
from foldwise.comparisons.pair import value_differences
from foldwise.estimates import Target
from foldwise.intervals import (
    RESAMPLES,
    BootstrapDraws,
    acceleration,
    bca_ends,
    bootstrap_validity,
    prediction_groups,
    replicates,
    share_below,
    undrawable,
    unit_influence,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair
    from foldwise.intervals import Validity

__all__ = ["PairedBootstrap", "bca_p_value", "difference_interval", "drawn_differences"]


@final
@dataclass(frozen=True)
class PairedBootstrap(ComparisonMethod):
    """BCa interval of the difference of any measure on resampled rows, or groups; both systems see the same draws.

    The p-value is the level at which the interval just touches 0.

    Parameters
    ----------
    resamples
        How many resamples.
    seed
        Seed of the draws.

    References
    ----------
    efron1987; davison1997.
    """

    name: ClassVar[str] = "paired-bootstrap"
    summary: ClassVar[str] = "BCa bootstrap of the difference over the same drawn rows"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = bootstrap_validity(instead="test='auto', or another measure")
    cost: ClassVar[str] = "1 fit per model"

    resamples: int = RESAMPLES
    seed: int = 0

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Draw both, and look where 0 lies among their differences."""
        drawn = drawn_differences(pair, BootstrapDraws(self.resamples, self.seed))
        bend = difference_acceleration(pair)
        ends = bca_ends(drawn, pair.difference, bend, level)
        lost = self.resamples - drawn.size
        note = f"{lost:,} of {self.resamples:,} resamples had no value" if lost else ""
        return self.made(pair, bca_p_value(drawn, pair.difference, bend), level, ends=ends, note=note)

    def further(self, pair: Pair) -> str | None:
        """It needs rows to draw from on which the difference varies; one of the two may be the same on all."""
        return undrawable(pair.a) or undrawable(pair.b) or flat_refusal(pair)


def drawn_differences(pair: Pair, draws: BootstrapDraws) -> Floats:
    """Value of a minus value of b in each resample in which both have one."""
    both = replicates(pair.measure, [one.outcomes for one in (pair.a, pair.b)], draws, groups=prediction_groups(pair.a))
    differences = value_differences(both[:, 0], both[:, 1])
    return differences[~np.isnan(differences)]


def difference_acceleration(pair: Pair) -> float:
    """Skewness of how much rows move the difference, over six; 0 where they move it in blocks of different rows."""
    first, second = (unit_influence(one.measure, one.outcomes, prediction_groups(one)) for one in (pair.a, pair.b))
    return acceleration(first - second) if first.size == second.size else 0.0


def difference_interval(pair: Pair, level: float, draws: BootstrapDraws) -> tuple[float, float]:
    """Ends of the BCa interval of the difference."""
    drawn = drawn_differences(pair, draws)
    return bca_ends(drawn, pair.difference, difference_acceleration(pair), level)


def bca_p_value(drawn: Floats, difference: float, bend: float) -> float:
    """Smallest 1 - level whose BCa interval leaves out 0; not below 2/(B + 1).

    Examples
    --------
    >>> round(bca_p_value(np.linspace(-1, 3, 2001), 1.0, 0.0), 3)
    0.5
    """
    from scipy.special import ndtr, ndtri

    size = drawn.size
    if size == 0 or (np.ptp(drawn) == 0 and difference == 0):
        return 1.0
    least = 1 / (size + 1)
    under_zero = float(np.clip(share_below(drawn, 0.0), least, 1 - least))
    shift = float(ndtri(np.clip(share_below(drawn, difference), least, 1 - least)))
    place = float(ndtri(under_zero)) - shift
    z = place / (1 + bend * place) - shift
    return float(np.clip(2 * ndtr(-abs(z)), 2 * least, 1.0))
