"""What rows of unequal weight are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["effective_rows", "effective_size"]


def effective_size(weights: Floats) -> float:
    """Number of rows, or groups, of one weight that tell as much as these, (Σw)²/Σw² (Kish 1965); 0 without any weight.

    Examples
    --------
    >>> effective_size(np.array([1.0, 1.0, 0.0])), effective_size(np.array([3.0, 1.0]))
    (2.0, 1.6)
    """
    shares = weights / max(float(weights.max(initial=0.0)), np.finfo(np.float64).tiny)
    return float(shares.sum() ** 2 / max(float(shares @ shares), np.finfo(np.float64).tiny))


def effective_rows(outcomes: Outcomes) -> float:
    """Number of rows, or (Σw)²/Σw² where they are weighted."""
    return float(outcomes.size) if outcomes.weights is None else effective_size(outcomes.weights)
