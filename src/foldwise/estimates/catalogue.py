"""Every estimate method by name."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.estimates.estimate import EstimateMethod
from foldwise.estimates.pooled import FoldMean, Pooled

__all__ = ["ESTIMATES", "estimate_method"]

ESTIMATES: tuple[EstimateMethod, ...] = (Pooled(), FoldMean())


def estimate_method(name: str | EstimateMethod) -> EstimateMethod:
    """Find an estimate method by its name.

    Examples
    --------
    >>> estimate_method("pooled").summary
    'each measure by its own aggregation rule, averaged over repeats'
    """
    if isinstance(name, EstimateMethod):
        return name
    known = {method.name: method for method in ESTIMATES}
    if name not in known:
        raise UnknownNameError.of("estimate", name, known)
    return known[name]
