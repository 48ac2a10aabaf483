"""The interval of the first look at sealed rows."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from foldwise.estimates import Target
from foldwise.intervals import Interval, check_level, wilson

if TYPE_CHECKING:
    from foldwise.data import Dataset, Look

__all__ = ["interval_of_look"]


def interval_of_look(look: Look, dataset: Dataset, level: float = 0.95) -> Interval | None:
    """Interval for the first look, whose test set nothing was chosen by; later looks and weighted rows have none.

    Wilson's for the error rate; for values mean ± t(n-1) · sd / √n over the squared errors (METHODS C.1).
    """
    from scipy.special import stdtrit

    check_level(level)
    if look.spread is None or dataset.weights is not None:
        return None
    if dataset.is_classification:
        low, high = wilson(look.score * look.rows, look.rows, level)
        return Interval(low, high, level, "wilson", Target.RISK)
    half = float(stdtrit(look.rows - 1, (1 + level) / 2)) * look.spread / sqrt(look.rows)
    return Interval(max(0.0, look.score - half), look.score + half, level, "holdout-t", Target.RISK)
