"""Correlations of values that are read in pieces: their moments, and how much each row moves them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.estimates import Target
from foldwise.intervals.interval import Interval
from foldwise.intervals.methods.fisher_z import FEWEST_PAIRS, FisherZ, moved_ends
from foldwise.intervals.refusals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.streamed.summarised_system import SummarisedValue
from foldwise.intervals.streamed.summarised_units import weighted_rows
from foldwise.intervals.variances.linearised import free_of, linearised, long_tailed, tailed_df
from foldwise.measures import LEAST_SPREAD, without_rounding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Floats
    from foldwise.intervals.streamed.summarised_system import SummarisedSystem
    from foldwise.measures import Outcomes

__all__ = ["CorrelationEffect", "ValuePairs", "correlation_error", "correlation_of_summary", "value_pairs"]

NAME = "correlation"


@final
@dataclass(frozen=True)
class ValuePairs:
    """Mean and standard deviation of truth and prediction, of weighted rows from the mean of the target, and their correlation."""

    truth: tuple[float, float]
    output: tuple[float, float]
    r: float


@final
@dataclass(frozen=True, eq=False)
class CorrelationEffect:
    """How much a row moves a correlation, or a difference of two, as found by leaving it out (`left_out_psi`).

    Without a row of share h of the weight, whose standardised truth and prediction are u and v, r is
    (r - cuv)/√((1 - cu²)(1 - cv²)) with c = h/(1 - h).

    Parameters
    ----------
    weight
        Sum of the weights of all rows.
    pairs
        Moments of each system.
    signs
        How each system counts.
    """

    weight: float
    pairs: Mapping[str, ValuePairs]
    signs: Mapping[str, float]

    def psi(self, systems: Mapping[str, Outcomes]) -> Floats:
        """ψ of some rows (n,)."""
        found: Floats = np.zeros(next(iter(systems.values())).size)
        for name, sign in self.signs.items():
            found = found + sign * without_rounding(self._of(self.pairs[name], systems[name]))
        return found

    def _of(self, pairs: ValuePairs, rows: Outcomes) -> Floats:
        start = 0.0 if rows.weights is None or rows.reference is None else rows.reference
        u, v = (
            (np.asarray(values, dtype=np.float64) - start - mean) / spread
            for values, (mean, spread) in ((rows.truth, pairs.truth), (rows.output, pairs.output))
        )
        shares = self.shares(rows)
        with np.errstate(invalid="ignore", divide="ignore"):
            c = shares / (1 - shares)
            left = [1 - c * one**2 for one in (u, v)]
            varies = [kept > LEAST_SPREAD * (1 - shares * one**2) for kept, one in zip(left, (u, v), strict=True)]
            left_out = (pairs.r - (pairs.r - c * u * v) / np.sqrt(left[0] * left[1])) / c
        slopes = u * v - pairs.r * (u**2 + v**2) / 2
        return np.where(varies[0] & varies[1] & (shares < 1), left_out, slopes)

    def shares(self, rows: Outcomes) -> Floats:
        """Share of the weight that each row has (n,)."""
        return np.full(rows.size, 1 / self.weight) if rows.weights is None else rows.weights / self.weight

    def moves(self, systems: Mapping[str, Outcomes]) -> tuple[Floats, Floats]:
        """How much each row moves the correlation, and its share of the weight (n,), (n,)."""
        shares = self.shares(next(iter(systems.values())))
        return self.psi(systems) * shares, shares


def value_pairs(summed: SummarisedSystem) -> ValuePairs | None:
    """The moments of one system; None where truth or prediction does not vary."""
    moments, at = summed.summary.moments[NAME], summed.position + 1
    if moments.n < 2:
        return None
    if not summed.summary.weighted:
        spread = moments.covariance * (moments.n - 1) / moments.n
        means, second = moments.means[[0, at]], spread[np.ix_([0, at], [0, at])]
    else:
        width = 1 + summed.systems
        shares = moments.totals[1:] / moments.totals[0]
        means = shares[[0, at]]
        squares, product = shares[[width, width + at]], float(shares[2 * width + at - 1])
        variances, between = np.maximum(0.0, squares - means**2), product - float(means[0] * means[1])
        second = np.array([[variances[0], between], [between, variances[1]]])
    spreads = np.sqrt(np.diag(second))
    if not spreads.min() > 0:
        return None
    (x, y), (sx, sy) = means.tolist(), spreads.tolist()
    return ValuePairs((x, sx), (y, sy), float(second[0, 1]) / sqrt(second[0, 0] * second[1, 1]))


def correlation_error(
    summed: SummarisedSystem, other: str = "", *, as_test: bool = False
) -> tuple[float, float] | None:
    """Standard error of a correlation, or of its difference to that of another system, and its degrees of freedom; None where it was not looked at."""
    key = tuple(filter(None, (NAME, summed.system, other)))
    if summed.units is None or key not in summed.units.effects:
        return None
    if key in summed.units.groups:
        moves, shares = summed.units.groups[key].sums.T
        variance, df = linearised(moves, shares)
        return sqrt(variance), long_tailed(moves, df)
    sums = summed.units.effects[key]
    df = tailed_df(sums.carriers, sums.count, free_of(sums.shares.terms[1:]))
    return sqrt(sums.variance if as_test else sums.squares), df


def correlation_of_summary(summed: SummarisedSystem, level: float) -> SummarisedValue:
    """A correlation and its interval (`FisherZ`)."""
    pairs, summary = value_pairs(summed), summed.summary
    if pairs is None:
        return SummarisedValue(float("nan"), None, "the measure has no value here")
    size = weighted_rows(summed) if summary.weighted else float(summary.n)
    found, why = correlation_error(summed), ""
    if summary.n < FEWEST_PAIRS:
        why = f"it needs {FEWEST_PAIRS} rows, and there are {summary.n}"
    elif size < FEWEST_PAIRS:
        why = f"it needs {FEWEST_PAIRS} rows, and the weights are worth {size:.1f}"
    elif 1 - abs(pairs.r) <= ROUNDING_TOLERANCE:
        why = "a perfect correlation leaves no spread to judge from"
    elif summary.groups is not None and summary.groups.labels.size < FEWEST_GROUPS:
        why = f"it needs {FEWEST_GROUPS} groups, and there are {summary.groups.labels.size}"
    if why or found is None:
        return SummarisedValue(pairs.r, None, why or "a second look at the rows is needed for its interval")
    ends = moved_ends(pairs.r, size, *found, level=level)
    return SummarisedValue(
        pairs.r, Interval(*ends, level, FisherZ.name, Target.PROXY), "fisher-z from sums over the rows"
    )
