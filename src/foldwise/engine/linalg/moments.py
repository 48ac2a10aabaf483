"""Means and variances of every training set from sums of deviations, of their squares and of ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.linalg.array_api import beside
from foldwise.engine.linalg.class_rows import EPSILON

if TYPE_CHECKING:
    from foldwise.arrays import ApiArray, Floats
    from foldwise.typing import Given

__all__ = ["LARGEST_DOUBT", "SQUARES_TOLERANCE", "Moments", "log_given_priors", "log_priors", "moments", "powers"]

SQUARES_TOLERANCE = 16 * EPSILON
"""How far rounding may move a difference of two sums of squares, as a share of the larger one."""
LARGEST_DOUBT = 1e-12
"""Largest share of a variance that rounding may have moved before the training rows are added up again."""


class Moments(NamedTuple):
    """Moments of each class in the training sets of some resamples, arrays of any library; zero where it is absent.

    Parameters
    ----------
    weights
        Weight of the training rows of each class; their number where nothing is weighted (B, C).
    shifts
        Weighted mean of the deviations (B, C, p).
    variances
        Weighted mean of the squared deviations from the weighted mean (B, C, p).
    doubt
        How far rounding may have moved the variances (B, C, p).
    """

    weights: Any
    shifts: Any
    variances: Any
    doubt: Any

    @property
    def pooled(self) -> tuple[Any, Any]:
        """Weight of all classes together (B,) and their variance within classes (B, p)."""
        xp = array_namespace(self.weights)
        total = xp.sum(self.weights, axis=1)
        squares = xp.sum(self.weights[:, :, None] * self.variances, axis=1)
        return total, squares / xp.where(total > 0, total, xp.ones_like(total))[:, None]


def powers(x: ApiArray) -> ApiArray:
    """Deviations, their squares and ones (N, 2p + 1): the statistics that moments are made of."""
    xp = array_namespace(x)
    return xp.concat([x, x * x, xp.ones_like(x[:, :1])], axis=1)


def moments(sums: ApiArray, scale: ApiArray) -> Moments:
    """Moments from sums of `powers` (B, C, 2p + 1); `scale` holds the sums that they were subtracted from."""
    xp = array_namespace(sums)
    p = (sums.shape[2] - 1) // 2
    weights, squares = sums[:, :, 2 * p], sums[:, :, p : 2 * p]
    share = (1 / xp.where(weights > 0, weights, xp.ones_like(weights)))[:, :, None]
    shifts = sums[:, :, :p] * share
    variances = squares * share - shifts * shifts
    zero = xp.zeros_like(variances)
    doubt = SQUARES_TOLERANCE * share * xp.maximum(squares, zero + scale[:, :, p : 2 * p])
    return Moments(weights, shifts, xp.maximum(variances, zero), doubt)


def log_given_priors(priors: Given) -> Floats:
    """Logarithms of given priors (C,), empty where they are the shares of the training set: as compiled passes take them."""
    return np.zeros(0) if priors is None else np.log(np.asarray(priors, dtype=np.float64))


def log_priors(priors: Given, weights: ApiArray) -> ApiArray:
    """Logarithm of the given priors, or of the shares of the classes in each training set (B, C).

    A class without weight gets -inf. Given priors are for all classes: where one is absent there is no telling which.
    """
    xp = array_namespace(weights)
    if priors is not None:
        known = xp.zeros_like(weights) + beside(log_given_priors(priors), weights)
        return xp.where(xp.all(weights > 0, axis=1, keepdims=True), known, xp.full_like(known, np.nan))
    with np.errstate(divide="ignore", invalid="ignore"):
        return xp.log(weights / xp.sum(weights, axis=1, keepdims=True))
