"""The evidence of Bayesian linear models, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, lgamma, log, pi
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["LinearEvidence", "linear_evidence", "maximal_linear_evidence", "normal_inverse_gamma_evidence"]

STEPS = 500
"""Steps of the fixed point, at most."""


@final
@dataclass(frozen=True, eq=False)
class LinearEvidence:
    """Log evidence ln p(y | X) of y ~ N(Xw, β⁻¹), w ~ N(0, α⁻¹I).

    Parameters
    ----------
    value
        The log evidence, in nats.
    alpha, beta
        Precision of the weights and of the noise.
    mean
        Posterior mean of the weights (d,).
    gamma
        Number of well-determined weights, Σ λ/(λ + α) over the eigenvalues λ of βX'X.
    """

    value: float
    alpha: float
    beta: float
    mean: Floats
    gamma: float


def linear_evidence(X: ArrayLike, y: ArrayLike, *, alpha: float, beta: float) -> LinearEvidence:
    """(d/2)ln α + (n/2)ln β - (β/2)‖y - Xm‖² - (α/2)‖m‖² - ½ln|A| - (n/2)ln 2π, A = αI + βX'X (METHODS F.4).

    It is the sum of the log predictive densities of the rows, one after the other; a column of ones in X is an intercept.

    References
    ----------
    mackay1992; bishop2006.

    Examples
    --------
    >>> round(linear_evidence([[1.0], [1.0]], [0.5, -0.2], alpha=1.0, beta=1.0).value, 4)
    -2.5172
    """
    design, target = _checked(X, y)
    if not (alpha > 0 and beta > 0):
        message = f"precisions are above 0, not {alpha:g} and {beta:g}"
        raise InputError(message)
    n, d = design.shape
    A = alpha * np.eye(d) + beta * design.T @ design
    mean = np.asarray(beta * np.linalg.solve(A, design.T @ target), dtype=np.float64)
    misfit = beta / 2 * float(((target - design @ mean) ** 2).sum()) + alpha / 2 * float(mean @ mean)
    value = d / 2 * log(alpha) + n / 2 * log(beta / (2 * pi)) - misfit - float(np.linalg.slogdet(A)[1]) / 2
    eigenvalues = beta * np.linalg.svd(design, compute_uv=False) ** 2
    return LinearEvidence(value, alpha, beta, mean, float((eigenvalues / (eigenvalues + alpha)).sum()))


def maximal_linear_evidence(X: ArrayLike, y: ArrayLike) -> LinearEvidence:
    """The evidence at its maximum over α and β, by the fixed point α = γ/‖m‖², β = (n - γ)/‖y - Xm‖² (METHODS F.4).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(50, 3))
    >>> found = maximal_linear_evidence(X, X @ [1.0, 0.0, -1.0] + rng.normal(scale=0.5, size=50))
    >>> bool(abs(found.beta**-0.5 - 0.5) < 0.1)
    True
    """
    given, wanted = _checked(X, y)
    unit, size = (float(np.sqrt((one**2).mean())) or 1.0 for one in (given, wanted))
    found = _maximal(given / unit, wanted / size)
    value = found.value - len(wanted) * log(size)
    return LinearEvidence(
        value, found.alpha * (unit / size) ** 2, found.beta / size**2, found.mean * size / unit, found.gamma
    )


def _maximal(design: Floats, target: Floats) -> LinearEvidence:
    """The maximum where columns and target are of about 1, so that it is found whatever their units are."""
    alpha, beta = 1.0, 1.0 / max(float(target.var()), 1e-300)
    found = linear_evidence(design, target, alpha=alpha, beta=beta)
    for _ in range(STEPS):
        size, rss = float(found.mean @ found.mean), float(((target - design @ found.mean) ** 2).sum())
        if not (size > 0 and rss > 0 and found.gamma < len(target)):
            break
        alpha, beta = min(found.gamma / size, 1e12), (len(target) - found.gamma) / rss
        step = linear_evidence(design, target, alpha=alpha, beta=beta)
        done, found = abs(step.value - found.value) < 1e-10 * max(1.0, abs(found.value)), step
        if done:
            break
    return found


def normal_inverse_gamma_evidence(
    X: ArrayLike, y: ArrayLike, *, alpha: float = 1.0, shape: float = 1.0, scale: float = 1.0
) -> float:
    """Log evidence with the noise integrated out: σ² ~ IG(shape, scale), w | σ² ~ N(0, σ²/α I) (METHODS F.4).

    y has a multivariate t distribution with 2·shape degrees of freedom and scale matrix (scale/shape)(I + XX'/α).

    Examples
    --------
    >>> round(normal_inverse_gamma_evidence([[1.0], [1.0]], [0.5, -0.2]), 4)
    -2.6316
    """
    design, target = _checked(X, y)
    if min(alpha, shape, scale) <= 0:
        message = f"alpha, shape and scale are above 0, not {alpha:g}, {shape:g} and {scale:g}"
        raise InputError(message)
    n, d = design.shape
    A = alpha * np.eye(d) + design.T @ design
    mean = np.linalg.solve(A, design.T @ target)
    after = scale + 0.5 * float(((target - design @ mean) ** 2).sum() + alpha * (mean @ mean))
    width = d * log(alpha) - float(np.linalg.slogdet(A)[1])
    gammas = lgamma(shape + n / 2) - lgamma(shape)
    return 0.5 * width - n / 2 * log(2 * pi) + shape * log(scale) - (shape + n / 2) * log(after) + gammas


def _checked(X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    design, target = np.asarray(X, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if (
        design.ndim != 2
        or target.shape != design.shape[:1]
        or not np.isfinite(design).all()
        or np.abs(target).max() == inf
    ):
        message = f"a table of numbers and a target of as many rows are needed, not {design.shape} and {target.shape}"
        raise InputError(message)
    return design, target
