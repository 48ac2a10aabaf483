"""DeLong's test for two areas under ROC curves on the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, MeasureGroup, Validity, area_covariance, area_refusal, prediction_groups
from foldwise.measures import AREA_MULTIPLES, base_name, structural_components

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair

__all__ = ["DeLongTest"]

NORMAL_DF = inf
"""Degrees of freedom of a t that is normal."""


@final
@dataclass(frozen=True)
class DeLongTest(ComparisonMethod):
    """z = (θ₁ - θ₂)/√(S₁₁ + S₂₂ - 2S₁₂) with DeLong's covariance of two areas on the same rows (METHODS D.9).

    For several classes, of Hand and Till's mean over pairs. Where rows come in groups their components are summed by
    group, and t with one degree of freedom less than there are groups takes the place of z.

    References
    ----------
    delong1988; obuchowski1997.
    """

    name: ClassVar[str] = "delong"
    summary: ClassVar[str] = "z-test of two areas under ROC curves on the same rows"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.AREAS, max_resamples=1, instead="test='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the structural components of both."""
        both = [pair.measure.view(one.outcomes) for one in (pair.a, pair.b)]
        groups = prediction_groups(pair.a)
        covariance = area_covariance([structural_components(one) for one in both], both[0], groups)
        variance = float(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
        error = AREA_MULTIPLES[base_name(pair.measure)] * sqrt(max(0.0, variance))
        df = NORMAL_DF if groups is None else np.unique(groups).size - 1
        posterior = Posterior(pair.difference, error, df)
        return self.from_posterior(pair, posterior, level)

    def further(self, pair: Pair) -> str | None:
        """It is for areas, and needs two rows of every class."""
        return area_refusal(pair.a)
