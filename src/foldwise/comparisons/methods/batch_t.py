"""The t-test over random batches of a large test set."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.paired_t import flat_refusal
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, Validity, canonical_order, rows_refusal

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair

__all__ = ["BatchedT"]

BATCHES = 50
"""Random batches that the rows are cut into."""
FEWEST_ROWS = 20_000
"""Rows from which on batches are large enough: 400 in each."""


@final
@dataclass(frozen=True)
class BatchedT(ComparisonMethod):
    """t over the differences in 50 random batches of many rows, for measures without a formula.

    Parameters
    ----------
    seed
        Seed of the cut into batches.

    References
    ----------
    politis1999, on subsampling.
    """

    name: ClassVar[str] = "batch-t"
    summary: ClassVar[str] = "t over the differences in random batches of many rows"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, min_test_rows=FEWEST_ROWS, instead="test='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    seed: int = 0

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the batches."""
        both = [one.outcomes for one in (pair.a, pair.b)]
        order = canonical_order(both)
        batch = np.empty(order.size, dtype=np.intp)
        batch[np.random.default_rng(self.seed).permutation(order)] = np.arange(order.size) % BATCHES
        first, second = (pair.measure.values(one, batch, BATCHES) for one in both)
        known = (first - second)[~np.isnan(first - second)]
        error = float(known.std(ddof=1)) / sqrt(known.size)
        return self.from_posterior(pair, Posterior(pair.difference, error, known.size - 1), level)

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows that differ."""
        return rows_refusal(pair.a) or flat_refusal(pair)
