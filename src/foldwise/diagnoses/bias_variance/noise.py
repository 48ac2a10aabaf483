"""Noise: how far the truth of a row varies although its features do not; declared, or estimated from replicates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Codes, Floats

__all__ = ["Noise", "noise_of_replicates", "replicates_of", "shares_of_replicates"]


@final
@dataclass(frozen=True, eq=False)
class Noise:
    """What is known of the noise; nothing by default, and then bias and noise cannot be told apart.

    Parameters
    ----------
    variance
        Var(y | x) of a numeric target, one number or one per row.
    optimal
        E(y | x) of a numeric target where it is known, as in a simulation (n,).
    shares
        P(class | x) of each row (n, C).
    replicates
        Number of labels that each row's shares were counted from (n,); None where they are known exactly.

    Examples
    --------
    >>> Noise(variance=0.25).known
    True
    """

    variance: float | Floats | None = None
    optimal: Floats | None = None
    shares: Floats | None = None
    replicates: Codes | None = None

    @property
    def known(self) -> bool:
        """Whether bias and noise can be told apart."""
        return self.variance is not None or self.shares is not None

    def check(self, n: int, classes: int) -> None:
        """Refuse what does not fit the rows."""
        if self.shares is not None and (
            self.shares.shape != (n, classes) or not np.allclose(self.shares.sum(axis=1), 1) or self.shares.min() < 0
        ):
            message = f"shares are the probabilities of {classes} classes for {n} rows, each row summing to 1"
            raise InputError(message)
        if self.variance is not None and (np.shape(self.variance) not in ((), (n,)) or np.min(self.variance) < 0):
            message = f"the variance of the noise is one number, or one for each of {n} rows, and not negative"
            raise InputError(message)
        if self.optimal is not None and (self.optimal.shape != (n,) or self.variance is None):
            message = f"optimal is E(y | x) of each of {n} rows, and needs the variance of the noise beside it"
            raise InputError(message)


def replicates_of(X: ArrayLike) -> Codes:
    """Number the rows so that rows with equal features have one number (n,).

    Examples
    --------
    >>> replicates_of([[1, 2], [3, 4], [1, 2]]).tolist()
    [0, 1, 0]
    """
    table: Any = np.asarray(X)
    return np.unique(table.reshape(len(table), -1), axis=0, return_inverse=True)[1].reshape(-1)


def noise_of_replicates(truth: ArrayLike, replicates: ArrayLike) -> Noise:
    """Pool the variance of a numeric target within rows of equal features: Σ (y - ȳ_cell)² / Σ (m_cell - 1).

    Assumes that the variance is the same everywhere.

    Examples
    --------
    >>> noise_of_replicates([1.0, 3.0, 5.0, 5.0], [0, 0, 1, 1]).variance
    1.0
    """
    values, cells = np.asarray(truth, dtype=np.float64), np.asarray(replicates)
    sizes = np.bincount(cells)
    free = int((sizes[sizes > 0] - 1).sum())
    if free < 1:
        message = "no two rows have equal features, and noise cannot be estimated without such replicates"
        raise InputError(message, hint="Noise(variance=...), declared")
    means = np.bincount(cells, weights=values) / np.maximum(sizes, 1)
    return Noise(variance=float(((values - means[cells]) ** 2).sum() / free))


def shares_of_replicates(truth: ArrayLike, replicates: ArrayLike, classes: int) -> Noise:
    """Count the classes among rows of equal features.

    Examples
    --------
    >>> shares_of_replicates([0, 1, 1, 1], [0, 0, 0, 1], 2).shares.round(2).tolist()
    [[0.33, 0.67], [0.33, 0.67], [0.33, 0.67], [0.0, 1.0]]
    """
    codes, cells = np.asarray(truth), np.asarray(replicates)
    table = np.zeros((int(cells.max()) + 1, classes))
    np.add.at(table, (cells, codes), 1)
    sizes = table.sum(axis=1)
    if sizes.max() < 2:
        message = "no two rows have equal features, and noise cannot be estimated without such replicates"
        raise InputError(message, hint="Noise(shares=...), declared")
    return Noise(shares=(table / np.maximum(sizes, 1)[:, None])[cells], replicates=sizes[cells].astype(np.intp))
