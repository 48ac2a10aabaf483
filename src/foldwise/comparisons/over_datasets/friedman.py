"""Friedman's test: whether several models differ at all, over several datasets."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons.comparison import floored
from foldwise.comparisons.ranks import tie_sum, with_ties
from foldwise.errors import ValidityError
from foldwise.measures import midranks

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["Friedman", "friedman", "rank_rows"]


@final
@dataclass(frozen=True)
class Friedman:
    """Mean ranks of k models over N datasets, and whether they differ by more than chance.

    Parameters
    ----------
    ranks
        Mean rank of each model, 1 the best.
    datasets
        Number of datasets, N.
    chi2
        Friedman's statistic; `chi2_ties` the same corrected for ties.
    p_value
        Of `chi2_ties`, against χ² with k - 1 degrees of freedom.
    f
        The less conservative statistic of Iman and Davenport, made from `chi2`; infinite where all datasets agree.
    p_value_f
        Of `f`, against F with k - 1 and (k - 1)(N - 1) degrees of freedom; the chance of agreement where `f` is infinite.
    """

    ranks: tuple[float, ...]
    datasets: int
    chi2: float
    chi2_ties: float
    p_value: float
    f: float
    p_value_f: float

    @property
    def statistic(self) -> float:
        """Friedman's χ² corrected for ties, to which `p_value` and `df` belong; it has no sign."""
        return self.chi2_ties

    @property
    def df(self) -> int:
        """Degrees of freedom of χ², k - 1."""
        return self.models - 1

    @property
    def df_f(self) -> tuple[int, int]:
        """Degrees of freedom of `f`, k - 1 and (k - 1)(N - 1)."""
        return self.df, self.df * (self.datasets - 1)

    @property
    def models(self) -> int:
        """Number of models, k."""
        return len(self.ranks)


def friedman(losses: Floats) -> Friedman:
    """Test whether k models differ over N datasets (N, k), lower is better (METHODS D.12).

    χ² = 12N/(k(k+1)) · (Σ R_j² - k(k+1)²/4), with ties divided by 1 - Σ(t³ - t)/(N k(k² - 1));
    F = (N - 1)χ²/(N(k - 1) - χ²).

    References
    ----------
    demsar2006; iman1980.

    Examples
    --------
    >>> result = friedman(np.array([[0.1, 0.2, 0.3], [0.2, 0.3, 0.4], [0.1, 0.3, 0.2], [0.1, 0.2, 0.3]]))
    >>> [round(rank, 2) for rank in result.ranks], round(result.chi2, 2), round(result.f, 2)
    ([1.0, 2.25, 2.75], 6.5, 13.0)
    """
    from scipy.special import chdtrc, fdtrc

    n, k = losses.shape
    if n < 2 or k < 3:
        message = f"Friedman's test needs 3 models on 2 datasets, and there are {k} models on {n} datasets"
        raise ValidityError(message, hint="the Wilcoxon signed-rank test for two models")
    ranks = rank_rows(losses)
    mean = ranks.mean(axis=0)
    chi2 = 12 * n / (k * (k + 1)) * float((mean**2).sum() - k * (k + 1) ** 2 / 4)
    ties = 1 - sum(map(tie_sum, ranks)) / (n * k * (k**2 - 1))
    corrected = chi2 / ties if ties > 0 else 0.0
    rest = n * (k - 1) - chi2
    f = (n - 1) * chi2 / rest if rest > 1e-9 else float("inf")
    # Where all datasets agree F has no p-value; that equal models are ranked alike N times has (1/k!)^(N-1).
    p_f = float(fdtrc(k - 1, (k - 1) * (n - 1), f)) if np.isfinite(f) else float(factorial(k)) ** -(n - 1)
    return Friedman(tuple(mean.tolist()), n, chi2, corrected, floored(chdtrc(k - 1, corrected)), f, floored(p_f))


def rank_rows(losses: Floats) -> Floats:
    """Rank within each row, the lowest first; ties share their mean rank (N, k)."""
    return np.stack([midranks(with_ties(row)) for row in losses])
