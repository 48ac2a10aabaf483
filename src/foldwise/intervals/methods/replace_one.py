"""The replace-one interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity
from foldwise.intervals.limits.interval_from_ends import interval_from_ends
from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores

__all__ = ["ReplaceOneInterval", "replacement_effects"]


@final
@dataclass(frozen=True)
class ReplaceOneInterval(IntervalMethod):
    """ê ± z · S/√n, S² = (n/4) Σ (μ̂ - μ̂ᵢ)², from what replacing single rows does to a k-fold of half the rows (METHODS C.7).

    μ̂ is the k-fold error on one half and μ̂ᵢ the same with row i replaced by a row of the other half. The factor n/4 is
    the Efron-Stein value; the printed n/2 is twice that. Repeats of the plan are averaged inside μ̂.

    References
    ----------
    austern2020.
    """

    name: ClassVar[str] = "replace-one"
    summary: ClassVar[str] = (
        "z interval from the effect of replacing single rows; two to three times too wide, many fits"
    )
    cost: ClassVar[str] = "repeats x (2k + (k-1)n/2) fits"
    validity: ClassVar[Validity] = Validity(
        plans=("replace-one",),
        measures=MeasureGroup.LOSSES,
        instead="measures='error' or 'mae' with plan='replace-one(5)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the effects of the replacements."""
        from scipy.special import ndtri

        error = sqrt(float((replacement_effects(scored) ** 2).sum())) / 2
        half = float(ndtri((1 + level) / 2)) * error
        ends = (scored.raw_value - half, scored.raw_value + half)
        note = "conservative: two to three times as wide as needed"
        return interval_from_ends(self, scored, ends, level, note=note, error=error)


def replacement_effects(scored: ModelScores) -> Floats:
    """μ̂ - μ̂ᵢ for every row of the half, averaged over the repeats of the plan (h,)."""
    resamples, whole = scored.resamples, scored.whole
    tags = [tag.split() for tag in (resamples.tags if isinstance(resamples, RowLists) else ())]
    swaps = np.array([[int(word) for word in tag[1:3]] for tag in tags if tag[0] == "swap"])
    partner = np.full(resamples.n, -1)
    partner[swaps[:, 0]] = swaps[:, 1]
    effects = sum(
        _effects(whole, tags, np.flatnonzero(resamples.repeat == repeat), partner)
        for repeat in range(resamples.repeats)
    )
    rows = np.unique(swaps[:, 0])
    return np.asarray(effects)[rows] / (rows.size * resamples.repeats)


def _effects(whole: ModelScores, tags: list[list[str]], members: Codes, partner: Codes) -> Floats:
    """Change of the summed loss in one repeat for every row of the half, other rows 0 (n,)."""
    effects, kept = np.zeros(partner.size), {}
    for r in members.tolist():
        rows, losses = _losses(whole, r)
        if tags[r][0] == "half":
            of_row = np.zeros(partner.size)
            of_row[rows] = losses
            own = rows[partner[rows] >= 0]
            effects[own] += of_row[own] - of_row[partner[own]]
            kept[tags[r][1]] = float(of_row[own].sum())
        elif tags[r][0] == "swap":
            # The plan lists the parts of the half before the replacements.
            effects[int(tags[r][1])] += kept[tags[r][3]] - float(losses.sum())
    return effects


def _losses(whole: ModelScores, r: int) -> tuple[Codes, Floats]:
    """Rows tested by resample r and their losses, weighted where rows have weights."""
    outputs = slice(*np.searchsorted(whole.resample, [r, r + 1]))
    rows, losses = whole.row[outputs], whole.losses[outputs]
    weights = whole.predictions.weights
    return rows, losses if weights is None else losses * weights[rows] / weights.mean()
