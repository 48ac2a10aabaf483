"""Log-likelihoods of fitted models, as the in-sample criteria take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln, xlogy

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "NO_LIKELIHOOD",
    "bernoulli_log_likelihood",
    "categorical_log_likelihood",
    "gaussian_log_likelihood",
    "poisson_log_likelihood",
]

NO_LIKELIHOOD: dict[str, str] = {
    "knn": "nearest neighbours have no likelihood and no fixed number of parameters",
    "svm": "a support vector machine maximises a margin, not a likelihood",
    "tree": "the splits of a tree are searched for, which its number of leaves does not count",
    "c45": "the splits of a tree are searched for, which its number of leaves does not count",
    "random-forest": "a forest averages trees whose splits were searched for, and maximises no likelihood",
    "extra-trees": "a forest averages trees whose splits were drawn, and maximises no likelihood",
    "adaboost": "boosting adds models until it is stopped, and its number of parameters is not defined",
    "hist-gradient-boosting": "boosting adds trees until it is stopped, and its number of parameters is not defined",
    "mlp": "a network is not at the maximum of its likelihood, and its parameters are not identified",
}
"""Named models without likelihood criteria, and why."""


def gaussian_log_likelihood(residuals: ArrayLike, *, variance: float | None = None) -> float:
    """Log-likelihood of normal errors; at the maximum over σ², -n/2 (ln(2π RSS/n) + 1), where no variance is given.

    Examples
    --------
    >>> round(gaussian_log_likelihood([1.0, -1.0, 2.0, -2.0]), 4)
    -7.5083
    """
    e = np.asarray(residuals, dtype=np.float64)
    used = float((e**2).mean()) if variance is None else float(variance)
    if not used > 0:
        message = "a variance of 0 has no normal likelihood: the model reproduces every training row"
        raise InputError(message)
    return float(-0.5 * (e.size * np.log(2 * np.pi * used) + (e**2).sum() / used))


def bernoulli_log_likelihood(truth: ArrayLike, probabilities: ArrayLike) -> float:
    """Σ y ln p + (1 - y) ln(1 - p).

    Examples
    --------
    >>> round(bernoulli_log_likelihood([1, 0], [0.8, 0.4]), 4)
    -0.734
    """
    y, p = np.asarray(truth, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    return float((xlogy(y, p) + xlogy(1 - y, 1 - p)).sum())


def categorical_log_likelihood(truth: ArrayLike, probabilities: ArrayLike) -> float:
    """Σ ln p of the true class; codes (n,) and probabilities (n, C).

    Examples
    --------
    >>> round(categorical_log_likelihood([0, 2], [[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]]), 4)
    -0.9163
    """
    codes, p = np.asarray(truth, dtype=np.intp), np.asarray(probabilities, dtype=np.float64)
    with np.errstate(divide="ignore"):
        return float(np.log(p[np.arange(codes.size), codes]).sum())


def poisson_log_likelihood(truth: ArrayLike, means: ArrayLike) -> float:
    """Σ y ln μ - μ - ln y!.

    Examples
    --------
    >>> round(poisson_log_likelihood([2, 0], [1.5, 0.5]), 4)
    -1.8822
    """
    y, mean = np.asarray(truth, dtype=np.float64), np.asarray(means, dtype=np.float64)
    return float((xlogy(y, mean) - mean - gammaln(y + 1)).sum())
