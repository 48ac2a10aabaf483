"""P-values under random exchanges of the predictions of two systems: of signs of losses, of cells of counts, of sums, and of whole rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals import canonical_order, cell_codes, prediction_groups
from foldwise.measures import value_function, value_summands
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Array, Floats
    from foldwise.comparisons.pair import Pair
    from foldwise.measures import Measure, Outcomes

__all__ = [
    "PERMUTATIONS",
    "ExchangeTest",
    "SignFlips",
    "exchange_rows",
    "exchange_sums",
    "exchange_test",
    "exchangeable",
    "least_p_value_note",
    "sign_flips",
]

PERMUTATIONS = 9999
"""Random exchanges where not all of them are looked at."""
MOST_ENUMERATED = 20
"""Up to so many units that differ, all 2^units exchanges are looked at."""
MOST_NUMBERS = 20_000_000
"""Numbers of one block of exchanges."""
MOST_DRAWN = 20_000
"""Rows whose exchanges are drawn one by one for sums of values."""
VALUE_TOLERANCE = 1e-9
"""Values that differ by less than this share of them are equal but for rounding."""


def exchangeable(pair: Pair) -> tuple[Outcomes, Outcomes] | None:
    """Outcomes of both systems on one scale; None where their scores have none in common.

    Labels and values have that of the truth. Scores are replaced by their ranks where the measure looks at nothing else
    (Venkatraman & Begg 1996 for ROC curves); probabilities of both stay as they are where it looks at more.
    """
    bare = replace(pair.measure, about="")
    first, second = (pair.measure.view(one.outcomes) for one in (pair.a, pair.b))
    if first.scores is None or second.scores is None:
        return first, second
    ranked = _ranked(first), _ranked(second)
    if all(_same(bare, one, other) for one, other in zip(ranked, (first, second), strict=True)):
        return ranked
    both_probabilities = ScoreKind.PROBABILITY is first.score_kind is second.score_kind
    return (first, second) if both_probabilities else None


def _same(measure: Measure, one: Outcomes, other: Outcomes) -> bool:
    ours, theirs = measure.value(one), measure.value(other)
    return abs(ours - theirs) <= VALUE_TOLERANCE * max(abs(ours), abs(theirs))


def _ranked(outcomes: Outcomes) -> Outcomes:
    """Scores as shares of the rows below them, ties sharing the middle."""
    from scipy.stats import rankdata

    scores: Floats = np.empty((0, 0)) if outcomes.scores is None else outcomes.scores
    return replace(outcomes, scores=rankdata(scores, axis=0) / max(1, len(scores)))


def exchange_rows(pair: Pair, permutations: int, seed: int) -> float:
    """Two-sided p-value of a difference under random exchanges of the predictions on rows, or groups of rows.

    Examples
    --------
    >>> from foldwise.comparisons import Pair
    >>> from foldwise.measures import measure
    >>> from foldwise.predictions import Predictions
    >>> truth = np.arange(40) + 0.5
    >>> table = Predictions.build(truth, {"a": truth + 1, "b": truth - np.tile([2.0, 3.0], 20)})
    >>> exchange_rows(Pair.of(table, "a", "b", measure("median-absolute-error")), 999, 0)
    0.001
    """
    found = exchangeable(pair)
    if found is None:
        return float("nan")
    groups = prediction_groups(pair.a)
    unit = np.argsort(canonical_order(found)) if groups is None else np.unique(groups, return_inverse=True)[1]
    bare, rng = replace(pair.measure, about=""), np.random.default_rng(seed)
    as_large = 0
    for _ in range(permutations):
        swap = (rng.random(int(unit.max()) + 1) < 0.5)[unit]
        drawn = abs(bare.value(_mixed(*found, swap)) - bare.value(_mixed(*found, ~swap)))
        as_large += bool(drawn >= (1 - VALUE_TOLERANCE) * abs(pair.difference))
    return (1 + as_large) / (1 + permutations)


def least_p_value_note(p_value: float, permutations: int) -> str:
    """Say that a p-value is the least that so many permutations can give, and stands for any smaller one.

    Examples
    --------
    >>> least_p_value_note(0.001, 999), least_p_value_note(0.002, 999)
    ('none of 999 permutations differed as much: p ≤ 0.001', '')
    """
    least = 1 / (1 + permutations)
    return f"none of {permutations:,} permutations differed as much: p ≤ {least:.3g}" if p_value <= least else ""


def _mixed(one: Outcomes, other: Outcomes, swap: Array) -> Outcomes:
    """Predictions of `one`, on the rows of `swap` those of `other`."""
    scores = None
    if one.scores is not None and other.scores is not None:
        scores = np.where(swap[:, None], other.scores, one.scores)
    return replace(one, output=np.where(swap, other.output, one.output), scores=scores)


def exchange_sums(pair: Pair, permutations: int = PERMUTATIONS, seed: int = 0) -> float:
    """Two-sided p-value of a difference in a function of sums, such as R² or a correlation, under random exchanges.

    Rows far out in the truth make both systems vary, and tests by derivatives or resamples then have too small a standard error.
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
