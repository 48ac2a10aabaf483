"""Two systems under one measure on different rows, and the methods that compare them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import LEAST_ERROR_SHARE, Comparison, floored, two_sided
from foldwise.comparisons.pair import value_differences
from foldwise.comparisons.posterior import Posterior
from foldwise.errors import InputError, ValidityError
from foldwise.estimates import Target
from foldwise.measures import ModelScores

if TYPE_CHECKING:
    from foldwise.intervals import Validity
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions

__all__ = ["UnpairedMethod", "UnpairedPair", "difference_posterior"]


@final
@dataclass(frozen=True, eq=False)
class UnpairedPair:
    """Systems a and b under one measure, each on a test set of its own; the rows of one say nothing about the other's.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> from foldwise.predictions import Predictions
    >>> mine = Predictions.build(["no", "yes", "yes", "no"], {"mine": ["no", "yes", "no", "no"]})
    >>> yours = Predictions.build(["no", "yes"], {"yours": ["yes", "yes"]})
    >>> UnpairedPair.of(mine, yours, measure("error")).difference
    -0.25
    """

    a: ModelScores
    b: ModelScores

    def __post_init__(self) -> None:
        """Check that the two are measured alike."""
        first, second = self.a.predictions, self.b.predictions
        for one in (self.a, self.b):
            if one.resamples.count != 1:
                message = f"'{one.model}' was tested by {one.resamples.plan}, and systems on different rows have one test set each"
                raise InputError(message, hint="foldwise.compare for models on the same resamples")
        if first.classes != second.classes:
            message = f"'{self.a.model}' knows the classes {', '.join(first.classes)} and '{self.b.model}' {', '.join(second.classes)}"
            raise InputError(message, hint="classes=[…] with all of them for both")
        if first.positive != second.positive:
            message = f"'{self.a.model}' and '{self.b.model}' have different positive classes"
            raise InputError(message, hint="positive=… for both")

    @classmethod
    def of(cls, first: Predictions, second: Predictions, measure: Measure) -> UnpairedPair:
        """Take the one system of each table."""
        (a,), (b,) = first.models, second.models
        return cls(ModelScores(first, a, measure), ModelScores(second, b, measure))

    @property
    def measure(self) -> Measure:
        """What both are measured by."""
        return self.a.measure

    @property
    def sides(self) -> tuple[ModelScores, ModelScores]:
        """Both systems."""
        return self.a, self.b

    @property
    def rows(self) -> int:
        """Rows of both test sets."""
        return self.a.predictions.n + self.b.predictions.n

    @cached_property
    def difference(self) -> float:
        """Value of a minus value of b, in the units of the measure."""
        return float(value_differences(np.asarray(self.a.value), np.asarray(self.b.value)))


class UnpairedMethod(ABC):
    """Turns two systems on different rows into a comparison. It never fits.

    `validity` says where the method holds its level, `signed` whether the statistic has the sign of the difference.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    validity: ClassVar[Validity]
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "no fit"
    signed: ClassVar[bool] = True
    invalid: ClassVar[str] = ""

    @abstractmethod
    def compare(self, pair: UnpairedPair, level: float) -> Comparison:
        """Make the comparison; the caller has checked that the method is valid here."""

    def refusal(self, pair: UnpairedPair) -> str | None:
        """Say why the method is not valid here, or None where it is."""
        if np.isnan(pair.difference):
            return "one of the systems has no value"
        return self.validity.refusal(pair.a) or self.validity.refusal(pair.b) or self.further(pair)

    def further(self, pair: UnpairedPair) -> str | None:  # noqa: ARG002 - most methods have no further demands
        """Say what else forbids the method here; None for most methods."""
        return None

    def check(self, pair: UnpairedPair) -> None:
        """Refuse where the method is not valid, naming what is."""
        reason = self.refusal(pair)
        if reason:
            message = f"no valid {self.name} comparison of '{pair.a.model}' and '{pair.b.model}' by {pair.measure.name}: {reason}"
            raise ValidityError(message, hint=self.validity.instead)

    def from_posterior(self, pair: UnpairedPair, posterior: Posterior, level: float) -> Comparison:
        """Make the comparison that a posterior of the difference gives: its p-value, its interval, centre over scale."""
        ends, statistic = posterior.interval(level), pair.difference / posterior.scale
        return self.made(pair, two_sided(posterior), level, ends=ends, statistic=statistic, posterior=posterior)

    def made(
        self,
        pair: UnpairedPair,
        p_value: float,
        level: float,
        *,
        ends: tuple[float, float],
        statistic: float = float("nan"),
        posterior: Posterior | None = None,
        note: str = "",
    ) -> Comparison:
        """Put the result into a comparison, its interval cut to what a difference can be."""
        width = pair.measure.high - pair.measure.low
        return Comparison(
            pair.a.model,
            pair.b.model,
            pair.measure,
            pair.difference,
            max(ends[0], -width),
            min(ends[1], width),
            level,
            floored(p_value),
            self.name,
            statistic,
            posterior,
            self.target,
            note,
            self.signed,
        )


def difference_posterior(difference: float, first: tuple[float, float], second: tuple[float, float]) -> Posterior:
    """Difference of two independent estimates from the standard error and degrees of freedom of each.

    The squares of the errors add up; the degrees of freedom are those of Welch and Satterthwaite,
    (V₁ + V₂)²/(V₁²/ν₁ + V₂²/ν₂).

    References
    ----------
    welch1947; satterthwaite1946.

    Examples
    --------
    >>> found = difference_posterior(1.0, (0.3, 9.0), (0.4, 9.0))
    >>> round(found.scale, 3), round(found.df, 2)
    (0.5, 16.69)
    """
    parts = [(error**2, df) for error, df in (first, second)]
    total = sum(variance for variance, _ in parts)
    doubt = sum(variance**2 / df for variance, df in parts)
    if total <= (LEAST_ERROR_SHARE * abs(difference)) ** 2 or doubt == 0:
        return Posterior(difference, sqrt(total), float("inf"))
    return Posterior(difference, sqrt(total), total**2 / doubt)
