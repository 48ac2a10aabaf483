"""Fisher's z interval for correlations."""

from __future__ import annotations

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.measures import base_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.measures import ModelScores

__all__ = ["FisherZ", "fisher_z"]

VARIANCES: dict[str, Callable[[float, float], float]] = {
    "correlation": lambda _, n: 1 / (n - 3),
    "spearman": lambda r, n: (1 + r**2 / 2) / (n - 3),
    "kendall": lambda _, n: 0.437 / (n - 4),
}
"""Variance of atanh r for n rows: Fisher 1921; Bonett & Wright 2000; Fieller, Hartley & Pearson 1957."""
FEWEST_ROWS = 10


@final
@dataclass(frozen=True)
class FisherZ(IntervalMethod):
    """tanh(atanh r ± z·√v) with v = 1/(n - 3) for Pearson's r, (1 + r²/2)/(n - 3) for Spearman's, .437/(n - 4) for Kendall's.

    Exact in the limit for pairs that are jointly normal; the rank correlations need only that some monotone map of each
    makes them so.

    References
    ----------
    fisher1921; bonett2000; fieller1957.
    """

    name: ClassVar[str] = "fisher-z"
    summary: ClassVar[str] = "normal interval for a correlation on Fisher's scale"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, only=tuple(VARIANCES), max_resamples=1, min_test_rows=FEWEST_ROWS, instead="interval='bca'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the correlation and the number of rows."""
        low, high = fisher_z(scored.value, scored.outcomes.size, level, kind=base_name(scored.measure))
        return Interval(low, high, level, self.name, self.target)

    def further(self, scored: ModelScores) -> str | None:
        """It is for independent rows of equal weight, and correlations that are not perfect."""
        if scored.outcomes.weights is not None:
            return "it counts rows, and these are weighted"
        if abs(scored.value) >= 1:
            return "a perfect correlation leaves no spread to judge from"
        return rows_refusal(scored)


def fisher_z(r: float, n: float, level: float, *, kind: str = "correlation") -> tuple[float, float]:
    """Ends of the interval for a correlation r of n rows.

    Examples
    --------
    >>> low, high = fisher_z(0.5, 28, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.156, 0.7359)
    """
    from scipy.special import ndtri

    if abs(r) >= 1:
        return r, r
    half = float(ndtri((1 + level) / 2)) * sqrt(VARIANCES[kind](r, n))
    return tanh(atanh(r) - half), tanh(atanh(r) + half)
