"""What one column says about the classes: the ways in which naive Bayes models a column."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["ColumnDensity", "GaussianDensity", "KernelDensities", "KnownValues", "LevelShares"]

DISTANCES_AT_ONCE = 1_000_000
"""Distances held at once."""
LEAST_COUNT = 1e-10
"""Least pseudo-count: without one, a level that a class does not have would rule the class out whatever else is known."""


@final
@dataclass(frozen=True, eq=False)
class KnownValues:
    """Values of a column that are not missing.

    Parameters
    ----------
    values
        Numbers, or places of levels (n,).
    codes
        Class of each row (n,).
    weights
        Weight of each row (n,).
    classes
        Number of classes.
    """

    values: Floats
    codes: Codes
    weights: Floats
    classes: int

    @property
    def totals(self) -> Floats:
        """Summed weight of each class."""
        return self.sums(self.weights)

    def sums(self, terms: Floats) -> Floats:
        """Sums of the terms of the rows of each class."""
        return np.bincount(self.codes, terms, self.classes).astype(np.float64)

    def of_class(self, code: int) -> tuple[Floats, Floats]:
        """Distinct values of a class with their weights; those of all classes where it has none."""
        own = self.codes == code
        chosen = own if own.any() else np.ones(len(own), dtype=bool)
        distinct, places = np.unique(self.values[chosen], return_inverse=True)
        return distinct, np.bincount(places, self.weights[chosen]).astype(np.float64)


class ColumnDensity(ABC):
    """Logarithm of the density, or of the probability, of the values of a column under each class."""

    @abstractmethod
    def logs(self, values: Floats) -> Floats:
        """Logarithms (N, C) for values (N,) of which none is missing."""


@final
@dataclass(frozen=True, eq=False)
class GaussianDensity(ColumnDensity):
    """A normal density for each class; that of the whole column for a class without values.

    Parameters
    ----------
    means, variances
        Of each class (C,).

    Examples
    --------
    >>> known = KnownValues(np.array([0.0, 2.0, 5.0]), np.array([0, 0, 1]), np.ones(3), 2)
    >>> GaussianDensity.of(known, floor=0.5).variances.round(2)
    array([2.11, 2.11])
    """

    means: Floats
    variances: Floats

    @classmethod
    def of(cls, known: KnownValues, *, floor: float) -> GaussianDensity:
        """Fit; no variance is below `floor` times that of the column."""
        values, weights, totals = known.values, known.weights, known.totals
        mean = float(np.average(values, weights=weights))
        variance = float(np.average((values - mean) ** 2, weights=weights))
        present = totals > 0
        divisors = np.where(present, totals, 1)
        means = np.where(present, known.sums(weights * values) / divisors, mean)
        variances = known.sums(weights * (values - means[known.codes]) ** 2) / divisors
        return cls(means, np.where(present, np.maximum(variances, floor * variance), variance))

    def logs(self, values: Floats) -> Floats:
        """Logarithms of the densities (N, C)."""
        squares = (values[:, None] - self.means) ** 2 / self.variances
        return np.asarray(-0.5 * (squares + np.log(2 * np.pi * self.variances)))


@final
@dataclass(frozen=True, eq=False)
class KernelDensities(ColumnDensity):
    """A mean of normal densities around the training values of each class.

    Parameters
    ----------
    centres, weights
        Distinct training values of each class, and their weights.
    bandwidths
        Standard deviation of the kernels of each class: the range of the column by √n, n being the weight of the class.

    Examples
    --------
    >>> known = KnownValues(np.array([0.0, 2.0, 4.0]), np.array([0, 0, 1]), np.ones(3), 2)
    >>> KernelDensities.of(known).bandwidths
    array([2.82842712, 4.        ])
    """

    centres: tuple[Floats, ...]
    weights: tuple[Floats, ...]
    bandwidths: Floats

    @classmethod
    def of(cls, known: KnownValues) -> KernelDensities:
        """Fit; a class without values gets those of the whole column."""
        centres, weights = zip(*map(known.of_class, range(known.classes)), strict=True)
        reach = np.ptp(known.values)
        return cls(centres, weights, np.array([reach / np.sqrt(weight.sum()) for weight in weights]))

    def logs(self, values: Floats) -> Floats:
        """Logarithms of the densities (N, C)."""
        distinct, places = np.unique(values, return_inverse=True)
        step = max(1, DISTANCES_AT_ONCE // max(map(len, self.centres)))
        starts = range(0, len(distinct), step)
        return np.concatenate([self._logs(distinct[start : start + step]) for start in starts])[places]

    def _logs(self, values: Floats) -> Floats:
        found = np.empty((len(values), len(self.centres)))
        for code, (centres, weights) in enumerate(zip(self.centres, self.weights, strict=True)):
            width = self.bandwidths[code]
            powers = np.log(weights) - 0.5 * ((values[:, None] - centres) / width) ** 2
            largest = powers.max(axis=1)
            sums = np.exp(powers - largest[:, None]).sum(axis=1)
            found[:, code] = largest + np.log(sums) - np.log(weights.sum() * width * np.sqrt(2 * np.pi))
        return found


@final
@dataclass(frozen=True, eq=False)
class LevelShares(ColumnDensity):
    """Shares of the levels in each class, with pseudo-counts; numbers are cut into intervals first.

    Parameters
    ----------
    log_shares
        Logarithms of the shares (L, C).
    cuts
        Cut points of numbers; None where the values are places of levels.

    Examples
    --------
    >>> known = KnownValues(np.array([0.0, 1.0, 1.0]), np.array([0, 0, 1]), np.ones(3), 2)
    >>> np.exp(LevelShares.of(known, levels=2, alpha=1, m=None).log_shares)
    array([[0.5       , 0.33333333],
           [0.5       , 0.66666667]])
    """

    log_shares: Floats
    cuts: Floats | None = None

    @classmethod
    def of(cls, known: KnownValues, *, levels: int, alpha: float, m: float | None) -> LevelShares:
        """Count; with `m`, pseudo-counts are m times the share of the level in the column, else each is `alpha`."""
        counts = np.zeros((levels, known.classes))
        np.add.at(counts, (known.values.astype(np.intp), known.codes), known.weights)
        every = counts.sum(axis=1, keepdims=True)
        pseudo = np.full_like(every, alpha) if m is None else m * every / every.sum()
        shares = counts + np.maximum(pseudo, LEAST_COUNT)
        return cls(np.log(shares / shares.sum(axis=0)))

    @classmethod
    def of_intervals(cls, known: KnownValues, cuts: Floats, *, alpha: float, m: float | None) -> LevelShares:
        """Count the values in each interval; one that equals a cut point lies below it."""
        places = np.searchsorted(cuts, known.values).astype(np.float64)
        inside = KnownValues(places, known.codes, known.weights, known.classes)
        return cls(cls.of(inside, levels=cuts.size + 1, alpha=alpha, m=m).log_shares, cuts)

    def logs(self, values: Floats) -> Floats:
        """Logarithms of the shares (N, C)."""
        places = values.astype(np.intp) if self.cuts is None else np.searchsorted(self.cuts, values)
        return self.log_shares[places]
