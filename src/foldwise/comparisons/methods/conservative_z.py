"""The conservative z test from disjoint halves."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.variance_floor import least_variance
from foldwise.intervals import Validity, composition_deficit, means_of_halves, mix_of, strata_of
from foldwise.phrases import there_are
from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.comparisons.pair import Pair

__all__ = ["ConservativeZTest"]

FEW_PAIRS = 10
"""Pairs of halves below which a note says that the level is not held."""


@final
@dataclass(frozen=True)
class ConservativeZTest(ComparisonMethod):
    """z = d̄ / σ̂, σ̂² = (1/2M) Σ (aₘ - bₘ)², from M pairs of disjoint halves (METHODS C.4).

    aₘ and bₘ are the mean differences of the two models over the same number of holdouts within the two halves of a pair.
    Halves share no row, so their gap shows what independent samples of n/2 rows do; samples of n rows vary less, hence
    conservative. Works for any measure; a holdout in which either model has no value is left out. For mean losses the
    variance that stratified halves hide is put back, and one discordant row on either side is the least there is.

    References
    ----------
    nadeau2003, section 4.
    """

    name: ClassVar[str] = "conservative-z"
    summary: ClassVar[str] = "z with the variance between disjoint halves of the rows; for any measure"
    plan: ClassVar[str] = "paired-halves(10, splits=15)"
    cost: ClassVar[str] = "(2M + 1)J fits per model"
    validity: ClassVar[Validity] = Validity(
        plans=("paired-halves",), max_test_share=0.25, instead="plan='paired-halves(10, splits=15)'"
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by one difference per holdout."""
        full, first, second = _halves(pair)
        variance = float(((first - second) ** 2).mean()) / 2 + _hidden(pair)
        error = sqrt(max(variance, least_variance(pair)))
        note = (
            "" if first.size >= FEW_PAIRS else f"{there_are(first.size, 'pair')} of halves: the level needs {FEW_PAIRS}"
        )
        return self.from_posterior(pair, Posterior(float(full.mean()), error, inf), level, note=note)

    def further(self, pair: Pair) -> str | None:
        """Every half needs a difference."""
        full, first, _ = _halves(pair)
        if full.size == 0 or first.size < 2:
            return "fewer than two pairs of halves have a value of both models on both sides"
        return None


def _halves(pair: Pair) -> tuple[Scores, Scores, Scores]:
    """Differences of the holdouts of the whole, and their means in the first and second half of each pair."""
    whole = pair.whole
    return means_of_halves(whole.resamples, whole.a.scores - whole.b.scores)


def _hidden(pair: Pair) -> float:
    """Variance of a half's difference that is missing because the target was stratified; 0 for other measures."""
    resamples, whole = pair.resamples, pair.whole
    if not pair.has_losses or not isinstance(resamples, RowLists):
        return 0.0
    names, place = np.unique(np.array(resamples.tags), return_inverse=True)
    kept = (names != "full")[place[whole.resample]]
    half = place[whole.resample[kept]]
    strata = strata_of(pair.a)[whole.row[kept]]
    return composition_deficit(whole.losses[kept], strata, mix_of(strata, half, names.size), size=resamples.n // 2)
