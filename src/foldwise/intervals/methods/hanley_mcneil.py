"""Hanley and McNeil's interval for the area under the ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.methods.delong import area_refusal
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.measures import AREA_MULTIPLES, base_name

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["HanleyMcNeil", "hanley_mcneil_error"]


@final
@dataclass(frozen=True)
class HanleyMcNeil(IntervalMethod):
    """θ ± z·se with se² = [θ(1 - θ) + (n₊ - 1)(Q₁ - θ²) + (n₋ - 1)(Q₂ - θ²)]/(n₊n₋), Q₁ = θ/(2 - θ), Q₂ = 2θ²/(1 + θ).

    Needs the area and the two sizes only, so it serves figures read off a paper; it supposes scores of exponential
    shape, and is given only when asked for by name.

    References
    ----------
    hanley1982.
    """

    name: ClassVar[str] = "hanley-mcneil"
    summary: ClassVar[str] = "normal interval for an AUC from the area and the class sizes alone"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.AREAS, max_resamples=1, instead="interval='logit-delong'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the area and the class sizes."""
        from scipy.special import ndtri

        multiple = AREA_MULTIPLES[base_name(scored.measure)]
        seen = scored.measure.view(scored.outcomes)
        area = (scored.value - 1) / multiple + 1
        positives = int((seen.truth == seen.positive).sum())
        error = hanley_mcneil_error(area, positives, seen.size - positives)
        half = float(ndtri((1 + level) / 2)) * error
        low, high = max(0.0, area - half), min(1.0, area + half)
        ends = (1 - multiple * (1 - low), 1 - multiple * (1 - high))
        return Interval(*ends, level, self.name, self.target, standard_error=multiple * error)

    def further(self, scored: ModelScores) -> str | None:
        """It is for two classes of independent rows of equal weight."""
        seen = scored.measure.view(scored.outcomes)
        if seen.classes != 2:
            return f"it is valid for two classes, and there are {seen.classes}"
        if seen.weights is not None:
            return "it counts rows, and these are weighted"
        return area_refusal(scored) or rows_refusal(scored)


def hanley_mcneil_error(area: float, positives: int, negatives: int) -> float:
    """Standard error of an area.

    Examples
    --------
    >>> round(hanley_mcneil_error(0.893, 51, 58), 4)
    0.0325
    """
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    spread = area * (1 - area) + (positives - 1) * (first - area**2) + (negatives - 1) * (second - area**2)
    return sqrt(max(0.0, spread) / (positives * negatives))
