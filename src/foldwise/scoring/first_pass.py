"""The first pass over rows that are read in pieces: classes, segments, mean of the target, kind of the scores."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial, reduce
from operator import add
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data import NO_SEGMENT, Task, check_segments, order_segments, read_costs
from foldwise.data.checks import check_magnitude
from foldwise.errors import InputError
from foldwise.measures import Outcomes, cheapest_labels
from foldwise.measures.summaries import RowGroups
from foldwise.phrases import count_of
from foldwise.predictions import (
    PROBABILITY_ROUNDING,
    Coded,
    ScoreKind,
    as_numbers,
    as_probabilities,
    class_names,
    columns_of_classes,
    encode,
    factorise,
    guess_task,
    labels_follow,
    order_labels,
    positive_code,
    score_table,
    task_of,
)
from foldwise.scoring.parts import with_starts
from foldwise.scoring.rows import words_of_decision
from foldwise.scoring.truth import TruthSeen, look_at_truth, row_weights, rows_of_column

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Roles
    from foldwise.predictions.sources import Source
    from foldwise.scoring.parts import SourcePart
    from foldwise.scoring.score_request import ScoreRequest
    from foldwise.scoring.workers import Workers

__all__ = ["Chunk", "FirstPass", "first_pass"]

WEIGHT_BITS = 47
"""Bits of the sum of all weights once they are whole numbers: sums and products of such sums are exact."""


@final
@dataclass(frozen=True, eq=False)
class Chunk:
    """Some rows of all systems, and the segment of each; of values, the mean of the target in each segment."""

    systems: Mapping[str, Outcomes]
    segment: Codes | None
    names: tuple[str, ...]
    groups: RowGroups | None = None
    means: tuple[float, ...] = ()

    def parts(self) -> Iterator[tuple[str, Mapping[str, Outcomes], RowGroups | None]]:
        """The rows of each segment and their groups; all of them where there are none."""
        if self.segment is None:
            yield "all", self.systems, self.groups
            return
        if self.means:  # whose values are centred by the mean of all rows elsewhere
            yield "all", self.systems, self.groups
        for code in np.unique(self.segment).tolist():
            some = self.where(np.flatnonzero(self.segment == code))
            yield self.names[code], some.against(code), some.groups

    def against(self, code: int) -> Mapping[str, Outcomes]:
        """The systems, values measured against the mean of their own segment."""
        if not self.means:
            return self.systems
        return {name: replace(one, reference=np.full(one.size, self.means[code])) for name, one in self.systems.items()}

    def where(self, rows: Codes) -> Chunk:
        """Some of the rows."""
        return Chunk(
            {name: one.where(rows) for name, one in self.systems.items()},
            None if self.segment is None else self.segment[rows],
            self.names,
            None if self.groups is None else RowGroups(self.groups.codes[rows], self.groups.labels),
            self.means,
        )


@final
@dataclass(frozen=True, eq=False)
class FirstPass:
    """The result of the first pass, with which the next ones read the rows.

    Parameters
    ----------
    roles
        What each column is for.
    task
        What is predicted.
    classes, positive
        Names of the classes, and the code of the positive one.
    costs
        Costs of mistakes, or None.
    kinds
        Kind of the scores of each system.
    mean, means
        Mean of the target, for values: of all rows, and of each segment.
    segments
        Names of the segments.
    decide
        Choose the cheapest labels.
    notes
        Notes for the reader of the result.
    example
        The first rows, to check measures with.
    rows
        Number of rows, including those of weight 0; 0 where they were not counted.
    zero_weights
        Rows of weight 0.
    each
        The weight of every row where all are equal; 1 where they have no weights, or different ones.
    scale
        The power of two by which weights are multiplied before they are rounded to whole numbers.
    """

    roles: Roles
    task: Task
    classes: tuple[str, ...] = ()
    positive: int = -1
    costs: Floats | None = None
    kinds: Mapping[str, ScoreKind] = field(default_factory=dict)
    mean: float = 0.0
    segments: tuple[str, ...] = ()
    decide: bool = False
    notes: tuple[str, ...] = ()
    example: Mapping[str, Outcomes] = field(default_factory=dict)
    rows: int = 0
    zero_weights: int = 0
    scale: int = 0
    means: tuple[float, ...] = ()
    each: float = 1.0

    def read(self, source: Source, start: int = 0) -> Iterator[Chunk]:
        """Read the rows again, as outcomes; the first is row `start` of all."""
        for chunk in source.chunks(self.roles.columns):
            yield self.outcomes(chunk, start)
            start += rows_of_column(chunk[self.roles.truth])

    def outcomes(self, chunk: Mapping[str, Any], start: int = 0) -> Chunk:
        """Check and encode one chunk."""
        if self.task is Task.REGRESSION:
            truth: Array = as_numbers(chunk[self.roles.truth], "truth", start)
        else:
            truth = encode(chunk[self.roles.truth], self.classes, "truth")
            if np.any(truth < 0):
                message = f"truth is missing in row {start + int(np.argmax(truth < 0)) + 1:,}"
                raise InputError(message, hint="dropping those rows")
        systems = {name: self._one(name, chunk, truth, start) for name in self.roles.systems}
        groups = _group_codes(chunk, self.roles, start)
        read = Chunk(systems, self.segment_codes(chunk), self.segments, groups, self.means)
        if not self.roles.weights:
            return read
        weights = np.rint(np.ldexp(row_weights(chunk, self.roles, start), self.scale))
        weighted = {name: replace(one, weights=weights) for name, one in systems.items()}
        return replace(read, systems=weighted).where(np.flatnonzero(weights))

    def unscaled(self, sums: Array) -> Array:
        """Sums of weights as they were given; counts of rows as they are."""
        if self.roles.weights:
            return np.ldexp(sums.astype(np.float64), -self.scale)
        return sums if self.each == 1 else sums * self.each

    def segment_codes(self, chunk: Mapping[str, Any]) -> Codes | None:
        """Place of the segment of each row among their names; None where there are none."""
        if not self.roles.segment:
            return None
        part = factorise(chunk[self.roles.segment])
        place = {name: at for at, name in enumerate(self.segments)}
        known = [place[name] for name in part.labels]
        return np.array([*known, place.get(NO_SEGMENT, -1)], dtype=np.intp)[part.codes]

    def score_column(self, chunk: Mapping[str, Any], name: str, at: int) -> Floats:
        """Scores by which a ranking orders rows that have been checked: of the positive of two classes, else of class `at`."""
        table = score_table(chunk, self.roles.scores[name], name)
        if self.kinds[name] is ScoreKind.PROBABILITY and table.size:
            table = as_probabilities(table)
        column = table if table.ndim == 1 else table[:, self.positive if len(self.classes) == 2 else at]
        return np.asarray(column, dtype=np.float64)

    def _one(self, name: str, chunk: Mapping[str, Any], truth: Array, start: int) -> Outcomes:
        roles = self.roles
        what = f"predictions of '{name}'"
        if self.task is Task.REGRESSION:
            output = as_numbers(chunk[roles.predicted[name]], what, start)
            return Outcomes(truth, output, reference=np.full(truth.size, self.mean), own_mean=True)
        scored = name in roles.scores and self.kinds[name] is not ScoreKind.NONE
        scores = _class_scores(chunk, self, name, start) if scored else None
        if self.decide and scores is not None and self.costs is not None:
            labels = cheapest_labels(scores, self.costs)
        elif name in roles.predicted:
            labels = encode(chunk[roles.predicted[name]], self.classes, what)
        else:
            labels = np.argmax(np.empty((0, 0)) if scores is None else scores, axis=1)
        return Outcomes(
            *(truth, labels, scores, self.kinds.get(name, ScoreKind.NONE)),
            classes=len(self.classes),
            positive=self.positive,
            costs=self.costs,
            names=self.classes,
        )


def first_pass(  # noqa: PLR0917 - as `score_stream` has them
    parts: tuple[SourcePart, ...], roles: Roles, request: ScoreRequest, details: Mapping[str, Any], workers: Workers
) -> tuple[FirstPass, tuple[SourcePart, ...]]:
    """Read the truth once, for its classes or its mean, and the first rows of all columns.

    Returns
    -------
    tuple
        The result of the pass, and the parts with the number of the first row of each.
    """
    first = next((chunk for part in parts for chunk in part.source.chunks(roles.columns)), None)
    if first is None:
        message = f"{parts[0].source.name} holds no rows"
        raise InputError(message, hint="a table with at least one row")
    truth = first[roles.truth]
    task = (
        task_of(details["task"])
        if details["task"]
        else Task.CLASSIFICATION
        if details["classes"] is not None
        else guess_task(truth if isinstance(truth, Coded) else np.asarray(truth))
    )
    known = task is Task.CLASSIFICATION and details["classes"] is not None and not (roles.segment or roles.weights)
    seen = TruthSeen()
    if not known or any(part.start < 0 for part in parts):
        pieces = list(workers.map(partial(look_at_truth, roles=roles, task=task), parts))
        parts = with_starts(parts, [piece.n for piece in pieces])
        seen = reduce(add, pieces)
    check_magnitude("truth", np.array([seen.largest]))
    if roles.weights and seen.weight == 0:
        message = "weights must not be negative nor all zero; the largest is 0"
        raise InputError(message, hint="weights above 0")
    check_magnitude("weights", np.array([seen.heaviest]))
    check_segments(seen.segments, unknown=seen.unknown)
    segments = order_segments(seen.segments | ({NO_SEGMENT} if seen.unknown else set()))
    return _with_example(first, roles, task, seen, segments, request, details), parts


def _with_example(  # noqa: PLR0917 - the pieces of one look
    first: Mapping[str, Any],
    roles: Roles,
    task: Task,
    seen: TruthSeen,
    segments: tuple[str, ...],
    request: ScoreRequest,
    details: Mapping[str, Any],
) -> FirstPass:
    """Kinds of the scores from the first rows, which are kept as an example."""
    scale, each = WEIGHT_BITS + 1074 - seen.weight.bit_length() if seen.weight else 0, 1.0
    if roles.weights and seen.lightest == seen.heaviest:  # rows of one weight are rows without weights
        roles, each = replace(roles, weights=""), seen.heaviest
    found = FirstPass(
        *(roles, task), segments=segments, scale=scale, rows=seen.n, zero_weights=seen.zero_weights, each=each
    )
    if task is Task.REGRESSION:
        _refuse_scores(roles)
        found = replace(found, mean=seen.mean, means=tuple(map(seen.mean_of, segments)))
    else:
        classes = order_labels(set(seen.labels)) if details["classes"] is None else class_names(details["classes"])
        if len(classes) < 2:
            message = f"truth holds one class only, '{classes[0]}'"
            raise InputError(message, hint="classes=[...] with every label that may occur")
        positive = positive_code(details["positive"], classes)
        costs = None if details["costs"] is None else read_costs(details["costs"], classes, positive)
        roles = replace(roles, scores={name: columns_of_classes(own, classes) for name, own in roles.scores.items()})
        kinds = {name: _kind(first, roles, name) if name in roles.scores else ScoreKind.NONE for name in roles.systems}
        found = replace(
            found,
            roles=roles,
            classes=classes,
            positive=positive,
            costs=costs,
            kinds=kinds,
            decide=request.decide is not None,
            notes=_follow(first, roles, classes, positive)
            if request.decide is None
            else (words_of_decision(classes, positive, costs),),
        )
    example = found.outcomes(first).systems
    return FirstPass(**{**vars(found), "example": {name: rows.where(slice(0, 1000)) for name, rows in example.items()}})


def _group_codes(chunk: Mapping[str, Any], roles: Roles, start: int) -> RowGroups | None:
    """Group of each row; None where there are no groups."""
    if not roles.groups:
        return None
    coded = factorise(chunk[roles.groups])
    if np.any(coded.codes < 0):
        message = f"groups is missing in row {start + int(np.argmax(coded.codes < 0)) + 1:,}"
        raise InputError(message, hint="a group for every row")
    return RowGroups(coded.codes, np.array(coded.labels, dtype=np.str_))


def _refuse_scores(roles: Roles) -> None:
    for name in roles.scores:
        message = f"scores of '{name}' were given, but a regression has values, not scores"
        raise InputError(message, hint="leaving them out, or task='classification'")


def _follow(chunk: Mapping[str, Any], roles: Roles, classes: tuple[str, ...], positive: int) -> tuple[str, ...]:
    bare = {name: score_table(chunk, roles.scores[name], name) for name in roles.unlabelled}
    known = {
        name: table for name, table in bare.items() if table.ndim == 2 or len(classes) == 2
    }  # others are refused later
    return labels_follow(known, classes, positive)


def _kind(chunk: Mapping[str, Any], roles: Roles, name: str) -> ScoreKind:
    table = as_probabilities(score_table(chunk, roles.scores[name], name))
    inside = bool(np.all((table >= 0) & (table <= 1)))
    whole = table.ndim == 1 or bool(np.allclose(table.sum(axis=1), 1, atol=PROBABILITY_ROUNDING))
    return ScoreKind.PROBABILITY if inside and whole else ScoreKind.DECISION


def _class_scores(chunk: Mapping[str, Any], found: FirstPass, name: str, start: int) -> Floats:
    """Scores of all classes (n, C); refused where they are not finite, or stop being probabilities."""
    table = score_table(chunk, found.roles.scores[name], name)
    finite = np.isfinite(table)
    if not finite.all():
        at = start + int(np.flatnonzero(~finite.reshape(len(table), -1).all(axis=1))[0])
        message = f"scores of '{name}' are missing or not finite, first in row {at + 1:,}"
        raise InputError(message, hint="dropping those rows")
    probability = found.kinds[name] is ScoreKind.PROBABILITY
    if probability and table.size:
        table = as_probabilities(table)
        _check_probabilities(table, name, start)
    if table.ndim == 2:
        if table.shape[1] != len(found.classes):
            message = f"scores of '{name}' have {count_of(table.shape[1], 'column')}, and there are {len(found.classes)} classes"
            raise InputError(message, hint="one column for each class, in the order of classes=[...]")
        return table
    if len(found.classes) != 2:
        message = f"'{name}' has one score column, and there are {len(found.classes)} classes"
        raise InputError(message, hint="one column for each class, in the order of classes=[...]")
    other = 1 - table if probability else -table
    return np.stack([other, table] if found.positive == 1 else [table, other], axis=1)


def _check_probabilities(table: Floats, name: str, start: int) -> None:
    """Refuse scores that are probabilities in the first rows and not in later ones."""
    if table.min() < 0 or table.max() > 1:
        reached = table.max() if table.max() > 1 else table.min()
        message = f"scores of '{name}' begin as probabilities and reach {reached:g} later"
        raise InputError(message, hint="one kind of score throughout")
    sums = table.sum(axis=1) if table.ndim == 2 else np.ones(len(table))
    wrong = np.flatnonzero(np.abs(sums - 1) > PROBABILITY_ROUNDING)
    if wrong.size:
        message = f"probabilities of '{name}' sum to {sums[wrong[0]]:.6g}, not to 1, in row {start + wrong[0] + 1:,}"
        raise InputError(message, hint="probabilities that sum to 1 in every row, or scores that never do")
