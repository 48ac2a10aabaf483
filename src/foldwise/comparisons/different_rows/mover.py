"""The difference of two independent estimates from the interval of each, for any measure."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, isfinite
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.different_rows.unpaired import UnpairedMethod
from foldwise.intervals import (
    ONE_TEST_SET,
    Validity,
    interval_method,
    interval_with_choice,
    inverted_p_value,
    least_p_value,
    level_ends,
)

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.different_rows.unpaired import UnpairedPair
    from foldwise.intervals import IntervalMethod
    from foldwise.measures import ModelScores

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
        methods = [method_taken(one) for one in pair.sides]
        first, second = (level_ends(one, method) for one, method in zip(pair.sides, methods, strict=True))

        def ends(at: float) -> tuple[float, float]:
            return mover_ends(_around(pair.a.value, first(at)), _around(pair.b.value, second(at)))

        p_value = inverted_p_value(ends, 0.0, least=max(map(least_p_value, methods)))
        note = f"from the intervals by {' and '.join(dict.fromkeys(method.name for method in methods))}"
        return self.made(pair, p_value, level, ends=ends(level), note=note)

    def further(self, pair: UnpairedPair) -> str | None:
        """Both need an interval."""
        for one in pair.sides:
            if not isfinite(one.value):
                return f"'{one.model}' has no finite {one.measure.name} here"
            interval, choice = interval_with_choice(one)
            if interval is None:
                return f"'{one.model}' has no interval: {choice.reason}"
        return None


def method_taken(scored: ModelScores) -> IntervalMethod:
    """The interval method of a measure by default; the caller has checked that there is one."""
    interval, choice = interval_with_choice(scored)
    return choice.method if choice.method is not None or interval is None else interval_method(interval.method)  # type: ignore[return-value]


def _around(value: float, ends: tuple[float, float]) -> tuple[float, float, float]:
    """Value and ends; those of a bootstrap may leave the value out at a low level."""
    return value, min(ends[0], value), max(ends[1], value)


def mover_ends(first: tuple[float, float, float], second: tuple[float, float, float]) -> tuple[float, float]:
    """Ends of the difference of two independent estimates, each given with its own ends: (estimate, low, high).

    Examples
    --------
    >>> low, high = mover_ends((3.0, 2.0, 4.0), (1.0, 0.0, 2.0))  # symmetric: the half widths add up as squares
    >>> round(low, 4), round(high, 4)
    (0.5858, 3.4142)
    """
    (a, low_a, high_a), (b, low_b, high_b) = first, second
    return a - b - hypot(a - low_a, high_b - b), a - b + hypot(high_a - a, b - low_b)
