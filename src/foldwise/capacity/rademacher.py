"""Rademacher complexity: how well a learner fits labels that mean nothing."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.capacity.labelled_fit import fitted_labels
from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.typing import Model

__all__ = ["RademacherComplexity", "rademacher_complexity"]


@final
@dataclass(frozen=True)
class RademacherComplexity:
    """Mean of 1 - 2 · training error on random labels, with its Monte-Carlo standard error.

    A lower bound for a learner that does not minimise its training error exactly.
    """

    value: float
    error: float
    draws: int


def rademacher_complexity(model: Model, X: ArrayLike, *, draws: int = 20, seed: int = 0) -> RademacherComplexity:
    """E max (1/n) Σ σᵢ f(xᵢ) over random labels σ of ±1, which is E(1 - 2 · least training error) (METHODS F.7).

    0 for rules that cannot follow noise, 1 for those that reproduce any labels. It is a property of the rows at hand and
    the learner, and enters `foldwise.diagnoses.rademacher_bound`.

    Parameters
    ----------
    model
        Any classifier of scikit-learn's kind; it is copied, never changed.
    X
        Features (n, p), as numbers.
    draws
        Sets of labels that are drawn and fitted.
    seed
        Seed of the labels.

    References
    ----------
    bartlett2002.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X = np.random.default_rng(0).normal(size=(30, 2))
    >>> rademacher_complexity(KNeighborsClassifier(1), X, draws=3).value
    1.0
    """
    table = np.asarray(X, dtype=np.float64)
    if table.ndim != 2 or len(table) < 2 or draws < 2:
        message = f"a table of two rows or more and two draws or more are needed, not {table.shape} and {draws}"
        raise InputError(message)
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(draws):
        labels = rng.integers(0, 2, len(table))
        wrong = float((fitted_labels(model, table, labels) != labels).mean())
        found.append(1 - 2 * min(wrong, 1 - wrong))
    return RademacherComplexity(float(np.mean(found)), float(np.std(found, ddof=1) / sqrt(draws)), draws)
