"""How much an ensemble's predictions would change with another training set: jackknives after the bootstrap."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Counts, Floats

__all__ = ["ensemble_variance", "infinitesimal_jackknife", "jackknife_after_bootstrap"]


def infinitesimal_jackknife(predictions: Floats, counts: Counts, *, corrected: bool = True) -> Floats:
    """Variance over training sets of the mean prediction of each row, by the infinitesimal jackknife (METHODS I.8).

    V = Σᵢ Cᵢ², Cᵢ = (1/B) Σ_b (N_bi - N̄ᵢ)(t_b - t̄), less its Monte-Carlo bias (n/B²) Σ_b (t_b - t̄)². For subsamples of s rows
    without replacement it is multiplied by ((n - 1)/n) (n/(n - s))².

    Parameters
    ----------
    predictions
        Prediction of each row by each member (B, N): values, or the probability of a class.
    counts
        How often each training row is in the sample of each member (B, n).
    corrected
        Whether the Monte-Carlo bias is subtracted; what is left is at least 0.

    References
    ----------
    wager2014.

    Examples
    --------
    >>> counts = np.array([[2, 0], [0, 2], [1, 1]])
    >>> infinitesimal_jackknife(np.array([[2.0], [0.0], [1.0]]), counts, corrected=False).round(3)
    array([0.889])
    """
    predictions, counts = _checked(predictions, counts)
    members, n = counts.shape
    deviations = predictions - predictions.mean(axis=0)
    covariances = (counts - counts.mean(axis=0)).T @ deviations / members
    found = (covariances**2).sum(axis=0)
    spread = float((counts - counts.mean(axis=0)).var(axis=0).sum())
    if corrected:
        found = found - spread / members**2 * (deviations**2).sum(axis=0)
    size = float(counts.sum(axis=1).mean())
    if counts.max() <= 1 and size < n:
        found = found * (n - 1) / n * (n / (n - size)) ** 2
    return np.maximum(found, 0.0) if corrected else found


def jackknife_after_bootstrap(predictions: Floats, counts: Counts, *, corrected: bool = True) -> Floats:
    """Variance over training sets of the mean prediction of each row, by members that did not see each row (METHODS I.8).

    V = (n - 1)/n Σᵢ (t̄₍₋ᵢ₎ - t̄)², t̄₍₋ᵢ₎ the mean of the members without row i, less (e - 1)(n/B²) Σ_b (t_b - t̄)². A row that
    every member has seen is left out.

    Parameters
    ----------
    predictions
        Prediction of each row by each member (B, N).
    counts
        How often each training row is in the sample of each member (B, n).
    corrected
        Whether the Monte-Carlo bias is subtracted; what is left is at least 0.

    References
    ----------
    efron1992; wager2014.

    Examples
    --------
    >>> counts = np.array([[2, 0], [0, 2], [1, 1]])
    >>> jackknife_after_bootstrap(np.array([[2.0], [0.0], [1.0]]), counts, corrected=False)
    array([1.])
    """
    predictions, counts = _checked(predictions, counts)
    members, n = counts.shape
    out = counts == 0
    seen = out.sum(axis=0)
    deviations = predictions - predictions.mean(axis=0)
    without = out[:, seen > 0].T.astype(np.float64) @ deviations / seen[seen > 0, None]
    found = (n - 1) / n * (without**2).sum(axis=0)
    if not corrected:
        return found
    return np.maximum(found - (exp(1) - 1) * n / members**2 * (deviations**2).sum(axis=0), 0.0)


def ensemble_variance(predictions: Floats, counts: Counts) -> Floats:
    """Mean of both jackknives, corrected: their biases point in opposite directions.

    Parameters
    ----------
    predictions
        Prediction of each row by each member (B, N).
    counts
        How often each training row is in the sample of each member (B, n).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> counts = rng.multinomial(20, np.full(20, 1 / 20), 500)
    >>> y = rng.normal(size=20)
    >>> means = counts @ y[:, None] / 20
    >>> bool(abs(ensemble_variance(means, counts)[0] / (y.var() / 20) - 1) < 0.3)
    True
    """
    first = infinitesimal_jackknife(predictions, counts)
    return (first + jackknife_after_bootstrap(predictions, counts)) / 2


def _checked(predictions: Floats, counts: Counts) -> tuple[Floats, Floats]:
    predictions, counts = np.asarray(predictions, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    if predictions.ndim != 2 or counts.ndim != 2 or len(predictions) != len(counts) or len(counts) < 2:
        message = f"predictions (members, rows) and counts (members, training rows) have the shapes {predictions.shape} and {counts.shape}"
        raise InputError(message, hint="one row for each of at least two members in both")
    return predictions, counts
