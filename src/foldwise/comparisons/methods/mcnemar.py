"""McNemar's tests: two systems right or wrong on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod, floored
from foldwise.comparisons.paired_proportions import bonett_price
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, MeasureGroup, Validity, rows_refusal
from foldwise.measures import Direction
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair

__all__ = ["McNemar", "McNemarChi2", "McNemarContinuity", "McNemarExact", "McNemarResult", "mcnemar"]

VALIDITY = Validity(
    plans=ONE_TEST_SET,
    measures=MeasureGroup.ZERO_ONE,
    max_resamples=1,
    any_size=True,
    instead="test='paired-bootstrap', or 'corrected-t' with plan='kfold(10, repeats=3)'",
)


@final
@dataclass(frozen=True)
class McNemar(ComparisonMethod):
    """McNemar's mid-p test on the rows where only one of two systems is right (METHODS D.7).

    Of b + c such rows either system should be right on half. The mid-p-value counts the observed split by half: it keeps
    the level as the exact test does, and finds more. The interval is Bonett and Price's.

    References
    ----------
    mcnemar1947; fagerland2013; bonett2012.
    """

    name: ClassVar[str] = "mcnemar"
    summary: ClassVar[str] = "mid-p test on the rows where only one of two systems is right"
    target: ClassVar[Target] = Target.PROXY
    signed: ClassVar[bool] = False
    validity: ClassVar[Validity] = VALIDITY
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows that differ."""
        return _compare(self, pair, level, "mid-p")

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows of equal weight."""
        return counts_refusal(pair)


@final
@dataclass(frozen=True)
class McNemarExact(ComparisonMethod):
    """McNemar's exact test: 2·P(Binomial(b + c, ½) ≤ min(b, c)), never above its level and often far below.

    References
    ----------
    mcnemar1947.
    """

    name: ClassVar[str] = "mcnemar-exact"
    summary: ClassVar[str] = "exact test on the rows where only one of two systems is right"
    target: ClassVar[Target] = Target.PROXY
    signed: ClassVar[bool] = False
    validity: ClassVar[Validity] = VALIDITY
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows that differ."""
        return _compare(self, pair, level, "exact")

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows of equal weight."""
        return counts_refusal(pair)


@final
@dataclass(frozen=True)
class McNemarChi2(ComparisonMethod):
    """McNemar's test as published: (b - c)²/(b + c) against χ² with one degree of freedom.

    References
    ----------
    mcnemar1947.
    """

    name: ClassVar[str] = "mcnemar-chi2"
    summary: ClassVar[str] = "χ² test on the rows where only one of two systems is right"
    target: ClassVar[Target] = Target.PROXY
    signed: ClassVar[bool] = False
    validity: ClassVar[Validity] = VALIDITY
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows that differ."""
        return _compare(self, pair, level, "asymptotic")

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows of equal weight."""
        return counts_refusal(pair)


@final
@dataclass(frozen=True)
class McNemarContinuity(ComparisonMethod):
    """McNemar's χ² test with Edwards' correction: (|b - c| - 1)²/(b + c); kept for those who must report it.

    References
    ----------
    fagerland2013, who advise against it.
    """

    name: ClassVar[str] = "mcnemar-continuity"
    summary: ClassVar[str] = "χ² test with a continuity correction, for old reports"
    target: ClassVar[Target] = Target.PROXY
    signed: ClassVar[bool] = False
    validity: ClassVar[Validity] = VALIDITY
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows that differ."""
        return _compare(self, pair, level, "continuity")

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows of equal weight."""
        return counts_refusal(pair)


def counts_refusal(pair: Pair) -> str | None:
    """Say why a test that counts independent rows is not valid here, or None where it is."""
    weighted = pair.predictions.weights is not None
    return rows_refusal(pair.a) or ("it counts rows, and these are weighted" if weighted else None)


def _compare(method: ComparisonMethod, pair: Pair, level: float, kind: str) -> Comparison:
    more, less = (int(np.sum(np.sign(pair.row_losses) == sign)) for sign in (1, -1))
    found = mcnemar(more, less, kind=kind)
    ends = bonett_price(more, less, pair.row_losses.size, level)
    # A row on which a has the higher error, or the lower accuracy, is one on which b alone is right.
    a_right, b_right = (less, more) if pair.measure.direction is Direction.LOWER else (more, less)
    note = f"{pair.a.model} alone is right on {count_of(a_right, 'row')}, {pair.b.model} alone on {b_right:,}"
    return method.made(pair, found.p_value, level, ends=ends, statistic=found.statistic, note=note)


@final
@dataclass(frozen=True)
class McNemarResult:
    """What a McNemar test found.

    Parameters
    ----------
    statistic
        (b - c)²/(b + c), with Edwards' correction for ``continuity``; it has no sign.
    p_value
        Two-sided.
    df
        1 where the p-value is that of χ², None where it is binomial.
    difference
        b - c, with its sign.
    """

    statistic: float
    p_value: float
    df: int | None
    difference: int


def mcnemar(b: int, c: int, *, kind: str = "mid-p") -> McNemarResult:
    """Test for b rows on which only one system errs and c on which only the other does.

    Parameters
    ----------
    b, c
        The rows that differ.
    kind
        ``mid-p``, ``exact``, ``asymptotic`` or ``continuity``.

    Examples
    --------
    >>> found = mcnemar(10, 25)
    >>> round(found.statistic, 4), round(found.p_value, 6), found.difference
    (6.4286, 0.011331, -15)
    """
    from scipy.special import bdtr, chdtrc, gammaln

    total, fewer = b + c, min(b, c)
    df = 1 if kind in ("asymptotic", "continuity") else None
    if total == 0:
        return McNemarResult(0.0, 1.0, df, 0)
    distance = max(0, abs(b - c) - 1) if kind == "continuity" else abs(b - c)
    statistic = distance**2 / total
    if df is not None:
        return McNemarResult(statistic, floored(chdtrc(df, statistic)), df, b - c)
    tail = 2 * float(bdtr(fewer, total, 0.5))
    if kind == "exact":
        return McNemarResult(statistic, floored(tail), df, b - c)
    point = np.exp(gammaln(total + 1) - gammaln(fewer + 1) - gammaln(total - fewer + 1) - total * np.log(2))
    return McNemarResult(statistic, floored(tail - float(point)), df, b - c)
