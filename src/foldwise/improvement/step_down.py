"""Adjusted p-values of tests whose correlations are known: the step-down max-t procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.comparisons import adjust

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["step_down"]

DRAWS = 100_000
TIE_TOLERANCE = 1e-12


def step_down(p_values: Floats, correlation: Floats, *, draws: int = DRAWS) -> Floats:
    """Adjust two-sided p-values for their number, given the correlation of their statistics; never above Holm's.

    In the order of the p-values, p̃ⱼ = P(max over k ≥ j of |Z_k| ≥ |zⱼ|) with Z normal with that correlation, made monotone.
    Variants of one model differ from it on much the same rows, so that their tests have much in common and the bound by their
    number alone gives power away.

    Parameters
    ----------
    p_values
        Of each test (m,); those that are not numbers stay so.
    correlation
        Of the statistics (m, m).
    draws
        Number of normal vectors, drawn from a fixed seed.

    References
    ----------
    westfall1993; dunnett1955.

    Examples
    --------
    >>> p = np.array([0.01, 0.02])
    >>> step_down(p, np.ones((2, 2))).round(2), step_down(p, np.eye(2)).round(3)
    (array([0.01, 0.02]), array([0.02, 0.02]))
    """
    from scipy.special import ndtri

    holm = adjust(p_values, "holm")
    known = np.flatnonzero(~np.isnan(p_values))
    if known.size < 2:
        return holm
    order = known[np.argsort(p_values[known], kind="stable")]
    reached = -ndtri(np.maximum(p_values[order], 1e-300) / 2)
    sizes = np.abs(_normal(correlation[np.ix_(order, order)], draws))
    largest = np.maximum.accumulate(sizes[:, ::-1], axis=1)[:, ::-1]
    share = (1 + (largest >= reached - TIE_TOLERANCE).sum(axis=0)) / (1 + draws)
    # Where draws hardly reach, what a share of them says is noise: Holm's bound is the better one there.
    found = np.maximum.accumulate(np.maximum(share, p_values[order]))
    adjusted = holm.copy()
    adjusted[order] = np.minimum(found, holm[order])
    return adjusted


def _normal(correlation: Floats, draws: int) -> Floats:
    """Normal vectors with a correlation, which may be singular (draws, m)."""
    values, vectors = np.linalg.eigh((correlation + correlation.T) / 2)
    root = vectors * np.sqrt(np.maximum(values, 0))
    return np.asarray(np.random.default_rng(0).standard_normal((draws, len(root))) @ root.T)
