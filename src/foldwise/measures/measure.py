"""A measure: what is computed from outcomes, and how the resamples of a plan are brought together.

There are four forms, and the form *is* the aggregation rule (METHODS B.10):

- `LossMeasure`: a mean of one loss per row. Losses are pooled.
- `CountMeasure`: a function of the confusion matrix. Matrices are summed within a repeat, then the function is applied.
- `SumMeasure`: a function of sums over rows (R², relative errors). Sums are pooled, then the function is applied.
- `RankMeasure`: anything that compares rows with each other (AUC). It is computed within each resample and averaged,
  because the scores of differently trained models do not live on one scale.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import Task
from foldwise.errors import MeasureError
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats, Scores
    from foldwise.measures.outcomes import Outcomes

__all__ = ["CountMeasure", "Direction", "LossMeasure", "Measure", "Needs", "RankMeasure", "SumMeasure", "Transform"]


class Direction(StrEnum):
    """Which way is better. Values keep their natural sign."""

    LOWER = "lower is better"
    HIGHER = "higher is better"
    NONE = "neither"


class Needs(StrEnum):
    """What a model must give for the measure to exist."""

    LABEL = "label"
    SCORE = "score"
    PROBABILITY = "probability"
    VALUE = "value"
    COSTS = "costs"


@final
@dataclass(frozen=True)
class Transform:
    """A monotone function of a mean loss, such as the root in RMSE, with its derivative for the delta method."""

    function: Callable[[Array], Array]
    derivative: Callable[[Array], Array]


@dataclass(frozen=True, kw_only=True)
class Measure(ABC):
    """What every measure knows about itself.

    Parameters
    ----------
    name
        Lower case with hyphens, the same everywhere.
    title
        What a reader calls it.
    task
        What it is for.
    needs
        What a model must give.
    low, high
        The range of its values.
    direction
        Which way is better.
    formula
        One line of plain text.
    undefined
        When it has no value, and what is done then.
    beside
        The measure that should be read beside it: misses beside false alarms.
    reference
        Key into docs/references.
    """

    name: str
    title: str
    task: Task
    needs: Needs
    low: float
    high: float
    direction: Direction
    formula: str
    undefined: str = ""
    beside: str = ""
    reference: str = ""

    @abstractmethod
    def value(self, outcomes: Outcomes) -> float:
        """Compute the measure on these outcomes taken as one sample."""

    @abstractmethod
    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Compute the measure within each group of rows (groups,); NaN where undefined or empty."""

    @abstractmethod
    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Bring the resamples of a plan together; `repeat` is the repeat of each resample (R,)."""

    @property
    def best(self) -> float:
        """The value of a perfect prediction."""
        return self.low if self.direction is Direction.LOWER else self.high

    def better(self, a: float, b: float) -> bool:
        """Whether a is better than b."""
        return a < b if self.direction is Direction.LOWER else a > b

    def check(self, outcomes: Outcomes, model: str) -> None:
        """Refuse what the measure cannot be computed from."""
        kind = outcomes.score_kind
        if (outcomes.classes > 0) != (self.task is Task.CLASSIFICATION):
            given = "classes" if outcomes.classes else "values"
            message = f"{self.name} is a {self.task} measure, but '{model}' predicts {given}"
            raise MeasureError(message, hint="'error'" if outcomes.classes else "'mae'")
        if self.needs in (Needs.SCORE, Needs.PROBABILITY) and kind is ScoreKind.NONE:
            message = f"{self.name} needs scores, but '{model}' gives labels only"
            raise MeasureError(message, hint="a model with predict_proba or decision_function, or 'error'")
        if self.needs is Needs.PROBABILITY and kind is not ScoreKind.PROBABILITY:
            message = f"{self.name} needs probabilities, but '{model}' gives decision scores"
            raise MeasureError(message, hint="a model with predict_proba, or 'auc'")
        if self.needs is Needs.COSTS and outcomes.costs is None:
            message = f"{self.name} needs a cost matrix"
            raise MeasureError(message, hint="costs=[[0, 1], [10, 0]]")


@final
@dataclass(frozen=True, kw_only=True)
class LossMeasure(Measure):
    """A mean of one loss per row, or a monotone function of it."""

    loss: Callable[[Outcomes], Floats]
    transform: Transform | None = None
    zero_one: bool = False

    def value(self, outcomes: Outcomes) -> float:
        """Mean loss, transformed."""
        return float(self.finish(np.average(self.loss(outcomes), weights=outcomes.weights)))

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Mean loss of each group, transformed."""
        return self.finish(self.means(outcomes, group, groups))

    def means(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Mean loss of each group, not transformed."""
        return group_means(outcomes, self.loss(outcomes), group, groups)

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Pool the losses of a repeat, average the repeats, transform last."""
        pooled = self.means(outcomes, repeat[resample], int(repeat.max()) + 1)
        return float(self.finish(mean_defined(pooled)))

    def finish(self, means: Array | float) -> Array:
        """Apply the transform."""
        values = np.asarray(means, dtype=np.float64)
        return values if self.transform is None else self.transform.function(values)


@final
@dataclass(frozen=True, kw_only=True)
class CountMeasure(Measure):
    """A function of the confusion matrix true x predicted, (…, C, C + 1) → (…)."""

    of_table: Callable[[Array, int], Array]

    def value(self, outcomes: Outcomes) -> float:
        """Apply to the one matrix."""
        return float(self.of_table(outcomes.confusion(), outcomes.positive)[0])

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Apply to each matrix."""
        return self.of_table(outcomes.confusion(group, groups), outcomes.positive)

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Sum the matrices of a repeat, apply, average the repeats (Forman & Scholz 2010)."""
        return mean_defined(self.values(outcomes, repeat[resample], int(repeat.max()) + 1))


@final
@dataclass(frozen=True, kw_only=True)
class SumMeasure(Measure):
    """A function of sums over rows: `rows` gives the summands (N, m), `of_sums` maps (…, m) to (…)."""

    rows: Callable[[Outcomes], Floats]
    of_sums: Callable[[Floats], Array]

    def value(self, outcomes: Outcomes) -> float:
        """Sum and apply."""
        return float(self.values(outcomes, np.zeros(outcomes.size, dtype=np.intp), 1)[0])

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Sum and apply within each group."""
        return self.of_sums(outcomes.sums(self.rows(outcomes), group, groups))

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Pool the sums of a repeat, apply, average the repeats."""
        return mean_defined(self.values(outcomes, repeat[resample], int(repeat.max()) + 1))


@final
@dataclass(frozen=True, kw_only=True)
class RankMeasure(Measure):
    """A comparison of rows with each other, computed within one resample at a time."""

    statistic: Callable[[Outcomes], float]
    weight: Callable[[Outcomes], float]

    def value(self, outcomes: Outcomes) -> float:
        """Apply to the one sample."""
        return self.statistic(outcomes)

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Apply to each group."""
        return np.array([self.statistic(part) for part in split(outcomes, group, groups)])

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Average over the resamples of a repeat by their weight, then over the repeats."""
        parts = split(outcomes, resample, repeat.size)
        values = np.array([self.statistic(part) for part in parts])
        weights = np.array([self.weight(part) for part in parts])
        defined = ~np.isnan(values) & (weights > 0)
        count = int(repeat.max()) + 1
        total = np.bincount(repeat[defined], weights=weights[defined], minlength=count)
        sums = np.bincount(repeat[defined], weights=(weights * np.nan_to_num(values))[defined], minlength=count)
        return mean_defined(divide(sums, total))


def group_means(outcomes: Outcomes, losses: Floats, group: Codes, groups: int) -> Scores:
    """Weighted mean of the losses in each group; NaN for an empty group."""
    weights = np.ones(losses.size) if outcomes.weights is None else outcomes.weights
    return divide(outcomes.sums(losses, group, groups), np.bincount(group, weights=weights, minlength=groups))


def split(outcomes: Outcomes, group: Codes, groups: int) -> list[Outcomes]:
    """Cut the rows into one sample per group."""
    order = np.argsort(group, kind="stable")
    edges = np.searchsorted(group[order], np.arange(1, groups))
    return [outcomes.where(rows) for rows in np.split(order, edges)]


def divide(numerator: Array, denominator: Array) -> Array:
    """Divide, with 0/0 and x/0 as NaN: undefined, never an infinite or made-up number."""
    out = np.full(np.broadcast(numerator, denominator).shape, np.nan)
    return np.divide(numerator, denominator, out=out, where=np.asarray(denominator) != 0)


def mean_defined(values: Array) -> float:
    """Mean of the values that are defined; NaN when none is."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if defined.size else float("nan")
