"""Counts of positives and negatives above a falling threshold, from which ranking measures and curves are computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.measures.measure import divide

if TYPE_CHECKING:
    from foldwise.arrays import Floats, Mask
    from foldwise.measures.outcomes import Outcomes

__all__ = ["ThresholdSweep"]

ROWS_WORTH_TWO_SORTS = 10_000
"""Rows from which two sorts of numbers are faster than one of places."""


@final
@dataclass(frozen=True, eq=False)
class ThresholdSweep:
    """Rows taken as positive while the threshold falls; rows with equal scores are taken together (METHODS H.4).

    Parameters
    ----------
    threshold
        Each distinct score from high to low, after +∞ at which nothing is taken (K + 1,). A row is taken when its score
        is not below the threshold.
    tp, fp
        Positive and negative rows taken so far, or their weights (K + 1,).

    Examples
    --------
    >>> sweep = ThresholdSweep.of(np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False]))
    >>> sweep.tp.tolist(), sweep.fp.tolist()
    ([0.0, 1.0, 2.0, 2.0], [0.0, 0.0, 1.0, 2.0])
    """

    threshold: Floats
    tp: Floats
    fp: Floats

    @classmethod
    def of(cls, scores: Floats, positive: Mask, weights: Floats | None = None) -> ThresholdSweep:
        """Sort once, and add up between the distinct scores."""
        if weights is None and scores.size > ROWS_WORTH_TWO_SORTS and not np.isnan(scores).any():
            return cls._counted(scores, positive)
        order = np.argsort(-scores, kind="stable")
        ranked, hit = scores[order], positive[order]
        weight = np.ones(scores.size) if weights is None else weights[order]
        last = np.flatnonzero(np.concatenate([ranked[1:] != ranked[:-1], np.ones(min(1, ranked.size), dtype=bool)]))
        taken = np.cumsum(np.where(hit, weight, 0.0))[last], np.cumsum(np.where(hit, 0.0, weight))[last]
        tp, fp = (freeze(np.concatenate([[0.0], counts])) for counts in taken)
        return cls(freeze(np.concatenate([[np.inf], ranked[last]])), tp, fp)

    @classmethod
    def _counted(cls, scores: Floats, positive: Mask) -> ThresholdSweep:
        """The same for rows that all count alike: numbers are sorted much faster than places."""
        ranked, ups = np.sort(scores), np.sort(scores[positive])
        first = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
        threshold = ranked[first]
        hits = (ups.size - np.searchsorted(ups, threshold))[::-1].astype(np.float64)
        rest = (scores.size - first)[::-1] - hits
        tp, fp = (freeze(np.concatenate([[0.0], counts])) for counts in (hits, rest))
        return cls(freeze(np.concatenate([[np.inf], threshold[::-1]])), tp, fp)

    @classmethod
    def of_outcomes(cls, outcomes: Outcomes) -> ThresholdSweep:
        """Sweep the scores of the positive class."""
        scores = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
        return cls.of(scores[:, outcomes.positive], outcomes.truth == outcomes.positive, outcomes.weights)

    @property
    def positives(self) -> float:
        """All positive rows."""
        return float(self.tp[-1])

    @property
    def negatives(self) -> float:
        """All negative rows."""
        return float(self.fp[-1])

    @property
    def defined(self) -> bool:
        """Whether there are rows of both kinds."""
        return self.positives > 0 and self.negatives > 0

    @property
    def tpr(self) -> Floats:
        """Share of the positive rows taken (K + 1,); NaN where there are none."""
        return divide(self.tp, np.asarray(self.positives))

    @property
    def fpr(self) -> Floats:
        """Share of the negative rows taken (K + 1,); NaN where there are none."""
        return divide(self.fp, np.asarray(self.negatives))

    @property
    def depth(self) -> Floats:
        """Share of all rows taken (K + 1,)."""
        return divide(self.tp + self.fp, np.asarray(self.positives + self.negatives))

    @property
    def precision(self) -> Floats:
        """Share of the rows taken that are positive (K + 1,); NaN before any is."""
        return divide(self.tp, self.tp + self.fp)
