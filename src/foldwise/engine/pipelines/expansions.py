"""Preparations that learn nothing from the rows: done once for all resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.typing import Estimator

__all__ = ["EXPANSIONS", "expand", "refuse_expansions"]

EXPANSIONS = ("PolynomialFeatures", "SplineTransformer")
MOST_NUMBERS = 40_000_000
"""Numbers in the expanded features up to which they are made for all rows at once."""


def refuse_expansions(steps: Sequence[Any], n: int, p: int) -> str | None:
    """Say why these steps cannot be done once for all resamples, or None where they can."""
    for step in steps:
        if type(step).__name__ == "SplineTransformer":
            if isinstance(step.knots, str):
                return f"the {step.knots} knots of SplineTransformer depend on the training rows"
            if step.sparse_output:
                return "SplineTransformer gives a sparse matrix"
        p = _width(step, p)
        if n * p > MOST_NUMBERS:
            return f"{type(step).__name__} makes {p} columns of {n} rows, which do not fit in memory at once"
    return None


def _width(step: Estimator, p: int) -> int:
    """Number of columns after a step."""
    if type(step).__name__ == "SplineTransformer":
        knots = np.asarray(step.knots).shape[0]
        each = knots - 1 if step.extrapolation == "periodic" else knots + step.degree - 1
        return p * (each - (not step.include_bias))
    # The expansion itself counts its terms without making them.
    return int(step.__class__(**step.get_params()).fit(np.zeros((1, p))).n_output_features_)


def expand(steps: Sequence[Any], X: Floats) -> Floats:
    """Apply the steps to all rows."""
    from sklearn.base import clone

    for step in steps:
        X = clone(step).fit_transform(X)
    return np.ascontiguousarray(X, dtype=np.float64)
