"""Contributions of rows to a rank statistic by leaving each of them out of its resample."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures.measure import RankMeasure
    from foldwise.measures.scored import Scored

__all__ = ["jackknife_contributions"]

MOST_WORK = 20_000_000
"""Answers times rows of a resample that are looked at; beyond, the scores of the resamples are nearly normal themselves."""


def jackknife_contributions(scored: Scored, measure: RankMeasure) -> Floats | None:
    """ψᵢ = (m - 1)(θ - θ without row i) of the resample of m rows, by its weight; None where it would take too long.

    The statistic of a plan is the weighted mean of those of its resamples; a row moves that of its own resample, and
    the resample's weight. Where leaving it out leaves no value, the resample is left out of the mean.

    References
    ----------
    efron1981.
    """
    seen, edges = scored.outcomes, scored.sheet.edges
    sizes = np.diff(edges)
    if float(sizes @ sizes) > MOST_WORK:
        return None
    values, weights = _parts(measure, scored)
    defined = ~np.isnan(values) & (weights > 0)
    total = float(weights[defined].sum())
    if total == 0:
        return None
    whole = float(weights[defined] @ values[defined]) / total
    psi = np.full(seen.size, np.nan)
    for part in np.flatnonzero(defined):
        rows = np.arange(edges[part], edges[part + 1])
        rest = total - weights[part]
        for at, row in enumerate(rows):
            fewer = seen.where(np.delete(rows, at))
            value, weight = (measure.statistic(fewer), measure.weight(fewer)) if rows.size > 1 else (np.nan, 0.0)
            if np.isnan(value) or weight <= 0:
                value, weight = 0.0, 0.0
            left = rest + weight
            without = (whole * total - weights[part] * values[part] + weight * value) / left if left > 0 else whole
            psi[row] = whole - without
    psi *= seen.size - 1
    return psi - float(np.nanmean(psi))


def _parts(measure: RankMeasure, scored: Scored) -> tuple[Floats, Floats]:
    """Statistic and weight of each resample (R,), (R,)."""
    seen, edges = scored.outcomes, scored.sheet.edges
    parts = [seen.where(slice(int(a), int(b))) for a, b in pairwise(edges)]
    values = np.array([measure.statistic(part) if part.size else np.nan for part in parts])
    return values, np.array([measure.weight(part) if part.size else 0.0 for part in parts])
