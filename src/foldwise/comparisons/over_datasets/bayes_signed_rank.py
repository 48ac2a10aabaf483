"""Bayesian sign and signed-rank tests over datasets: what to expect of a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.comparisons.posterior import DrawnPosterior, check_rope
from foldwise.errors import ValidityError

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["DRAWS", "bayes_sign", "bayes_signed_rank"]

DRAWS = 50_000
"""Draws from the posterior."""
NUMBERS_AT_ONCE = 2_000_000
"""Numbers of one block of draws."""


def bayes_sign(
    differences: Floats, rope: float, rng: np.random.Generator, *, prior: float = 1.0, draws: int = DRAWS
) -> DrawnPosterior:
    """Dirichlet posterior of the shares of datasets left of, in and right of the ROPE (METHODS D.13).

    θ ~ Dirichlet(n_left, n_rope + s, n_right): the prior counts for s datasets without a difference.

    References
    ----------
    benavoli2017, section 4.1.

    Examples
    --------
    >>> shares = bayes_sign(np.array([0.1, 0.2, 0.15, 0.3, 0.1, -0.2]), 0.01, np.random.default_rng(0)).shares()
    >>> round(shares.right, 2)
    0.94
    """
    _check(differences, rope)
    left, right = int((differences < -rope).sum()), int((differences > rope).sum())
    weights = np.array([left, differences.size - left - right + prior, right], dtype=np.float64)
    # A share of a Dirichlet whose weight is 0 is 0.
    drawn = np.zeros((draws, 3))
    drawn[:, weights > 0] = rng.dirichlet(weights[weights > 0], draws)
    return DrawnPosterior(drawn, rope)


def bayes_signed_rank(
    differences: Floats, rope: float, rng: np.random.Generator, *, prior: float = 0.5, draws: int = DRAWS
) -> DrawnPosterior:
    """Posterior of where the mean of two differences lies, under a Dirichlet process (METHODS D.13).

    A pseudo-dataset without a difference has weight s; w ~ Dirichlet(s, 1, …, 1), and
    θ_right = Σᵢ Σⱼ wᵢ wⱼ 1[zᵢ + zⱼ > 2r] with ties counted half, θ_left likewise, θ_rope the rest.

    References
    ----------
    benavoli2014; benavoli2017, section 4.2.

    Examples
    --------
    >>> shares = bayes_signed_rank(np.array([0.1, 0.2, 0.15, 0.3, 0.1, -0.2]), 0.01, np.random.default_rng(0)).shares()
    >>> round(shares.right, 2)
    0.93
    """
    _check(differences, rope)
    z = np.concatenate([[0.0], differences])
    sums = z[:, None] + z
    right = (sums > 2 * rope) + (sums == 2 * rope) / 2
    left = (sums < -2 * rope) + (sums == -2 * rope) / 2
    weights = np.concatenate([[prior], np.ones(differences.size)])
    step = max(1, NUMBERS_AT_ONCE // z.size)
    blocks = []
    for start in range(0, draws, step):
        w = rng.dirichlet(weights, min(step, draws - start))  # (draws, q + 1)
        masses = [((w @ table) * w).sum(axis=1) for table in (left, right)]
        blocks.append(np.stack([masses[0], 1 - masses[0] - masses[1], masses[1]], axis=1))
    return DrawnPosterior(np.clip(np.concatenate(blocks), 0, 1), rope)


def _check(differences: Floats, rope: float) -> None:
    check_rope(rope)
    if differences.size < 2:
        message = f"a comparison over datasets needs 2 of them, and there is {differences.size}"
        raise ValidityError(message, hint="compare for one dataset")
