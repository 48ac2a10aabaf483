"""Student's t-test of row differences on one test set."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, MeasureGroup, Validity, influence_error, rows_refusal
from foldwise.measures import measure_influence, unit_of

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["NO_ROW_MOVES", "PairedT", "flat_refusal", "weighted_error"]

NO_ROW_MOVES = "no row moves the difference, which leaves no spread to judge from"


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
            return self.from_posterior(
                pair, Posterior(pair.difference, *weighted_error(rows, weights[np.unique(pair.row)])), level
            )
        error = sqrt(float(rows.var(ddof=1)) / rows.size)
        return self.from_posterior(pair, Posterior(pair.difference, error, rows.size - 1), level)

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
    return NO_ROW_MOVES


def _same_predictions(pair: Pair) -> bool:
    first, second = pair.a.outcomes, pair.b.outcomes
    scores = first.scores is second.scores or np.array_equal(first.scores, second.scores)  # type: ignore[arg-type]
    return bool(scores and np.array_equal(first.output, second.output))
