"""Costs: what wrong labels, missing labels and acting on a probability cost on average.

Cost matrices are true x predicted, (C, C), benefits negative. A further column (C, C + 1) is what it costs to abstain;
without it an unclassified row costs as much as the most expensive mistake for its class, because it is an error.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.family import MeasureFamily, Parameter
from foldwise.measures.measure import Direction, LossMeasure, Needs, SumMeasure, divide
from foldwise.measures.scope import Scope

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes

__all__ = ["COST", "COST_FAMILIES", "NET_BENEFIT", "NORMALISED_COST", "full_costs"]

INFINITE = float("inf")


def full_costs(costs: Floats) -> Floats:
    """Cost matrix with a column for abstaining (C, C + 1): the most expensive mistake where none was given.

    Examples
    --------
    >>> full_costs(np.array([[0.0, 1.0], [10.0, 0.0]])).tolist()
    [[0.0, 1.0, 1.0], [10.0, 0.0, 10.0]]
    """
    classes = costs.shape[0]
    if costs.shape[1] > classes:
        return costs
    mistakes = np.where(np.eye(classes, dtype=bool), -INFINITE, costs)
    return np.column_stack([costs, mistakes.max(axis=1)])


def cost(outcomes: Outcomes) -> Floats:
    """Cost of each row's label."""
    table = full_costs(np.zeros((outcomes.classes, outcomes.classes)) if outcomes.costs is None else outcomes.costs)
    return table[outcomes.truth, np.where(outcomes.output < 0, outcomes.classes, outcomes.output)]


def beside_constants(outcomes: Outcomes) -> Floats:
    """Cost of each row's label, and of giving every row the same one (N, 1 + C)."""
    table = np.zeros((outcomes.classes, outcomes.classes)) if outcomes.costs is None else outcomes.costs
    return np.column_stack([cost(outcomes), table[outcomes.truth]])


def against_best_constant(sums: Floats) -> Array:
    """Cost over that of the cheapest constant label."""
    return divide(sums[..., 0], sums[..., 1:].min(axis=-1))


def net_benefit(outcomes: Outcomes, threshold: float) -> Floats:
    """1 for a positive row that is acted on, -t/(1 - t) for a negative one, 0 for a row that is let be."""
    scores: Array = np.empty((0, outcomes.classes)) if outcomes.scores is None else outcomes.scores
    acted = scores[:, outcomes.positive] >= threshold
    worth = np.where(outcomes.truth == outcomes.positive, 1.0, -threshold / (1 - threshold))
    return np.where(acted, worth, 0.0)


def make_net_benefit(*, name: str, threshold: float) -> LossMeasure:
    """Net benefit at a threshold."""
    return LossMeasure(
        name=name,
        title=f"net benefit at threshold {threshold:g}",
        task=Task.CLASSIFICATION,
        needs=Needs.PROBABILITY,
        low=-threshold / (1 - threshold),
        high=1,
        direction=Direction.HIGHER,
        formula=f"TP/n - FP/n · t/(1 - t), acting where p ≥ t = {threshold:g}",
        two_classes=True,
        scope=Scope.SHARE,
        reference="vickers2006",
        loss=partial(net_benefit, threshold=threshold),
    )


COST = LossMeasure(
    name="cost",
    title="expected cost",
    task=Task.CLASSIFICATION,
    needs=Needs.COSTS,
    low=-INFINITE,
    high=INFINITE,
    direction=Direction.LOWER,
    formula="mean of C[true, predicted]; an unclassified row costs what abstaining costs, else the most expensive mistake",
    reference="elkan2001",
    loss=cost,
)
NORMALISED_COST = SumMeasure(
    name="normalised-cost",
    title="cost relative to the best constant label",
    task=Task.CLASSIFICATION,
    needs=Needs.COSTS,
    low=-INFINITE,
    high=INFINITE,
    direction=Direction.LOWER,
    formula="expected cost over the expected cost of the cheapest label given to every row; 1 is no better than that",
    undefined="the cheapest constant label costs nothing: no value",
    reference="elkan2001",
    scope=Scope.COMMON,
    rows=beside_constants,
    of_sums=against_best_constant,
    loss=COST,
)
THRESHOLD = Parameter("threshold", 0.5, "probability above which one acts", 0, 1, "()")
NET_BENEFITS = MeasureFamily("net-benefit", make_net_benefit, (THRESHOLD,))
COST_FAMILIES = (NET_BENEFITS,)
NET_BENEFIT = NET_BENEFITS()
