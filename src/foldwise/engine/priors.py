"""Prior probabilities of the classes: given by the user, or the shares of the training set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset

__all__ = ["log_priors", "refuse_priors"]


def refuse_priors(priors: Any, dataset: Dataset) -> str | None:  # noqa: ANN401 - array-like or None
    """Say why given priors are better left to scikit-learn: it warns or raises about them."""
    if priors is None:
        return None
    given = np.asarray(priors)
    if given.shape != (len(dataset.labels),):
        return f"there are {given.size} priors for {len(dataset.labels)} classes"
    if given.dtype.kind not in "fiu" or not np.all(given > 0) or not np.isclose(given.sum(), 1):
        return "the priors are not positive numbers that add up to 1"
    return None


def log_priors(priors: Any, weights: Floats) -> Floats:  # noqa: ANN401
    """Logarithm of the given priors, or of the shares of the classes in each training set (B, C).

    A class without weight gets -inf. Given priors are for all classes: where one is absent there is no telling which.
    """
    if priors is not None:
        known = np.broadcast_to(np.log(np.asarray(priors, dtype=np.float64)), weights.shape)
        return np.where((weights > 0).all(axis=1, keepdims=True), known, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(weights / weights.sum(axis=1, keepdims=True))
