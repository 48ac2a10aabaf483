"""The delta method: a t-test of functions of counts and sums on one test set, by how much each row moves their difference."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.paired_t import NO_ROW_MOVES
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import (
    FEWEST_PAIRS,
    ONE_TEST_SET,
    MeasureGroup,
    Validity,
    groups_refusal,
    influence_error,
    prediction_groups,
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
    effective_rows,
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
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask
    from foldwise.comparisons.pair import Pair
    from foldwise.measures import ModelScores, Outcomes

__all__ = ["DeltaT", "common_slope_gaps", "difference_error"]


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
        return self.from_posterior(pair, Posterior(pair.difference, *difference_error(pair)), level)

    def further(self, pair: Pair) -> str | None:
        """It is for functions of counts and sums."""
        if not (is_smooth(pair.measure) or _has_own_influence(pair)):
            return not_for_measure("functions of counts or sums", pair.measure.name)
        if why := groups_refusal(pair.a) or groups_refusal(pair.b) or _few_pairs(pair):
            return why
        error = difference_error(pair)[0]
        return None if error > ROUNDING_TOLERANCE * unit_of(pair.measure, pair.difference) else NO_ROW_MOVES


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


def _few_pairs(pair: Pair) -> str | None:
    """Say that too few rows show how much an association of values varies; None for enough, and for other measures.

    Of two rows each correlation is 1 or -1 and no row can be left out: with fewer than an interval takes, a difference would be called certain.
    """
    if base_name(pair.measure) not in ASSOCIATIONS:
        return None
    worth = effective_rows(pair.a.outcomes)
    return None if worth >= FEWEST_PAIRS else f"it needs {FEWEST_PAIRS} rows, and these are worth {worth:.3g}"


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
    return (
        first - second - _of_common_sums(pair, pair.measure) if isinstance(pair.measure, SumMeasure) else first - second
    )


def _of_common_sums(pair: Pair, measure: SumMeasure) -> Floats:
    """What sums that both systems have in common, such as the spread of the truth in R², add by slopes of their own (N,)."""
    seen = [measure.view(one.outcomes) for one in (pair.a, pair.b)]
    summands = [measure.rows(one) for one in seen]
    gaps = common_slope_gaps(measure, summands, seen)
    return np.asarray((summands[0] - np.average(summands[0], axis=0, weights=seen[0].weights)) @ gaps)


def common_slope_gaps(
    measure: SumMeasure,
    summands: Sequence[Floats],
    outcomes: Sequence[Outcomes],
    shared: tuple[Mask | slice, Mask | slice] = (slice(None), slice(None)),
) -> Floats:
    """Slope at a less slope at b in each sum whose summands both systems have in common, such as the spread of the truth; else 0 (m,).

    With one slope for both such sums do not move the difference, as they do not where systems are equal. With two, a row far out
    in the truth lowers the variance of the difference that it brings.
    """
    common = np.all(summands[0][shared[0]] == summands[1][shared[1]], axis=0)
    first, second = (sum_gradient(measure, rows, seen) for rows, seen in zip(summands, outcomes, strict=True))
    return np.where(common, first - second, 0.0)
