"""The difference of two independent estimates from the interval of each, for any measure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.unpaired import UnpairedMethod
from foldwise.intervals import ONE_TEST_SET, Validity, interval_with_choice, inverted_p_value

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.unpaired import UnpairedPair
    from foldwise.measures import Scored

__all__ = ["Mover", "mover_ends"]


@final
@dataclass(frozen=True)
class Mover(UnpairedMethod):
    """θ̂₁ - θ̂₂ - √((θ̂₁ - l₁)² + (u₂ - θ̂₂)²) and the like above, from the intervals [l₁, u₁] and [l₂, u₂] of each system.

    The variance of either estimate is recovered from its own interval near the end that matters (MOVER), so the difference is
    as sound as the two intervals are: skewed where they are, with groups as the unit where they are, by bootstrap where the
    measure has no other interval. The p-value is that of the interval of a level that ends at 0.

    References
    ----------
    zou2008.
    """

    name: ClassVar[str] = "mover"
    summary: ClassVar[str] = (
        "difference on different rows from the interval of each system, for any measure that has one"
    )
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, any_size=True, instead="test='unpaired-permutation'"
    )

    def compare(self, pair: UnpairedPair, level: float) -> Comparison:
        """Compare by the intervals of both."""

        @cache
        def ends(at: float) -> tuple[float, float]:
            first, second = (estimate_ends(one, at) for one in pair.sides)
            return mover_ends(first, second)

        made = [interval_with_choice(one, "auto", level)[0] for one in pair.sides]
        methods = list(dict.fromkeys(one.method for one in made if one is not None))
        note = f"from the intervals by {' and '.join(methods)}"
        return self.made(pair, inverted_p_value(ends, 0.0), level, ends=ends(level), note=note)

    def further(self, pair: UnpairedPair) -> str | None:
        """Both need an interval."""
        for one in pair.sides:
            interval, choice = interval_with_choice(one)
            if interval is None:
                return f"'{one.model}' has no interval: {choice.reason}"
        return None


def estimate_ends(scored: Scored, level: float) -> tuple[float, float, float]:
    """Value of a measure and the ends of its default interval; the value itself where a low level leaves no width."""
    interval = interval_with_choice(scored, "auto", level)[0]
    if interval is None:
        return scored.value, scored.value, scored.value
    return scored.value, min(interval.low, scored.value), max(interval.high, scored.value)


def mover_ends(first: tuple[float, float, float], second: tuple[float, float, float]) -> tuple[float, float]:
    """Ends of the difference of two independent estimates, each given with its own ends: (estimate, low, high).

    Examples
    --------
    >>> low, high = mover_ends((3.0, 2.0, 4.0), (1.0, 0.0, 2.0))  # symmetric: the half widths add up as squares
    >>> round(low, 4), round(high, 4)
    (0.5858, 3.4142)
    """
    (a, low_a, high_a), (b, low_b, high_b) = first, second
    return a - b - sqrt((a - low_a) ** 2 + (high_b - b) ** 2), a - b + sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
