"""Effective number of parameters of linear smoothers: the trace of the hat matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["SmootherParameters", "leverages", "ridge_parameters", "smoother_parameters"]


@final
@dataclass(frozen=True)
class SmootherParameters:
    """Effective parameters tr H of a smoother ŷ = Hy, and residual degrees of freedom n - tr(2H - HH')."""

    parameters: float
    residual: float


def smoother_parameters(hat: ArrayLike) -> SmootherParameters:
    """Effective parameters of a linear smoother, from its matrix (n, n) (METHODS F.1).

    Examples
    --------
    >>> smoother_parameters(np.full((4, 4), 0.25))
    SmootherParameters(parameters=1.0, residual=3.0)
    """
    H = np.asarray(hat, dtype=np.float64)
    if H.ndim != 2 or H.shape[0] != H.shape[1]:
        message = f"the matrix of a smoother is square, not {H.shape}"
        raise InputError(message)
    trace = float(np.trace(H))
    return SmootherParameters(trace, len(H) - 2 * trace + float((H**2).sum()))


def leverages(design: ArrayLike, *, ridge: float = 0.0, intercept: bool = True) -> Floats:
    """Diagonal of the hat matrix of least squares or ridge regression; the intercept is not penalised (n,).

    Its sum is the effective number of parameters: 1 + Σ d²/(d² + λ) over the singular values d of the centred columns.

    References
    ----------
    hastie2009.

    Examples
    --------
    >>> leverages([[0.0], [1.0], [2.0]]).round(4).tolist()
    [0.8333, 0.3333, 0.8333]
    """
    X = _design(design, ridge)
    centred = X - X.mean(axis=0) if intercept else X
    left, values, _ = np.linalg.svd(centred, full_matrices=False)
    kept = values > values.max(initial=0.0) * max(X.shape) * np.finfo(float).eps
    shrunk = values[kept] ** 2 / (values[kept] ** 2 + ridge)
    return (left[:, kept] ** 2) @ shrunk + (1 / len(X) if intercept else 0.0)


def ridge_parameters(design: ArrayLike, ridge: float, *, intercept: bool = True) -> float:
    """Effective parameters of ridge regression: Σ d²/(d² + λ), and 1 for the intercept (METHODS F.1).

    Examples
    --------
    >>> round(ridge_parameters([[0.0], [1.0], [2.0]], 2.0), 4)
    1.5
    """
    return float(leverages(design, ridge=ridge, intercept=intercept).sum())


def _design(design: ArrayLike, ridge: float) -> Floats:
    X = np.asarray(design, dtype=np.float64)
    if X.ndim != 2 or not np.isfinite(X).all() or ridge < 0:
        message = f"a design is a table of finite numbers and a penalty is 0 or more, not {X.shape} and {ridge:g}"
        raise InputError(message)
    return X
