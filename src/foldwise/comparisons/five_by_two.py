"""Five times two parts: Dietterich's t-test and Alpaydin's combined F-test."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.size import false_positives
from foldwise.intervals import Validity

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["FiveByTwoF", "FiveByTwoT", "combined_f", "five_by_two_t"]

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
        from scipy.special import stdtr, stdtrit

        differences = pair.scores.reshape(5, 2)
        t, error = five_by_two_t(differences)
        first, half = float(differences[0, 0]), float(stdtrit(5, (1 + level) / 2)) * error
        return self.made(
            pair,
            float(2 * stdtr(5, -abs(t))),
            level,
            ends=(first - half, first + half),
            difference=first,
            statistic=t,
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
        from scipy.special import fdtrc, fdtri

        differences = pair.scores.reshape(5, 2)
        f, squares = combined_f(differences)
        middle = float(differences.mean())
        # Σ(p - δ)² ≤ 2 F Σs² is a quadratic in δ around the mean.
        room = 2 * float(fdtri(10, 5, level)) * squares - float(((differences - middle) ** 2).sum())
        half = sqrt(room / 10) if room >= 0 else float("nan")
        p_value = 0.0 if np.isinf(f) else float(fdtrc(10, 5, f))
        ends = (middle - half, middle + half)
        return self.made(pair, p_value, level, ends=ends, difference=middle, statistic=f, note=_liberal(self.name))

    def further(self, pair: Pair) -> str | None:
        """The plan is five repeats of two parts, all of them with a score."""
        return _not_five_by_two(pair)


def five_by_two_t(differences: Floats) -> tuple[float, float]:
    """Give t and the standard error from the differences (5, 2); without any difference t is 0.

    Examples
    --------
    >>> p = np.array([[0.05, 0.03], [0.02, 0.04], [0.01, 0.05], [0.04, 0.00], [0.03, 0.02]])
    >>> round(five_by_two_t(p)[0], 4)
    2.4693
    """
    error = sqrt(_squares(differences) / 5)
    first = float(differences[0, 0])
    if error == 0:
        return (0.0 if first == 0 else float(np.copysign(np.inf, first))), 0.0
    return first / error, error


def combined_f(differences: Floats) -> tuple[float, float]:
    """Give F and Σ sᵢ² from the differences (5, 2); without any difference F is 0.

    Examples
    --------
    >>> p = np.array([[0.05, 0.03], [0.02, 0.04], [0.01, 0.05], [0.04, 0.00], [0.03, 0.02]])
    >>> round(combined_f(p)[0], 4)
    2.6585
    """
    total, squares = float((differences**2).sum()), _squares(differences)
    if squares == 0:
        return (0.0 if total == 0 else float("inf")), 0.0
    return total / (2 * squares), squares


def _squares(differences: Floats) -> float:
    """Σ sᵢ², the squared deviations within each cross-validation."""
    return float(((differences - differences.mean(axis=1, keepdims=True)) ** 2).sum())


def _liberal(name: str) -> str:
    return f"calls equal models different in {false_positives(name)} of simulated comparisons at 5 %"


def _not_five_by_two(pair: Pair) -> str | None:
    if pair.resamples.repeats != 5 or pair.scores.size != 10:
        return f"it needs two parts drawn five times, each with a score, and the plan is {pair.resamples.plan}"
    return None
