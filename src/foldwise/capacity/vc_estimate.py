"""The effective VC dimension of a learner, measured by fitting random labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.capacity.labelled_fit import fitted_labels
from foldwise.diagnoses import EffectiveDimension, fit_vc_dimension
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats
    from foldwise.typing import Model

__all__ = ["estimate_vc_dimension"]

SIZES = (5, 8, 12, 20, 30, 50, 80)
"""Half-sample sizes that are fitted by default."""


def estimate_vc_dimension(
    model: Model,
    draw: Callable[[int, np.random.Generator], ArrayLike] | int,
    *,
    sizes: tuple[int, ...] = SIZES,
    draws: int = 10,
    seed: int = 0,
) -> EffectiveDimension:
    """Measure the VC dimension of a learner (Vapnik, Levin and LeCun 1994; METHODS F.6).

    Twice n' rows get random labels and are fitted; 1 - 2 · training error is the largest deviation between the error rates
    of two half-samples, and the dimension is fitted to its fall with n'. For learners that minimise their training error
    approximately; others seem smaller than their family is.

    Parameters
    ----------
    model
        Any classifier of scikit-learn's kind; it is copied, never changed.
    draw
        Gives that many rows of features; or the number of columns, which are then standard normal.
    sizes
        Half-sample sizes n', from below the dimension to some 20 times it.
    draws
        Sets of rows and labels for each size.
    seed
        Seed of rows and labels.

    References
    ----------
    vapnik1994.

    Examples
    --------
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> found = estimate_vc_dimension(LinearDiscriminantAnalysis(), 4, draws=5)
    >>> 2 < found.value < 8
    True
    """
    if len(sizes) < 2 or draws < 1:
        message = f"two sizes or more and a draw or more are needed, not {len(sizes)} and {draws}"
        raise InputError(message)
    rng = np.random.default_rng(seed)
    deviations = [
        float(np.mean([_deviation(model, _rows(draw, 2 * size, rng), rng) for _ in range(draws)])) for size in sizes
    ]
    return fit_vc_dimension(sizes, deviations)


def _rows(draw: Callable[[int, np.random.Generator], ArrayLike] | int, n: int, rng: np.random.Generator) -> Floats:
    return rng.normal(size=(n, draw)) if isinstance(draw, int) else np.asarray(draw(n, rng), dtype=np.float64)


def _deviation(model: Model, X: Floats, rng: np.random.Generator) -> float:
    labels = rng.integers(0, 2, len(X))
    wrong = float((fitted_labels(model, X, labels) != labels).mean())
    return 1 - 2 * min(wrong, 1 - wrong)
