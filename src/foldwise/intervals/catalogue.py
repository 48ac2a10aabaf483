"""Every interval method by name."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.intervals.cluster_t import ClusterT
from foldwise.intervals.corrected_t import CorrectedT
from foldwise.intervals.holdout_t import HoldoutT
from foldwise.intervals.interval import IntervalMethod
from foldwise.intervals.proportion import ClopperPearson, Wilson

__all__ = ["INTERVALS", "interval_method"]

INTERVALS: tuple[IntervalMethod, ...] = (CorrectedT(), Wilson(), ClopperPearson(), HoldoutT(), ClusterT())


def interval_method(name: str | IntervalMethod) -> IntervalMethod:
    """Find an interval method by its name.

    Examples
    --------
    >>> interval_method("wilson").summary
    'score interval for a proportion on one test set'
    """
    if isinstance(name, IntervalMethod):
        return name
    known = {method.name: method for method in INTERVALS}
    if name not in known:
        raise UnknownNameError.of("interval method", name, ["auto", *known])
    return known[name]
