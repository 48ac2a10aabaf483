"""Two proportions of different rows: the score test, and the interval that agrees with it."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, cos, pi, sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.comparison import floored
from foldwise.comparisons.different_rows.unpaired import UnpairedMethod
from foldwise.intervals import ONE_TEST_SET, MeasureGroup, Validity, share_refusal, trials, wilson

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.different_rows.unpaired import UnpairedPair

    Counts = tuple[float, float, float, float]

__all__ = ["ProportionTest", "TwoProportions", "miettinen_nurminen", "newcombe", "two_proportions"]

FEWEST_EXPECTED = 2.0
"""Below this smallest expected count the p-value is that of Fisher's mid-p test."""
BISECTION_STEPS = 60
"""Halvings of the interval [-1, 1] of a difference: the limit is found to the last bit."""


@final
@dataclass(frozen=True)
class ProportionTest:
    """What a test of two proportions found.

    Parameters
    ----------
    statistic
        z of the score test, with the sign of the difference.
    p_value
        Two-sided.
    df
        None: z has none, and the exact test neither.
    exact
        Whether the p-value is Fisher's mid-p, as where few successes or failures are expected.
    difference
        First proportion minus the second.
    """

    statistic: float
    p_value: float
    df: None
    exact: bool
    difference: float


@final
@dataclass(frozen=True)
class TwoProportions(UnpairedMethod):
    """z = (p̂₁ - p̂₂)/√(p̄(1 - p̄)(1/n₁ + 1/n₂)·N/(N - 1)) with the pooled proportion p̄, two-sided.

    For the error rate, accuracy, recall, precision and every other share of counted rows. The interval is Miettinen and
    Nurminen's: the differences that the same score test would not reject, so that it leaves out 0 exactly where p is below
    1 - level. Weighted rows count as so many of one weight as would vary like them; rows in groups go to ``welch-t``.

    Notes
    -----
    Fisher's exact test is the most conservative of the common ones: enumerated over all shares at 5 %, it calls equal
    systems different in 1 to 4 % at most. The score test stays at 5.4 % at most for 10 to 500 rows where at least two
    successes and two failures are expected in either sample, and finds more. Where fewer are expected it would reach 8 %, and
    Fisher's mid-p-value takes its place, which stays at 5 %; the interval is then widened to 0 where the two disagree.
    Barnard's and Boschloo's tests are as good and take seconds for hundreds of rows.

    References
    ----------
    miettinen1985; campbell2007; newcombe1998; fagerland2015.
    """

    name: ClassVar[str] = "two-proportions"
    summary: ClassVar[str] = "score test of two proportions on different rows, with the interval that agrees with it"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET,
        measures=MeasureGroup.SHARES,
        max_resamples=1,
        any_size=True,
        instead="test='welch-t' or test='mover'",
    )

    def compare(self, pair: UnpairedPair, level: float) -> Comparison:
        """Compare by the counts."""
        first, second = (trials(one) for one in pair.sides)
        if first is None or second is None:  # the caller has checked that the measure is a share
            message = f"{pair.measure.name} is not a share"
            raise TypeError(message)
        counts = (first.successes, first.size, second.successes, second.size)
        found = two_proportions(*counts)
        low, high = miettinen_nurminen(*counts, level=level)
        note = ""
        if found.exact:
            note = "few successes or failures are expected: the p-value is Fisher's mid-p"
        return self.made(pair, found.p_value, level, ends=(low, high), statistic=found.statistic, note=note)

    def further(self, pair: UnpairedPair) -> str | None:
        """It is for shares of independent rows."""
        for one in pair.sides:
            counted = trials(one)
            if counted is not None and not counted.plain:
                return f"{pair.measure.name} is a function of a share, not a share itself"
        return share_refusal(pair.a) or share_refusal(pair.b)


def two_proportions(k1: float, n1: float, k2: float, n2: float) -> ProportionTest:
    """Test whether k₁ of n₁ and k₂ of n₂ have one proportion, on different rows.

    The score test with the factor N/(N - 1); Fisher's mid-p-value where fewer than two successes or failures are expected
    in a sample. Numbers need not be whole, as those of weighted rows are not; the mid-p-value then rounds them.

    References
    ----------
    campbell2007; fagerland2015.

    Examples
    --------
    >>> found = two_proportions(25, 100, 40, 100)
    >>> round(found.statistic, 4), round(found.p_value, 4), found.exact
    (-2.2589, 0.0239, False)
    """
    from scipy.special import ndtr

    total, successes = n1 + n2, k1 + k2
    apart = k1 / n1 - k2 / n2
    pooled = successes / total
    variance = pooled * (1 - pooled) * (1 / n1 + 1 / n2) * total / max(total - 1, 1)
    z = apart / sqrt(variance) if variance > 0 else 0.0
    if min(successes, total - successes) * min(n1, n2) / total < FEWEST_EXPECTED:
        return ProportionTest(z, _mid_p(round(k1), round(n1), round(k2), round(n2)), None, exact=True, difference=apart)
    return ProportionTest(z, floored(2 * ndtr(-abs(z))), None, exact=False, difference=apart)


def _mid_p(k1: int, n1: int, k2: int, n2: int) -> float:
    """Fisher's two-sided p-value with half the probability of what was observed: twice the smaller tail."""
    from scipy.stats import hypergeom

    drawn = hypergeom(n1 + n2, k1 + k2, n1)
    here = float(drawn.pmf(k1))
    tail = min(float(drawn.cdf(k1)), float(drawn.sf(k1 - 1)))
    return floored(2 * (tail - here / 2))


def miettinen_nurminen(k1: float, n1: float, k2: float, n2: float, *, level: float) -> tuple[float, float]:
    """Differences of two proportions that the score test would not reject.

    References
    ----------
    miettinen1985, eq. 8 and 9.

    Examples
    --------
    >>> low, high = miettinen_nurminen(56, 70, 48, 80, level=0.95)  # newcombe1998, table II (a)
    >>> round(low, 4), round(high, 4)
    (0.0528, 0.3382)
    """
    from scipy.special import ndtri

    z, apart = float(ndtri((1 + level) / 2)), k1 / n1 - k2 / n2

    def beyond(delta: float) -> bool:
        variance = _restricted_variance((k1, n1, k2, n2), delta)
        return abs(apart - delta) > z * sqrt(variance) if variance > 0 else apart != delta

    return _edge(beyond, apart, -1.0), _edge(beyond, apart, 1.0)


def _edge(beyond: Callable[[float], bool], inside: float, outside: float) -> float:
    """Farthest difference towards `outside` that is not rejected."""
    if not beyond(outside):
        return outside
    for _ in range(BISECTION_STEPS):
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if beyond(middle) else (middle, outside)
    return inside


def _restricted_variance(counts: Counts, delta: float) -> float:
    """Variance of the difference under the most likely proportions that differ by delta, times N/(N - 1)."""
    _, n1, _, n2 = counts
    total = n1 + n2
    second = _restricted_share(counts, delta)
    first = min(1.0, max(0.0, second + delta))
    return (first * (1 - first) / n1 + second * (1 - second) / n2) * total / max(total - 1, 1)


def _restricted_share(counts: Counts, delta: float) -> float:
    """Second proportion that is most likely given that the first is larger by delta: the root of a cubic."""
    k1, n1, k2, n2 = counts
    total, successes = n1 + n2, k1 + k2
    l3, l2 = total, (n1 + 2 * n2) * delta - total - successes
    l1 = (n2 * delta - total - 2 * k2) * delta + successes
    l0 = k2 * delta * (1 - delta)
    q = l2**3 / (3 * l3) ** 3 - l1 * l2 / (6 * l3**2) + l0 / (2 * l3)
    p = sqrt(max(0.0, l2**2 / (3 * l3) ** 2 - l1 / (3 * l3)))
    p = p if q > 0 else -p
    angle = (pi + acos(min(1.0, max(-1.0, q / p**3)))) / 3 if p else 0.0
    return min(1.0, max(0.0, 2 * p * cos(angle) - l2 / (3 * l3)))


def newcombe(k1: float, n1: float, k2: float, n2: float, *, level: float) -> tuple[float, float]:
    """Newcombe's hybrid score interval of a difference: the distances of Wilson's ends, squared and added.

    References
    ----------
    newcombe1998, method 10.

    Examples
    --------
    >>> low, high = newcombe(56, 70, 48, 80, level=0.95)  # newcombe1998, table II (a)
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    from foldwise.comparisons.different_rows.mover import mover_ends

    return mover_ends((k1 / n1, *wilson(k1, n1, level)), (k2 / n2, *wilson(k2, n2, level)))
