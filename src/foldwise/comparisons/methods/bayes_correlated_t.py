"""The Bayesian correlated t-test: what to believe about the difference of two models on one dataset."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from foldwise.comparisons.posterior import Posterior

if TYPE_CHECKING:
    from foldwise.arrays import Scores

__all__ = ["correlated_posterior"]


def correlated_posterior(
    differences: Scores,
    overlap: float,
    *,
    centre: float | None = None,
    hidden: float = 0.0,
    draws: float | None = None,
) -> Posterior:
    """Posterior of the difference given one difference per resample (METHODS D.13).

    δ ~ t(J - 1) around the mean, with scale² = s²(1/J + n₂/n₁): the correlation of the resamples is taken as
    ρ = n₂/(n₁ + n₂). It is the corrected t-test read the other way round: P(δ > 0) = 1 - p/2 where the mean is positive.

    Parameters
    ----------
    differences
        Difference in each resample (J,).
    overlap
        n₂/n₁, test rows to training rows.
    centre
        Estimate of the difference, where it is not the mean of the resamples.
    hidden
        Variance that stratified resamples do not show.
    draws
        What J counts for in 1/J, where repeats are to be given less credit.

    References
    ----------
    corani2015; benavoli2017, section 3.

    Examples
    --------
    >>> import numpy as np
    >>> found = correlated_posterior(np.array([1, 2, -2, 2, 2]) / 30, 1 / 4)
    >>> round(found.above(0), 4), round(found.shares(0.01).rope, 4)
    (0.781, 0.1268)
    """
    j = differences.size
    factor = 1 / (j if draws is None else min(j, draws)) + overlap
    middle = float(differences.mean()) if centre is None else centre
    return Posterior(middle, sqrt((float(differences.var(ddof=1)) + hidden) * factor), j - 1)
