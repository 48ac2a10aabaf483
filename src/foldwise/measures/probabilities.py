"""Measures of probabilities: how well a model knows what it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.measure import Direction, LossMeasure, Needs

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["BRIER", "CLIP", "LOG_LOSS", "squared_distance", "surprise"]

CLIP = 1e-15
"""A probability below this counts as this, so that one certain and wrong answer does not make the mean infinite."""


def surprise(outcomes: Outcomes) -> Floats:
    """-ln of the probability given to the true class."""
    own: Array = _of_truth(outcomes)
    return -np.log(np.clip(own, CLIP, 1))


def squared_distance(outcomes: Outcomes) -> Floats:
    """Squared distance between the probabilities and the truth, summed over the classes (0 to 2)."""
    scores: Array = outcomes.scores if outcomes.scores is not None else np.empty((0, 0))
    return (scores**2).sum(axis=1) - 2 * _of_truth(outcomes) + 1


def _of_truth(outcomes: Outcomes) -> Array:
    scores: Array = outcomes.scores if outcomes.scores is not None else np.empty((0, 0))
    return scores[np.arange(outcomes.size), outcomes.truth]


LOG_LOSS = LossMeasure(
    name="log-loss",
    title="log loss",
    task=Task.CLASSIFICATION,
    needs=Needs.PROBABILITY,
    low=0,
    high=-float(np.log(CLIP)),
    direction=Direction.LOWER,
    formula="mean of -ln p(true class), p not below 1e-15",
    undefined="never; probabilities below 1e-15 are raised to it",
    beside="brier",
    reference="good1952",
    loss=surprise,
)
BRIER = LossMeasure(
    name="brier",
    title="Brier score",
    task=Task.CLASSIFICATION,
    needs=Needs.PROBABILITY,
    low=0,
    high=2,
    direction=Direction.LOWER,
    formula="mean over rows of Σ over classes of (p - o)², 0 to 2; half of it is the other convention for two classes",
    beside="log-loss",
    reference="brier1950",
    loss=squared_distance,
)
