"""Critical differences of mean ranks: Nemenyi for all pairs, Bonferroni-Dunn against a reference."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from foldwise.comparisons.comparison import SMALLEST_P_VALUE
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats

__all__ = ["CriticalDifference", "RankZ", "bonferroni_dunn", "cliques", "nemenyi", "nemenyi_p_values", "rank_z"]


@final
@dataclass(frozen=True)
class CriticalDifference:
    """Mean ranks that differ by less than `value` leave the pair undecided at this level."""

    value: float
    level: float
    method: str


class RankZ(NamedTuple):
    """z of each mean rank against that of a reference, with its sign, and its two-sided p-value (k,)."""

    statistic: Floats
    p_value: Floats

    @property
    def df(self) -> float:
        """Degrees of freedom: z is a t with infinitely many."""
        return np.inf


def nemenyi(models: int, datasets: int, level: float = 0.95) -> CriticalDifference:
    """Critical difference between any two of k mean ranks: q √(k(k+1)/(6N)) (METHODS D.12).

    q is the quantile of the studentised range with infinite degrees of freedom, divided by √2.

    Notes
    -----
    What mean ranks say about two models depends on the others in the pool (benavoli2016), so Wilcoxon with Holm is the
    default and this is for those who ask for it.

    References
    ----------
    nemenyi1963; demsar2006, table 5.

    Examples
    --------
    >>> round(nemenyi(4, 14).value, 3)
    1.254
    """
    from scipy.stats import studentized_range

    _check(models, datasets)
    q = float(studentized_range.ppf(level, models, np.inf)) / sqrt(2)
    return CriticalDifference(q * _unit(models, datasets), level, "nemenyi")


def nemenyi_p_values(ranks: Sequence[float], datasets: int) -> Floats:
    """P-values of all pairs of k mean ranks by Nemenyi's test (k, k), adjusted for all pairs at once; 1 on the diagonal.

    P(Q > √2 |R_i - R_j|/√(k(k+1)/(6N))), Q the studentised range of k values with infinite degrees of freedom. A p-value is
    below 1 - level where the ranks differ by more than the critical difference of that level.

    References
    ----------
    nemenyi1963; demsar2006.

    Examples
    --------
    >>> np.round(nemenyi_p_values([3.143, 2.0, 2.893, 1.964], 14), 3)
    array([[1.   , 0.089, 0.956, 0.074],
           [0.089, 1.   , 0.259, 1.   ],
           [0.956, 0.259, 1.   , 0.226],
           [0.074, 1.   , 0.226, 1.   ]])
    """
    from scipy.stats import studentized_range

    models = len(ranks)
    _check(models, datasets)
    mean = np.asarray(ranks, dtype=np.float64)
    above = np.triu_indices(models, 1)
    q = sqrt(2) * np.abs(mean[:, None] - mean)[above] / _unit(models, datasets)
    found = np.ones((models, models))
    found[above] = np.clip(studentized_range.sf(q, models, np.inf), SMALLEST_P_VALUE, 1.0)
    return np.minimum(found, found.T)


def bonferroni_dunn(models: int, datasets: int, level: float = 0.95) -> CriticalDifference:
    """Critical difference between a reference and each of the k - 1 others: z(1 - (1 - level)/(2(k - 1))) √(k(k+1)/(6N)).

    References
    ----------
    dunn1961; demsar2006, table 5, whose 2.724 for nine models should read 2.734.

    Examples
    --------
    >>> round(bonferroni_dunn(4, 14).value, 3)
    1.168
    """
    from scipy.special import ndtri

    _check(models, datasets)
    z = float(ndtri(1 - (1 - level) / (2 * (models - 1))))
    return CriticalDifference(z * _unit(models, datasets), level, "bonferroni-dunn")


def rank_z(ranks: Sequence[float], reference: int, datasets: int) -> RankZ:
    """Mean ranks against that of a reference, by z = (R_i - R_0)/√(k(k+1)/(6N)); p is 1 for the reference itself.

    Examples
    --------
    >>> found = rank_z([3.143, 2.0, 2.893, 1.964], 0, 14)
    >>> np.round(found.statistic, 3), np.round(found.p_value, 3)
    (array([ 0.   , -2.342, -0.512, -2.416]), array([1.   , 0.019, 0.608, 0.016]))
    """
    from scipy.special import ndtr

    z = (np.asarray(ranks) - ranks[reference]) / _unit(len(ranks), datasets)
    return RankZ(z, np.asarray(2 * ndtr(-np.abs(z))))


def cliques(apart: Floats, order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Largest runs of neighbours, in the order of their ranks, of which all pairs are undecided (k, k) → bars.

    Examples
    --------
    >>> told = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    >>> cliques(told, [0, 1, 2])
    ((0, 1), (1, 2))
    """
    runs: list[tuple[int, ...]] = []
    for start in range(len(order)):
        stop = start + 1
        while stop < len(order) and not any(apart[order[at], order[stop]] for at in range(start, stop)):
            stop += 1
        run = tuple(order[start:stop])
        if len(run) > 1 and not any(set(run) <= set(before) for before in runs):
            runs.append(run)
    return tuple(runs)


def _unit(models: int, datasets: int) -> float:
    """Standard error of the difference of two mean ranks."""
    return sqrt(models * (models + 1) / (6 * datasets))


def _check(models: int, datasets: int) -> None:
    if models < 2 or datasets < 2:
        message = f"ranks are compared for 2 or more models on 2 or more datasets, not {models} on {datasets}"
        raise InputError(message)
