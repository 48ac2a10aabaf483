"""The evidence of counts: Dirichlet and multinomial."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["dirichlet_evidence"]


def dirichlet_evidence(counts: ArrayLike, concentration: float = 1.0) -> float:
    """Log evidence of class counts in cells whose shares have a Dirichlet prior: Π Γ(Cα)/Γ(N + Cα) Π Γ(nₖ + α)/Γ(α).

    For naive Bayes, decision tables and trees: a cell is a leaf, or a value of a column within a class (METHODS F.4).

    Parameters
    ----------
    counts
        Rows of each class in each cell (cells, C), or in one cell (C,).
    concentration
        α of every class: 1 is uniform, ½ Jeffreys.

    References
    ----------
    heckerman1995.

    Examples
    --------
    >>> float(np.exp(dirichlet_evidence([1, 1])).round(6))
    0.166667
    """
    table = np.atleast_2d(np.asarray(counts, dtype=np.float64))
    if table.min() < 0 or not concentration > 0:
        message = f"counts are 0 or more and a concentration is above 0, not {concentration:g}"
        raise InputError(message)
    whole = table.shape[1] * concentration
    cells = gammaln(whole) - gammaln(table.sum(axis=1) + whole)
    return float((cells + (gammaln(table + concentration) - gammaln(concentration)).sum(axis=1)).sum())
