"""The conservative z interval from disjoint halves."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends, joined_with_rows
from foldwise.intervals.limits.quantiles import z_quantile
from foldwise.intervals.refusals.refused_values import sparse_refusal
from foldwise.intervals.variances.composition import composition_deficit, mix_of, strata_of
from foldwise.phrases import there_are
from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Scores
    from foldwise.measures import ModelScores
    from foldwise.plans import Resamples

__all__ = ["ConservativeZ", "conservative_z", "half_means", "means_of_halves"]


@final
@dataclass(frozen=True)
class ConservativeZ(IntervalMethod):
    """mean ± z · σ̂, σ̂² = (1/2M) Σ (aₘ - bₘ)², from M pairs of disjoint halves (METHODS C.4).

    aₘ and bₘ are the mean scores of the same number of holdouts within the two halves of a pair. Halves share no row, so
    their difference shows what independent samples of n/2 rows do; samples of n rows vary less, hence conservative.
    Works for any measure. For mean losses the variance that stratified halves hide is put back (`composition`).

    Scores of few rows are biased, and a normal interval is too short where they are skewed: of 100 rows, one in eight positive, it covered 85 %
    for F1. So it is joined with the interval of the rows of the holdouts of the whole (``influence``), but for areas (METHODS N.10 and N.13).

    References
    ----------
    nadeau2003, section 4.
    """

    name: ClassVar[str] = "conservative-z"
    summary: ClassVar[str] = "z interval with the variance between disjoint halves of the rows; for any measure"
    cost: ClassVar[str] = "(2M + 1)J fits"
    validity: ClassVar[Validity] = Validity(
        plans=("paired-halves",), max_test_share=0.25, instead="plan='paired-halves(10, splits=15)'"
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from one score per resample."""
        full, first, second = half_means(scored)
        pairs = first.size
        note = "" if pairs >= 10 else f"{there_are(pairs, 'pair')} of halves: coverage needs 10"
        low, high = conservative_z(full, first, second, level, hidden=hidden_between_halves(scored))
        error = (high - low) / 2 / z_quantile(level)
        return joined_with_rows(interval_from_ends(self, scored, (low, high), level, note=note, error=error), scored)

    def further(self, scored: ModelScores) -> str | None:
        """Every half needs a score, and average precision some positives in each test set."""
        full, first, _ = half_means(scored)
        if full.size == 0 or first.size < 2:
            return "fewer than two pairs of halves have a score on both sides"
        return sparse_refusal(scored) or None


def conservative_z(
    full: Scores, first: Scores, second: Scores, level: float, *, hidden: float = 0.0
) -> tuple[float, float]:
    """Limits of the interval from the scores of the whole (J,) and the means of the two halves of each pair (M,).

    `hidden` is variance that the halves do not show because they were made alike.

    Examples
    --------
    >>> full, a, b = np.array([0.2, 0.3]), np.array([0.3, 0.2]), np.array([0.2, 0.4])
    >>> low, high = conservative_z(full, a, b, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.0309, 0.4691)
    """
    from scipy.special import ndtri

    half = float(ndtri((1 + level) / 2)) * sqrt(float(((first - second) ** 2).mean()) / 2 + hidden)
    return float(full.mean()) - half, float(full.mean()) + half


def half_means(scored: ModelScores) -> tuple[Scores, Scores, Scores]:
    """Scores of the holdouts of the whole, and mean scores of the first and second half of each pair."""
    return means_of_halves(scored.resamples, scored.whole.mean_losses)


def means_of_halves(resamples: Resamples, scores: Scores) -> tuple[Scores, Scores, Scores]:
    """Do the same with one number per holdout (R,), such as the difference of two models; NaN where there is none."""
    tags = resamples.tags if isinstance(resamples, RowLists) else ()
    names, place = np.unique(np.array(tags), return_inverse=True)
    defined = ~np.isnan(scores)
    counts = np.bincount(place[defined], minlength=names.size)
    sums = np.bincount(place[defined], weights=scores[defined], minlength=names.size)
    means = dict(
        zip(names.tolist(), np.divide(sums, counts, out=np.full(sums.size, np.nan), where=counts > 0), strict=True)
    )
    pairs = [name.removesuffix("a") for name in means if name.endswith("a")]
    both = np.array([(means[f"{pair}a"], means[f"{pair}b"]) for pair in pairs]).reshape(-1, 2)
    both = both[~np.isnan(both).any(axis=1)]
    full = scores[defined & (np.array(tags) == "full")]
    return full, both[:, 0], both[:, 1]


def hidden_between_halves(scored: ModelScores) -> float:
    """Variance of a half's mean loss that is missing because the target was stratified; 0 for other measures."""
    resamples, whole = scored.resamples, scored.whole
    if not scored.has_losses or not isinstance(resamples, RowLists):
        return 0.0
    names, place = np.unique(np.array(resamples.tags), return_inverse=True)
    kept = (names != "full")[place[whole.resample]]
    half = place[whole.resample[kept]]
    strata = strata_of(scored)[whole.row[kept]]
    return composition_deficit(whole.losses[kept], strata, mix_of(strata, half, names.size), size=resamples.n // 2)
