"""A measure: what is computed from outcomes, and how the resamples of a plan are brought together.

There are five forms, and the form *is* the aggregation rule (METHODS B.10):

- `LossMeasure`: a mean of one loss per row. Losses are pooled.
- `CountMeasure`: a function of the confusion matrix. Matrices are summed within a repeat, then the function is applied.
- `SumMeasure`: a function of sums over rows (R², relative errors). Sums are pooled, then the function is applied.
- `RankMeasure`: anything that compares rows with each other (AUC). It is computed within each resample and averaged,
  because the scores of differently trained models are not on one scale.
- `PooledMeasure`, in its own file: any other function of rows on one scale (a median error). Those of a repeat are pooled.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import Abstract, cached_property
from foldwise.data import Task
from foldwise.errors import MeasureError
from foldwise.measures.scope import Scope
from foldwise.measures.tallies.by_resample import added, mean_defined, split
from foldwise.measures.traits import NO_TRAITS, Traits
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats, Scores
    from foldwise.measures.contributions.curve_influence import CurveMoves
    from foldwise.measures.outcomes import Outcomes
    from foldwise.measures.tallies.tally import LossSums, Tally

__all__ = ["CountMeasure", "Direction", "LossMeasure", "Measure", "Needs", "RankMeasure", "SumMeasure", "Transform"]


class Direction(StrEnum):
    """Which way is better. Values keep their natural sign."""

    LOWER = "lower is better"
    HIGHER = "higher is better"
    NONE = "neither"


class Needs(StrEnum):
    """The output of a model that the measure needs."""

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


@dataclass(frozen=True, kw_only=True, repr=False)
class Measure(Abstract):
    """The properties that every measure declares.

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
    low, high, high_of_two
        The range of its values; its upper bound for two classes, where that differs.
    direction
        Which way is better.
    formula
        One line of plain text.
    undefined
        When it has no value, and what is done then.
    beside
        The measure that should be read together with it, as misses with false alarms.
    reference
        Key into docs/references.
    about
        The class it is about, against all others; empty for the positive class or for all classes.
    two_classes
        Whether it exists for two classes only.
    scope
        The rows it rests on, so that a rare class limits only what looks at its rows.
    counts_rows
        Whether it depends on the number of rows, as a test statistic does; weighted rows count as (Σw)²/Σw² then.
    optimum
        The value of a perfect prediction where that is not an end of the range; None where it is.
    chance
        The value of uninformative scores; None where it is not known. A value shown to be worse is an inverted ranking.
    domain
        Function that says why the measure does not exist for these outcomes; its text is empty where it does.
    remark
        Function that gives a note on these outcomes and their value; empty where there is none.
    told
        The same from the tally of the predictions, for measures that can be computed from it.
    traits
        Effect of a change of the data on it.
    asked
        The synonym by which it was asked for; measures that differ only in this are the same.
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
    about: str = ""
    two_classes: bool = False
    scope: Scope = Scope.ROWS
    counts_rows: bool = False
    high_of_two: float | None = None
    optimum: float | None = None
    chance: float | None = None
    domain: Callable[[Outcomes], str] | None = None
    remark: Callable[[Outcomes, float], str] | None = None
    told: Callable[[Tally, float], str] | None = None
    traits: Traits = NO_TRAITS
    asked: str = field(default="", compare=False)

    @abstractmethod
    def value(self, outcomes: Outcomes) -> float:
        """Compute the measure on these outcomes taken as one sample."""

    @abstractmethod
    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Compute the measure within each group of rows (groups,); NaN where undefined or empty."""

    @abstractmethod
    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Aggregate the resamples of a plan; `repeat` is the repeat of each resample (R,)."""

    @property
    def label(self) -> str:
        """What it is called in results: the word by which it was asked for, or its name."""
        return self.asked or self.name

    @cached_property
    def base_name(self) -> str:
        """Name without its parameters and the class it is about: ``ece`` of ``ece(10)``, ``precision`` of ``precision[bus]``."""
        return self.name.partition("[")[0].partition("(")[0]

    @cached_property
    def is_share(self) -> bool:
        """Whether it is a share of rows or pairs, as functions of counts and ranks are; of means of losses only that of mistakes is."""
        return self.zero_one if isinstance(self, LossMeasure) else not isinstance(self, SumMeasure)

    @cached_property
    def is_unbounded(self) -> bool:
        """Whether a loss of one row may be as large as any number."""
        return isinstance(self, LossMeasure) and (self.transform is not None or not isfinite(self.high))

    @cached_property
    def reads_tally(self) -> bool:
        """Whether it may be read off what the predictions of each resample add up to."""
        return not self.about and self.domain is None and self.needs is not Needs.COSTS

    @cached_property
    def best(self) -> float:
        """The value of a perfect prediction; NaN where no value is better than another."""
        ends = {Direction.LOWER: self.low, Direction.HIGHER: self.high, Direction.NONE: float("nan")}
        return ends[self.direction] if self.optimum is None else self.optimum

    def top(self, classes: int) -> float:
        """Give the upper bound of the range for this number of classes."""
        return self.high_of_two if classes == 2 and self.high_of_two is not None else self.high

    def better(self, a: float, b: float) -> bool:
        """Whether a is better than b; where neither high nor low is, the one nearer to the optimum."""
        if self.direction is Direction.NONE:
            return abs(a - self.best) < abs(b - self.best)
        return a < b if self.direction is Direction.LOWER else a > b

    def __repr__(self) -> str:
        """One line: its kind and its name; `explain` gives the rest."""
        return f"<{type(self).__name__} {self.name}>"

    def view(self, outcomes: Outcomes) -> Outcomes:
        """The outcomes as the measure needs them: as they are, or the class it is about against all others."""
        return outcomes.against_rest(self.about) if self.about else outcomes

    def summary(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> tuple[Scores, float]:
        """Give the value in each resample (R,) and their aggregate, in one pass over the rows."""
        return self.values(outcomes, resample, repeat.size), self.aggregate(outcomes, resample, repeat)

    def refuses(self, outcomes: Outcomes, model: str) -> bool:
        """Whether the measure cannot be computed from these outcomes."""
        return bool(refusal(self, outcomes, model)[0])

    def check(self, outcomes: Outcomes, model: str) -> None:
        """Refuse what the measure cannot be computed from, in one sentence."""
        message, hint = refusal(self, outcomes, model)
        if message:
            raise MeasureError(message, hint=hint or None)


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class LossMeasure(Measure):
    """A mean of one loss per row, or a monotone function of it; `sums` takes its sums from a tally that has them."""

    loss: Callable[[Outcomes], Floats]
    sums: Callable[[Tally], LossSums | None] | None = None
    transform: Transform | None = None
    zero_one: bool = False

    def value(self, outcomes: Outcomes) -> float:
        """Mean loss, transformed."""
        seen = self.view(outcomes)
        return float(self.finish(np.average(self.loss(seen), weights=seen.weights)))

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Mean loss of each group, transformed."""
        return self.finish(self.means(outcomes, group, groups))

    def means(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Mean loss of each group, not transformed."""
        sums = outcomes.sums(self.loss(self.view(outcomes)), group, groups)
        return divide(sums, outcomes.sums(np.ones(outcomes.size), group, groups))

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Pool the losses of a repeat, average the repeats, transform last."""
        pooled = self.means(outcomes, repeat[resample], int(repeat.max()) + 1)
        return float(self.finish(mean_defined(pooled)))

    def finish(self, means: Array | float) -> Array:
        """Apply the transform."""
        values = np.asarray(means, dtype=np.float64)
        return values if self.transform is None else self.transform.function(values)


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class CountMeasure(Measure):
    """A function of the confusion matrix true x predicted, (…, C, C + 1) → (…).

    `quick` does what `of_tables` does in one compiled step, `gradient` gives value and derivative by the shares of the cells.
    Of many classes an interval needs `fewest_hits` right rows of each.
    """

    of_table: Callable[[Array, int], Array]
    fewest_hits: int = 0
    quick: Callable[[Array, Codes], tuple[Scores, float] | None] | None = None
    gradient: Callable[[Array], tuple[float, Floats]] | None = None

    def value(self, outcomes: Outcomes) -> float:
        """Apply to the one matrix."""
        seen = self.view(outcomes)
        return float(self.of_table(seen.confusion(), seen.positive)[0])

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Apply to each matrix."""
        seen = self.view(outcomes)
        return self.of_table(seen.confusion(group, groups), seen.positive)

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Sum the matrices of a repeat, apply, average the repeats (Forman & Scholz 2010)."""
        return mean_defined(self.values(outcomes, repeat[resample], int(repeat.max()) + 1))

    def summary(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> tuple[Scores, float]:
        """Count once: the matrix of a repeat is the sum of those of its resamples."""
        seen = self.view(outcomes)
        return self.of_tables(seen.confusion(resample, repeat.size), seen.positive, repeat)

    def of_tables(self, tables: Array, positive: int, repeat: Codes) -> tuple[Scores, float]:
        """Do as `summary` does, from the matrices of the resamples (R, C, C + 1)."""
        if self.quick is not None and (found := self.quick(tables, repeat)) is not None:
            return found
        values = self.of_table(np.concatenate([tables, added(tables, repeat)]), positive)
        return values[: repeat.size], mean_defined(values[repeat.size :])


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class SumMeasure(Measure):
    """A function of sums over rows: `rows` gives the summands (N, m), the first of `loss` if any, `of_sums` maps them."""

    rows: Callable[[Outcomes], Floats]
    of_sums: Callable[[Floats], Array]
    loss: LossMeasure | None = None

    def value(self, outcomes: Outcomes) -> float:
        """Sum and apply."""
        return float(self.values(outcomes, np.zeros(outcomes.size, dtype=np.intp), 1)[0])

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Sum and apply within each group."""
        return self.of_sums(outcomes.sums(self.rows(self.view(outcomes)), group, groups))

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Pool the sums of a repeat, apply, average the repeats."""
        return mean_defined(self.values(outcomes, repeat[resample], int(repeat.max()) + 1))


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class RankMeasure(Measure):
    """A comparison of rows with each other, computed within one resample at a time.

    `grouped` does all resamples at once, and gives the values and the weights of each (R,), (R,). `sums` reads values times
    weights, and weights, from a tally that has them. `root` is the measure of which this one is the square: its mean
    over the resamples is squared, because squares of values of few rows are biased upward by their variance. `leans` says
    why its mean over test sets with so many positives and negatives is biased; empty where it is not. `moves` is the influence
    of each row of one sample, where there is a formula for that.
    """

    statistic: Callable[[Outcomes], float]
    weight: Callable[[Outcomes], float]
    grouped: Callable[[Outcomes, Codes, int], tuple[Scores, Floats]] | None = None
    sums: Callable[[Tally], tuple[Floats, Floats] | None] | None = None
    root: RankMeasure | None = None
    leans: Callable[[float, float], str] | None = None
    moves: Callable[[Outcomes], CurveMoves] | None = None

    def value(self, outcomes: Outcomes) -> float:
        """Apply to the one sample."""
        return self.statistic(self.view(outcomes))

    def values(self, outcomes: Outcomes, group: Codes, groups: int) -> Scores:
        """Apply to each group."""
        return self._both(outcomes, group, groups)[0]

    def _both(self, outcomes: Outcomes, group: Codes, groups: int) -> tuple[Scores, Floats]:
        """Give value and weight of each group."""
        seen = self.view(outcomes)
        if self.grouped is not None:
            return self.grouped(seen, group, groups)
        parts = split(seen, group, groups)
        return np.array([self.statistic(part) for part in parts]), np.array([self.weight(part) for part in parts])

    def aggregate(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> float:
        """Average over the resamples of a repeat by their weight, then over the repeats."""
        return self.summary(outcomes, resample, repeat)[1]

    def summary(self, outcomes: Outcomes, resample: Codes, repeat: Codes) -> tuple[Scores, float]:
        """Rank once."""
        if self.root is not None:
            roots, mean = self.root.summary(outcomes, resample, repeat)
            return roots**2, mean**2
        values, weights = self._both(outcomes, resample, repeat.size)
        defined = ~np.isnan(values) & (weights > 0)
        count = int(repeat.max()) + 1
        total = np.bincount(repeat[defined], weights=weights[defined], minlength=count)
        sums = np.bincount(repeat[defined], weights=(weights * np.nan_to_num(values))[defined], minlength=count)
        return values, mean_defined(divide(sums, total))


def refusal(measure: Measure, outcomes: Outcomes, model: str) -> tuple[str, str]:
    """Say why a measure does not exist for these outcomes, and what to try; two empty texts where it does."""
    name, kind = measure.name, outcomes.score_kind
    if (outcomes.classes > 0) != (measure.task is Task.CLASSIFICATION):
        given, hint = ("classes", "'error'") if outcomes.classes else ("values", "'mae'")
        return f"{name} is a {measure.task} measure, but '{model}' predicts {given}", hint
    if measure.two_classes and outcomes.classes != 2:
        shown = outcomes.names[outcomes.positive] if outcomes.names else str(outcomes.positive)
        return f"{name} is about two classes, and there are {outcomes.classes}", f"'{name}[{shown}]' for one of them"
    if measure.needs in (Needs.SCORE, Needs.PROBABILITY) and kind is ScoreKind.NONE:
        message = f"{name} needs scores, but '{model}' gives labels only, from which it cannot be computed"
        return message, "its scores or probabilities, or 'balanced-error'"
    if measure.needs is Needs.PROBABILITY and kind is not ScoreKind.PROBABILITY:
        return (
            f"{name} needs probabilities, but {outcomes.why_not_probabilities(model)}",
            "a probability for each class, or 'auc'",
        )
    if measure.needs is Needs.COSTS and outcomes.costs is None:
        return f"{name} needs a cost matrix", "costs='fn=10,fp=1', a table true x predicted, or a file"
    complaint = measure.domain(outcomes) if measure.domain is not None else ""
    return (f"{name} of '{model}' does not exist: {complaint}", "'mae'") if complaint else ("", "")


def divide(numerator: Array, denominator: Array) -> Array:
    """Divide, with 0/0 and x/0 as NaN: undefined, never an infinite or made-up number."""
    there = np.asarray(denominator) != 0
    if np.count_nonzero(there) == there.size:  # quicker than `all` of a few numbers
        return np.asarray(numerator / denominator)
    out = np.full(np.broadcast(numerator, denominator).shape, np.nan)
    return np.divide(numerator, denominator, out=out, where=there)
