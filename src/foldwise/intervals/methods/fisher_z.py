"""Fisher's z interval for correlations."""

from __future__ import annotations

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, groups_refusal, prediction_groups
from foldwise.intervals.variances.linearised import by_group, free_units, linearised, long_tailed
from foldwise.measures import ASSOCIATIONS, RankMeasure, base_name, effective_rows, left_out_psi

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.measures import ModelScores

__all__ = ["FEWEST_PAIRS", "FisherZ", "fisher_z", "moved_ends"]

VARIANCES: dict[str, Callable[[float, float], float]] = {
    "correlation": lambda _, n: 1 / (n - 3),
    "spearman": lambda r, n: (1 + r**2 / 2) / (n - 3),
    "kendall": lambda _, n: 0.437 / (n - 4),
}
"""Variance of atanh r for n rows: Fisher 1921; Bonett & Wright 2000; Fieller, Hartley & Pearson 1957."""
SQUARED = "squared-correlation"
FEWEST_PAIRS = 10
"""Rows, or rows that weights are worth, from which on correlations have an interval and a test."""
MOST_ROWS_PAIRED = 4_000
"""How often a row agrees in order with the others is counted pair by pair, and so many rows, spread over all, show how much that varies."""


@final
@dataclass(frozen=True)
class FisherZ(IntervalMethod):
    """tanh(atanh r ± the larger of z·√v and t·√u): v of jointly normal pairs, u from how much each row, or group, moves r.

    v = 1/(n - 3) for Pearson's r, (1 + r²/2)/(n - 3) for Spearman's, .437/(n - 4) for Kendall's, for which some monotone map of each
    value must make the pairs normal. Errors that grow with the prediction, mixtures and long tails make r vary by up to
    three times as much, so u = Σψ²/(n(n - 3)(1 - r²)²) counts where it says more, with the degrees of freedom that its tails leave.
    Pearson's ψ is found by leaving the row out. Weighted rows count as (Σw)²/Σw², and w²ψ² is summed in u. Rows that come in groups are
    summed by group. A squared correlation has the squares of the limits, and reaches down to 0 where they have different signs.

    References
    ----------
    fisher1921; bonett2000; fieller1957; hampel1974 for ψ.
    """

    name: ClassVar[str] = "fisher-z"
    summary: ClassVar[str] = "normal interval for a correlation on Fisher's scale"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET,
        only=(*VARIANCES, SQUARED),
        max_resamples=1,
        min_test_rows=FEWEST_PAIRS,
        instead="interval='bca'",
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the correlation and the number of rows."""
        r, kind = _root_of(scored).value(scored.outcomes), base_name(_root_of(scored))
        low, high = moved_ends(r, effective_rows(scored.outcomes), *_moved_error(scored), level=level, kind=kind)
        if base_name(scored.measure) == SQUARED:
            low, high = 0.0 if low <= 0 <= high else min(low**2, high**2), max(low**2, high**2)
        return Interval(low, high, level, self.name, self.target)

    def further(self, scored: ModelScores) -> str | None:
        """It is for correlations that are not perfect, of enough rows or groups."""
        if (worth := effective_rows(scored.outcomes)) < FEWEST_PAIRS:
            return f"it needs {FEWEST_PAIRS} rows, and the weights are worth {worth:.1f}"
        if abs(scored.value) >= 1:
            return "a perfect correlation leaves no spread to judge from"
        return groups_refusal(scored)


def _root_of(scored: ModelScores) -> RankMeasure:
    """The correlation that is looked at: the measure itself, or that of which it is the square."""
    measure = scored.measure
    if not isinstance(measure, RankMeasure):  # the caller has checked that it is a correlation
        message = f"{measure.name} is not a correlation"
        raise TypeError(message)
    return measure.root or measure


def moved_ends(
    r: float, size: float, error: float, df: float, *, level: float, kind: str = "correlation"
) -> tuple[float, float]:
    """Ends for a correlation r of rows that are worth so many, whose standard error by what they move it is known.

    Examples
    --------
    >>> low, high = moved_ends(0.5, 28, 0.0, 27.0, level=0.95)
    >>> round(low, 4), round(high, 4)  # as of jointly normal pairs
    (0.156, 0.7359)
    """
    from scipy.special import stdtrit

    moved = float(stdtrit(df, (1 + level) / 2)) * error * sqrt(size / (size - 3)) / (1 - r**2)
    reach = max(_normal_reach(r, size, level, kind), moved)
    return tanh(atanh(r) - reach), tanh(atanh(r) + reach)


def _moved_error(scored: ModelScores) -> tuple[float, float]:
    """Standard error by how much each row moves the correlation, and its degrees of freedom."""
    measure, seen, groups = _root_of(scored), scored.outcomes, prediction_groups(scored)
    kind, size = base_name(measure), effective_rows(scored.outcomes)
    if kind == "kendall" and seen.size > MOST_ROWS_PAIRED:
        # The same rows whatever their order: those in the order of truth, prediction and weight.
        by = (seen.output, seen.truth) if seen.weights is None else (seen.weights, seen.output, seen.truth)
        some = np.lexsort(by)[:: -(-seen.size // MOST_ROWS_PAIRED)]
        seen, groups = seen.where(some), None if groups is None else groups[some]
    psi = left_out_psi(measure, seen) if kind == "correlation" else ASSOCIATIONS[kind](seen)
    if psi is None or not np.isfinite(psi).all():
        return 0.0, 1.0
    shares = np.full(psi.size, 1 / psi.size) if seen.weights is None else seen.weights / seen.weights.sum()
    moves = shares * psi
    # Of some of the rows the mean square is that of all of them. Long tails leave the variance as uncertain as fewer rows would.
    times = effective_rows(seen) / size
    if groups is None:
        variance, free = float(moves @ moves), free_units(shares)
    else:
        moves, held = by_group(moves, groups), by_group(shares, groups)
        variance, free = linearised(moves, held)
    return sqrt(variance * times), long_tailed(moves, free)


def _normal_reach(r: float, n: float, level: float, kind: str) -> float:
    """Half-width on Fisher's scale for jointly normal pairs."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2)) * sqrt(VARIANCES[kind](r, n))


def fisher_z(r: float, n: float, level: float, *, kind: str = "correlation") -> tuple[float, float]:
    """Limits of the interval for a correlation r of n rows that are jointly normal.

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
