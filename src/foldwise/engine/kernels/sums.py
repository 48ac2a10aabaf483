"""Training sums for all resamples at once: what is linear in the training counts needs one product."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.plans import Partition

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.plans import Resamples

__all__ = ["class_sums", "training_sums"]

BLOCK = 20_000_000


def training_sums(resamples: Resamples, phi: Floats) -> Floats:
    """Sums of the columns of `phi` (n, m) over each training set, (R, m).

    A partition sums each part once and subtracts it from the whole; anything else is a product of counts and rows,
    done in blocks of bounded size.
    """
    if isinstance(resamples, Partition):
        return phi.sum(axis=0) - _part_sums(resamples, phi)
    block = max(1, BLOCK // max(1, resamples.n))
    starts = range(0, resamples.count, block)
    return np.concatenate(
        [
            resamples.train_counts(start, min(start + block, resamples.count)).astype(np.float64) @ phi
            for start in starts
        ]
    )


def _part_sums(resamples: Partition, phi: Floats) -> Floats:
    sums = [np.bincount(parts, weights=column, minlength=resamples.k) for parts in resamples.parts for column in phi.T]
    shape = (resamples.parts.shape[0], phi.shape[1], resamples.k)
    return np.stack(sums).reshape(shape).transpose(0, 2, 1).reshape(resamples.count, phi.shape[1])


def class_sums(codes: Codes, classes: int, weights: Array | None) -> Floats:
    """One-hot table of the classes, weighted (n, C)."""
    table = np.zeros((codes.size, classes))
    table[np.arange(codes.size), codes] = 1.0 if weights is None else weights
    return table
