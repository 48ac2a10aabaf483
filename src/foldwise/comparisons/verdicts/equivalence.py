"""Equivalence and non-inferiority: showing that a difference is too small to matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, final

from foldwise.comparisons.posterior import Posterior, check_rope
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.measures import Direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.comparisons.comparison import Comparison
    from foldwise.measures import Measure

__all__ = ["Equivalence", "default_rope", "equivalent", "not_inferior", "one_sided", "posterior_of", "ropes_of"]

ROPE_OF_RATES = 0.01
"""What is negligible for a measure between -1 or 0 and 1, unless stated otherwise."""
ROPE_SHARE_OF_LOSS = 0.01
"""What is negligible for any other measure, as a share of the baseline's loss."""


@final
@dataclass(frozen=True)
class Equivalence:
    """Result of a test for equivalence or non-inferiority: it holds where the p-value is small enough."""

    rope: float
    p_value: float
    level: float

    @property
    def holds(self) -> bool:
        """Whether it was shown at the level."""
        return self.p_value <= 1 - self.level


def equivalent(comparison: Comparison, rope: float, level: float = 0.95) -> Equivalence:
    """Two one-sided tests: the difference is above -rope and below rope; the larger p-value counts (TOST).

    It is shown at the level exactly when the interval of level 2·level - 1 lies within ±rope.

    References
    ----------
    schuirmann1987.

    Examples
    --------
    >>> from foldwise.comparisons.posterior import Posterior
    >>> max(one_sided(Posterior(0.0, 0.004, 29), 0.01)) < 0.05
    True
    """
    return Equivalence(check_rope(rope), max(one_sided(posterior_of(comparison), rope)), level)


def not_inferior(comparison: Comparison, rope: float, level: float = 0.95) -> Equivalence:
    """One one-sided test: model a is not worse than b by more than rope.

    References
    ----------
    schuirmann1987.
    """
    below, above = one_sided(posterior_of(comparison), check_rope(rope))
    if comparison.measure.direction is Direction.NONE:
        message = f"no value of {comparison.measure.name} is better than another, so none is inferior"
        raise ValidityError(message, hint="equivalent")
    return Equivalence(rope, above if comparison.measure.direction is Direction.LOWER else below, level)


def one_sided(spread: Posterior, rope: float) -> tuple[float, float]:
    """P-values of 'the difference is not above -rope' and of 'it is not below rope'."""
    return spread.below(-rope), spread.above(rope)


def default_rope(measure: Measure, baseline: float | None) -> float:
    """Give the difference that does not matter: .01 for rates and the like, else 1 % of the baseline's loss.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> default_rope(measure("error"), 0.3), default_rope(measure("rmse"), 250.0)
    (0.01, 2.5)
    """
    if abs(measure.high) <= 1 and abs(measure.low) <= 1:
        return ROPE_OF_RATES
    if baseline is None:
        message = f"what difference in {measure.name} does not matter is taken from the baseline, and there is none"
        raise InputError(message, hint="rope=… with a number, or baseline=True")
    return ROPE_SHARE_OF_LOSS * abs(baseline)


def ropes_of(
    measures: Sequence[Measure], stated: float | Mapping[str, float] | None, losses: Mapping[str, float]
) -> dict[str, float]:
    """The difference that does not matter under each measure: as stated, else by default from the given losses.

    Examples
    --------
    >>> from foldwise.measures import as_measures
    >>> ropes_of(as_measures("error,rmse"), 0.02, {"error": 0.3, "rmse": 250.0})
    {'error': 0.02, 'rmse': 2.5}
    """
    names = [one.name for one in measures]
    given = {} if stated is None else dict(stated) if isinstance(stated, Mapping) else {names[0]: stated}
    for name, value in given.items():
        if name not in names:
            raise UnknownNameError.of("measure in this comparison", name, names)
        if isinstance(value, str):
            message = f"rope is the largest difference that does not matter, a number, not '{value}'"
            raise InputError(message, hint="rope=0.01")
        check_rope(value)
    return {one.name: given.get(one.name, default_rope(one, losses[one.name])) for one in measures}


def posterior_of(comparison: Comparison) -> Posterior:
    """The posterior of a comparison, else the normal distribution that has its interval."""
    if comparison.posterior is not None:
        return comparison.posterior
    if not comparison.has_interval:
        message = f"{comparison.method} gives no interval, so it can show a difference but not its absence"
        raise ValidityError(message, hint="test='corrected-t'")
    from scipy.special import ndtri

    half = (comparison.high - comparison.low) / 2
    return Posterior((comparison.high + comparison.low) / 2, half / float(ndtri((1 + comparison.level) / 2)), inf)
