"""The corrected resampled t-test, also for repeated k-fold."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.variance_floor import discordant_variance
from foldwise.intervals import MeasureGroup, Validity
from foldwise.measures import LossMeasure, PooledMeasure

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair
    from foldwise.plans import Resamples

__all__ = ["CorrectedTOnce", "CorrectedTTest", "corrected_posterior", "widening"]

CORRECTED_T_PLANS = ("kfold", "subsample", "group-kfold", "stratified-group")
EQUAL_DIFFERENCES_NOTE = "all resamples differ by the same amount, so the rows decide"
STRATIFIED_NOTE = "the variance that stratified parts hide was put back"


@final
@dataclass(frozen=True)
class CorrectedTTest(ComparisonMethod):
    """t = d̄ / (sd(d) · √(1/J + n₂/n₁)) with J - 1 degrees of freedom, d the differences in J resamples (METHODS D.2, D.3).

    The training sets of resamples overlap, so their differences are correlated; taking the correlation as n₂/(n₁ + n₂)
    widens the naive standard error by 1.45 on ten parts and by 3.48 on ten times ten. For repeated k-fold n₂/n₁ is
    1/(k - 1). Stratified parts are more alike than fresh samples would be; the variance that hides is put back into that
    of the differences. The posterior of the Bayesian correlated t-test has the same centre and scale and comes with it.

    Notes
    -----
    Simulated false positives at 5 %, two equal linear discriminants on 100 and 300 rows: 2 to 4 % on 3 x 10 parts, 4 to 5 %
    on 10 x 10. Models that memorise (1-NN) reach 7 to 9 %: see `corrected-t-once`.

    References
    ----------
    nadeau2003; bouckaert2004; corani2015.
    """

    name: ClassVar[str] = "corrected-t"
    summary: ClassVar[str] = "t over resamples, widened for the overlap of the training sets"
    validity: ClassVar[Validity] = Validity(
        plans=CORRECTED_T_PLANS, measures=MeasureGroup.BY_RESAMPLE, min_resamples=5, min_test_rows=2, max_test_share=0.4
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by one difference per resample."""
        return _compare(self, pair, level, once=False)

    def further(self, pair: Pair) -> str | None:
        """The few rows of a resample must give the measure a value."""
        return _pooled_refusal(pair)


@final
@dataclass(frozen=True)
class CorrectedTOnce(ComparisonMethod):
    """t = d̄ / (sd(d) · √(n₂/n + n₂/n₁)) with J - 1 degrees of freedom: repeats steady d̄ and sd, but count as one.

    Differences of models that memorise their rows are more alike between repeats than the corrected t-test supposes: two equal 1-NN look different in 7 to 9 % of 3 x 10-fold comparisons and in 9 to 13 % on 10 x 10, where 5 %
    is promised. Giving repeats no credit as new information, 1/J becomes 1/k, holds the level: 2 to 5 % of false positives
    for 1-NN on 50 to 300 rows with 3 and with 10 repeats.

    Notes
    -----
    Subsampling with a test share of 1/3 does not help: the corrected t-test reached 6 to 9 % for 1-NN with stratified
    draws. See the study of comparisons for all figures.

    References
    ----------
    nadeau2003 for the form; the study of comparisons for the level.
    """

    name: ClassVar[str] = "corrected-t-once"
    summary: ClassVar[str] = "corrected t that counts all repeats as one; for models that memorise"
    validity: ClassVar[Validity] = Validity(
        plans=CORRECTED_T_PLANS, measures=MeasureGroup.BY_RESAMPLE, min_resamples=5, min_test_rows=2, max_test_share=0.4
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by one difference per resample, without credit for repeats."""
        return _compare(self, pair, level, once=True)

    def further(self, pair: Pair) -> str | None:
        """The few rows of a resample must give the measure a value."""
        return _pooled_refusal(pair)


def _pooled_refusal(pair: Pair) -> str | None:
    """Say that a measure of pooled rows says little of a resample; None for other measures."""
    pooled = isinstance(pair.measure, PooledMeasure)
    return f"{pair.measure.name} of the few rows of a resample says little" if pooled else None


def _compare(method: ComparisonMethod, pair: Pair, level: float, *, once: bool) -> Comparison:
    posterior, note = corrected_posterior(pair, once=once)
    return method.from_posterior(pair, posterior, level, note=note)


def corrected_posterior(pair: Pair, *, once: bool = False) -> tuple[Posterior, str]:
    """Posterior of the difference from its values in the resamples, and what there is to say about it."""
    resamples, scores, hidden = pair.resamples, pair.scores, pair.hidden_variance
    overlap = resamples.test_size / resamples.train_size
    # A function of pooled rows (F1, RMSE) is centred on its pooled value; its mean over small resamples is biased.
    is_mean = isinstance(pair.measure, LossMeasure) and pair.measure.transform is None
    if np.ptp(scores) == 0:
        return (
            _of_rows(pair, scores.size - 1) if pair.has_losses else Posterior(pair.difference, 0.0, 1)
        ), EQUAL_DIFFERENCES_NOTE
    found = correlated_posterior(
        scores,
        overlap,
        centre=None if is_mean else pair.difference,
        hidden=hidden,
        draws=resamples.n / resamples.test_size if once else None,
    )
    return found, STRATIFIED_NOTE if hidden > 0 else ""


def _of_rows(pair: Pair, df: int) -> Posterior:
    """Posterior from the rows; for 0-1 losses with one more discordant row on either side (Bonett & Price 2012)."""
    rows = pair.row_losses
    if isinstance(pair.measure, LossMeasure) and pair.measure.zero_one:
        return Posterior(pair.difference, sqrt(discordant_variance(rows)), df)
    return Posterior(float(rows.mean()), sqrt(float(rows.var(ddof=1)) / rows.size), df)


def widening(resamples: Resamples) -> float:
    """By how much sharing training rows widens the standard error of one cross-validation, √(1 + n/n₁); 1 on one test set.

    It is the corrected t-test's √(1/k + n₂/n₁) over √(1/k) with k = n/n₂ parts, for tests whose unit is not the part.

    References
    ----------
    nadeau2003, eq. 9.

    Examples
    --------
    >>> from foldwise.plans import Partition
    >>> round(widening(Partition(np.arange(100)[None, :] % 10, 10)), 3)
    1.453
    """
    return sqrt(1 + resamples.n / resamples.train_size) if resamples.count > 1 else 1.0
