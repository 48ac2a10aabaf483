"""Logistic recalibration: the truth regressed on the logit of the probability."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, final

import numpy as np
from scipy.special import expit, logit

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["Recalibration", "binary_probabilities", "recalibrate"]

CLIP = 1e-12
"""Probabilities of 0 and 1 are moved by this before they are turned into logits."""
STEPS = 100
"""Steps of Newton's method, at most."""
STEEPEST_SLOPE = 50.0
"""A slope beyond this means that the classes are separated, and there is no maximum."""


@final
@dataclass(frozen=True)
class Recalibration:
    """Intercept and slope of the truth on the logit of the probability, and the log-likelihoods with and without them.

    NaN where the classes are separated, so that no slope is large enough.
    """

    intercept: float
    slope: float
    log_likelihood: float
    as_given: float


def recalibrate(truth: ArrayLike, probabilities: ArrayLike) -> Recalibration:
    """Fit P(y = 1) = 1/(1 + exp(-(a + b·logit p))) by Newton's method; calibrated probabilities have a = 0 and b = 1.

    References
    ----------
    cox1958.

    Examples
    --------
    >>> p = np.repeat([0.2, 0.8], 10)
    >>> y = np.repeat([1, 0, 1, 0], [4, 6, 6, 4])
    >>> found = recalibrate(y, p)
    >>> round(found.slope, 4), round(abs(found.intercept), 4)
    (0.2925, 0.0)
    """
    y, p = binary_probabilities(truth, probabilities)
    x = logit(np.clip(p, CLIP, 1 - CLIP))
    design = np.column_stack([np.ones(x.size), x])
    beta = _newton(design, y)
    given = _log_likelihood(y, x)
    if beta is None:
        return Recalibration(nan, nan, nan, given)
    return Recalibration(float(beta[0]), float(beta[1]), _log_likelihood(y, design @ beta), given)


def _newton(design: Floats, y: Floats) -> Floats | None:
    """Maximum of the likelihood, or None where there is none."""
    if y.min() == y.max() or np.ptp(design[:, 1]) == 0:
        return None
    beta = np.zeros(2)
    for _ in range(STEPS):
        mean = expit(design @ beta)
        curvature = (design * (mean * (1 - mean))[:, None]).T @ design
        if np.linalg.cond(curvature) > 1e14 or abs(beta[1]) > STEEPEST_SLOPE:
            return None
        step = np.linalg.solve(curvature, design.T @ (y - mean))
        beta = beta + step * min(1.0, 5 / max(np.abs(step).max(), CLIP))
        if np.abs(step).max() < 1e-10:
            return beta
    return None


def _log_likelihood(y: Floats, x: Floats) -> float:
    """Σ ln P(y) of logits."""
    return float(-np.logaddexp(0, np.where(y == 1, -x, x)).sum())


def binary_probabilities(truth: ArrayLike, probabilities: ArrayLike) -> tuple[Floats, Floats]:
    """Check labels 0 and 1 and probabilities of 1 (n,)."""
    y, p = np.asarray(truth, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    if y.ndim != 1 or y.shape != p.shape or not y.size:
        message = f"truth and probabilities are of the same rows, and have the shapes {y.shape} and {p.shape}"
        raise InputError(message)
    if not np.isin(y, (0, 1)).all():
        message = "truth is 1 for rows of the positive class and 0 for others"
        raise InputError(message, hint="(labels == positive).astype(int)")
    if not (np.isfinite(p).all() and p.min() >= 0 and p.max() <= 1):
        message = "probabilities lie between 0 and 1"
        raise InputError(message)
    return y, p
