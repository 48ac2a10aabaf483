"""Covariance penalty: the effective number of parameters of any model, by perturbing the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np
from scipy.special import logit

from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["CovariancePenalty", "binary_covariance_penalty", "covariance_penalty"]

CLIP = 1e-6
"""Probabilities of 0 and 1 are moved by this before they are turned into logits."""


@final
@dataclass(frozen=True)
class CovariancePenalty:
    """What fitting takes off the training error.

    Parameters
    ----------
    parameters
        Effective number of parameters, Σ Cov(ŷ, y)/σ²; NaN where it has no meaning.
    optimism
        What the training error is too small by, on average over the rows.
    error
        Monte-Carlo standard error of the optimism.
    """

    parameters: float
    optimism: float
    error: float


def covariance_penalty(
    fit: Callable[[Floats], ArrayLike], centre: ArrayLike, noise: float, *, draws: int = 50, seed: int = 0
) -> CovariancePenalty:
    """Σ Cov(ŷᵢ, yᵢ)/σ² by a parametric bootstrap: targets centre + N(0, σ²) are drawn and fitted (METHODS F.1).

    For any model and squared error; the optimism is 2σ²d/n. For a linear smoother it is tr H up to Monte-Carlo error.

    Parameters
    ----------
    fit
        Takes a target (n,), fits, and gives the fitted values of the same rows (n,).
    centre
        Fitted values of a model of low bias (n,).
    noise
        Standard deviation σ of the noise.
    draws
        Targets that are drawn.
    seed
        Seed of the draws.

    References
    ----------
    efron2004; ye1998.

    Examples
    --------
    >>> found = covariance_penalty(lambda y: np.full(y.size, y.mean()), np.zeros(50), 1.0, draws=400)
    >>> bool(abs(found.parameters - 1) < 0.3)
    True
    """
    mean = np.asarray(centre, dtype=np.float64)
    if draws < 2 or not noise > 0:
        message = f"two draws or more and a noise above 0 are needed, not {draws} and {noise:g}"
        raise InputError(message)
    shifts = np.random.default_rng(seed).normal(scale=noise, size=(draws, mean.size))
    fitted = _fitted(fit, mean + shifts)
    each = _covariances(fitted, shifts)
    d, error = float(each.mean() / noise**2), float(each.std(ddof=1) / np.sqrt(draws))
    return CovariancePenalty(d, 2 * noise**2 * d / mean.size, 2 * error / mean.size)


def binary_covariance_penalty(
    fit: Callable[[Floats], ArrayLike],
    probabilities: ArrayLike,
    *,
    loss: str = "brier",
    draws: int = 50,
    seed: int = 0,
) -> CovariancePenalty:
    """Optimism of a classifier of two classes: labels are drawn from probabilities and fitted (METHODS F.1).

    The optimism is (2/n) Σ Cov(λ̂ᵢ, yᵢ), with λ̂ the fitted probability for ``brier``, half its logit for ``log-loss``, and
    ±½ by the side of ½ for ``error``.

    Parameters
    ----------
    fit
        Takes labels 0 and 1 (n,), fits, and gives the probabilities of 1 for the same rows (n,).
    probabilities
        Those of a model of low bias (n,).
    loss
        ``brier``, ``log-loss`` or ``error``.
    draws
        Sets of labels that are drawn.
    seed
        Seed of the draws.

    References
    ----------
    efron1986; efron2004.

    Examples
    --------
    >>> found = binary_covariance_penalty(lambda y: np.full(y.size, y.mean()), np.full(40, 0.5), draws=500)
    >>> bool(abs(found.optimism - 2 * 0.25 / 40) < 4 * found.error)
    True
    """
    duals: dict[str, Callable[[Floats], Floats]] = {
        "brier": lambda p: p,
        "log-loss": lambda p: logit(np.clip(p, CLIP, 1 - CLIP)) / 2,
        "error": lambda p: np.where(p > 0.5, 0.5, -0.5),
    }
    if loss not in duals:
        raise UnknownNameError.of("loss with a covariance penalty", loss, duals)
    p = np.asarray(probabilities, dtype=np.float64)
    if draws < 2 or p.min() < 0 or p.max() > 1:
        message = f"probabilities between 0 and 1 and two draws or more are needed, not {draws}"
        raise InputError(message)
    labels = (np.random.default_rng(seed).random((draws, p.size)) < p).astype(np.float64)
    each = _covariances(duals[loss](_fitted(fit, labels)), labels - p)
    value, error = 2 * float(each.mean()) / p.size, 2 * float(each.std(ddof=1)) / np.sqrt(draws) / p.size
    return CovariancePenalty(float("nan"), value, float(error))


def _fitted(fit: Callable[[Floats], ArrayLike], targets: Floats) -> Floats:
    fitted = np.array([np.asarray(fit(target), dtype=np.float64) for target in targets])
    if fitted.shape != targets.shape:
        message = f"fit gives one value for each of {targets.shape[1]} rows, not {fitted.shape[1:]}"
        raise InputError(message)
    return fitted


def _covariances(fitted: Floats, shifts: Floats) -> Floats:
    """Σᵢ (ŷᵢ - mean ŷᵢ) εᵢ of each draw, whose mean times T/(T - 1) is the sum of covariances (draws,)."""
    draws = len(fitted)
    return ((fitted - fitted.mean(axis=0)) * shifts).sum(axis=1) * draws / (draws - 1)
