"""The variance that stratification removes from the scores of resamples.

Stratification makes test sets alike, so their scores vary less than those of fresh samples would: the
majority rule scores almost the same on every stratified part, however few rows there are. New data are not stratified,
so what was hidden has to be put back before the spread of the scores is taken for the uncertainty of the risk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.native import count_pairs

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Table
    from foldwise.measures import ModelScores

__all__ = ["composition_deficit", "deficit", "hidden_variance", "mix_of", "strata_of"]


def hidden_variance(scored: ModelScores) -> float:
    """Variance of a test set's mean loss that is missing because the target was stratified; 0 for other measures."""
    if not scored.has_losses:
        return 0.0
    sheet, sums = scored.sheet, scored.loss_sums
    if sums is not None:
        return deficit(sums.by_class.sum(axis=0), sums.squares, sums.mix)
    strata = sheet.tested.strata[scored.row]
    return composition_deficit(scored.losses, strata, mix_of(strata, scored.resample, scored.resamples.count))


def strata_of(scored: ModelScores) -> Codes:
    """Stratum of each row of the dataset: its class, or its bin of a real target (n,)."""
    return scored.sheet.tested.strata


def mix_of(strata: Codes, resample: Codes, count: int) -> Table:
    """Number of rows of each stratum that each resample tests (count, strata): as a sparse matrix where most entries are zero."""
    kinds = int(strata.max()) + 1
    if kinds * count <= strata.size:
        return count_pairs(resample, strata, (count, kinds))
    from scipy.sparse import coo_array

    return coo_array((np.ones(strata.size), (resample, strata)), shape=(count, kinds)).tocsr()


def composition_deficit(losses: Floats, strata: Codes, mix: Table, *, size: float | None = None) -> float:
    """Expected minus observed variance of Σ_c (share of stratum c) x (mean loss of stratum c), not below 0.

    In random test sets of n₂ rows the composition adds the variance σ²_B / n₂, where σ²_B = Σ_c p_c (ē_c - ē)² is the variance
    of the losses between strata. The variance that composition has in these test sets is subtracted, so that nothing is added to
    resamples drawn at random. `mix` counts the rows of each stratum in each test set; `size` is n₂ where it is not the
    number of losses of a test set.

    Examples
    --------
    >>> losses, strata = np.array([0.0, 1, 0, 1]), np.array([0, 1, 0, 1])
    >>> float(composition_deficit(losses, strata, mix_of(strata, np.array([0, 0, 1, 1]), 2)))
    0.125
    """
    sums = np.bincount(strata, weights=losses, minlength=mix.shape[1])
    return deficit(np.asarray(sums, dtype=np.float64), float(losses @ losses), mix, size=size)


def deficit(sums: Floats, squares: float, mix: Table, *, size: float | None = None) -> float:
    """`composition_deficit` from the sum of the losses of each stratum and the sum of all their squares."""
    tested = np.asarray(mix.sum(axis=1), dtype=np.float64)
    sizes = np.asarray(mix.sum(axis=0), dtype=np.float64)
    total = float(sizes.sum())
    means = np.divide(sums, sizes, where=sizes > 0, out=np.zeros(sums.size))
    within = max(0.0, squares - float(sums @ means)) / total
    shares = sizes / total
    between = float(shares @ (means - shares @ means) ** 2) - within * (np.count_nonzero(sizes) - 1) / total
    used = tested > 0
    expected = (mix @ means)[used] / tested[used]
    observed = float(expected.var(ddof=1)) if expected.size > 1 else 0.0
    fresh = total / expected.size if size is None else size
    return max(0.0, between / fresh - observed)
