"""By how much a log loss of fits to a part of the rows is worse than that of one to all, where bootstrap samples beside the plan show it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from foldwise.measures import Direction, ModelScores, RuledOut, ruled_out_loss

if TYPE_CHECKING:
    from foldwise.predictions import Predictions

__all__ = ["fewer_rows_bias"]

LEAST_SIZE_RATIO = 8 / 7
"""All rows over those of a fit: fits to more than seven eighths of the rows are hardly worse."""
DIFFERENCE_FACTOR = 2.0
"""A plan that met many rows of classes that were ruled out is too high, and its difference to the samples too small: it counts twice."""


def fewer_rows_bias(scored: ModelScores, sampled: Predictions) -> float:
    """By how much a log loss of leaves is worse than that of a fit to all rows, as plan and samples show it; 0 where they do not.

    Leaves rule classes out, the oftener the fewer the training rows. Plan and samples are taken for points of a learning curve a + b/m: fits
    of the plan have m = n₁ different rows, those to bootstrap samples the n - n₂ that they do not leave out (METHODS N.34).
    """
    resamples, measure = scored.resamples, scored.measure
    planned, drawn = (each.n / (each.n - each.test_size) for each in (resamples, sampled.resamples))
    if scored.in_time or not ruled_out_loss(measure) or not LEAST_SIZE_RATIO <= planned < drawn:
        return 0.0
    if not RuledOut.of(scored.outcomes.scores).rows:
        return 0.0
    worse = ModelScores(sampled, scored.model, measure).value - scored.value
    bias = DIFFERENCE_FACTOR * worse * (planned - 1) / (drawn - planned)
    if not isfinite(bias):
        return 0.0
    return max(0.0, bias) if measure.direction is Direction.LOWER else min(0.0, bias)
