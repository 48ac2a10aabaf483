"""Contributions of rows to a rank statistic by leaving each of them out of its resample."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.measures.contributions.influence import base_name

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats, Mask
    from foldwise.measures.measure import RankMeasure
    from foldwise.measures.model_scores import ModelScores
    from foldwise.measures.outcomes import Outcomes

__all__ = ["LeftOutRanks", "jackknife_contributions", "precision_left_out"]

MOST_COMPARISONS = 20_000_000
"""Predictions times rows of a resample that are looked at; beyond, the scores of the resamples are nearly normal themselves."""


class LeftOutRanks(NamedTuple):
    """ψ of each prediction by leaving it out, with mean 0 (N,), and the jackknife's estimate of the bias of small test sets.

    The bias is that of first order in the number of rows, Σ s(m - 1)(mean of θ without a row - θ) over resamples of m rows that have the
    share s of the value; 0 of weighted rows.
    """

    contribution: Floats
    bias: float


def jackknife_contributions(scored: ModelScores, measure: RankMeasure) -> LeftOutRanks | None:
    """ψᵢ = (N - 1)(θ - θ without prediction i) of N predictions; None where it would take too long.

    The statistic of a plan is the weighted mean of those of its resamples; a row changes that of its own resample, and
    the resample's weight. Where leaving it out leaves no value, the resample is left out of the mean. Of rows with weights ψ is
    per unit of weight, (W - wᵢ)/wᵢ in place of N - 1, as it is for every other measure.

    References
    ----------
    efron1981.
    """
    seen, edges = scored.outcomes, scored.sheet.tested.edges
    sizes = np.diff(edges)
    if float(sizes @ sizes) > MOST_COMPARISONS:
        return None
    values, weights = _parts(measure, scored)
    defined = ~np.isnan(values) & (weights > 0)
    total = float(weights[defined].sum())
    if total == 0:
        return None
    whole = float(weights[defined] @ values[defined]) / total
    psi, bias = np.full(seen.size, np.nan), 0.0
    for part in np.flatnonzero(defined):
        rows = np.arange(edges[part], edges[part + 1])
        left, mass = _left_out(measure, seen.where(rows))
        unknown = np.isnan(left) | (mass <= 0)
        if not unknown.all():
            bias += weights[part] / total * (rows.size - 1) * float(left[~unknown].mean() - values[part])
        left, mass = np.where(unknown, 0.0, left), np.where(unknown, 0.0, mass)
        rest = total - weights[part] + mass
        sums = whole * total - weights[part] * values[part] + mass * left
        psi[rows] = whole - np.divide(sums, rest, out=np.full(rows.size, whole), where=rest > 0)
    if seen.weights is None:
        psi *= seen.size - 1
        return LeftOutRanks(psi - float(np.nanmean(psi)), bias)
    weighs, rest = seen.weights > 0, seen.weights.sum() - seen.weights
    psi = np.divide(psi * rest, seen.weights, out=np.where(np.isnan(psi), np.nan, 0.0), where=weighs)
    known = weighs & ~np.isnan(psi)
    return LeftOutRanks(psi - float(np.average(psi[known], weights=seen.weights[known])), 0.0)


def _left_out(measure: RankMeasure, part: Outcomes) -> tuple[Floats, Floats]:
    """Statistic and weight of a resample without each of its rows in turn (m,), (m,)."""
    if base_name(measure) == "average-precision" and part.classes == 2 and part.weights is None:
        positive = part.truth == part.positive
        scores: Array = np.empty((part.size, 2)) if part.scores is None else part.scores
        return precision_left_out(scores[:, part.positive], positive), positive.sum() - positive.astype(np.float64)
    every = np.arange(part.size)
    fewer = [part.where(np.delete(every, at)) for at in every] if part.size > 1 else []
    values = [measure.statistic(one) for one in fewer] or [np.nan]
    return np.array(values), np.array([measure.weight(one) for one in fewer] or [0.0])


def precision_left_out(scores: Floats, positive: Mask) -> Floats:
    """Average precision without each of the rows in turn, all at once (m,); NaN where no positive is left.

    Examples
    --------
    >>> precision_left_out(np.array([0.9, 0.8, 0.7]), np.array([True, False, True]))
    array([0.5, 1. , 1. ])
    """
    order = np.argsort(-scores, kind="stable")
    ranked, hit = scores[order], positive[order]
    last = np.searchsorted(-ranked, -ranked, side="right") - 1  # rows of one score are taken together
    ups = np.flatnonzero(hit)
    found, taken = np.cumsum(hit)[last[ups]], last[ups] + 1
    before = np.arange(scores.size)[:, None] <= last[ups]  # (m, P)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = (found - hit[:, None] * before) / (taken - before)
        precision[ups, np.arange(ups.size)] = 0.0  # a row that is left out is not found
        value = precision.sum(axis=1) / (ups.size - hit)
    out = np.empty(scores.size)
    out[order] = value
    return out


def _parts(measure: RankMeasure, scored: ModelScores) -> tuple[Floats, Floats]:
    """Statistic and weight of each resample (R,), (R,)."""
    seen, edges = scored.outcomes, scored.sheet.tested.edges
    parts = [seen.where(slice(int(a), int(b))) for a, b in pairwise(edges)]
    values = np.array([measure.statistic(part) if part.size else np.nan for part in parts])
    return values, np.array([measure.weight(part) if part.size else 0.0 for part in parts])
