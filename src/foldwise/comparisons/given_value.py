"""A measure held against a given value: one share by its binomial tests, anything else by inverting its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.comparisons.comparison import floored
from foldwise.errors import InputError, UnknownNameError, ValidityError, printable
from foldwise.intervals import (
    FEW_COUNTED,
    interval_method,
    interval_with_choice,
    inverted_p_value,
    least_p_value,
    level_ends,
    mid_p_above,
    trials,
)
from foldwise.phrases import shown_p_value

if TYPE_CHECKING:
    from foldwise.intervals import Interval, IntervalMethod
    from foldwise.measures import Measure, ModelScores

__all__ = ["SHARE_TESTS", "ShareTest", "ValueTest", "share_test", "value_test"]

SHARE_TESTS = {"mid-p": "mid-p", "clopper-pearson": "exact", "wilson": "score"}
"""Intervals of a share, and the test that each inverts."""


@final
@dataclass(frozen=True)
class ShareTest:
    """What a test of one share against a given one found.

    Parameters
    ----------
    statistic
        z of the score test, with the sign of the difference; exact tests give it beside their p-value.
    p_value
        Two-sided: twice the smaller tail.
    p_less, p_greater
        One-sided, for a share below and above the given one.
    df
        None: neither z nor a binomial tail has any.
    kind
        ``mid-p``, ``exact`` or ``score``.
    """

    statistic: float
    p_value: float
    p_less: float
    p_greater: float
    df: None
    kind: str


def share_test(k: float, n: float, share: float, *, kind: str = "mid-p") -> ShareTest:
    """Test whether k of n come from a given share.

    ``mid-p`` counts the probability of k itself by half and inverts into the interval ``mid-p``; ``exact`` is the binomial
    test that inverts into ``clopper-pearson``; ``score`` is z = (p̂ - p₀)/√(p₀(1 - p₀)/n), which inverts into ``wilson``. Where
    one to three rows count, more than expected, the two-sided p-value of ``score`` is not below the probability of a Poisson
    count so large; of z alone it would reject a share of 0.2/n in 16 %. The same for one to three that do not count.

    References
    ----------
    clopper1934; berry1995; wilson1927; brown2001.

    Examples
    --------
    >>> found = share_test(85, 100, 0.8, kind="exact")
    >>> round(found.p_value, 4), round(found.p_greater, 4)
    (0.257, 0.1285)
    """
    from scipy.special import betainc, ndtr

    if kind not in SHARE_TESTS.values():
        raise UnknownNameError.of("test of a share", str(kind), tuple(SHARE_TESTS.values()))
    if not (n > 0 and 0 <= k <= n):
        message = f"a share is k of n with 0 ≤ k ≤ n, not {k:g} of {n:g}"
        raise InputError(message, hint="share_test(85, 100, 0.8)")
    if not 0 <= share <= 1:
        message = f"a share lies between 0 and 1, and it is held against {share:g}"
        raise InputError(message, hint=f"{share / 100:g}" if 1 < share <= 100 else "0.5")
    deviation = k / n - share
    error = sqrt(share * (1 - share) / n)
    z = deviation / error if error else 0.0 if deviation == 0 else float(np.copysign(inf, deviation))
    if kind == "score":
        less = max(float(ndtr(z)), _poisson_tail(n - k, n * (1 - share)) / 2)
        greater = max(float(ndtr(-z)), _poisson_tail(k, n * share) / 2)
    elif kind == "exact":
        greater = 1.0 if k <= 0 else float(betainc(k, n - k + 1, share))
        less = 1.0 if k >= n else 1 - float(betainc(k + 1, n - k, share))
    else:
        greater = mid_p_above(k, n, share)
        less = 1 - greater
    two_sided, less, greater = (floored(one) for one in (2 * min(less, greater), less, greater))
    return ShareTest(z, two_sided, less, greater, None, kind)


def _poisson_tail(k: float, mean: float) -> float:
    """Probability of k and more of a Poisson count, for one to three of them; else 0."""
    from scipy.special import gammainc

    return float(gammainc(k, mean)) if 0 < k <= FEW_COUNTED else 0.0


@final
@dataclass(frozen=True)
class ValueTest:
    """A model's measure held against a given value.

    Parameters
    ----------
    model, measure
        Whose value, of what.
    value
        The estimate.
    given
        What it is held against.
    p_value
        Two-sided: the interval of level 1 - p ends at the given value.
    p_less, p_greater
        One-sided, for a true value below and above the given one.
    interval
        The interval that the test belongs to.
    statistic
        z of the score test for a share; not a number for other measures, whose interval is inverted.
    df
        None: the interval is inverted as a whole.
    """

    model: str
    measure: Measure
    value: float
    given: float
    p_value: float
    p_less: float
    p_greater: float
    interval: Interval
    statistic: float = float("nan")
    df: None = None

    @property
    def verdict(self) -> str:
        """``below`` or ``above`` where the interval leaves the given value out, else ``undecided``."""
        if self.interval.high < self.given:
            return "below"
        return "above" if self.interval.low > self.given else "undecided"

    def __repr__(self) -> str:
        """One line: what was held against what, and what came out."""
        said = f"{self.measure.name} {self.value:.4g} against {self.given:g}: {self.verdict}, p {shown_p_value(self.p_value)}"
        return printable(f"<ValueTest of {self.model}: {said}>")

    def record(self) -> dict[str, Any]:
        """Row of a frame and of the JSON."""
        return {
            "model": self.model,
            "measure": self.measure.name,
            "value": self.value,
            "given": self.given,
            "low": self.interval.low,
            "high": self.interval.high,
            "level": self.interval.level,
            "method": self.interval.method,
            "p_value": self.p_value,
            "p_less": self.p_less,
            "p_greater": self.p_greater,
            "verdict": self.verdict,
        }


def value_test(
    scored: ModelScores,
    given: float,
    method: str | IntervalMethod = "auto",
    *,
    level: float = 0.95,
    value: float | None = None,
) -> ValueTest:
    """Hold a measure of one model against a given value, by the test that its interval inverts.

    Parameters
    ----------
    scored
        The model's predictions under the measure.
    given
        The value to hold it against.
    method
        The interval, ``auto`` for the default; ``mid-p`` and ``clopper-pearson`` are the binomial tests of a share.
    level
        Level of the interval.
    value
        The estimate, where it is not the plain value.

    Examples
    --------
    >>> from foldwise.measures import ModelScores, measure
    >>> from foldwise.predictions import Predictions
    >>> rows = Predictions.build([0, 1] * 50, {"m": [0, 1] * 44 + [1, 0] * 6})
    >>> found = value_test(ModelScores(rows, "m", measure("accuracy")), 0.8, "mid-p")
    >>> round(found.value, 2), round(found.p_value, 3), found.verdict
    (0.88, 0.038, 'above')
    """
    chosen = method if method == "auto" else interval_method(method)
    interval, choice = interval_with_choice(scored, chosen, level)
    if interval is None:
        message = f"{scored.measure.name} of '{scored.model}' cannot be held against {given:g}: {choice.reason}"
        raise ValidityError(message, hint="more rows, or another measure")
    estimate = scored.value if value is None else value
    _check_range(scored, given)
    counted = trials(scored) if interval.method in SHARE_TESTS else None
    if counted is not None:
        share = given if counted.plain else given / (2 - given)  # Jaccard's index of an F1
        exact = share_test(counted.successes, counted.size, share, kind=SHARE_TESTS[interval.method])
        tails = (exact.p_value, exact.p_less, exact.p_greater)
        return ValueTest(scored.model, scored.measure, estimate, given, *tails, interval, exact.statistic)
    named = interval_method(interval.method) if choice.method is None else choice.method
    p_value = inverted_p_value(level_ends(scored, named), given, least=least_p_value(named))
    less = p_value / 2 if estimate <= given else 1 - p_value / 2
    return ValueTest(scored.model, scored.measure, estimate, given, p_value, less, 1 - less, interval)


def _check_range(scored: ModelScores, given: float) -> None:
    """Refuse a value that the measure cannot have."""
    low, high = scored.measure.low, scored.measure.top(scored.outcomes.classes)
    if not low <= given <= high:
        message = f"{scored.measure.name} lies between {low:g} and {high:g}, and it is held against {given:g}"
        raise InputError(message, hint=f"{given / 100:g}" if high == 1 and 1 < given <= 100 else None)
