"""A comparison made from a difference, its standard error and the degrees of freedom of that error."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from foldwise.comparisons.comparison import two_sided
from foldwise.comparisons.posterior import Posterior

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison, ComparisonMethod
    from foldwise.comparisons.pair import Pair

__all__ = ["compare_by_error"]

NO_ERROR = "no row tells the models apart, and no loss varies: nothing is known about their difference"


def compare_by_error(
    method: ComparisonMethod,
    pair: Pair,
    level: float,
    *,
    centre: float,
    error: float,
    df: float = inf,
    note: str = "",
) -> Comparison:
    """Interval and p-value from Student's t, the normal distribution by default; an error of 0 shows nothing."""
    if error == 0:
        return method.made(pair, 1.0, level, difference=centre, statistic=0.0, note=NO_ERROR)
    belief = Posterior(centre, error, df)
    return method.made(
        pair,
        two_sided(belief),
        level,
        ends=belief.interval(level),
        difference=centre,
        statistic=centre / error,
        posterior=belief,
        note=note,
    )
