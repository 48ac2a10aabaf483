"""The t-test for points and areas of curves over thresholds on the same rows, by how much each row moves their difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.paired_t import flat_refusal
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, Validity, class_groups_refusal, prediction_groups, ranking_error
from foldwise.measures import CurveMoves, RankMeasure, confidence_influence, measure_influence
from foldwise.phrases import not_for_measure

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair
    from foldwise.measures import ModelScores

__all__ = ["RankingTTest"]

UNSEEN_ROWS = 0.5
"""Rows of each class, lying among those of the other for one system, that are added to the variance."""
CURVES = "points and areas of curves over thresholds, such as average-precision, partial-auc and aurc"


@final
@dataclass(frozen=True)
class RankingTTest(ComparisonMethod):
    """t = (θ₁ - θ₂)/se, se from how much each row moves one curve more than the other, as for the interval of ``ranking-t``.

    For average precision, `ks`, the equal error rate, gain, lift, recall at a false positive rate, partial areas, areas of
    each class against the rest and areas under risk-coverage curves. t has Satterthwaite's degrees of freedom over the classes, each
    with three times the rows that make up its variance at most; groups of rows are summed by group. The standard error is not below that of
    a quarter of a row of the rarest class.

    References
    ----------
    hampel1974 for ψ; satterthwaite1946; bell2002 for groups.
    """

    name: ClassVar[str] = "ranking-t"
    summary: ClassVar[str] = "t-test of a point or an area of a curve over thresholds, by how much each row moves it"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, max_resamples=1, instead="test='paired-bootstrap'")
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the difference of the influence of the rows."""
        first, second = (_moves(one) for one in (pair.a, pair.b))
        if first is None or second is None:  # the caller has checked that the measure has a formula
            message = f"{pair.measure.name} has no influence by formula"
            raise TypeError(message)
        seen = pair.measure.view(pair.a.outcomes)
        apart = CurveMoves(first.psi - second.psi, (first.unseen + second.unseen) / 2)
        width = pair.measure.high - pair.measure.low
        error, df = ranking_error(apart, seen, prediction_groups(pair.a), unseen=UNSEEN_ROWS, width=width)
        return self.from_posterior(pair, Posterior(pair.difference, error, df), level)

    def further(self, pair: Pair) -> str | None:
        """It is for curves, and needs two rows of every class."""
        if _moves(pair.a) is None or _moves(pair.b) is None:
            return not_for_measure(CURVES, pair.measure.name)
        return class_groups_refusal(pair.a) or flat_refusal(pair)


def _moves(scored: ModelScores) -> CurveMoves | None:
    """How much each row moves a curve; None for other measures, and where a class has no rows."""
    measure = scored.measure
    if not isinstance(measure, RankMeasure) or scored.outcomes.scores is None or np.isnan(scored.value):
        return None
    if measure.moves is not None:
        return measure.moves(measure.view(scored.outcomes))
    psi = confidence_influence(measure, scored.outcomes)
    psi = measure_influence(measure, scored.outcomes) if psi is None else psi
    return None if psi is None else CurveMoves(psi, 0.0)
