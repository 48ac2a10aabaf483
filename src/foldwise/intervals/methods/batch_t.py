"""The t interval over random batches of a large test set."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.bootstrapping.canonical import canonical_order, class_ranks
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, rows_refusal

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["BatchT"]

BATCHES = 50
"""Batches that the rows are cut into."""
FEWEST_ROWS = 20_000
"""400 rows a batch: fewer, and the values of a batch would be biased rather than only spread."""


@final
@dataclass(frozen=True)
class BatchT(IntervalMethod):
    """θ̂ ± t(K - 1)·sd/√K, sd that of the measure over K = 50 random batches of the rows.

    For measures without a formula on more rows than a bootstrap could visit in reasonable time: each row is looked at
    once. The batches are independent, and the spread of their values is √K that of the whole.

    Parameters
    ----------
    seed
        Seed of the cut into batches.

    References
    ----------
    politis1999, on subsampling.
    """

    name: ClassVar[str] = "batch-t"
    summary: ClassVar[str] = "t interval over random batches of many test rows"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, min_test_rows=FEWEST_ROWS, instead="interval='bca'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    seed: int = 0

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Cut into batches, class by class, and take the spread of their values."""
        from scipy.special import stdtrit

        measure = scored.measure
        outcomes = scored.outcomes.where(canonical_order([scored.outcomes]))
        shuffled = np.random.default_rng(self.seed).permutation(outcomes.size)
        if outcomes.classes:
            shuffled = shuffled[np.argsort(class_ranks([outcomes])[outcomes.truth[shuffled]], kind="stable")]
        batch = np.empty(outcomes.size, dtype=np.intp)
        batch[shuffled] = np.arange(outcomes.size) % BATCHES
        values = measure.values(outcomes, batch, BATCHES)
        known = values[~np.isnan(values)]
        error = float(known.std(ddof=1)) / sqrt(known.size)
        half = float(stdtrit(known.size - 1, (1 + level) / 2)) * error
        low, high = max(measure.low, scored.value - half), min(measure.high, scored.value + half)
        return Interval(low, high, level, self.name, self.target, standard_error=error)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse rows that are not independent."""
        return rows_refusal(scored)
