"""A bound on the true error, from the training error and what a family of rules could have fitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

__all__ = ["CapacityBound"]


@final
@dataclass(frozen=True)
class CapacityBound:
    """The true error is at most `value`, with probability `level` over the draw of the training rows.

    Parameters
    ----------
    name
        Which bound.
    training_error
        Share of errors on the training rows.
    value
        The bound; not cut off at 1.
    level
        Probability with which it holds.
    trivial
        Error that needs no rule: that of always predicting the commoner class, or 1.
    """

    name: str
    training_error: float
    value: float
    level: float
    trivial: float = 1.0

    @property
    def gap(self) -> float:
        """What the bound adds to the training error."""
        return self.value - self.training_error

    @property
    def vacuous(self) -> bool:
        """Whether it says no more than a rule that ignores the features."""
        return self.value >= self.trivial

    def note(self, measured: float | None = None) -> str:
        """How loose it is, in words, beside a measured gap where there is one.

        Examples
        --------
        >>> print(CapacityBound("vc", 0.1, 1.3, 0.95).note(0.04))
        the vc bound is vacuous: it allows an error of 1.3; it adds 1.2 to the training error where 0.04 was measured, 30 times as much; it holds for the worst distribution of rows, and any one has a smaller gap
        """
        said = [
            f"the {self.name} bound is vacuous: it allows an error of {self.value:.3g}"
            if self.vacuous
            else f"the {self.name} bound allows an error of {self.value:.3g}"
        ]
        if self.value == float("inf"):
            said = [f"the {self.name} bound is vacuous: it has no end"]
        elif measured is not None and measured > 0:
            times = self.gap / measured
            said.append(
                f"it adds {self.gap:.3g} to the training error where {measured:.3g} was measured, {times:.0f} times as much"
            )
        return "; ".join([*said, "it holds for the worst distribution of rows, and any one has a smaller gap"])
