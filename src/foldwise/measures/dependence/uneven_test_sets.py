"""Correlations over test sets of very different sizes, as groups of very different sizes make them (METHODS N.32).

The mean over test sets gives each of them the same weight, so that rows of a large one, which may be one large group, count for less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.dependence.pairs_apart import pair_weights
from foldwise.measures.measure import Needs, RankMeasure

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.measures.model_scores import ModelScores
    from foldwise.measures.outcomes import Outcomes

__all__ = ["by_test_set", "counted_weights", "has_uneven_test_sets"]

UNEVEN = 0.5
"""Effective share of the groups, (Σm)²/(GΣm²) for groups of m rows, below which their sizes are very different."""


def has_uneven_test_sets(scored: ModelScores) -> bool:
    """Whether a correlation is the mean over test sets of groups of very different sizes."""
    groups, measure = scored.predictions.groups, scored.measure
    if groups is None or scored.in_time or scored.resamples.test_size < 2 or not scored.resample.size:
        return False
    if not isinstance(measure, RankMeasure) or measure.needs is not Needs.VALUE:
        return False
    sizes = np.unique(groups[scored.sheet.tested.tests.rows], return_counts=True)[1].astype(np.float64)
    return bool(sizes.sum() ** 2 < UNEVEN * sizes.size * (sizes @ sizes))


def by_test_set(scored: ModelScores, influence: Callable[[Outcomes], Floats]) -> Floats:
    """Contributions to a mean over test sets of different sizes (N,): of row i of the m in set k, N/(Km)·(θ_k - θ̂ + ψᵢ).

    Rows of test sets without a value contribute nothing.
    """
    resample, scores, psi = scored.resample, scored.scores, np.zeros(scored.resample.size)
    for one in np.unique(resample):
        if np.isfinite(scores[one]):
            rows = np.flatnonzero(resample == one)
            psi[rows] = scores[one] - scored.value + influence(scored.outcomes.where(rows))
    return psi * _weights(scored)


def counted_weights(scored: ModelScores) -> Floats | None:
    """What each row of a group counts in a measure (n,): in an area by its pairs, in a mean over test sets by their sizes; None where all count alike."""
    if not has_uneven_test_sets(scored):
        return pair_weights(scored)
    n = scored.predictions.n
    times, sums = (np.bincount(scored.row, weights=one, minlength=n) for one in (None, _weights(scored)))
    return np.asarray(sums / np.maximum(times, 1))


def _weights(scored: ModelScores) -> Floats:
    """N/(Km) of each prediction in a test set of m rows, of K with a value; 0 in one without (N,)."""
    resample, defined = scored.resample, np.isfinite(scored.scores[scored.resample])
    share = scored.resample.size / np.unique(resample[defined]).size if defined.any() else 0.0
    return np.where(defined, share / np.bincount(resample)[resample], 0.0)
