"""Student's t-test of row differences on one test set, and of batches of many rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import (
    ONE_TEST_SET,
    MeasureGroup,
    Validity,
    canonical_order,
    groups_refusal,
    influence_error,
    prediction_groups,
    rows_refusal,
    unrelated_error,
)
from foldwise.measures import (
    ASSOCIATIONS,
    CountMeasure,
    Needs,
    PooledMeasure,
    RankMeasure,
    SumMeasure,
    base_name,
    is_smooth,
    left_out_psi,
    measure_influence,
    paired_variance,
    predicted_columns,
    row_weight,
    smooth_table,
    sum_gradient,
    unit_of,
)
from foldwise.phrases import not_for_measure

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair
    from foldwise.measures import ModelScores

__all__ = ["BatchedT", "DeltaT", "PairedT", "difference_error", "flat_refusal", "weighted_error"]

BATCHES = 50
FEWEST_ROWS = 20_000


@final
@dataclass(frozen=True)
class PairedT(ComparisonMethod):
    """t = d̄/(sd/√n) over the differences of the losses of n independent rows of one test set.

    Unlike the folds of a cross-validation, rows of one test set are independent, so here the textbook test holds.

    Where rows are weighted the standard error is linearised, with the degrees of freedom that the weights leave. A few heavy rows on which
    the systems happen to agree say little of others of their kind, so its square is at least Σw²s²/(Σw)², s² = Σw(d - d̄)²/Σw, as if
    weights and differences had nothing to do with each other. With weights of inverse probabilities equal systems are called different in 1 to 3 % of 500
    samples of 30 to 300 rows, where a bootstrap of the difference says so in 13 to 21 % (METHODS N.15).

    References
    ----------
    student1908; binder1983; bell2002.
    """

    name: ClassVar[str] = "paired-t"
    summary: ClassVar[str] = "t over the row differences of one test set"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET,
        measures=MeasureGroup.LOSSES,
        max_resamples=1,
        min_test_rows=2,
        instead="test='paired-bootstrap'",
    )
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the differences of the rows."""
        rows, weights = pair.row_losses, pair.predictions.weights
        if weights is not None:
            error, df = weighted_error(rows, weights[np.unique(pair.row)])
            return _made(self, pair, level, error=error, df=df)
        return _made(self, pair, level, error=sqrt(float(rows.var(ddof=1)) / rows.size), df=rows.size - 1)

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows that differ."""
        return rows_refusal(pair.a) or flat_refusal(pair)


@final
@dataclass(frozen=True)
class DeltaT(ComparisonMethod):
    """t = d/se with se from how much each row moves the measure of one system more than that of the other.

    For functions of counts and sums (F1, MCC, R²), where there are no losses to subtract. Rows that come in groups are
    summed by group. A function of counts is taken at totals with half a row added to each cell, its variance by classes
    with Satterthwaite's degrees of freedom, and rows on which only one system is right are supposed beside those there are:
    systems that agree on all rows are not equal for certain.

    References
    ----------
    fleiss1969 for kappa; davison1997, section 2.7, for the form.
    """

    name: ClassVar[str] = "delta"
    summary: ClassVar[str] = "t-test of a smooth function of counts or sums, by how much each row moves it"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET,
        measures=MeasureGroup.SMOOTH,
        max_resamples=1,
        min_test_rows=2,
        instead="test='paired-bootstrap'",
    )
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the influence of the rows on both."""
        error, df = difference_error(pair)
        return _made(self, pair, level, error=error, df=df)

    def further(self, pair: Pair) -> str | None:
        """It is for functions of counts and sums."""
        if not (is_smooth(pair.measure) or _has_own_influence(pair)):
            return not_for_measure("functions of counts or sums", pair.measure.name)
        return groups_refusal(pair.a)


@final
@dataclass(frozen=True)
class BatchedT(ComparisonMethod):
    """t over the differences in 50 random batches of many rows, for measures without a formula.

    Parameters
    ----------
    seed
        Seed of the cut into batches.

    References
    ----------
    politis1999, on subsampling.
    """

    name: ClassVar[str] = "batch-t"
    summary: ClassVar[str] = "t over the differences in random batches of many rows"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, min_test_rows=FEWEST_ROWS, instead="test='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    seed: int = 0

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the batches."""
        both = [one.outcomes for one in (pair.a, pair.b)]
        order = canonical_order(both)
        batch = np.empty(order.size, dtype=np.intp)
        batch[np.random.default_rng(self.seed).permutation(order)] = np.arange(order.size) % BATCHES
        first, second = (pair.measure.values(one, batch, BATCHES) for one in both)
        known = (first - second)[~np.isnan(first - second)]
        return _made(self, pair, level, error=float(known.std(ddof=1)) / sqrt(known.size), df=known.size - 1)

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows that differ."""
        return rows_refusal(pair.a) or flat_refusal(pair)


def weighted_error(rows: Floats, weights: Floats) -> tuple[float, float]:
    """Standard error of a weighted mean difference and its degrees of freedom, with a floor where few rows are heavy.

    Examples
    --------
    >>> error, df = weighted_error(np.array([1.0, -1.0, 1.0, -1.0]), np.ones(4))
    >>> round(error, 3), round(df, 3)
    (0.577, 3.0)
    >>> weights = np.array([10.0, 1, 1, 1, 1, 1])  # the systems agree on the heavy row
    >>> round(weighted_error(np.array([0.0, 1, 1, 1, -1, -1]), weights)[0], 2)
    0.39
    """
    shares = weights / weights.sum()
    moves = rows - float(shares @ rows)
    error, df = influence_error(moves, weights)
    least = sqrt(float((shares**2).sum()) * float(shares @ moves**2))
    return max(error, least), df


def flat_refusal(pair: Pair) -> str | None:
    """Say that no row moves the difference, so that there is no spread to judge from; None where some do."""
    if pair.has_losses:
        moves = pair.row_losses - pair.row_losses.mean()
    else:
        first, second = (measure_influence(one.measure, one.outcomes) for one in (pair.a, pair.b))
        if first is None or second is None:
            return "both give the same predictions" if _same_predictions(pair) else None
        moves = first - second
    if float(np.abs(moves).max(initial=0)) > ROUNDING_TOLERANCE * unit_of(pair.measure, pair.difference):
        return None
    return "no row moves the difference, which leaves no spread to judge from"


def _same_predictions(pair: Pair) -> bool:
    first, second = pair.a.outcomes, pair.b.outcomes
    scores = first.scores is second.scores or np.array_equal(first.scores, second.scores)  # type: ignore[arg-type]
    return bool(scores and np.array_equal(first.output, second.output))


def difference_error(pair: Pair) -> tuple[float, float]:
    """Standard error of the difference of a smooth measure, and its degrees of freedom.

    Where rows come in groups, that of the groups, but not less than rows alone would have.
    """
    first, second = (pair.measure.view(one.outcomes) for one in (pair.a, pair.b))
    weights, groups = first.weights, prediction_groups(pair.a)
    if not isinstance(pair.measure, CountMeasure):
        tails = pair.measure.needs is Needs.VALUE or isinstance(pair.measure, PooledMeasure)
        moved = influence_difference(pair)
        error, df = influence_error(moved, weights, groups, tails=tails)
        if isinstance(pair.measure, PooledMeasure) and weights is not None and groups is None:
            error = unrelated_error(moved, weights, error)
        return error, df
    found = [
        smooth_table(pair.measure, one.confusion()[0], one.positive, row=row_weight(weights)) for one in (first, second)
    ]
    cells = first.truth, predicted_columns(first), predicted_columns(second)
    variance, df = paired_variance(found[0], found[1], cells, weights=weights)
    if groups is None:
        return sqrt(variance), df
    carrying = found[0].carrying(first) | found[1].carrying(second)
    moves = (found[0].rows(first) - found[1].rows(second))[carrying]
    mass = None if weights is None else weights[carrying]
    error, units = influence_error(moves, mass, groups[carrying])
    share = float(carrying.mean() if weights is None else weights[carrying].sum() / weights.sum())
    return max(error * share, sqrt(variance)), min(df, units)


def _has_own_influence(pair: Pair) -> bool:
    """Whether a measure says how much it moves when a row is left out: correlations, shares of a loss explained, recalibrations."""
    measure = pair.measure
    return base_name(measure) in ASSOCIATIONS or (isinstance(measure, PooledMeasure) and measure.left_out is not None)


def _own_influence(scored: ModelScores) -> Floats:
    """ψ of such a measure (N,)."""
    measure, seen = scored.measure, scored.measure.view(scored.outcomes)
    if isinstance(measure, PooledMeasure) and measure.left_out is not None:
        return measure.left_out(seen)
    if isinstance(measure, RankMeasure) and measure.root is not None:  # r² moves by 2r times as much as r
        moved = left_out_psi(measure.root, scored.outcomes)
        return np.zeros(seen.size) if moved is None else 2 * measure.root.value(scored.outcomes) * moved
    moved = left_out_psi(measure, scored.outcomes)
    return ASSOCIATIONS[base_name(measure)](seen) if moved is None else moved


def influence_difference(pair: Pair) -> Floats:
    """How much more each row moves the measure of a than that of b (N,)."""
    if _has_own_influence(pair):
        return _own_influence(pair.a) - _own_influence(pair.b)
    first, second = (measure_influence(one.measure, one.outcomes) for one in (pair.a, pair.b))
    if first is None or second is None:  # the caller has checked that the measure has a formula
        message = f"{pair.measure.name} has no influence by formula"
        raise TypeError(message)
    return first - second - _of_common_sums(pair) if isinstance(pair.measure, SumMeasure) else first - second


def _of_common_sums(pair: Pair) -> Floats | float:
    """What sums that both systems have in common, such as the spread of the truth in R², add by slopes of their own (N,).

    With one slope for both they do not move the difference, as they do not where systems are equal. With two, a row far out in the
    truth lowers the variance of the difference that it brings.
    """
    measure = pair.measure
    if not isinstance(measure, SumMeasure):
        return 0.0
    seen = [measure.view(one.outcomes) for one in (pair.a, pair.b)]
    rows = [measure.rows(one) for one in seen]
    common = np.all(rows[0] == rows[1], axis=0)
    slopes = [sum_gradient(measure, own, one) for own, one in zip(rows, seen, strict=True)]
    apart = np.where(common, slopes[0] - slopes[1], 0.0)
    return np.asarray((rows[0] - np.average(rows[0], axis=0, weights=seen[0].weights)) @ apart)


def _made(method: ComparisonMethod, pair: Pair, level: float, *, error: float, df: float) -> Comparison:
    posterior = Posterior(pair.difference, error, df)
    return method.from_posterior(pair, posterior, level)
