"""The shattering game: whether a learner reproduces every labelling of some points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.capacity.labelled_fit import fitted_labels
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Codes, Floats
    from foldwise.typing import Model

__all__ = ["Shattering", "shatters"]

MOST_POINTS = 14
"""More points have more labellings than one wants to fit."""


@final
@dataclass(frozen=True, eq=False)
class Shattering:
    """Whether a learner reproduced every labelling of some points.

    Parameters
    ----------
    points
        The points (n, p).
    labelling
        The first labelling that it failed on, of 0 and 1; None where it failed on none (n,).
    predicted
        What it predicted for that labelling (n,).
    tried
        Labellings that were tried.
    """

    points: Floats
    labelling: Codes | None
    predicted: Codes | None
    tried: int

    @property
    def shattered(self) -> bool:
        """Whether every labelling was reproduced."""
        return self.labelling is None

    def __bool__(self) -> bool:
        """Whether every labelling was reproduced."""
        return self.shattered

    def __str__(self) -> str:
        """The verdict, with the labelling that failed."""
        many = count_of(len(self.points), "point")
        if self.labelling is None or self.predicted is None:
            return f"{many} shattered: all {self.tried:,} labellings reproduced"
        wanted, got = ("".join(str(int(bit)) for bit in one) for one in (self.labelling, self.predicted))
        return f"{many} not shattered: for the labels {wanted} the learner predicts {got}"


def shatters(model: Model, points: ArrayLike) -> Shattering:
    """Fit a learner to every labelling of some points, until it fails to reproduce one (METHODS F.5).

    A family of rules has the VC dimension h if some h points are shattered and no h + 1 points are. The learner stands for
    its family only if it finds a rule without training errors where there is one: take a large `C` for support vector
    machines and logistic regression, and no limit of the size for trees. Labellings of one class count as reproduced.

    Parameters
    ----------
    model
        Any classifier of scikit-learn's kind; it is copied, never changed.
    points
        Points (n, p), at most 14.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> line = SVC(kernel="linear", C=1e6)
    >>> print(shatters(line, [[0, 0], [1, 0], [0, 1]]))
    3 points shattered: all 8 labellings reproduced
    >>> bool(shatters(line, [[0, 0], [1, 1], [1, 0], [0, 1]]))
    False
    """
    X = np.asarray(points, dtype=np.float64)
    if X.ndim != 2 or not 1 <= len(X) <= MOST_POINTS or not np.isfinite(X).all():
        message = (
            f"between 1 and {MOST_POINTS} points of finite numbers, points x columns, not an array of shape {X.shape}"
        )
        raise InputError(message)
    if len(np.unique(X, axis=0)) < len(X):
        message = "two points are the same, and no rule labels them differently"
        raise InputError(message, hint="numpy.unique(points, axis=0)")
    tried = 0
    for bits in product((0, 1), repeat=len(X)):
        labels = np.array(bits, dtype=np.intp)
        predicted = fitted_labels(model, X, labels)
        tried += 1
        if (predicted != labels).any():
            return Shattering(X, labels, predicted, tried)
    return Shattering(X, None, None, tried)
