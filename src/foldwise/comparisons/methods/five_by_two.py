"""Five times two parts: Dietterich's t-test and Alpaydin's combined F-test."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod, floored
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.simulations.size import false_positives
from foldwise.intervals import Validity

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["CombinedF", "FiveByTwoF", "FiveByTwoStatistic", "FiveByTwoT", "combined_f", "f_ends", "five_by_two_t"]

VALIDITY = Validity(plans=("kfold",), min_resamples=10, max_resamples=10, instead="plan='kfold(2, repeats=5)'")


@final
@dataclass(frozen=True)
class FiveByTwoT(ComparisonMethod):
    """t = p₁⁽¹⁾ / √(Σ sᵢ²/5) with 5 degrees of freedom, from five cross-validations of two parts (METHODS D.4).

    Looks at the difference in one single half only, by definition; the combined F-test uses all ten.

    References
    ----------
    dietterich1998.
    """

    name: ClassVar[str] = "5x2cv-t"
    summary: ClassVar[str] = "t from five cross-validations of two parts; sees one of ten differences only"
    plan: ClassVar[str] = "kfold(2, repeats=5)"
    validity: ClassVar[Validity] = VALIDITY

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the ten differences."""
        differences = pair.scores.reshape(5, 2)
        found, first = five_by_two_t(differences), float(differences[0, 0])
        return self.made(
            pair,
            found.p_value,
            level,
            ends=Posterior(first, found.standard_error, 5).interval(level),
            difference=first,
            statistic=found.statistic,
            note=_liberal(self.name),
        )

    def further(self, pair: Pair) -> str | None:
        """The plan is five repeats of two parts, all of them with a score."""
        return _not_five_by_two(pair)


@final
@dataclass(frozen=True)
class FiveByTwoF(ComparisonMethod):
    """F = Σᵢ Σ_f (pᵢ⁽ᶠ⁾)² / (2 Σ sᵢ²) with 10 and 5 degrees of freedom, from five cross-validations of two parts (METHODS D.5).

    The interval holds the differences that the test would not reject.

    References
    ----------
    alpaydin1999.
    """

    name: ClassVar[str] = "5x2cv-f"
    summary: ClassVar[str] = "F from five cross-validations of two parts"
    plan: ClassVar[str] = "kfold(2, repeats=5)"
    signed: ClassVar[bool] = False
    validity: ClassVar[Validity] = VALIDITY

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the ten differences."""
        differences = pair.scores.reshape(5, 2)
        found = combined_f(differences)
        return self.made(
            pair,
            found.p_value,
            level,
            ends=f_ends(differences, level),
            difference=float(differences.mean()),
            statistic=found.statistic,
            note=_liberal(self.name),
        )

    def further(self, pair: Pair) -> str | None:
        """The plan is five repeats of two parts, all of them with a score."""
        return _not_five_by_two(pair)


class FiveByTwoStatistic(NamedTuple):
    """t of five times two parts and its standard error; the p-value is two-sided."""

    statistic: float
    standard_error: float

    @property
    def df(self) -> int:
        """Degrees of freedom."""
        return 5

    @property
    def p_value(self) -> float:
        """How often models without a difference would give at least as much on either side."""
        from scipy.special import stdtr

        return floored(2 * stdtr(self.df, -abs(self.statistic)))


class CombinedF(NamedTuple):
    """F of five times two parts and Σ sᵢ², which it was divided by."""

    statistic: float
    squares: float

    @property
    def df(self) -> tuple[int, int]:
        """Degrees of freedom of the numerator and the denominator."""
        return 10, 5

    @property
    def p_value(self) -> float:
        """How often models without a difference would give at least as much."""
        from scipy.special import fdtrc

        return floored(0.0 if np.isinf(self.statistic) else fdtrc(*self.df, self.statistic))


def five_by_two_t(differences: Floats) -> FiveByTwoStatistic:
    """Give t and the standard error from the differences (5, 2); without any difference t is 0.

    Examples
    --------
    >>> p = np.array([[0.05, 0.03], [0.02, 0.04], [0.01, 0.05], [0.04, 0.00], [0.03, 0.02]])
    >>> found = five_by_two_t(p)
    >>> round(found.statistic, 4), found.df, round(found.p_value, 4)
    (2.4693, 5, 0.0566)
    """
    error = sqrt(_squares(differences) / 5)
    first = float(differences[0, 0])
    if error == 0:
        return FiveByTwoStatistic(0.0 if first == 0 else float(np.copysign(np.inf, first)), 0.0)
    return FiveByTwoStatistic(first / error, error)


def combined_f(differences: Floats) -> CombinedF:
    """Give F and Σ sᵢ² from the differences (5, 2); without any difference F is 0.

    Examples
    --------
    >>> p = np.array([[0.05, 0.03], [0.02, 0.04], [0.01, 0.05], [0.04, 0.00], [0.03, 0.02]])
    >>> found = combined_f(p)
    >>> round(found.statistic, 4), found.df, round(found.p_value, 4)
    (2.6585, (10, 5), 0.146)
    """
    total, squares = float((differences**2).sum()), _squares(differences)
    if squares == 0:
        return CombinedF(0.0 if total == 0 else float("inf"), 0.0)
    return CombinedF(total / (2 * squares), squares)


def f_ends(differences: Floats, level: float) -> tuple[float, float]:
    """Differences that the combined F-test would not reject, from the differences (5, 2); not numbers where it rejects all."""
    from scipy.special import fdtri

    middle = float(differences.mean())
    # Σ(p - δ)² ≤ 2 F Σs² is a quadratic in δ around the mean.
    room = 2 * float(fdtri(10, 5, level)) * _squares(differences) - float(((differences - middle) ** 2).sum())
    half = sqrt(room / 10) if room >= 0 else float("nan")
    return middle - half, middle + half


def _squares(differences: Floats) -> float:
    """Σ sᵢ², the squared deviations within each cross-validation."""
    return float(((differences - differences.mean(axis=1, keepdims=True)) ** 2).sum())


def _liberal(name: str) -> str:
    return f"calls equal models different in {false_positives(name)} of simulated comparisons at 5 %"


def _not_five_by_two(pair: Pair) -> str | None:
    if pair.resamples.repeats != 5 or pair.scores.size != 10:
        return f"it needs two parts drawn five times, each with a score, and the plan is {pair.resamples.plan}"
    return None
