"""How many digits a number is shown with: as many as tell something, and the same down a column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.measures import Measure

__all__ = ["Digits"]

MOST_DECIMALS = 6
LARGEST_PLAIN, SMALLEST_PLAIN = 1e9, 1e-5


@final
@dataclass(frozen=True)
class Digits:
    """Decimals for the values of one measure; `scientific` where plain writing would hide them.

    Examples
    --------
    >>> Digits(3).show(0.04217), Digits(0).show(48123.4), Digits(3).show(float("nan"))
    ('0.042', '48,123', '-')
    """

    decimals: int
    scientific: bool = False

    @classmethod
    def of(cls, measure: Measure, values: Iterable[float], widths: Iterable[float] = ()) -> Digits:
        """Choose by the values to be shown: three decimals for rates, four significant digits for anything else.

        Rates that are all small get more decimals, so that at least two of their digits are seen; so do values with
        narrow intervals, so that two digits of the narrowest of these `widths` are seen.

        Examples
        --------
        >>> from foldwise.measures import measure
        >>> Digits.of(measure("error"), [0.33]).decimals, Digits.of(measure("error"), [0.33], [0.0002]).decimals
        (3, 5)
        """
        by_values = cls._of_values(measure, values)
        narrow = [width for width in widths if math.isfinite(width) and width > 0]
        if not narrow or by_values.scientific:
            return by_values
        decimals = min(MOST_DECIMALS, 1 - math.floor(math.log10(min(narrow))))
        return cls(max(by_values.decimals, decimals))

    @classmethod
    def of_difference(cls, measure: Measure, *values: float) -> Digits:
        """Choose for differences with their intervals: by the largest of the values, with none that is not zero shown as zero.

        Examples
        --------
        >>> from foldwise.measures import measure
        >>> Digits.of_difference(measure("error"), -0.039, -0.078, -0.000081).interval(-0.078, -0.000081)
        '[-0.0780, -0.0001]'
        """
        known = [abs(value) for value in values if math.isfinite(value) and value != 0]
        chosen = cls.of(measure, [max(known, default=0.0)])
        if chosen.scientific or not known:
            return chosen
        return cls(max(chosen.decimals, min(MOST_DECIMALS, math.ceil(-math.log10(2 * min(known))))))

    @classmethod
    def _of_values(cls, measure: Measure, values: Iterable[float]) -> Digits:
        known = [abs(value) for value in values if math.isfinite(value) and value != 0]
        if not known:
            return cls(3)
        largest, smallest = max(known), min(known)
        if math.isfinite(measure.high):
            return cls(max(3, min(MOST_DECIMALS, 1 - math.floor(math.log10(smallest)))))
        if not SMALLEST_PLAIN <= largest < LARGEST_PLAIN:
            return cls(3, scientific=True)
        return cls(max(0, 3 - math.floor(math.log10(largest))))

    def show(self, value: float) -> str:
        """Write a value; a number that does not exist is a dash."""
        if math.isnan(value):
            return "-"
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        text = f"{value:.{self.decimals}e}" if self.scientific else f"{value:,.{self.decimals}f}"
        return text.removeprefix("-") if not text.strip("-0.,") else text

    def interval(self, low: float, high: float) -> str:
        """Write both ends in brackets.

        Examples
        --------
        >>> Digits(2).interval(-0.001, 0.5)
        '[0.00, 0.50]'
        """
        return f"[{self.show(low)}, {self.show(high)}]"
