"""The Wald interval of one cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.intervals.limits.quantiles import z_quantile
from foldwise.measures import effective_size

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores

__all__ = ["WaldCV", "WaldCVWithin", "wald_cv", "wald_cv_within"]

LIBERAL_NOTE = "liberal: covers 87-94 % at 95 % in simulations, the models of the parts rather than that of all rows"


@final
@dataclass(frozen=True)
class WaldCV(IntervalMethod):
    """ê ± z · σ̂/√n with σ̂² = (1/n) Σ (ℓᵢ - ê)², the losses of all parts taken together (METHODS C.2).

    Exact for large n and stable models, about the mean risk of the models that were fitted. Liberal in practice: it
    ignores that the models share training rows.

    References
    ----------
    bayle2020, all-pairs variance.
    """

    name: ClassVar[str] = "wald-cv"
    summary: ClassVar[str] = "z interval over the losses of one cross-validation; liberal"
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "k fits"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold", "loo"),
        measures=MeasureGroup.LOSSES,
        max_repeats=1,
        instead="interval='corrected-t' with plan='kfold(10, repeats=3)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the losses."""
        low, high = wald_cv(scored.losses, level, scored.outcomes.weights)
        error = (high - low) / 2 / z_quantile(level)
        return interval_from_ends(self, scored, (low, high), level, note=LIBERAL_NOTE, error=error)


@final
@dataclass(frozen=True)
class WaldCVWithin(IntervalMethod):
    """ê ± z · σ̂/√n with σ̂² the mean over parts of the variance of the losses within the part (METHODS C.2).

    As `wald-cv`, but differences between the parts do not count as spread. Every part needs two rows.

    References
    ----------
    bayle2020, within-fold variance.
    """

    name: ClassVar[str] = "wald-cv-within"
    summary: ClassVar[str] = "z interval with the spread of losses within the parts; liberal"
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "k fits"
    validity: ClassVar[Validity] = Validity(
        plans=("kfold",),
        measures=MeasureGroup.LOSSES,
        max_repeats=1,
        min_test_rows=2,
        instead="interval='corrected-t' with plan='kfold(10, repeats=3)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the losses part by part."""
        low, high = wald_cv_within(scored.losses, scored.resample, level, scored.outcomes.weights)
        error = (high - low) / 2 / z_quantile(level)
        return interval_from_ends(self, scored, (low, high), level, note=LIBERAL_NOTE, error=error)


def wald_cv(losses: Floats, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Limits of the all-pairs interval.

    Examples
    --------
    >>> low, high = wald_cv(np.array([0.0, 0, 1, 1]), 0.95)
    >>> round(low, 4), round(high, 4)
    (0.01, 0.99)
    """
    mean = float(np.average(losses, weights=weights))
    variance = float(np.average((losses - mean) ** 2, weights=weights))
    return _ends(mean, variance, level, _size(losses, weights))


def wald_cv_within(losses: Floats, part: Codes, level: float, weights: Floats | None = None) -> tuple[float, float]:
    """Limits of the within-part interval; `part` numbers the part of each loss from 0.

    Examples
    --------
    >>> low, high = wald_cv_within(np.array([0.0, 1, 0, 1]), np.array([0, 0, 1, 1]), 0.95)
    >>> round(low, 4), round(high, 4)
    (-0.193, 1.193)
    """
    w = np.ones(losses.size) if weights is None else weights
    mass = np.bincount(part, weights=w)
    means = np.bincount(part, weights=w * losses) / mass
    size = mass**2 / np.bincount(part, weights=w**2)
    within = np.bincount(part, weights=w * (losses - means[part]) ** 2) / mass * size / (size - 1)
    mean = float(np.average(losses, weights=weights))
    return _ends(mean, float(within.mean()), level, _size(losses, weights))


def _size(losses: Floats, weights: Floats | None) -> float:
    return float(losses.size) if weights is None else effective_size(weights)


def _ends(mean: float, variance: float, level: float, size: float) -> tuple[float, float]:
    from scipy.special import ndtri

    half = float(ndtri((1 + level) / 2)) * sqrt(variance / size)
    return mean - half, mean + half
