"""Diebold and Mariano's test for rows in time order, in two forms."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.corrected_t import widening
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.simulations.size import false_positives
from foldwise.estimates import Target
from foldwise.intervals import MeasureGroup, Validity, harvey_factor, lags_for, serial_variance
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["DieboldMariano", "DieboldMarianoCosine", "cosine_error", "purged_widening"]

FEWEST_TIMES = 20
"""Fewest times for an estimate of the autocovariances."""


@final
@dataclass(frozen=True)
class DieboldMariano(ComparisonMethod):
    """t = c · d̄ / √((γ₀ + 2 Σ γⱼ)/T) with T - 1 degrees of freedom over the mean differences of T times (METHODS A.7).

    γⱼ is the covariance of differences j times apart and c Harvey's factor for small samples. Estimated covariances make
    it liberal in short series even so; `diebold-mariano-cosine` holds its level better.

    References
    ----------
    diebold1995; harvey1997.
    """

    name: ClassVar[str] = "diebold-mariano"
    summary: ClassVar[str] = "t over time, allowing for differences that are alike at neighbouring times"
    plan: ClassVar[str] = "forward(5)"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("forward", "purged"), measures=MeasureGroup.LOSSES, instead="order=… and plan='forward(5)'"
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the differences in time order."""
        series = _by_time(pair)
        lags = lags_for(pair.a, series.size)
        error = sqrt(serial_variance(series, lags)) / harvey_factor(series.size, lags)
        note = f"liberal: calls equal models different in {false_positives(self.name)} of simulated comparisons at 5 %"
        return self.from_posterior(pair, Posterior(float(series.mean()), error, series.size - 1), level, note=note)

    def further(self, pair: Pair) -> str | None:
        """Enough times for their covariances."""
        return _too_short(pair)


@final
@dataclass(frozen=True)
class DieboldMarianoCosine(ComparisonMethod):
    """t = d̄ / √(S/T) with ν degrees of freedom, S the mean square of ν cosine averages of the differences of T times.

    The low-frequency averages Λⱼ = √(2/T) Σ cos(πj(t - ½)/T) dₜ are nearly independent with the long-run variance, so their
    number ν = ⌊0.41 T^⅔⌋ is its degrees of freedom. Where training rows come from before and after the test
    block, the error is widened for their overlap.

    References
    ----------
    lazarus2018; coroneo2020 for the Diebold-Mariano test; nadeau2003 for the overlap.
    """

    name: ClassVar[str] = "diebold-mariano-cosine"
    summary: ClassVar[str] = "Diebold-Mariano's t with a variance that holds in short series"
    plan: ClassVar[str] = "forward(5)"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=("forward", "purged"), measures=MeasureGroup.LOSSES, instead="order=… and plan='forward(5)'"
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the cosine averages of the differences."""
        series = _by_time(pair)
        error, df = cosine_error(series)
        return self.from_posterior(pair, Posterior(float(series.mean()), error * purged_widening(pair), df), level)

    def further(self, pair: Pair) -> str | None:
        """Enough times for the averages."""
        return _too_short(pair)


def cosine_error(series: Floats) -> tuple[float, int]:
    """Standard error of the mean of a series whose neighbours are alike, and its degrees of freedom.

    Examples
    --------
    >>> error, df = cosine_error(np.tile([1.0, 3.0, 2.0, 0.0, 4.0], 16))
    >>> round(error, 3), df
    (0.016, 7)
    """
    size = series.size
    terms = int(0.41 * size ** (2 / 3))
    angles = np.pi * np.outer(np.arange(1, terms + 1), np.arange(size) + 0.5) / size
    averages = sqrt(2 / size) * np.cos(angles) @ series  # (terms,)
    return sqrt(float((averages**2).mean()) / size), terms


def purged_widening(pair: Pair) -> float:
    """Widening for the overlap of training rows, where they come from before and after what is tested."""
    return widening(pair.resamples) if pair.resamples.kind == "purged" else 1.0


def _too_short(pair: Pair) -> str | None:
    size = _by_time(pair).size
    wanted = max(FEWEST_TIMES, 4 * (lags_for(pair.a, size) + 1))
    return None if size >= wanted else f"it needs {wanted} times that were tested, and {there_are(size)}"


def _by_time(pair: Pair) -> Floats:
    """Mean difference at each time that was tested, in time order (T,)."""
    rank = pair.predictions.time
    times = pair.row if rank is None else rank[pair.row]
    place = np.unique(times, return_inverse=True)[1]
    return np.asarray(np.bincount(place, weights=pair.losses) / np.bincount(place))
