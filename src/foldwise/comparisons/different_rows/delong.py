"""DeLong's test for two areas under ROC curves on different rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.different_rows.unpaired import UnpairedMethod, difference_posterior
from foldwise.intervals import ONE_TEST_SET, MeasureGroup, Validity, area_refusal, area_spread, prediction_groups
from foldwise.measures import AREA_MULTIPLES, base_name, structural_components

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.different_rows.unpaired import UnpairedPair
    from foldwise.measures import ModelScores

__all__ = ["UnpairedDeLong", "area_error_and_df"]


@final
@dataclass(frozen=True)
class UnpairedDeLong(UnpairedMethod):
    """(θ₁ - θ₂)/√(S₁ + S₂), S DeLong's variance of each area, against t with Satterthwaite's degrees of freedom.

    Without shared rows the covariance is 0. The variance of each area is Σ s²_c/n_c over its classes, so ten positives leave
    about nine degrees of freedom, however many negatives there are; it is not below that of a quarter of a pair of the rarest
    class. Weights are those of a sample; rows in groups are summed by group.

    References
    ----------
    delong1988; obuchowski1997; satterthwaite1946.
    """

    name: ClassVar[str] = "unpaired-delong"
    summary: ClassVar[str] = "t-test of two areas under ROC curves on different rows, with DeLong's variances"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.AREAS, max_resamples=1, any_size=True, instead="test='mover'"
    )

    def compare(self, pair: UnpairedPair, level: float) -> Comparison:
        """Compare by the placements of both."""
        posterior = difference_posterior(pair.difference, *(area_error_and_df(one) for one in pair.sides))
        return self.from_posterior(pair, posterior, level)

    def further(self, pair: UnpairedPair) -> str | None:
        """It is for areas, and needs two rows of every class on either side."""
        return area_refusal(pair.a) or area_refusal(pair.b)


def area_error_and_df(scored: ModelScores) -> tuple[float, float]:
    """Standard error of an area, or of the multiple of it that the measure is, and its degrees of freedom."""
    seen = scored.measure.view(scored.outcomes)
    error, df = area_spread(structural_components(seen), seen, prediction_groups(scored))
    return AREA_MULTIPLES[base_name(scored.measure)] * error, df
