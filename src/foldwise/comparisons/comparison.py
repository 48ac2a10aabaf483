"""A comparison of two models, the method that makes it, and where that method is valid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, SupportsFloat, final

import numpy as np

from foldwise.errors import ValidityError, printable
from foldwise.estimates import Target
from foldwise.phrases import there_are

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair
    from foldwise.comparisons.posterior import Posterior
    from foldwise.intervals import Validity
    from foldwise.measures import Measure

__all__ = ["NO_SPREAD", "Comparison", "ComparisonMethod", "ends_of_difference", "floored", "two_sided"]

LEAST_ERROR_SHARE = 1e-9
"""Width of an interval, as a share of the values it is of, up to which it is rounding."""
SMALLEST_P_VALUE = float(np.finfo(np.float64).tiny)
"""No p-value is 0: this stands for those that are too small to be represented."""
NO_SPREAD = "the rows differ by the same amount everywhere, which is not enough to tell"
"""What to know about a comparison whose standard error would be 0."""


def floored(p_value: SupportsFloat) -> float:
    """A p-value between the smallest number and 1: one that is too small to be represented is not 0.

    Examples
    --------
    >>> floored(0.0), floored(1.2)
    (2.2250738585072014e-308, 1.0)
    """
    return float(min(1.0, max(float(p_value), SMALLEST_P_VALUE)))


def ends_of_difference(
    measure: Measure, ends: tuple[float, float], p_value: float, level: float
) -> tuple[float, float]:
    """Ends no farther apart than values of the measure can be; those of a difference that is not significant contain 0.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> ends_of_difference(measure("recall"), (0.01, 1.3), 0.2, 0.95)
    (0.0, 1)
    """
    width, (low, high) = measure.high - measure.low, ends
    low, high = (min(low, 0.0), max(high, 0.0)) if p_value > 1 - level else (low, high)
    return max(low, -width), min(high, width)


def two_sided(posterior: Posterior) -> float:
    """P-value of no difference.

    Examples
    --------
    >>> from foldwise.comparisons.posterior import Posterior
    >>> round(two_sided(Posterior(1.0, 0.5, 10)), 4)
    0.0734
    """
    return floored(2 * min(posterior.below(0), posterior.above(0)))


@final
@dataclass(frozen=True)
class Comparison:
    """A difference between two models under one measure, and how sure one can be of it.

    Parameters
    ----------
    a, b
        Names of the models.
    measure
        What they are measured by.
    difference
        Value of a minus value of b, in the units of the measure.
    low, high
        Ends of the interval of the difference; not numbers where the method gives none.
    level
        Level of the interval.
    p_value
        How often models without a difference would look at least this different.
    method
        Name of the method.
    statistic
        The test statistic: with the sign of the difference where it has one, as t and z have and F and χ² have not.
    posterior
        What to believe about the difference, where the method gives it; ask it for probabilities.
    target
        What the conclusion is about: learners trained on such data, or the very models that were fitted.
    note
        What the reader should know; empty when there is nothing to say.
    signed
        Whether the statistic changes its sign with the order of the models.
    """

    a: str
    b: str
    measure: Measure
    difference: float
    low: float
    high: float
    level: float
    p_value: float
    method: str
    statistic: float = float("nan")
    posterior: Posterior | None = None
    target: Target = Target.RISK
    note: str = ""
    signed: bool = True

    @property
    def has_interval(self) -> bool:
        """Whether the method gave an interval."""
        return not np.isnan(self.low)

    def __repr__(self) -> str:
        """One line: the difference, its interval and its p-value."""
        ends = f"[{self.low:.4g}, {self.high:.4g}]" if self.has_interval else "no interval"
        about = f"{self.a} - {self.b}: {self.measure.label} {self.difference:.4g} {ends}, p = {self.p_value:.3g}"
        return printable(f"<Comparison of {about}, {self.method}>")

    def turned(self) -> Comparison:
        """Give the same comparison with the models the other way round."""
        from foldwise.comparisons.posterior import Posterior

        posterior = self.posterior
        return replace(
            self,
            a=self.b,
            b=self.a,
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
            statistic=-self.statistic if self.signed else self.statistic,
            posterior=None if posterior is None else Posterior(-posterior.centre, posterior.scale, posterior.df),
        )


class ComparisonMethod(ABC):
    """Turns two models' predictions under one measure into a comparison. It never fits.

    `validity` says where the method holds its level, `plan` the plan it is made for, `target` what its conclusion is about,
    `cost` the number of fits in words, `signed` whether the statistic has the sign of the difference. `invalid` says why a method is wrong wherever it is used; such a method is only given on explicit demand.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    validity: ClassVar[Validity]
    plan: ClassVar[str] = "kfold(10, repeats=3)"
    target: ClassVar[Target] = Target.EXPECTED_RISK
    cost: ClassVar[str] = "one fit per model and resample"
    signed: ClassVar[bool] = True
    invalid: ClassVar[str] = ""

    @abstractmethod
    def compare(self, pair: Pair, level: float) -> Comparison:
        """Make the comparison; the caller has checked that the method is valid here."""

    def refusal(self, pair: Pair) -> str | None:
        """Say why the method is not valid here, or None where it is."""
        reason = self.validity.refusal(pair.a) or self.validity.refusal(pair.b) or self._joint_refusal(pair)
        if reason is None and np.isnan(pair.difference):
            reason = "one of the models has no value in any resample"
        return reason or self.further(pair)

    def _joint_refusal(self, pair: Pair) -> str | None:
        """Say that too few resamples have a score of both models."""
        fewest = self.validity.min_resamples
        if fewest == 1 or pair.scores.size >= fewest:
            return None
        return f"it needs {fewest} resamples with a score of both models, and {there_are(pair.scores.size)}"

    def further(self, pair: Pair) -> str | None:  # noqa: ARG002 - most methods have no further demands
        """Say what else forbids the method here; None for most methods."""
        return None

    def check(self, pair: Pair, *, allow_invalid: bool = False) -> None:
        """Refuse where the method is not valid, naming what is; a method that never is valid needs to be allowed."""
        reason = self.refusal(pair) or ("" if allow_invalid else self.invalid)
        if reason:
            message = f"no valid {self.name} comparison of '{pair.a.model}' and '{pair.b.model}' by {pair.measure.name}: {reason}"
            raise ValidityError(message, hint=self.validity.instead)

    def from_posterior(self, pair: Pair, posterior: Posterior, level: float, *, note: str = "") -> Comparison:
        """Make the comparison that a posterior of the difference gives: its p-value, its interval, centre over scale."""
        return self.made(
            pair,
            two_sided(posterior),
            level,
            ends=posterior.interval(level),
            difference=posterior.centre,
            statistic=posterior.centre / posterior.scale if posterior.scale else float("nan"),
            posterior=posterior,
            note=note,
        )

    def made(
        self,
        pair: Pair,
        p_value: float,
        level: float,
        *,
        ends: tuple[float, float] = (float("nan"), float("nan")),
        difference: float | None = None,
        statistic: float = float("nan"),
        posterior: Posterior | None = None,
        note: str = "",
    ) -> Comparison:
        """Put the result into a comparison with what the method says about itself.

        Differences that are all alike have no spread to judge from: that is not to know, and is said instead of certainty.
        The interval of a difference that is not significant contains 0, also where the p-value comes by another way.
        """
        apart = pair.difference if difference is None else difference
        size = max(abs(pair.a.value), abs(pair.b.value), abs(apart))
        if ends[1] - ends[0] <= LEAST_ERROR_SHARE * size:
            ends, posterior, note = (float("nan"), float("nan")), None, "; ".join(filter(None, [NO_SPREAD, note]))
            p_value, statistic = 1.0, 0.0 if apart == 0 else float("nan")
        ends = ends_of_difference(pair.measure, ends, p_value, level) if ends[0] == ends[0] else ends
        return Comparison(
            pair.a.model,
            pair.b.model,
            pair.measure,
            apart,
            *ends,
            level,
            floored(p_value),
            self.name,
            statistic if self.signed else abs(statistic),
            posterior,
            self.target,
            note,
            self.signed,
        )
