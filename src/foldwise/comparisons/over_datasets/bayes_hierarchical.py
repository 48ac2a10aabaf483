"""Bayesian hierarchical comparison of two models over datasets, each with its own cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons.posterior import DrawnPosterior, check_rope
from foldwise.errors import InputError, ValidityError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Array, Floats

__all__ = ["HierarchicalPosterior", "bayes_hierarchical"]

CHAINS, WARM_UP, KEPT_DRAWS = 64, 150, 250
LARGEST_PRIOR_SPREAD = 1000.0
"""Upper ends of the uniform priors of the spreads, in mean spreads."""
SHAPE_RANGE, RATE_RANGE = (1.0, 2.0), (0.01, 0.1)
"""Ranges of the uniform priors of the shape and rate of ν - 1."""
LEAST_SPREAD = 0.01
"""A dataset on which all differences are equal gets this share of the mean spread: nothing is that certain."""


@final
@dataclass(frozen=True, eq=False)
class HierarchicalPosterior:
    """Draws of what the datasets have in common, and of the difference on each of them.

    Parameters
    ----------
    centre, scale, df
        Of the t distribution that differences of datasets come from (draws,).
    differences
        Mean difference on each dataset, drawn towards the others (datasets,).
    agreement
        Potential scale reduction of the slowest of centre, log scale and log df; near 1 when the chains agree.
    """

    centre: Floats
    scale: Floats
    df: Floats
    differences: tuple[float, ...]
    agreement: float

    def on_new(self, rope: float) -> DrawnPosterior:
        """Probability, in each draw, that a new dataset lies left of, in or right of the ROPE."""
        from scipy.special import stdtr

        check_rope(rope)
        left = stdtr(self.df, (-rope - self.centre) / self.scale)
        right = stdtr(self.df, (self.centre - rope) / self.scale)
        return DrawnPosterior(np.stack([left, np.clip(1 - left - right, 0, 1), right], axis=1), rope)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Ends of the central region that holds the mean difference over datasets with this probability."""
        low, high = np.quantile(self.centre, [(1 - level) / 2, (1 + level) / 2])
        return float(low), float(high)


def bayes_hierarchical(
    differences: Sequence[Floats], overlap: Sequence[float], rng: np.random.Generator
) -> HierarchicalPosterior:
    """Draw from the posterior of the hierarchical model (METHODS D.13).

    On dataset i the J differences of the resamples have mean δᵢ, variance σᵢ² and common correlation ρᵢ = n₂/(n₁ + n₂);
    δᵢ ~ t_ν(δ₀, σ₀); σᵢ, δ₀, σ₀ uniform; ν = 1 + Gamma(α, β) with α and β uniform.

    Parameters
    ----------
    differences
        One array per dataset: the difference of the two models in each resample.
    overlap
        n₂/n₁ of each dataset's plan.
    rng
        Source of the draws.

    Notes
    -----
    The likelihood depends on the means and variances of the datasets only, so a Gibbs sampler suffices: normal and gamma
    conditionals for δᵢ and σᵢ with t written as a scale mixture of normals, slices for σ₀ and ν with δᵢ and the mixing
    weights integrated out, 64 chains at once.

    References
    ----------
    corani2017.
    """
    if len(differences) < 2:
        message = f"a comparison over datasets needs 2 of them, and there is {len(differences)}"
        raise ValidityError(message, hint="compare for one dataset")
    seen, unit = _summarise(differences, overlap)
    sampler = _Sampler(seen, rng)
    kept: dict[str, list[Array]] = {"centre": [], "scale": [], "df": [], "difference": []}
    for step in range(WARM_UP + KEPT_DRAWS):
        sampler.move()
        if step >= WARM_UP:
            state = (sampler.centre * unit, sampler.scale * unit, sampler.df, sampler.difference.mean(axis=0) * unit)
            for name, values in zip(kept, state, strict=True):
                kept[name].append(values)
    centre, scale, df = (np.stack(kept[name]) for name in ("centre", "scale", "df"))
    worst = max(split_r_hat(values) for values in (centre, np.log(scale), np.log(df)))
    means = np.mean(kept["difference"], axis=0)
    return HierarchicalPosterior(centre.ravel(), scale.ravel(), df.ravel(), tuple(means.tolist()), worst)


@final
@dataclass(frozen=True, eq=False)
class _DatasetMoments:
    """What the likelihood needs of each dataset (q,): mean, Σ(x - mean)²/(1 - ρ), resamples, variance factor of the mean."""

    mean: Floats
    squares: Floats
    size: Floats
    factor: Floats
    farthest: float
    spread_of_means: float


def _summarise(differences: Sequence[Floats], overlap: Sequence[float]) -> tuple[_DatasetMoments, float]:
    """Give the data in units of the mean spread within a dataset, and that unit."""
    if any(one.size < 2 for one in differences):
        message = "a hierarchical comparison needs at least 2 resamples of every dataset"
        raise InputError(message, hint="plan='kfold(10, repeats=3)'")
    spreads = np.array([one.std(ddof=1) for one in differences])
    unit = float(spreads.mean())
    if unit == 0:
        message = "the two models score the same in every resample of every dataset"
        raise ValidityError(message, hint="bayes-signed-rank")
    spreads = np.maximum(spreads / unit, LEAST_SPREAD)
    sizes = np.array([one.size for one in differences], dtype=np.float64)
    rho = np.asarray(overlap) / (1 + np.asarray(overlap))
    means = np.array([one.mean() for one in differences]) / unit
    farthest = max(float(np.abs(one).max()) for one in differences) / unit
    factor = (1 + (sizes - 1) * rho) / sizes
    apart = max(float(means.std(ddof=1)), LEAST_SPREAD)
    return _DatasetMoments(means, (sizes - 1) * spreads**2 / (1 - rho), sizes, factor, farthest, apart), unit


@final
class _Sampler:
    """State of all chains; `move` is one sweep."""

    def __init__(self, seen: _DatasetMoments, rng: np.random.Generator) -> None:
        self.seen, self.rng = seen, rng
        shape = (CHAINS, seen.mean.size)
        self.centre = rng.uniform(-1, 1, CHAINS) * seen.spread_of_means + seen.mean.mean()
        self.centre = np.clip(self.centre, -seen.farthest, seen.farthest)
        self.scale = seen.spread_of_means * np.exp(rng.uniform(-2, 1, CHAINS))
        self.df = 1 + rng.gamma(2, 10, CHAINS)
        self.alpha, self.beta = rng.uniform(*SHAPE_RANGE, CHAINS), rng.uniform(*RATE_RANGE, CHAINS)
        self.mixing = np.ones(shape)
        self.variance = np.ones(shape)
        self.difference = np.tile(seen.mean, (CHAINS, 1))

    def move(self) -> None:
        """Draw every unknown given the others."""
        self._common()
        self._differences()
        self._tails()
        self._variances()

    def _common(self) -> None:
        """δ₀ and σ₀ with the δᵢ integrated out: x̄ᵢ ~ N(δ₀, σ₀²/λᵢ + aᵢσᵢ²)."""
        own = self.seen.factor * self.variance
        squared = (self.seen.mean - self.centre[:, None]) ** 2

        def density(log_scale: Floats) -> Floats:
            total = np.exp(2 * log_scale)[:, None] / self.mixing + own
            return log_scale - (np.log(total) + squared / total).sum(axis=1) / 2

        top = np.log(LARGEST_PRIOR_SPREAD * self.seen.spread_of_means)
        self.scale = np.exp(slice_move(density, np.log(self.scale), (top - 40, top), self.rng))
        precision = 1 / (self.scale[:, None] ** 2 / self.mixing + own)
        total = precision.sum(axis=1)
        middle = (precision * self.seen.mean).sum(axis=1) / total
        self.centre = truncated_normal(middle, 1 / np.sqrt(total), self.seen.farthest, self.rng)

    def _differences(self) -> None:
        """δᵢ, normal."""
        common = self.mixing / self.scale[:, None] ** 2
        own = 1 / (self.seen.factor * self.variance)
        middle = (common * self.centre[:, None] + own * self.seen.mean) / (common + own)
        self.difference = middle + self.rng.normal(size=middle.shape) / np.sqrt(common + own)

    def _tails(self) -> None:
        """ν with the mixing weights integrated out, its α and β, then the weights."""
        from scipy.special import gammaln

        squared = ((self.difference - self.centre[:, None]) / self.scale[:, None]) ** 2
        q = squared.shape[1]

        def density(log_more: Floats) -> Floats:
            more = np.exp(log_more)
            df = 1 + more
            t = q * (gammaln((df + 1) / 2) - gammaln(df / 2) - np.log(df) / 2)
            t = t - (df + 1) / 2 * np.log1p(squared / df[:, None]).sum(axis=1)
            return t + self.alpha * log_more - self.beta * more

        log_more = slice_move(density, np.log(self.df - 1), (-20.0, 10.0), self.rng)
        self.df = 1 + np.exp(log_more)
        self.alpha = slice_move(
            lambda a: a * (np.log(self.beta) + log_more) - gammaln(a), self.alpha, SHAPE_RANGE, self.rng
        )
        self.beta = slice_move(lambda b: self.alpha * np.log(b) - b * (self.df - 1), self.beta, RATE_RANGE, self.rng)
        self.mixing = self.rng.gamma((self.df[:, None] + 1) / 2, 2 / (self.df[:, None] + squared))

    def _variances(self) -> None:
        """σᵢ², inverse gamma; the upper end of the prior is so far off that it only stops overflow."""
        seen = self.seen
        scale = (seen.mean - self.difference) ** 2 / seen.factor + seen.squares
        precision = self.rng.gamma((seen.size - 1) / 2, 2 / scale)
        self.variance = 1 / np.maximum(precision, 1 / LARGEST_PRIOR_SPREAD**2)


def slice_move(
    density: Callable[[Floats], Floats], at: Floats, ends: tuple[float, float], rng: np.random.Generator
) -> Floats:
    """One slice move of every chain inside a bounded range, shrinking the range at each miss.

    References
    ----------
    neal2003, figure 5.
    """
    floor = density(at) - rng.exponential(size=at.size)
    low, high = np.full(at.size, ends[0]), np.full(at.size, ends[1])
    moved = at.copy()
    waiting = np.ones(at.size, dtype=np.bool_)
    while waiting.any():
        proposal = np.where(waiting, low + rng.random(at.size) * (high - low), moved)
        good = density(proposal) >= floor
        moved = np.where(waiting & good, proposal, moved)
        miss = waiting & ~good
        low = np.where(miss & (proposal < at), proposal, low)
        high = np.where(miss & (proposal >= at), proposal, high)
        waiting = miss & (high - low > 1e-12)
    return moved


def truncated_normal(middle: Floats, spread: Floats, farthest: float, rng: np.random.Generator) -> Floats:
    """Draw normals between -farthest and farthest by inverting the distribution."""
    from scipy.special import ndtr, ndtri

    low, high = ndtr((-farthest - middle) / spread), ndtr((farthest - middle) / spread)
    drawn = middle + spread * ndtri(low + rng.random(middle.size) * (high - low))
    return np.clip(drawn, -farthest, farthest)


def split_r_hat(draws: Floats) -> float:
    """Potential scale reduction of chains (steps, chains), each cut in halves; 1 when they agree.

    References
    ----------
    gelman2013, section 11.4.
    """
    half = len(draws) // 2
    chains = np.concatenate([draws[:half], draws[half : 2 * half]], axis=1)
    within = chains.var(axis=0, ddof=1).mean()
    between = chains.mean(axis=0).var(ddof=1)
    return float(np.sqrt((half - 1) / half + between / within)) if within > 0 else 1.0
