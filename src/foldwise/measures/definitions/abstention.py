"""Abstention: how often a model predicts at all, how good these predictions are, and whether it knows when it does not know.

An unclassified row is an error everywhere else; here it is also told apart from a wrong prediction (METHODS H.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.data import Task
from foldwise.measures.definitions.values import row_count
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import CountMeasure, Direction, LossMeasure, Needs, RankMeasure, divide
from foldwise.measures.tallies.tables import hits, predicted_counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes

__all__ = [
    "ABSTENTION_COST",
    "ABSTENTION_FAMILIES",
    "AURC",
    "COVERAGE",
    "E_AURC",
    "SELECTIVE_ERROR",
    "RankedPredictions",
    "confidence_influence",
]

EXCESS_TOLERANCE = 1e-14
"""Differences of areas up to this are rounding."""


@final
@dataclass(frozen=True, eq=False)
class RankedPredictions:
    """Rows accepted in the order of confidence, the surest first; rows with equal confidence are accepted together.

    Parameters
    ----------
    confidence
        Each distinct confidence from high to low, after +∞ at which nothing is accepted (K + 1,).
    covered, wrong
        Rows accepted so far, and those of them that are wrong, or their weights (K + 1,).
    """

    confidence: Floats
    covered: Floats
    wrong: Floats

    @classmethod
    def of(cls, outcomes: Outcomes) -> RankedPredictions:
        """Order the rows by the score of the class they were given; unclassified rows come last, and are wrong."""
        weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
        values, group = np.unique(-given_scores(outcomes), return_inverse=True)
        covered = np.bincount(group, weights=weights, minlength=values.size)
        wrong = np.bincount(group, weights=weights * (outcomes.output != outcomes.truth), minlength=values.size)
        totals = (freeze(np.concatenate([[0.0], np.cumsum(counts)])) for counts in (covered, wrong))
        return cls(freeze(np.concatenate([[np.inf], -values])), *totals)

    @property
    def coverage(self) -> Floats:
        """Share of the rows accepted (K + 1,)."""
        return divide(self.covered, self.covered[-1:])

    @property
    def risk(self) -> Floats:
        """Share of the accepted rows that are wrong (K + 1,); NaN before any."""
        return divide(self.wrong, self.covered)

    @property
    def area(self) -> float:
        """∫ risk d(coverage); within equal confidence, wrong and right predictions come evenly mixed."""
        total = self.covered[-1]
        if total == 0:
            return float("nan")
        start, stop, errors = self.covered[:-1], self.covered[1:], self.wrong[:-1]
        rate = divide(np.diff(self.wrong), stop - start)
        earlier = np.where(start > 0, (errors - rate * start) * np.log(stop / np.where(start > 0, start, 1)), 0)
        return float(np.nansum(rate * (stop - start) + earlier) / total)

    @property
    def least_area(self) -> float:
        """The area if all wrong predictions came last: r + (1 - r) ln(1 - r)."""
        rate = float(self.risk[-1])
        return 1.0 if rate == 1 else rate + (1 - rate) * float(np.log1p(-rate))

    @property
    def excess_area(self) -> float:
        """The area beyond the least; 0 where rounding alone keeps them apart."""
        excess = self.area - self.least_area
        return 0.0 if excess <= EXCESS_TOLERANCE else excess


def given_scores(outcomes: Outcomes) -> Floats:
    """Score of the class that each row was given; -∞ of unclassified rows (N,)."""
    scores = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
    given = np.where(outcomes.output < 0, 0, outcomes.output)
    return np.where(outcomes.output < 0, -np.inf, scores[np.arange(outcomes.size), given])


def confidence_influence(measure: Measure, outcomes: Outcomes) -> Floats | None:
    """How much each row moves an area under the risk-coverage curve (N,); None for other measures.

    A row at coverage u that is wrong (e = 1) or right (e = 0) has ψ = -e ln u - ∫ᵤ¹ ρ/c dc + r - A: it is among the surest c of the rows for every
    c > u, and pushes out the least sure of these, of which the share ρ(c) is wrong. r is the error and A the area. Rows of equal confidence
    have the mean of ln u over their stretch. The least area has the derivative -ln(1 - r).

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> scores = np.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.4, 0.6]])
    >>> rows = Outcomes(np.array([0, 1, 0, 1]), np.array([0, 1, 1, 1]), scores, classes=2)
    >>> confidence_influence(measure("aurc"), rows).round(2)
    array([-0.27, -0.27,  0.42,  0.13])
    """
    if measure.name not in {AURC.name, E_AURC.name} or not outcomes.size:
        return None
    ranked, wrong = RankedPredictions.of(outcomes), (outcomes.output != outcomes.truth).astype(np.float64)
    ends = ranked.coverage
    start, stop = ends[:-1], ends[1:]
    rate, rise = divide(np.diff(ranked.wrong), np.diff(ranked.covered)), np.log(stop)
    mean_log = (
        divide(stop * rise - np.where(start > 0, start * np.log(np.where(start > 0, start, 1)), 0), stop - start) - 1
    )
    within = np.where(start > 0, rate * (rise - np.log(np.where(start > 0, start, 1))), 0)
    pushed = rate * (rise - mean_log) + np.concatenate([np.cumsum(within[::-1])[::-1][1:], [0.0]])
    place = np.unique(-given_scores(outcomes), return_inverse=True)[1]
    error = float(ranked.risk[-1])
    psi = -wrong * mean_log[place] - pushed[place] + error - ranked.area
    return psi if measure.name == AURC.name or error >= 1 else psi + float(np.log1p(-error)) * (wrong - error)


def classified(outcomes: Outcomes) -> Floats:
    """1 where there is a label."""
    return (outcomes.output >= 0).astype(np.float64)


def selective_error(table: Array, positive: int) -> Array:  # noqa: ARG001 - the same for every class
    """Share of the accepted rows that are wrong."""
    return 1 - divide(hits(table).sum(axis=-1), predicted_counts(table).sum(axis=-1))


def with_reject(outcomes: Outcomes, reject: float) -> Floats:
    """0 for a right prediction, 1 for a wrong one, `reject` for none."""
    wrong = (outcomes.output != outcomes.truth).astype(np.float64)
    return np.where(outcomes.output < 0, reject, wrong)


def make_abstention_cost(*, name: str, reject: float) -> LossMeasure:
    """Error with a price of abstaining."""
    return LossMeasure(
        name=name,
        title=f"error where abstaining costs {reject:g}",
        task=Task.CLASSIFICATION,
        needs=Needs.LABEL,
        low=0,
        high=1,
        direction=Direction.LOWER,
        formula=f"mean of 1 for a wrong prediction, {reject:g} for none, 0 for a right one",
        beside="coverage",
        reference="chow1970",
        loss=partial(with_reject, reject=reject),
    )


def _confidence(name: str, title: str, statistic: Callable[[RankedPredictions], float], formula: str) -> RankMeasure:
    return RankMeasure(
        name=name,
        title=title,
        task=Task.CLASSIFICATION,
        needs=Needs.SCORE,
        low=0,
        high=1,
        direction=Direction.LOWER,
        formula=formula,
        undefined="no rows: no value",
        reference="geifman2019",
        statistic=lambda outcomes: statistic(RankedPredictions.of(outcomes)),
        weight=row_count,
    )


REJECT = Parameter("reject", 0.5, "cost of abstaining, a wrong prediction costing 1", 0, 1)
ABSTENTION_COSTS = MeasureFamily("abstention-cost", make_abstention_cost, (REJECT,))
ABSTENTION_FAMILIES = (ABSTENTION_COSTS,)
ABSTENTION_COST = ABSTENTION_COSTS()
COVERAGE = LossMeasure(
    name="coverage",
    title="coverage",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.HIGHER,
    formula="share of rows that were given a label",
    beside="selective-error",
    reference="elyaniv2010",
    loss=classified,
    zero_one=True,
)
SELECTIVE_ERROR = CountMeasure(
    name="selective-error",
    title="error of the classified rows",
    task=Task.CLASSIFICATION,
    needs=Needs.LABEL,
    low=0,
    high=1,
    direction=Direction.LOWER,
    formula="share of the labelled rows whose label is wrong",
    undefined="no row was given a label: no value",
    beside="coverage",
    reference="elyaniv2010",
    of_table=selective_error,
)
AURC = _confidence(
    "aurc",
    "area under the risk-coverage curve",
    lambda selection: selection.area,
    "∫ of the error of the surest c of the rows, c from 0 to 1; equal confidence moves together",
)
E_AURC = _confidence(
    "e-aurc",
    "excess area under the risk-coverage curve",
    lambda selection: selection.excess_area,
    "aurc - (r + (1 - r) ln(1 - r)), the area if all wrong predictions were the least sure; r the error",
)
