"""Welch's t-test: two mean losses on different rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.comparisons.different_rows.unpaired import UnpairedMethod, difference_posterior
from foldwise.intervals import (
    ONE_TEST_SET,
    MeasureGroup,
    Validity,
    groups_refusal,
    in_units,
    loss_error,
    prediction_groups,
)
from foldwise.measures import unit_of

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.different_rows.unpaired import UnpairedPair
    from foldwise.measures import ModelScores

__all__ = ["WelchT", "mean_spread"]


@final
@dataclass(frozen=True)
class WelchT(UnpairedMethod):
    """t = (ℓ̄₁ - ℓ̄₂)/√(s₁²/n₁ + s₂²/n₂) with Welch and Satterthwaite's degrees of freedom; the variances may differ.

    For means of one loss per row, and functions of them such as RMSE by the slope of the function. Weighted losses have the
    linearised error; rows in groups are summed by group, with the degrees of freedom that groups of unequal size leave.

    References
    ----------
    welch1947; satterthwaite1946; bell2002.
    """

    name: ClassVar[str] = "welch-t"
    summary: ClassVar[str] = "t-test of two mean losses on different rows, with variances that may differ"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=MeasureGroup.LOSSES, max_resamples=1, any_size=True, instead="test='mover'"
    )

    def compare(self, pair: UnpairedPair, level: float) -> Comparison:
        """Compare by the losses of both."""
        posterior = difference_posterior(pair.difference, *(mean_spread(one) for one in pair.sides))
        return self.from_posterior(pair, posterior, level)

    def further(self, pair: UnpairedPair) -> str | None:
        """Two rows, or five groups, on either side, and losses that differ."""
        for one in pair.sides:
            if one.losses.size < 2:
                return f"'{one.model}' has one row only"
            reason = groups_refusal(one)
            if reason:
                return reason
            if mean_spread(one)[0] <= ROUNDING_TOLERANCE * unit_of(one.measure, one.value):
                return f"all rows of '{one.model}' have the same loss, which leaves no spread to judge from"
        return None


def mean_spread(scored: ModelScores) -> tuple[float, float]:
    """Standard error of a mean loss, in the units of the measure, and its degrees of freedom."""
    found = loss_error(scored.losses, scored.outcomes.weights, prediction_groups(scored))
    return in_units(scored.measure, found.error, found.mean), found.df
