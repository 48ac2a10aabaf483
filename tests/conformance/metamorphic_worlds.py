"""Small tables of predictions, and changes of them whose effect on every figure is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset, Task
from foldwise.engine.rows import rows_of
from foldwise.errors import FoldwiseError, PlanError
from foldwise.measures import FAMILIES, MEASURES, Measure, ModelScores, Needs
from foldwise.plans import PLANS, Bootstrap, PairsOut, Partition, RowLists, TwoFoldsOut, draw
from foldwise.plans.resamples import CountMatrix
from foldwise.predictions import UNCLASSIFIED, Outputs, Part, Predictions, ScoreKind
from tests.conformance.interval_worlds import CASES, shuffled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from foldwise.measures.family import MeasureFamily, Parameter

N, FEWER = 24, 20
DEAR = {"lpo": 12, "leave-pair-out": 12, "bootstrap-case": FEWER, "replace-one": FEWER}
"""Rows for families with so many fits that fewer have to do."""
FIXED, FIXED_GROUPS = "fixed", "fixed, groups"
KINDS = ("two", "three", "values")
FEW_KINDS = ("two", "values")
CHEAPER = {"bootstrap": Bootstrap(25), "two-folds-out": TwoFoldsOut(4, repeats=3)}
WALKED = {family.name: next(plan for plan in CASES if plan.name == family.name) for family in PLANS} | CHEAPER
"""One plan of every family."""
SETTINGS = (FIXED, FIXED_GROUPS, *WALKED)
"""Where predictions come from: one test set, one of groups of rows, or a plan of every family."""
SCALE, SHIFT = 2.5e-6, 64.0
MOST_TRAINED = 200
"""Up to so many resamples the training rows are predicted too."""


WIDE = 1e5
"""Ranges longer than this end where arithmetic does; what is usual lies at their beginning."""


def off_default(parameter: Parameter) -> list[float | str]:
    """Values of a parameter that are not its default: every choice, and one number inside its range."""
    values: list[float | str] = list(parameter.choices)
    if parameter.low == parameter.low:
        low, high = (end if np.isfinite(end) else other for end, other in ((parameter.low, -1), (parameter.high, 5)))
        wide = parameter.high - parameter.low > WIDE
        inside = low + 2 if wide else low + 0.4 * (high - low)
        values.append(float(np.ceil(inside)) if parameter.whole else inside)
    return [value for value in values if value != parameter.default]


def members_of(family: MeasureFamily) -> list[Measure]:
    """The member of a family for every value off default; what has no default is at the value beside it."""
    needed = {one.name: off_default(one)[0] for one in family.parameters if one.default is None}
    return [family(**{**needed, one.name: value}) for one in family.parameters for value in off_default(one)]


MEMBERS: tuple[Measure, ...] = (*MEASURES, *(one for family in FAMILIES for one in members_of(family)))
"""Every measure of the catalogue, and of every family the members off default."""


@cache
def dataset_for(setting: str, kind: str, *, weighted: bool = False) -> Dataset:
    """Rows with the groups or times that the plan needs; values are positive, so that every measure exists."""
    rng, n = np.random.default_rng(5), DEAR.get(setting, N)
    structure = "any" if setting in (FIXED, FIXED_GROUPS) else WALKED[setting].structure
    codes = rng.permutation(np.arange(n) % {"two": 2, "three": 3, "values": 2}[kind])
    target = rng.gamma(4, size=n) if kind == "values" else np.array(["no", "yes", "zero"])[codes]
    grouped = structure == "groups" or setting == FIXED_GROUPS
    classes = 0 if kind == "values" else int(codes.max()) + 1
    costs = (np.arange(classes)[:, None] + 1.0) * (1 - np.eye(classes))
    return Dataset(
        X=pd.DataFrame({"part": np.arange(n) % 6, "x": rng.normal(size=n)}),
        target=target,
        task=Task.REGRESSION if kind == "values" else Task.CLASSIFICATION,
        groups=rng.permutation(np.arange(n) % 10) if grouped else None,
        order=np.arange(n) if structure == "time" else None,
        costs=costs if classes else None,
        weights=rng.integers(1, 4, n).astype(float) if weighted else None,
    )


@cache
def world(setting: str, kind: str, *, weighted: bool = False) -> Predictions | None:
    """Models 'a' and 'b', and 'twin', which is 'a' again; None where the plan does not exist for such a target."""
    dataset = dataset_for(setting, kind, weighted=weighted)
    n = dataset.truth.size
    rows = np.arange(n)
    if setting in (FIXED, FIXED_GROUPS):
        resamples = RowLists((np.zeros(0, dtype=np.intp),), (rows,), n, plan="fixed")
    else:
        try:
            resamples = draw(WALKED[setting], dataset, 0)
        except PlanError:  # pairs of classes and strata need classes
            return None
    outputs = {name: _outputs(dataset, resamples, name) for name in "ab"}
    own = {name: _answers(dataset, rows, np.zeros(n, dtype=np.uint8), 0, name) for name in "ab"}
    found = Predictions.of_dataset(dataset, {**outputs, "twin": outputs["a"]}, resamples)
    return replace(found, apparent={**own, "twin": own["a"]})


def _outputs(dataset: Dataset, resamples, name: str) -> Outputs:
    train = resamples.train_size > 0 and resamples.count <= MOST_TRAINED
    return Outputs.join(
        [_answers(dataset, *rows_of(resamples, r, train=train), r, name) for r in range(resamples.count)]
    )


def _answers(dataset: Dataset, rows, parts, r: int, name: str) -> Outputs:
    """Answers of a mediocre model that differ a little from fit to fit; some scores are tied, some rows unclassified."""
    signal = np.random.default_rng([1, ord(name)]).normal(size=(N, 3))
    noise = 0.4 * np.random.default_rng([2, ord(name), r]).normal(size=(N, 3))
    moved, number = (signal + noise)[rows], np.full(rows.size, r)
    if not dataset.is_classification:
        output = dataset.truth[rows] * np.exp(0.3 * moved[:, 0])
        return Outputs(number, rows, output, None, ScoreKind.NONE, parts)
    k = len(dataset.classes)
    right = (0.9 + 0.6 * (parts == Part.TRAIN))[:, None] * np.eye(k)[dataset.codes[rows]]
    table = np.exp(moved[:, :k] + right)
    scores = table / table.sum(axis=1, keepdims=True)
    if k == 2:  # of 31 values, so that some are tied, and exactly so for both classes
        positive = np.clip(np.round(32 * scores[:, 1]), 1, 31) / 32
        scores = np.stack([1 - positive, positive], axis=1)
    label = np.where(np.isin(rows, [7, 23]), UNCLASSIFIED, scores.argmax(axis=1))
    return Outputs(number, rows, label, scores, ScoreKind.PROBABILITY, parts)


def of_answers(predictions: Predictions, change: Callable[[Outputs], Outputs]) -> Predictions:
    """Change the answers of every model."""
    outputs = {name: change(table) for name, table in predictions.outputs.items()}
    return replace(
        predictions, outputs=outputs, apparent={name: change(table) for name, table in predictions.apparent.items()}
    )


def reweighted(predictions: Predictions, factor: float) -> Predictions:
    """All weights times a constant."""
    return replace(predictions, weights=predictions.weights * factor)


def renamed(predictions: Predictions) -> Predictions:
    """Other names for the classes, in another alphabetical order."""
    return replace(predictions, classes=tuple(f"{chr(122 - code)} class" for code in range(len(predictions.classes))))


def reordered(predictions: Predictions, order: tuple[int, ...]) -> Predictions:
    """Classes in another order; the positive of two stays what it is, of more there is none."""
    old = np.array(order)
    new = np.argsort(old)

    def recode(codes):
        return np.where(codes < 0, codes, new[codes])

    changed = of_answers(
        predictions, lambda table: replace(table, output=recode(table.output), scores=table.scores[:, old])
    )
    return replace(
        changed,
        truth=new[predictions.truth],
        classes=tuple(predictions.classes[code] for code in order),
        positive=int(new[predictions.positive]) if len(order) == 2 else predictions.positive,
        costs=predictions.costs[np.ix_(old, old)],
    )


def bent(predictions: Predictions, how: Callable) -> Predictions:
    """A monotone function of all scores, which then are no probabilities any more; labels stay."""
    return of_answers(
        predictions, lambda table: replace(table, scores=how(table.scores), score_kind=ScoreKind.DECISION)
    )


def in_units(predictions: Predictions, of_truth: Callable, of_output: Callable | None = None) -> Predictions:
    """Functions of the true and of the predicted values."""
    change = of_output or of_truth
    changed = of_answers(predictions, lambda table: replace(table, output=change(table.output)))
    return replace(changed, truth=of_truth(predictions.truth))


def repeated(predictions: Predictions) -> Predictions:
    """Every row as often as its weight says, and no weights."""
    times = predictions.weights.astype(np.intp)
    old = np.repeat(np.arange(predictions.n), times)
    first = np.cumsum(times) - times

    def spread(table: Outputs) -> Outputs:
        at = np.repeat(np.arange(table.size), times[table.row])
        copy = np.arange(at.size) - np.repeat(np.cumsum(times[table.row]) - times[table.row], times[table.row])
        found = table.where(at)
        return replace(found, row=first[found.row] + copy)

    return replace(
        of_answers(predictions, spread),
        truth=predictions.truth[old],
        weights=None,
        groups=None if predictions.groups is None else predictions.groups[old],
        time=None if predictions.time is None else predictions.time[old],
        resamples=_repeated(predictions.resamples, old, first, times),
    )


def _repeated(resamples, old, first, times):
    """The same resamples of rows that are there several times."""
    if isinstance(resamples, (Partition, PairsOut)):
        return replace(resamples, parts=resamples.parts[:, old])
    if resamples.kind == "bootstrap":
        counts = resamples.train_counts(0, resamples.count)[:, old]
        return CountMatrix(counts, plan=resamples.plan, unit=resamples.unit, test_all=resamples.overlapping)

    def copies(rows):
        often = times[rows]
        return np.repeat(first[rows] - (np.cumsum(often) - often), often) + np.arange(often.sum())

    trained = resamples.train_counts(0, resamples.count) > 0
    return RowLists(
        tuple(copies(np.flatnonzero(mask)) for mask in trained),
        tuple(copies(resamples.test_rows(r)) for r in range(resamples.count)),
        old.size,
        plan=resamples.plan,
        unit=resamples.unit,
        repeats_of=resamples.repeat,
        tags=getattr(resamples, "tags", ()),
        overlap=resamples.overlapping,
    )


@final
@dataclass(frozen=True)
class Relation:
    """A change of the data, the measures it says something about, and what becomes of their values.

    Parameters
    ----------
    name
        What is changed.
    kinds
        Tables it is made for.
    change
        Makes the changed table.
    holds
        Whether the measure says that it keeps the relation.
    weighted
        Whether rows have weights.
    same_methods
        Whether the same methods are valid before and after.
    image
        What a value becomes; the same number by default.
    """

    name: str
    kinds: tuple[str, ...]
    change: Callable[[Predictions], Predictions]
    holds: Callable[[Measure], bool] = lambda one: True  # noqa: ARG005 - every measure
    weighted: bool = False
    same_methods: bool = True
    image: Callable[[Measure], float] = lambda one: 1.0  # noqa: ARG005 - the same number

    def __str__(self) -> str:
        """Its name."""
        return self.name


def _units(one: Measure):
    if one.traits.units is None:
        message = f"{one.name} does not say what another unit of the target does to it"
        raise AssertionError(message)
    return one.traits.units


RELATIONS = (
    Relation("weights times 100", KINDS, lambda table: reweighted(table, 100.0), weighted=True),
    Relation("weights times 0.01", KINDS, lambda table: reweighted(table, 0.01), weighted=True),
    Relation("rows permuted", KINDS, shuffled),
    Relation("weighted rows permuted", KINDS, shuffled, weighted=True),
    Relation("classes renamed", ("two", "three"), renamed),
    Relation("two classes reordered", ("two",), lambda table: reordered(table, (1, 0))),
    Relation("two weighted classes reordered", ("two",), lambda table: reordered(table, (1, 0)), weighted=True),
    Relation("classes reversed", ("three",), lambda table: reordered(table, (2, 1, 0))),
    Relation(
        "classes rotated", ("three",), lambda table: reordered(table, (1, 2, 0)), lambda one: not one.traits.ordered
    ),
    Relation(
        "logarithm of the scores",
        ("two", "three"),
        lambda table: bent(table, np.log),
        lambda one: one.needs in (Needs.SCORE, Needs.LABEL, Needs.COSTS),
        same_methods=False,  # what are no probabilities any more cannot be exchanged as such
    ),
    Relation(
        "another unit",
        ("values",),
        lambda table: in_units(table, lambda values: SCALE * values),
        lambda one: _units(one).degree is not None,
        image=lambda one: _units(one).factor(SCALE),
    ),
    Relation(
        "another origin",
        ("values",),
        lambda table: in_units(table, lambda values: values + SHIFT),
        lambda one: _units(one).shift,
    ),
    Relation(
        "monotone functions of values and predictions",
        ("values",),
        lambda table: in_units(table, np.sqrt, np.log),
        lambda one: _units(one).order,
    ),
)
"""Every change but repeated rows, which intervals need not keep, and swapped models."""


def all_at_once(predictions: Predictions) -> Predictions:
    """Rows permuted, weights times a constant, classes renamed and in reverse order."""
    table = shuffled(reweighted(predictions, 100.0))
    if not table.is_classification:
        return table
    return renamed(reordered(table, tuple(reversed(range(len(table.classes))))))


TOGETHER = (
    Relation("rows permuted, weights times 100, classes renamed and reversed", FEW_KINDS, all_at_once, weighted=True),
    next(one for one in RELATIONS if one.name == "another unit"),
)
"""The same in fewer steps, for plans other than the usual ones."""
USUAL = (FIXED, "kfold")
"""Settings in which every change is looked at by itself."""
CELLS = [(relation, setting) for setting in SETTINGS for relation in (RELATIONS if setting in USUAL else TOGETHER)]
"""Every setting with the changes to look at there."""


def _of_few_kinds(relation: Relation) -> Relation:
    """Leave three classes to the changes that are about them."""
    return replace(relation, kinds=tuple(kind for kind in relation.kinds if kind in FEW_KINDS) or relation.kinds)


REPEATED = ("weights times 0.01", "classes renamed", "classes reversed", "two weighted classes reordered")
AT_ONCE = ("rows permuted", "weighted rows permuted", "weights times 100", "two classes reordered")
SINGLY = [
    *(one for one in TOGETHER if one.name not in {relation.name for relation in RELATIONS}),
    *(_of_few_kinds(relation) for relation in RELATIONS if relation.name not in (*REPEATED, *AT_ONCE)),
]
METHOD_CELLS = [(relation, setting) for setting in SETTINGS for relation in (SINGLY if setting == FIXED else TOGETHER)]
"""The same for intervals and tests, which take longer, without changes that another one or the other settings make too, and
with the changes of AT_ONCE in one step."""


def shape_of(one: Measure) -> tuple:
    """What decides by which methods a measure is looked at: its form, what it needs, and where its range ends."""
    form = (type(one), one.task, one.needs, one.direction, one.two_classes)
    ends = (bool(np.isfinite(one.low)), bool(np.isfinite(one.high)))
    return *form, *ends, getattr(one, "zero_one", False), getattr(one, "transform", None) is not None


ONE_OF_EACH: tuple[Measure, ...] = tuple({shape_of(one): one for one in reversed(MEASURES)}.values())
"""The first measure of every shape."""


def measured(cells: list[tuple]) -> list:
    """Cells with the measures to look at there: all where settings are the usual ones, elsewhere one of each shape.

    All measures in all settings are looked at in the long run.
    """
    usual = [cell for cell in cells if set(USUAL) & {one for one in cell if isinstance(one, str)}]
    others = [cell for cell in cells if cell not in usual]
    quick = [(*cell, MEASURES) for cell in usual] + [(*cell, ONE_OF_EACH) for cell in others]
    return [named(*cell) for cell in quick] + [named(*cell, MEASURES, marks=pytest.mark.slow) for cell in others]


def named(*cell, marks=()):
    """A test case by its name; the measures are told by their number."""
    return pytest.param(*cell, marks=marks, id="-".join([*map(str, cell[:-1]), f"{len(cell[-1])} measures"]))


def kinds_in(setting: str) -> tuple[str, ...]:
    """Tables to look at: three classes in the usual settings, where they say all there is to say about them."""
    return KINDS if setting in USUAL else FEW_KINDS


@cache
def changed(relation: Relation, setting: str, kind: str) -> tuple[Predictions, Predictions] | None:
    """The table before and after the change."""
    before = world(setting, kind, weighted=relation.weighted)
    return None if before is None else (before, relation.change(before))


@cache
def scored(predictions: Predictions, model: str, one: Measure) -> ModelScores:
    """One model under one measure, computed once for all tests that ask."""
    return ModelScores(predictions, model, one)


def measures_for(relation: Relation, predictions: Predictions, measures=MEASURES) -> list[Measure]:
    """Measures that exist for the table and say that they keep the relation."""
    classes = len(predictions.classes)
    exist = [one for one in measures if one.task is predictions.task and not (one.two_classes and classes != 2)]
    return [one for one in exist if relation.holds(one)]


def for_plan(methods: Iterable, predictions: Predictions) -> list:
    """Methods for the plan of a table; any other is refused before it looks at a measure."""
    return [method for method in methods if predictions.resamples.kind in method.validity.plans]


def attempt(work: Callable) -> tuple[float, ...] | str:
    """The numbers of a figure, or the kind of refusal."""
    try:
        return work()
    except (FoldwiseError, ArithmeticError) as error:
        return type(error).__name__


def differ(first, second, *, rel: float = 1e-6, least: float = 1e-12) -> bool:
    """Whether two figures differ by more than rounding, held against the largest of their numbers."""
    if isinstance(first, str) or isinstance(second, str):
        return first != second
    size = max((abs(x) for x in (*first, *second) if np.isfinite(x)), default=0.0)
    return not np.allclose(first, second, rtol=rel, atol=rel * size + least, equal_nan=True)
