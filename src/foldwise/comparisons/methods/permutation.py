"""The paired permutation test: whether two systems are exchangeable on every row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.exchange import exchange_rows, exchangeable, least_p_value
from foldwise.comparisons.methods.paired_bootstrap import PairedBootstrap, difference_interval
from foldwise.comparisons.methods.paired_t import DeltaT
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, RESAMPLES, BootstrapDraws, Validity, cell_codes, prediction_groups
from foldwise.measures import MOMENTS, CountMeasure, Needs, SumMeasure, base_name, value_function, value_summands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Array, Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["ExchangeTest", "Permutation", "SignFlips", "exchange_test", "is_quick", "sign_flips"]

PERMUTATIONS = 9999
MOST_ENUMERATED = 20
"""Up to so many units that differ, all 2^units exchanges are looked at."""
MOST_NUMBERS = 20_000_000
MOST_DRAWN = 20_000
"""Rows whose exchanges are drawn one by one for sums of values."""


@final
@dataclass(frozen=True)
class Permutation(ComparisonMethod):
    """Exchange the predictions of the two systems on random rows, or groups, and see how often they then differ as much.

    p = (1 + #{|T*| ≥ |T|})/(1 + P); for means of losses exact, over all exchanges, where at most 20 rows differ (METHODS D.10).
    Means of losses need only their differences, functions of sums and moments of values their summands, functions of counts the
    cells (truth, prediction of a, prediction of b); any other measure is computed anew for each exchange, which takes its time. Scores of different systems are not on one scale: their
    ranks are exchanged (Venkatraman & Begg 1996). The interval of a function of counts is that of ``delta``, which has a width
    also where the systems agree on all rows; that of other measures the paired bootstrap's, where that is valid.

    Parameters
    ----------
    permutations
        Number of random exchanges; a fifth of them where the measure is computed anew.
    seed
        Seed of the exchanges, and of the resamples of the interval.
    resamples
        Number of resamples of the interval.

    References
    ----------
    pesarin2001; phipson2010 for the 1 + in the p-value; venkatraman1996 for ranks.
    """

    name: ClassVar[str] = "permutation"
    summary: ClassVar[str] = "exchange of two systems' predictions on random rows"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, any_size=True, instead="test='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    permutations: int = PERMUTATIONS
    seed: int = 0
    resamples: int = RESAMPLES

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by exchanging."""
        groups = prediction_groups(pair.a)
        if not is_quick(pair):
            fewer = max(1, self.permutations // 5)
            p_value = exchange_rows(pair, fewer, self.seed)
            note = least_p_value(p_value, fewer)
        elif has_sums(pair):
            p_value = exchange_sums(pair, self.permutations, self.seed)
            note = least_p_value(p_value, self.permutations)
        elif isinstance(pair.measure, CountMeasure):
            p_value = exchange_test(pair, self.permutations, self.seed).p_value
            note = least_p_value(p_value, self.permutations)
        else:
            # A root or another monotone function of the mean loss orders the exchanges as the mean itself does.
            rows: Floats = pair.a.losses - pair.b.losses
            units = rows if groups is None else np.bincount(groups, weights=rows).astype(np.float64)
            found = sign_flips(units, self.permutations, self.seed)
            p_value = found.p_value
            least = least_p_value(p_value, self.permutations)
            note = "exact: all exchanges were looked at" if found.exact else least
        if isinstance(pair.measure, CountMeasure | SumMeasure) and is_quick(pair) and DeltaT().refusal(pair) is None:
            other = DeltaT().compare(pair, level)
            return self.made(pair, p_value, level, ends=(other.low, other.high), note=note)
        if PairedBootstrap().refusal(pair) is not None:
            return self.made(pair, p_value, level, note=note)
        ends = difference_interval(pair, level, BootstrapDraws(self.resamples, self.seed))
        return self.made(pair, p_value, level, ends=ends, note=note)

    def further(self, pair: Pair) -> str | None:
        """Scores without a common scale cannot be exchanged."""
        if pair.predictions.weights is not None:
            return "weighted rows are not exchangeable"
        if not is_quick(pair) and exchangeable(pair) is None:
            return "scores of different systems are not on one scale"
        return None


def is_quick(pair: Pair) -> bool:
    """Whether exchanges can be looked at without computing the measure anew: losses, sums of values, and counts of single rows."""
    counts = isinstance(pair.measure, CountMeasure) and prediction_groups(pair.a) is None
    return counts or pair.has_losses or has_sums(pair)


def has_sums(pair: Pair) -> bool:
    """Whether the measure is a function of sums or moments of values: an exchange moves the sums by those of the rows."""
    sums = isinstance(pair.measure, SumMeasure) or base_name(pair.measure) in MOMENTS
    return sums and pair.measure.needs is Needs.VALUE and not pair.has_losses


def exchange_sums(pair: Pair, permutations: int = PERMUTATIONS, seed: int = 0) -> float:
    """Two-sided p-value of a difference in a function of sums, such as R² or a correlation, under random exchanges.

    Rows far out in the truth make both systems vary, and tests by slopes or resamples take their difference for known before it is.
    Predictions are exchanged as they are, for correlations less the median and over the distance of the quartiles of each system.
    """
    first, second = (value_summands(pair.measure, one.outcomes) for one in (pair.a, pair.b))
    groups = prediction_groups(pair.a)
    if groups is not None:
        codes = np.unique(groups, return_inverse=True)[1]
        first, second = (np.array([np.bincount(codes, weights=one) for one in rows.T]).T for rows in (first, second))
    # The same exchanges whatever the order of the rows, and for b against a as for a against b.
    order = np.lexsort(np.hstack([first + second, np.abs(first - second)]).T)
    apart, sums = (second - first)[order], (first.sum(axis=0), second.sum(axis=0))
    if not apart.any():
        return 1.0
    rng, of_sums = np.random.default_rng(seed), value_function(pair.measure)
    observed = abs(float(of_sums(sums[0][None])[0] - of_sums(sums[1][None])[0]))
    least, found = observed * (1 - ROUNDING_TOLERANCE) - ROUNDING_TOLERANCE * ROUNDING_TOLERANCE, 0
    for moved in _moved_sums(apart, permutations, rng):
        drawn = np.abs(of_sums(sums[0] + moved) - of_sums(sums[1] - moved))
        found += int(np.count_nonzero(~(drawn < least)))  # one without a value counts as one that is as large
    return (1 + found) / (1 + permutations)


def _moved_sums(apart: Floats, permutations: int, rng: np.random.Generator) -> Iterator[Floats]:
    """What random exchanges add to the sums of the first system, in blocks of exchanges (…, m).

    Of more than 20,000 rows those that move the sums most are exchanged one by one. The others each move them little, so that what
    they add is normal, with the mean and the covariance of their exchanges.
    """
    drawn, mean, root = apart, 0.0, None
    if len(apart) > MOST_DRAWN:
        sizes = np.square(apart) @ (1 / np.maximum(np.square(apart).sum(axis=0), np.finfo(np.float64).tiny))
        most = np.zeros(len(apart), dtype=bool)
        most[np.argsort(-sizes, kind="stable")[:MOST_DRAWN]] = True
        drawn, rest = apart[most], apart[~most]
        mean, root = rest.sum(axis=0) / 2, _exchange_root(rest)
    block = max(1, MOST_NUMBERS // len(drawn))
    for start in range(0, permutations, block):
        size = min(block, permutations - start)
        moved = rng.integers(0, 2, (size, len(drawn)), dtype=np.int8) @ drawn
        yield moved if root is None else moved + mean + rng.standard_normal((size, len(root))) @ root


def _exchange_root(apart: Floats) -> Floats:
    """A root of the covariance of the sum over random exchanges, Σdd'/4 (m, m); its sign turns with that of the rows.

    Examples
    --------
    >>> _exchange_root(np.array([[2.0], [-2.0], [1.0], [0.0]])), _exchange_root(np.array([[-4.0]]))
    (array([[1.5]]), array([[-2.]]))
    """
    scale = np.sqrt(np.square(apart).sum(axis=0))
    scale[scale == 0] = 1.0
    values, vectors = np.linalg.eigh((apart / scale).T @ (apart / scale))
    moving = apart[apart != 0]
    sign = np.sign(moving[0]) if moving.size else 1.0
    return np.asarray(sign * np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T * scale / 2)


@final
@dataclass(frozen=True)
class SignFlips:
    """The sum of the differences, with its sign, its two-sided p-value, and whether all signs were looked at."""

    statistic: float
    p_value: float
    exact: bool
    df: None = None


@final
@dataclass(frozen=True)
class ExchangeTest:
    """The difference of two systems, with its sign, and its two-sided p-value under random exchanges."""

    statistic: float
    p_value: float
    df: None = None


def sign_flips(differences: Floats, permutations: int = PERMUTATIONS, seed: int = 0) -> SignFlips:
    """Test a zero sum under random signs.

    Examples
    --------
    >>> sign_flips(np.array([1.0, 2.0, -0.5, 3.0, 0.0]))
    SignFlips(statistic=5.5, p_value=0.25, exact=True, df=None)
    """
    # Signs are drawn for the sizes, in their order: the same ones for a against b as for b against a.
    moving = np.sort(np.abs(differences[differences != 0]))
    total = float(differences.sum())
    if moving.size == 0:
        return SignFlips(0.0, 1.0, exact=True)
    target = abs(total) - ROUNDING_TOLERANCE * float(moving.sum())
    if moving.size <= MOST_ENUMERATED:
        return SignFlips(total, float(np.mean(np.abs(_all_sums(moving)) >= target)), exact=True)
    rng = np.random.default_rng(seed)
    block, found = max(1, MOST_NUMBERS // moving.size), 0
    for start in range(0, permutations, block):
        signs = rng.integers(0, 2, (min(block, permutations - start), moving.size), dtype=np.int8)
        found += int(np.sum(np.abs((2.0 * signs - 1) @ moving) >= target))
    return SignFlips(total, (1 + found) / (1 + permutations), exact=False)


def _all_sums(values: Floats) -> Floats:
    """Sums under every choice of signs (2^n,)."""
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate([sums + value, sums - value])
    return sums


def exchange_test(pair: Pair, permutations: int = PERMUTATIONS, seed: int = 0) -> ExchangeTest:
    """Test a difference in a function of counts under random exchanges of the predictions.

    The rows of a cell (truth, prediction of a, prediction of b) are alike, so how many of them are exchanged is binomial, and the
    work does not grow with the number of rows.
    """
    first, second = (pair.measure.view(one.outcomes) for one in (pair.a, pair.b))
    classes = first.classes
    if np.array_equal(first.output, second.output):
        return ExchangeTest(0.0, 1.0)
    _, at, counts = np.unique(cell_codes([first, second]), return_index=True, return_counts=True)
    truth, (a, b) = first.truth[at], (np.where(one.output < 0, classes, one.output)[at] for one in (first, second))
    swapped = np.random.default_rng(seed).binomial(counts, 0.5, (permutations, at.size))
    bare = replace(pair.measure, about="")
    values = []
    for mine, yours in ((a, b), (b, a)):
        tables = _tables(counts - swapped, truth, mine, classes) + _tables(swapped, truth, yours, classes)
        values.append(bare.of_table(tables, first.positive))  # type: ignore[attr-defined]
    drawn = np.abs(values[0] - values[1])
    least = abs(pair.difference) * (1 - ROUNDING_TOLERANCE) - ROUNDING_TOLERANCE
    as_large = int(np.sum(drawn[~np.isnan(drawn)] >= least))
    return ExchangeTest(pair.difference, (1 + as_large) / (1 + permutations))


def _tables(counts: Array, truth: Array, predicted: Array, classes: int) -> Floats:
    """Confusion matrices from counts of cells (P, C, C + 1)."""
    place = np.zeros((truth.size, classes * (classes + 1)))
    place[np.arange(truth.size), truth * (classes + 1) + predicted] = 1
    return (counts @ place).reshape(-1, classes, classes + 1)
