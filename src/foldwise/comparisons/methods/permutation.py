"""The paired permutation test: whether two systems are exchangeable on every row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.exchange import (
    PERMUTATIONS,
    exchange_rows,
    exchange_sums,
    exchange_test,
    exchangeable,
    least_p_value_note,
    sign_flips,
)
from foldwise.comparisons.methods.delta import DeltaT
from foldwise.comparisons.methods.paired_bootstrap import PairedBootstrap, difference_interval
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, RESAMPLES, BootstrapDraws, Validity, prediction_groups
from foldwise.measures import MOMENTS, CountMeasure, Needs, SumMeasure, base_name

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["Permutation", "is_quick"]


@final
@dataclass(frozen=True)
class Permutation(ComparisonMethod):
    """Exchange the predictions of the two systems on random rows, or groups, and see how often they then differ as much.

    p = (1 + #{|T*| ≥ |T|})/(1 + P); for means of losses exact, over all exchanges, where at most 20 rows differ (METHODS D.10).
    Means of losses need only their differences, functions of sums and moments of values their summands, functions of counts the
    cells (truth, prediction of a, prediction of b); any other measure is computed anew for each exchange, which is slow. Scores of different systems are not on one scale: their
    ranks are exchanged (Venkatraman & Begg 1996). The interval of a function of counts is that of ``delta``, which has a width
    also where the systems agree on all rows; that of other measures the paired bootstrap's, where that is valid.

    Parameters
    ----------
    permutations
        Number of random exchanges; a fifth of them where the measure is computed anew.
    seed
        Seed of the exchanges, and of the resamples of the interval.
    resamples
        Number of resamples of the interval.

    References
    ----------
    pesarin2001; phipson2010 for the 1 + in the p-value; venkatraman1996 for ranks.
    """

    name: ClassVar[str] = "permutation"
    summary: ClassVar[str] = "exchange of two systems' predictions on random rows"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, any_size=True, instead="test='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    permutations: int = PERMUTATIONS
    seed: int = 0
    resamples: int = RESAMPLES

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by exchanging."""
        groups = prediction_groups(pair.a)
        if not is_quick(pair):
            fewer = max(1, self.permutations // 5)
            p_value = exchange_rows(pair, fewer, self.seed)
            note = least_p_value_note(p_value, fewer)
        elif has_sums(pair):
            p_value = exchange_sums(pair, self.permutations, self.seed)
            note = least_p_value_note(p_value, self.permutations)
        elif isinstance(pair.measure, CountMeasure):
            p_value = exchange_test(pair, self.permutations, self.seed).p_value
            note = least_p_value_note(p_value, self.permutations)
        else:
            # A root or another monotone function of the mean loss orders the exchanges as the mean itself does.
            rows: Floats = pair.a.losses - pair.b.losses
            units = rows if groups is None else np.bincount(groups, weights=rows).astype(np.float64)
            found = sign_flips(units, self.permutations, self.seed)
            p_value = found.p_value
            least = least_p_value_note(p_value, self.permutations)
            note = "exact: all exchanges were looked at" if found.exact else least
        if isinstance(pair.measure, CountMeasure | SumMeasure) and is_quick(pair) and DeltaT().refusal(pair) is None:
            other = DeltaT().compare(pair, level)
            return self.made(pair, p_value, level, ends=(other.low, other.high), note=note)
        if PairedBootstrap().refusal(pair) is not None:
            return self.made(pair, p_value, level, note=note)
        ends = difference_interval(pair, level, BootstrapDraws(self.resamples, self.seed))
        return self.made(pair, p_value, level, ends=ends, note=note)

    def further(self, pair: Pair) -> str | None:
        """Scores without a common scale cannot be exchanged."""
        if pair.predictions.weights is not None:
            return "weighted rows are not exchangeable"
        if not is_quick(pair) and exchangeable(pair) is None:
            return "scores of different systems are not on one scale"
        return None


def is_quick(pair: Pair) -> bool:
    """Whether exchanges can be looked at without computing the measure anew: losses, sums of values, and counts of single rows."""
    counts = isinstance(pair.measure, CountMeasure) and prediction_groups(pair.a) is None
    return counts or pair.has_losses or has_sums(pair)


def has_sums(pair: Pair) -> bool:
    """Whether the measure is a function of sums or moments of values: an exchange moves the sums by those of the rows."""
    sums = isinstance(pair.measure, SumMeasure) or base_name(pair.measure) in MOMENTS
    return sums and pair.measure.needs is Needs.VALUE and not pair.has_losses
