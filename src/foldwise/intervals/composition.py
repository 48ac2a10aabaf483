"""The variance that stratified resamples hide.

Dealing the classes evenly makes test sets alike, so their scores vary less than those of fresh samples would: the
majority rule scores almost the same on every stratified part, however few rows there are. New data are not stratified,
so what was hidden has to be put back before the spread of the scores is taken for the uncertainty of the risk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.native import count_pairs

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Scored

__all__ = ["composition_deficit", "hidden_variance", "strata_of"]

ROWS_PER_BIN = 10
"""A real target is dealt in blocks of neighbouring values; bins of about that size stand for the blocks."""


def hidden_variance(scored: Scored) -> float:
    """Variance of a test set's mean loss that is missing because the target was dealt evenly; 0 for other measures."""
    if not scored.has_losses:
        return 0.0
    classes = scored.predictions.is_classification
    strata = scored.sheet.outcomes.truth if classes else strata_of(scored)[scored.row]
    return composition_deficit(scored.losses, strata, scored.resample, scored.resamples.count)


def strata_of(scored: Scored) -> Codes:
    """Stratum of each row of the dataset: its class, or its bin of a real target (n,)."""
    truth = scored.predictions.truth
    if scored.predictions.is_classification:
        return truth
    ranks = np.argsort(np.argsort(truth, kind="stable"), kind="stable")
    return ranks // ROWS_PER_BIN


def composition_deficit(
    losses: Floats, strata: Codes, resample: Codes, count: int, *, size: float | None = None
) -> float:
    """Expected minus observed variance of Σ_c (share of stratum c) x (mean loss of stratum c), not below 0.

    Fresh test sets of n₂ rows would vary in composition by σ²_B / n₂, where σ²_B = Σ_c p_c (ē_c - ē)² is the variance
    of the losses between the strata. What these test sets do vary by is subtracted, so that nothing is added to
    resamples drawn at random. `size` is n₂ where it is not the number of losses of a test set.

    Examples
    --------
    >>> losses, strata = np.array([0.0, 1, 0, 1]), np.array([0, 1, 0, 1])
    >>> float(composition_deficit(losses, strata, np.array([0, 0, 1, 1]), 2))
    0.125
    """
    kinds = int(strata.max()) + 1
    sizes = np.bincount(strata, minlength=kinds).astype(np.float64)
    sums = np.bincount(strata, weights=losses, minlength=kinds)
    means = np.divide(sums, sizes, where=sizes > 0, out=np.zeros(kinds))
    within = max(0.0, float(losses @ losses - sums @ means)) / losses.size
    shares = sizes / losses.size
    between = float(shares @ (means - shares @ means) ** 2) - within * (int(np.sum(sizes > 0)) - 1) / losses.size
    tested = np.bincount(resample, minlength=count).astype(np.float64)
    used = tested > 0
    expected_by_stratum = _expected(means, strata, resample, count)[used] / tested[used]
    observed = float(np.var(expected_by_stratum, ddof=1)) if used.sum() > 1 else 0.0
    fresh = float(tested[used].mean()) if size is None else size
    return max(0.0, between / fresh - observed)


def _expected(means: Floats, strata: Codes, resample: Codes, count: int) -> Floats:
    """Sum of the mean losses of the strata of the rows of each test set (count,)."""
    if means.size * count <= strata.size:  # few strata: count them, instead of looking up every row
        return np.asarray(count_pairs(resample, strata, (count, means.size)) @ means, dtype=np.float64)
    return np.asarray(np.bincount(resample, weights=means[strata], minlength=count), dtype=np.float64)
