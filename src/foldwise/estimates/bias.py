"""Which way an estimate leans, from what the models were trained and tested on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.estimates.estimate import Bias
from foldwise.measures import LossMeasure, RankMeasure, base_name

if TYPE_CHECKING:
    from foldwise.measures import ModelScores

__all__ = ["bias_of"]


UNBIASED_RANKS = frozenset({"auc", "ovr-auc", "weighted-ovr-auc", "gini", "correlation", "spearman"})
"""Rank statistics that few rows do not flatter: means over pairs, and correlations, which few rows bring nearer to 0."""


def bias_of(scored: ModelScores, *, by_part: bool = False) -> Bias:
    """Optimistic when tested on training rows, pessimistic when trained on fewer rows than there are.

    Not known where the value of a small part leans on its own, as average precision does to the upward side (METHODS B.10).
    `by_part` says that a measure which could be pooled is averaged over parts instead.
    """
    resamples = scored.resamples
    if resamples.overlapping:
        return Bias.OPTIMISTIC
    if resamples.train_size == 0:
        return Bias.NONE
    measure, sized = scored.measure, False
    if resamples.count > 1:  # the mean over parts may depend on how many rows a part has
        if isinstance(measure, RankMeasure):
            sized = base_name(measure) not in UNBIASED_RANKS
        else:
            sized = by_part and not (isinstance(measure, LossMeasure) and measure.transform is None)
    return Bias.PESSIMISTIC if resamples.train_size < resamples.n and not sized else Bias.UNKNOWN
