"""Losses that grow with how far a prediction lies from the others, where a few lie very far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.unseen.loss_tail import kurtosis_over_bound

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["far_loss_ratio"]

FAR_KURTOSIS = 1.5
"""Kurtosis of the predictions over the bound for errors from which on a few of them lie far from the others."""


def far_loss_ratio(losses: Floats, predictions: Floats) -> float:
    """How many times the mean loss the rows lose whose predictions lie far out, each weighted by its squared distance from the median; 1 where none lies far.

    Predictions follow the columns: where these are skewed and a model goes wrong at their far end, rows that lie farther out than those met lose more
    than any that was, though the losses that were met look light (METHODS N.36).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> skewed, noise = np.exp(rng.normal(size=300)), rng.normal(size=300)
    >>> far_loss_ratio(noise**2, noise), round(far_loss_ratio((noise + 0.3 * skewed) ** 2, skewed), 1)
    (1.0, 11.1)
    """
    mean = float(losses.mean()) if losses.size else 0.0
    if mean <= 0:
        return 1.0
    away = np.square(predictions - np.median(predictions))
    if kurtosis_over_bound(away) <= FAR_KURTOSIS:
        return 1.0
    return float(away @ losses) / float(away.sum()) / mean
