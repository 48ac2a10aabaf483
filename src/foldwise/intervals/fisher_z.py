"""Fisher's z interval for correlations."""

from __future__ import annotations

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.measures import ASSOCIATIONS, base_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.measures import ModelScores

__all__ = ["NORMAL_PAIRS", "FisherZ", "fisher_z"]

VARIANCES: dict[str, Callable[[float, float], float]] = {
    "correlation": lambda _, n: 1 / (n - 3),
    "spearman": lambda r, n: (1 + r**2 / 2) / (n - 3),
    "kendall": lambda _, n: 0.437 / (n - 4),
}
"""Variance of atanh r for n rows: Fisher 1921; Bonett & Wright 2000; Fieller, Hartley & Pearson 1957."""
FEWEST_ROWS = 10
MOST_ORDERED = 4_000
"""How often a row agrees in order with the others is counted pair by pair, and so many rows, spread over all, show how much that varies."""
NORMAL_PAIRS = "from summaries it supposes jointly normal pairs, and is too short where errors grow with the prediction or have long tails"
"""What to know about an interval that has not looked at the rows."""


@final
@dataclass(frozen=True)
class FisherZ(IntervalMethod):
    """tanh(atanh r ± the larger of z·√v and t·√u): v of jointly normal pairs, u from how much each row moves r.

    v = 1/(n - 3) for Pearson's r, (1 + r²/2)/(n - 3) for Spearman's, .437/(n - 4) for Kendall's, for which some monotone map of each
    value must make the pairs normal. Errors that grow with the prediction, mixtures and long tails make r vary by up to
    three times as much, so u = Σψ²/(n(n - 3)(1 - r²)²) counts where it says more, with the degrees of freedom that its tails leave.

    References
    ----------
    fisher1921; bonett2000; fieller1957; hampel1974 for ψ.
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
        r, n, kind = scored.value, scored.outcomes.size, base_name(scored.measure)
        reach = max(_normal_reach(r, n, level, kind), _moved_reach(scored, level))
        return Interval(tanh(atanh(r) - reach), tanh(atanh(r) + reach), level, self.name, self.target)

    def further(self, scored: ModelScores) -> str | None:
        """It is for independent rows of equal weight, and correlations that are not perfect."""
        if scored.outcomes.weights is not None:
            return "it counts rows, and these are weighted"
        if abs(scored.value) >= 1:
            return "a perfect correlation leaves no spread to judge from"
        return rows_refusal(scored)


def _moved_reach(scored: ModelScores, level: float) -> float:
    """Half the width on Fisher's scale by how much each row moves the correlation."""
    from scipy.special import stdtrit

    r, n = scored.value, scored.outcomes.size
    kind, seen = base_name(scored.measure), scored.outcomes
    if kind == "kendall" and n > MOST_ORDERED:
        seen = seen.where(np.arange(0, n, -(-n // MOST_ORDERED)))
    psi = ASSOCIATIONS[kind](seen)
    squares = np.square(psi - psi.mean())
    variance = float(squares.mean())
    if not 0 < variance < np.inf:
        return 0.0
    excess = max(0.0, float(np.square(squares).mean()) / variance**2 - 3)
    df = 1 / (1 / (n - 1) + excess / (2 * n))  # long tails leave the variance as uncertain as so many normal rows would
    return float(stdtrit(max(1.0, df), (1 + level) / 2)) * sqrt(variance / (n - 3)) / (1 - r**2)


def _normal_reach(r: float, n: float, level: float, kind: str) -> float:
    """Half the width on Fisher's scale for pairs that are jointly normal."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2)) * sqrt(VARIANCES[kind](r, n))


def fisher_z(r: float, n: float, level: float, *, kind: str = "correlation") -> tuple[float, float]:
    """Ends of the interval for a correlation r of n rows that are jointly normal.

    Examples
    --------
    >>> low, high = fisher_z(0.5, 28, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.156, 0.7359)
    """
    if abs(r) >= 1:
        return r, r
    half = _normal_reach(r, n, level, kind)
    return tanh(atanh(r) - half), tanh(atanh(r) + half)
