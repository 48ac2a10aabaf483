"""The leave-pair-out AUC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates.estimate import Bias, Estimate, EstimateMethod

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import ModelScores

__all__ = ["LeavePairOutEstimate"]


@final
@dataclass(frozen=True)
class LeavePairOutEstimate(EstimateMethod):
    """Share of pairs of rows of different classes that a model of all other rows puts in the right order, ties half.

    Both rows of a pair are scored by one model, so nothing is pooled that is not on one scale. For more than two
    classes the mean over all ordered pairs of classes (i, j) of A(i|j), which ranks by the score of i (Hand & Till).

    References
    ----------
    airola2011; METHODS B.10.
    """

    name: ClassVar[str] = "leave-pair-out"
    summary: ClassVar[str] = "share of left-out pairs in the right order: the AUC of few rows"
    cost: ClassVar[str] = "n₊n₋ fits"
    bias: ClassVar[Bias] = Bias.NONE
    plans: ClassVar[tuple[str, ...]] = ("leave-pair-out",)
    instead: ClassVar[str] = "measures='auc' with plan='leave-pair-out'"

    def estimate(self, scored: ModelScores) -> Estimate:
        """Count the pairs in the right order."""
        return self.made(scored, area_of_pairs_out(scored), undefined=0)

    def further(self, scored: ModelScores) -> str | None:
        """It is about the AUC."""
        return None if scored.measure.name == "auc" else f"{scored.measure.name} is not a share of pairs"


def area_of_pairs_out(scored: ModelScores) -> float:
    """AUC over the left-out pairs, averaged over ordered pairs of classes."""
    outcomes = scored.outcomes
    scores: Floats = np.empty((0, 0)) if outcomes.scores is None else outcomes.scores
    # The predictions come in pairs, ordered by resample; a resample whose fit failed has none.
    truth, table = outcomes.truth.reshape(-1, 2), scores.reshape(-1, 2, scores.shape[1])
    weights = np.ones(truth.shape) if outcomes.weights is None else outcomes.weights.reshape(-1, 2)
    k = outcomes.classes
    order = np.concatenate([_order(truth, table, side) for side in (0, 1)])
    kinds = np.concatenate([truth[:, side] * k + truth[:, 1 - side] for side in (0, 1)])
    mass = np.tile(weights.prod(axis=1), 2)
    if k == 2:
        kept = kinds == outcomes.positive * k + (1 - outcomes.positive)
        order, kinds, mass = order[kept], kinds[kept], mass[kept]
    return _mean_over_kinds(order, kinds, mass)


def _order(truth: Codes, table: Floats, side: int) -> Floats:
    """1 where the row on this side scores higher for its own class than the other row, ½ for a tie."""
    pairs = np.arange(len(truth))
    own, other = table[pairs, side, truth[:, side]], table[pairs, 1 - side, truth[:, side]]
    return (own > other) + 0.5 * (own == other)


def _mean_over_kinds(order: Floats, kinds: Codes, mass: Floats) -> float:
    """Weighted mean within each ordered pair of classes, averaged over those that occur."""
    codes = np.unique(kinds, return_inverse=True)[1]
    return float(np.mean(np.bincount(codes, weights=mass * order) / np.bincount(codes, weights=mass)))
