"""Checks that every measure must pass, for foldwise's own measures and for anybody else's.

Each check raises `AssertionError` with a sentence that says what is wrong; `check_measure` runs them all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures import Direction, RankMeasure
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.measures import Measure, Outcomes

__all__ = [
    "check_description",
    "check_groups",
    "check_measure",
    "check_order",
    "check_perfect",
    "check_range",
    "check_single",
    "check_weights",
    "example",
    "perfect",
]

TOLERANCE = 1e-9
FACTORS = (100.0, 1 / 3)
"""What weights are multiplied by."""


def check_measure(measure: Measure, outcomes: Outcomes) -> float:
    """Run every check on these outcomes, whose weights must be whole numbers or None; returns the value.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0]), classes=2)
    >>> check_measure(measure("error"), rows)
    0.25
    """
    measure.check(measure.view(outcomes), "model")
    check_description(measure)
    value = check_range(measure, outcomes)
    check_order(measure, outcomes)
    check_groups(measure, outcomes)
    check_single(measure, outcomes)
    check_perfect(measure, outcomes)
    if outcomes.weights is not None:
        check_weights(measure, outcomes)
    return value


def check_description(measure: Measure) -> None:
    """It has a name, a formula, a range, and a best value inside the range."""
    _expect(
        measure.name == measure.name.strip() and " " not in measure.name.partition("[")[0].partition("(")[0], "name"
    )
    _expect(bool(measure.title and measure.formula), f"{measure.name} has no title or no formula")
    _expect(measure.low < measure.high, f"{measure.name} has an empty range")
    best = measure.best
    _expect(np.isnan(best) or measure.low <= best <= measure.high, f"the best {measure.name} is out of range")
    _expect(np.isnan(best) == (measure.direction is Direction.NONE and measure.optimum is None), "no best value")


def check_range(measure: Measure, outcomes: Outcomes) -> float:
    """The value lies in the range, or is undefined and the measure says when that is."""
    value = measure.value(outcomes)
    top = measure.top(measure.view(outcomes).classes)
    inside = measure.low - TOLERANCE <= value <= top + TOLERANCE
    _expect(bool(np.isnan(value)) or inside, f"{measure.name} is {value}, outside {measure.low} to {top}")
    _expect(not np.isnan(value) or bool(measure.undefined), f"{measure.name} has no value and does not say when")
    return value


def check_order(measure: Measure, outcomes: Outcomes) -> None:
    """The order of the rows does not matter."""
    turned = measure.value(outcomes.where(slice(None, None, -1)))
    _same(measure, turned, measure.value(outcomes), "changes with the order of the rows")


def check_weights(measure: Measure, outcomes: Outcomes) -> None:
    """A weight is as good as so many equal rows, and weights times a constant change nothing.

    Where a measure depends on the number of rows both cannot be: ten rows of weight 2 are ten rows, or twenty. The second
    then holds (`counts_rows`).
    """
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    for factor in FACTORS:
        scaled = replace(outcomes, weights=weights * factor)
        _same(
            measure,
            measure.value(replace(outcomes, weights=weights)),
            measure.value(scaled),
            "changes with the unit of weights",
        )
    if measure.counts_rows:
        return
    rows = np.repeat(np.arange(outcomes.size), weights.astype(np.intp))
    repeated = replace(outcomes.where(rows), weights=None)
    _same(measure, measure.value(outcomes), measure.value(repeated), "takes weights for something else than rows")


def check_groups(measure: Measure, outcomes: Outcomes) -> None:
    """The values of groups are those of their rows alone, given the same training set."""
    if outcomes.classes == 0 and outcomes.reference is None:
        outcomes = replace(outcomes, reference=np.full(outcomes.size, outcomes.truth.mean()))
    group = np.arange(outcomes.size) % 2
    values = measure.values(outcomes, group, 2)
    for code in range(2):
        alone = measure.value(outcomes.where(group == code))
        _same(measure, values[code], alone, "differs between a group and its rows alone")


def check_single(measure: Measure, outcomes: Outcomes) -> None:
    """One resample brought together with no other is that resample."""
    one, first = np.zeros(outcomes.size, dtype=np.intp), np.zeros(1, dtype=np.intp)
    together = measure.aggregate(outcomes, one, first)
    if isinstance(measure, RankMeasure) and not measure.weight(measure.view(outcomes)) > 0:
        return
    _same(measure, together, measure.value(outcomes), "changes when a single resample is aggregated")


def check_perfect(measure: Measure, outcomes: Outcomes) -> None:
    """No prediction is better than the perfect one; that one is at the best value, where there is one to reach."""
    value, best = measure.value(outcomes), measure.value(perfect(outcomes))
    if np.isnan(value) or np.isnan(best) or np.isnan(measure.best):
        return
    beaten = measure.better(value, best) and abs(value - best) > TOLERANCE
    _expect(not beaten, f"{measure.name} of these rows, {value}, is better than of perfect predictions, {best}")


def perfect(outcomes: Outcomes) -> Outcomes:
    """The same rows, predicted without error and with certainty."""
    scores = None
    if outcomes.scores is not None:
        scores = np.eye(outcomes.classes)[outcomes.truth]
    kind = outcomes.score_kind if scores is not None else ScoreKind.NONE
    return replace(outcomes, output=outcomes.truth, scores=scores, score_kind=kind)


def example(task: Task, *, n: int = 40, classes: int = 3, seed: int = 0) -> Outcomes:
    """Outcomes to try a measure on: probabilities with ties and unclassified rows, or positive values; whole weights."""
    from foldwise.measures import Outcomes

    rng = np.random.default_rng(seed)
    weights = rng.integers(1, 4, n).astype(np.float64)
    if task is Task.REGRESSION:
        return Outcomes(rng.integers(1, 9, n) / 2, rng.integers(1, 9, n) / 2, weights=weights)
    truth = rng.permutation(np.arange(n) % classes)
    table = rng.integers(1, 6, (n, classes)) + 3.0 * np.eye(classes)[truth]
    scores = table / table.sum(axis=1, keepdims=True)
    output = np.where(rng.random(n) < 0.1, -1, scores.argmax(axis=1))
    return Outcomes(
        truth,
        output,
        scores,
        ScoreKind.PROBABILITY,
        classes=classes,
        positive=classes - 1,
        weights=weights,
        costs=rng.integers(1, 9, (classes, classes)) * (1.0 - np.eye(classes)),
    )


def _same(measure: Measure, a: float, b: float, what: str) -> None:
    close = (np.isnan(a) and np.isnan(b)) or abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b))
    _expect(bool(close), f"{measure.name} {what}: {a} and {b}")


def _expect(true: bool, message: str) -> None:  # noqa: FBT001 - reads like assert
    if not true:
        raise AssertionError(message)
