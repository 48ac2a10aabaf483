"""Invariances: the effect of a change of the data on a measure, declared by each measure and tested on all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.measures.outcomes import Outcomes

__all__ = ["DIMENSIONLESS", "NO_TRAITS", "Traits", "Units", "of_degree"]


@final
@dataclass(frozen=True)
class Units:
    """What another unit of the target does to a measure of values.

    Parameters
    ----------
    degree
        Values and predictions times c > 0 give the measure times c to this power; None where no power does.
    shift
        Whether the measure stays the same when a constant is added to values and predictions.
    order
        Whether it looks at the order of values and of predictions only, so that monotone functions of either change nothing.

    Examples
    --------
    >>> Units(degree=2).factor(10.0)
    100.0
    """

    degree: float | None = 0
    shift: bool = True
    order: bool = False

    def factor(self, scale: float) -> float:
        """What the measure is multiplied by when values and predictions are; NaN where that depends on them."""
        return float("nan") if self.degree is None else float(scale**self.degree)


@final
@dataclass(frozen=True)
class Traits:
    """What a change of the data does to a measure.

    Parameters
    ----------
    units
        What another unit of the target does; every measure of values in the catalogue says so.
    ordered
        Whether the order of the classes means something, so that only the reverse order gives the same value.
    constant
        Says whether the measure has one value only for outcomes such as these, whatever the rows and the predictions.
    """

    units: Units | None = None
    ordered: bool = False
    constant: Callable[[Outcomes], bool] | None = None


def of_degree(degree: float | None, *, shift: bool = True, order: bool = False) -> Traits:
    """Traits of a measure of values that is multiplied by c to this power when its values are multiplied by c.

    Examples
    --------
    >>> of_degree(1).units
    Units(degree=1, shift=True, order=False)
    """
    return Traits(units=Units(degree, shift, order))


NO_TRAITS = Traits()
"""Nothing beyond what every measure keeps."""
DIMENSIONLESS = of_degree(0)
"""Traits of a measure of values that no change of unit or origin changes."""
