"""What pairs of rows contribute to a difference of bootstrapped models, which the influence of single rows counts twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["counted_twice"]

ENOUGH_DRAWS = 200
"""Samples that this is estimated from: its noise is then .1 to .3 of it, which is .03 to .06 of the variance of the difference."""
PRESENT = -np.e
"""Less the indicator that a row was not drawn, over its probability: what moves by 1 where a row is there, as its count does."""


def counted_twice(pair: Pair) -> float:
    """Variance of the difference that comes from test rows together with training rows (METHODS N.8).

    c_ij = Cov(N_bj, d_bi | N_bi = 0) is what training row j contributes to the loss of test row i. It is in the variance of the rows as test
    rows, and again in that of the rows as training rows: the influence of single rows has Σᵢⱼ cᵢⱼ(cᵢⱼ + cⱼᵢ)/n² too much (Efron & Stein 1981).
    Products are of covariances in two halves of the samples, so that their noise is 0 on average. Losses that depend on whether a row is
    there and not on how often, as those of one nearest neighbour, have slopes that are too small by as much as squares differ: with λ² the
    ratio of both, 2 − λ² of it is taken, and never less than nothing.
    """
    n, predictions = pair.predictions.n, pair.predictions
    if predictions.groups is not None:
        return 0.0
    half = min(ENOUGH_DRAWS, pair.resamples.count) // 2
    counts = pair.resamples.train_counts(0, 2 * half).astype(np.float64)
    losses = _centred_losses(pair, half)
    first, second = counts[:half] - 1, counts[half:] - 1
    alike = losses[0] @ losses[1].T
    own = float(((first @ second.T) * alike).sum())
    if own <= 0:
        return 0.0
    mutual = float(((losses[0] @ second.T) * (first @ losses[1].T)).sum())
    there = PRESENT * (counts == 0) + 1
    ratio = float(((there[:half] @ there[half:].T) * alike).sum()) / own
    return max(0.0, own + mutual) * float(np.clip(2 - ratio, 0, 1)) / n**2


def _centred_losses(pair: Pair, half: int) -> tuple[Floats, Floats]:
    """Differences less the mean of their row, over its number of samples less one, in either half (half, n); 0 where a row was drawn."""
    n, weights = pair.predictions.n, pair.predictions.weights
    edges = np.searchsorted(pair.resample, [0, half, 2 * half])
    found = []
    for start, stop, begin in zip(edges[:-1], edges[1:], (0, half), strict=True):
        row, losses = pair.row[start:stop], pair.losses[start:stop]
        times = np.bincount(row, minlength=n)
        means = np.bincount(row, weights=losses, minlength=n) / np.maximum(times, 1)
        centred = (losses - means[row]) / np.maximum(times - 1, 1)[row]
        table = np.zeros((half, n))
        table[pair.resample[start:stop] - begin, row] = (
            centred if weights is None else centred * (weights / weights.mean())[row]
        )
        found.append(table)
    return found[0], found[1]
