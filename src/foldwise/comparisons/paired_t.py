"""Student's t-test of row differences on one test set, and of batches of many rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.corrected_t import two_sided
from foldwise.comparisons.mcnemar import plain_rows
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import Target
from foldwise.intervals import ONE_TEST_SET, For, Validity
from foldwise.intervals.one_test_set import answer_groups, rows_refusal
from foldwise.intervals.replicates import canonical_order
from foldwise.measures.influence import influence, is_smooth

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.comparisons.pair import Pair

__all__ = ["BatchedT", "DeltaT", "PairedT"]

BATCHES = 50
FEWEST_ROWS = 20_000


@final
@dataclass(frozen=True)
class PairedT(ComparisonMethod):
    """t = d̄/(sd/√n) over the differences of the losses of n independent rows of one test set.

    Unlike the folds of a cross-validation, rows of one test set are independent, so here the textbook test holds.

    References
    ----------
    student1908.
    """

    name: ClassVar[str] = "paired-t"
    summary: ClassVar[str] = "t over the row differences of one test set"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, measures=For.LOSSES, max_resamples=1, min_test_rows=2, instead="method='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the differences of the rows."""
        rows = pair.row_losses
        return _made(self, pair, level, error=sqrt(float(rows.var(ddof=1)) / rows.size), df=rows.size - 1)

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows of equal weight."""
        return plain_rows(pair)


@final
@dataclass(frozen=True)
class DeltaT(ComparisonMethod):
    """t = d/se with se from how much each row moves the measure of one system more than that of the other.

    For functions of counts and sums (F1, MCC, R²), where there are no losses to subtract. Rows that come in groups are
    summed by group.

    References
    ----------
    fleiss1969 for kappa; davison1997, section 2.7, for the form.
    """

    name: ClassVar[str] = "delta"
    summary: ClassVar[str] = "t-test of a smooth function of counts or sums, by how much each row moves it"
    target: ClassVar[Target] = Target.PROXY
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, max_resamples=1, min_test_rows=2, instead="method='paired-bootstrap'"
    )
    cost: ClassVar[str] = "1 fit per model"

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the influence of the rows on both."""
        moves = influence_difference(pair)
        weights, groups = pair.a.outcomes.weights, answer_groups(pair.a)
        mass = moves / moves.size if weights is None else moves * weights / weights.sum()
        if groups is not None:
            mass = np.bincount(np.unique(groups, return_inverse=True)[1], weights=mass)
        error = sqrt(mass.size / max(1, mass.size - 1) * float(np.sum(mass**2)))
        return _made(self, pair, level, error=error, df=mass.size - 1)

    def further(self, pair: Pair) -> str | None:
        """It is for functions of counts and sums."""
        if not is_smooth(pair.measure):
            return f"it is valid for functions of counts or sums, and {pair.measure.name} is none"
        return None


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
        plans=ONE_TEST_SET, max_resamples=1, min_test_rows=FEWEST_ROWS, instead="method='paired-bootstrap'"
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
        return _made(self, pair, level, error=float(known.std(ddof=1)) / sqrt(known.size), df=known.size - 1)

    def further(self, pair: Pair) -> str | None:
        """It is for independent rows."""
        return rows_refusal(pair.a)


def influence_difference(pair: Pair) -> Floats:
    """How much more each row moves the measure of a than that of b (N,)."""
    first, second = (influence(one.measure, one.outcomes) for one in (pair.a, pair.b))
    if first is None or second is None:  # the caller has checked that the measure has a formula
        message = f"{pair.measure.name} has no influence by formula"
        raise TypeError(message)
    return first - second


def _made(method: ComparisonMethod, pair: Pair, level: float, *, error: float, df: int) -> Comparison:
    posterior = Posterior(pair.difference, error, df)
    return method.made(
        pair,
        two_sided(posterior),
        level,
        ends=posterior.interval(level),
        statistic=pair.difference / error if error else 0.0,
        posterior=posterior,
    )
