"""The nested cross-validation test."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.variance_floor import least_variance
from foldwise.estimates import Target, estimate_method, partial_plan, sort_losses
from foldwise.intervals import MeasureGroup, Validity, nested_error
from foldwise.plans import PairsOut

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair
    from foldwise.plans import Resamples

__all__ = ["NestedCVTest", "nested_difference_error"]


@final
@dataclass(frozen=True)
class NestedCVTest(ComparisonMethod):
    """t = d̂ / SE, with SE from how far inner cross-validations of K-1 parts are from the part left out (METHODS C.5).

    Per repeat and part: a = (mean inner difference - mean outer difference)², b = squared standard error of the outer
    mean. SE = √(mean(a - b) · (K-1)/K), kept between s/√n and √K · s/√n with s the deviation of the inner differences of
    rows, and never below what one discordant row on either side would give. d̂ is the difference of the nested estimates,
    corrected for training on fewer rows. Nothing is assumed about the overlap of the training sets.

    Notes
    -----
    SE itself varies by about 24 % from sample to sample, whatever is compared (simulated, 50 to 100 rows, five parts, ten
    repeats): that is 9 degrees of freedom, hence t with 2K - 1 of them. With z equal 1-NN look different in 9 to 11 %.

    References
    ----------
    bates2024, applied to differences of losses.
    """

    name: ClassVar[str] = "nested-cv"
    summary: ClassVar[str] = "t from cross-validations inside a cross-validation; the careful choice for mean losses"
    plan: ClassVar[str] = "two-folds-out(5, repeats=10)"
    target: ClassVar[Target] = Target.RISK
    cost: ClassVar[str] = "repeats x k(k+1)/2 fits per model"
    validity: ClassVar[Validity] = Validity(
        plans=("two-folds-out",),
        measures=MeasureGroup.LOSSES,
        min_repeats=3,
        min_test_rows=2,
        instead="plan='two-folds-out(5, repeats=10)' for mean losses, plan='paired-halves(10, splits=15)' for others",
    )

    def further(self, pair: Pair) -> str | None:
        """All rows of the plan are needed."""
        return partial_plan(pair.resamples)

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the inner and outer differences."""
        nested = estimate_method(self.name)
        centre = nested.estimate(pair.a).value - nested.estimate(pair.b).value
        few = pair.resamples.repeats < 10
        posterior = Posterior(centre, nested_difference_error(pair), 2 * part_count(pair.resamples) - 1)
        note = "fewer than 10 repeats: another draw could give another width" if few else ""
        return self.from_posterior(pair, posterior, level, note=note)


def part_count(resamples: Resamples) -> int:
    """Number of parts of a two-folds-out plan."""
    return resamples.k if isinstance(resamples, PairsOut) else 0


def nested_difference_error(pair: Pair) -> float:
    """Standard error of the difference of two nested estimates."""
    whole, weights = pair.whole, pair.predictions.weights
    parts = sort_losses(
        pair.resamples,
        (whole.resample, whole.row),
        whole.losses,
        weights=None if weights is None else weights[whole.row],
    )
    return max(nested_error(parts, pair.resamples.n), sqrt(least_variance(pair)))
