"""Which way an estimate leans, from what the models were trained and tested on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.estimates.estimate import Bias

if TYPE_CHECKING:
    from foldwise.measures import Scored

__all__ = ["bias_of"]


def bias_of(scored: Scored) -> Bias:
    """Optimistic when tested on training rows, pessimistic when trained on fewer rows than there are."""
    resamples = scored.resamples
    if resamples.overlapping:
        return Bias.OPTIMISTIC
    if resamples.train_size == 0:
        return Bias.NONE
    return Bias.PESSIMISTIC if resamples.train_size < resamples.n else Bias.UNKNOWN
