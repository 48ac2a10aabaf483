"""Whether a table of predictions is one: every number where it can be, before anything is counted with it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import InputError
from foldwise.plans import CountMatrix, HeldOut, PairsOut, Partition, RowLists
from foldwise.predictions.outputs import UNCLASSIFIED, Part, ScoreKind, probability_fault

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.plans import Resamples
    from foldwise.predictions.outputs import Outputs
    from foldwise.predictions.predictions import Predictions

__all__ = ["check_outputs", "check_predictions", "check_saved_resamples"]

MOST_COUNT = 1_000_000
"""Times one row can be in one training set."""
MOST_DRAWN = 1_000_000_000
"""Rows of one training set, repeats included."""
MOST_RESAMPLES = 100_000_000
MOST_NESTED = 3
"""Resamples within resamples."""


def wrong_table(what: str) -> InputError:
    """The error that says what is wrong."""
    return InputError(what, hint="the file as `save` wrote it, or predictions made anew")


def check_predictions(predictions: Predictions) -> None:
    """Refuse a table that contradicts itself."""
    n, classes = predictions.n, len(predictions.classes)
    _check_labels(predictions)
    _check_truth(predictions.truth, classes)
    if predictions.resamples.n != n:
        message = f"there are {n:,} true values and resamples of {predictions.resamples.n:,} rows"
        raise wrong_table(message)
    _check_rows(predictions)
    for name, outputs in predictions.outputs.items():
        check_outputs(outputs, predictions.resamples, classes, f"'{name:.60}'")
        check_asked(outputs, predictions.resamples, f"'{name:.60}'")
    everything = RowLists((np.arange(n),), (np.arange(n),), n, plan="resubstitution", overlap=True)
    for name, outputs in predictions.apparent.items():
        what = f"'{name:.60}' fitted to all rows"
        check_outputs(outputs, everything, classes, what)
        check_asked(outputs, everything, what)
    if predictions.sampled is not None:
        _check_sampled(predictions, predictions.sampled)
    for failure in predictions.failures:
        if failure.model not in predictions.outputs or not 0 <= failure.resample < predictions.resamples.count:
            message = f"a failure is told of '{failure.model:.60}' on resample {failure.resample}, which is not there"
            raise wrong_table(message)


def _check_sampled(predictions: Predictions, sampled: Predictions) -> None:
    """Check the models on bootstrap samples: they are some of the others, and the samples are of the same rows."""
    stray = set(sampled.outputs) - set(predictions.outputs)
    if stray or not sampled.outputs or sampled.resamples.kind != "bootstrap":
        message = (
            f"bootstrap samples are told of '{min(stray, default=sampled.resamples.plan):.60}', which is not there"
        )
        raise wrong_table(message)
    check_predictions(sampled)


def _check_labels(predictions: Predictions) -> None:
    names, positive = predictions.classes, predictions.positive
    if predictions.is_classification != bool(names) or len(names) == 1 or len(set(names)) != len(names):
        message = f"a {predictions.task} cannot have the {len(names)} classes '{', '.join(names):.60}'"
        raise wrong_table(message)
    if not -1 <= positive < len(names) or (names and positive < 0):
        message = f"the positive class is number {positive} of {len(names)}"
        raise wrong_table(message)
    stray = set(predictions.apparent) - set(predictions.outputs)
    if stray:
        message = f"'{min(stray):.60}' was fitted to all rows and to no resample"
        raise wrong_table(message)


def _check_truth(truth: Array, classes: int) -> None:
    if truth.ndim != 1 or truth.size == 0:
        message = f"the true values have the shape {truth.shape}"
        raise wrong_table(message)
    if classes:
        _check_numbers(truth, "a true class", 0, classes)
    elif truth.dtype != np.float64 or not np.isfinite(truth).all():
        message = "a true value is missing or not a finite number"
        raise wrong_table(message)


def _check_rows(predictions: Predictions) -> None:
    """Check what else is known about the rows: weights, groups, time; and the costs."""
    n, classes = predictions.n, len(predictions.classes)
    for name in ("groups", "time"):
        codes = getattr(predictions, name)
        if codes is not None:
            _check_length(codes, n, name)
            _check_numbers(codes, f"a number of {name}", 0, n)
    if predictions.weights is not None:
        _check_length(predictions.weights, n, "weights")
        _check_amounts(predictions.weights, "weights")
        if not predictions.weights.any():
            message = "all weights are zero"
            raise wrong_table(message)
    costs = predictions.costs
    if costs is not None and (
        costs.ndim != 2 or costs.shape[0] != classes or costs.shape[1] not in (classes, classes + 1)
    ):
        message = f"the costs have the shape {costs.shape} for {classes} classes"
        raise wrong_table(message)
    if costs is not None and (costs.dtype != np.float64 or not np.isfinite(costs).all()):
        message = "a cost is missing or not a finite number"
        raise wrong_table(message)


def check_outputs(outputs: Outputs, resamples: Resamples, classes: int, what: str) -> None:
    """Refuse predictions whose columns differ in length or hold a number that cannot be there."""
    for name in ("row", "output", "part"):
        _check_length(getattr(outputs, name), outputs.resample.size, f"{name} of {what}")
    _check_length(outputs.resample, outputs.row.size, f"resample of {what}")
    _check_numbers(outputs.resample, f"a resample of {what}", 0, resamples.count)
    _check_numbers(outputs.row, f"a row of {what}", 0, resamples.n)
    _check_numbers(outputs.part, f"a part of {what}", 0, len(Part))
    if np.any(outputs.resample[1:] < outputs.resample[:-1]):
        message = f"the resamples of {what} are out of order"
        raise wrong_table(message)
    if classes:
        _check_numbers(outputs.output, f"a predicted class of {what}", UNCLASSIFIED, classes)
    elif outputs.output.dtype != np.float64 or not np.isfinite(outputs.output).all():
        message = f"a predicted value of {what} is missing or not a finite number"
        raise wrong_table(message)
    _check_scores(outputs, classes, what)


def _check_scores(outputs: Outputs, classes: int, what: str) -> None:
    scores, kind = outputs.scores, outputs.score_kind
    if (scores is None) != (kind is ScoreKind.NONE) or (scores is not None and not classes):
        message = f"{what} has {'no ' if scores is None else ''}scores of the kind '{kind}'"
        raise wrong_table(message)
    if scores is None:
        return
    if scores.dtype != np.float64 or scores.shape != (outputs.size, classes):
        message = (
            f"the scores of {what} have the shape {scores.shape} for {outputs.size:,} predictions and {classes} classes"
        )
        raise wrong_table(message)
    fault = probability_fault(scores) if kind is ScoreKind.PROBABILITY else ""
    if fault or not np.isfinite(scores).all():
        message = f"of {what}, {fault or 'a score is missing or not a finite number'}"
        raise wrong_table(message)


def check_asked(outputs: Outputs, resamples: Resamples, what: str) -> None:
    """Refuse predictions for other rows than the resamples tested, or for one of them twice."""
    tested = outputs.of_part(Part.TEST)
    numbers = np.flatnonzero(np.bincount(tested.resample, minlength=1)) if tested.size else np.zeros(0, dtype=np.intp)
    rows = [resamples.test_rows(int(r)) for r in numbers]
    sizes = np.array([row.size for row in rows], dtype=np.intp)
    expected = np.concatenate(rows) if rows else np.zeros(0, dtype=np.intp)
    if not _are_same(tested, np.repeat(numbers, sizes), expected):
        message = f"the predictions of {what} are about other rows than its resamples tested"
        raise wrong_table(message)
    for part in (Part.TRAIN, Part.VALIDATION):
        _check_once(outputs.of_part(part), resamples, part, what)


def _are_same(outputs: Outputs, numbers: Array, rows: Array) -> bool:
    """Whether the predictions are about these rows of these resamples, in any order within a resample."""
    if rows.size != outputs.size:
        return False
    if np.array_equal(rows, outputs.row) and np.array_equal(numbers, outputs.resample):
        return True
    given, wanted = np.lexsort((outputs.row, outputs.resample)), np.lexsort((rows, numbers))
    return np.array_equal(outputs.row[given], rows[wanted]) and np.array_equal(outputs.resample[given], numbers[wanted])


def _check_once(outputs: Outputs, resamples: Resamples, part: Part, what: str) -> None:
    """Refuse training and validation rows that are none, or are predicted twice."""
    edges = [*np.flatnonzero(np.diff(outputs.resample, prepend=-1)), outputs.size]
    for start, end in pairwise(edges):
        r, rows = int(outputs.resample[start]), np.sort(outputs.row[start:end])
        if part is Part.TRAIN:
            known = np.unique(resamples.train_rows(r))
        else:
            lists = resamples.validation if isinstance(resamples, RowLists) else ()
            known = np.sort(lists[r]) if lists else np.zeros(0, dtype=np.intp)
        if not np.array_equal(rows, known):
            message = f"the predictions of {what} are about other {part.name.lower()} rows than those of resample {r}"
            raise wrong_table(message)


def _check_length(values: Array, size: int, what: str) -> None:
    if values.ndim != 1 or values.size != size:
        message = f"{what} has the shape {values.shape}, not ({size:,},)"
        raise wrong_table(message)


def _check_numbers(values: Array, what: str, low: int, high: int) -> None:
    """Refuse whole numbers outside ``low <= value < high``."""
    if values.dtype.kind not in "iu":
        message = f"{what} is of type {values.dtype}, not a whole number"
        raise wrong_table(message)
    if values.size and (values.min() < low or values.max() >= high):
        wrong = values.min() if values.min() < low else values.max()
        message = f"{what} is {int(wrong)}, and goes from {low} to {high - 1}"
        raise wrong_table(message)


def _check_amounts(values: Array, what: str) -> None:
    if values.dtype != np.float64 or not (np.isfinite(values) & (values >= 0)).all():
        message = f"{what} must be finite numbers that are not negative"
        raise wrong_table(message)


def check_saved_resamples(arrays: dict[str, Array], depth: int = 0) -> None:
    """Refuse arrays from which no resamples can be made, before they are."""
    kind = _text(arrays, "class")
    for name in ("plan", "unit", "note"):
        _text(arrays, name)
    checks: dict[str, Any] = {
        Partition.__name__: _check_parts,
        PairsOut.__name__: _check_parts,
        HeldOut.__name__: _check_held_out,
        CountMatrix.__name__: _check_counts,
        "DrawnCounts": _check_counts,
        RowLists.__name__: _check_lists,
    }
    if kind not in checks:
        message = f"there are no resamples of the class '{kind:.60}'"
        raise wrong_table(message)
    checks[kind](arrays)
    prefixes = sorted({name.split(".", 2)[1] for name in arrays if name.startswith("inner.")})
    if prefixes and (depth >= MOST_NESTED or kind != RowLists.__name__):
        message = "there are resamples within resamples that have none"
        raise wrong_table(message)
    if prefixes and set(prefixes) != {str(r) for r in range(arrays["train_sizes"].size)}:
        message = "some training sets have resamples of their own and some have none"
        raise wrong_table(message)
    for at in prefixes:
        start = f"inner.{at}."
        inner = {name.removeprefix(start): part for name, part in arrays.items() if name.startswith(start)}
        check_saved_resamples(inner, depth + 1)


def _text(arrays: dict[str, Array], name: str) -> str:
    part = arrays[name]
    if part.ndim or part.dtype.kind != "U":
        message = f"'{name}' of the resamples is not one text"
        raise wrong_table(message)
    return str(part)


def _whole(arrays: dict[str, Array], name: str, low: int, high: int) -> int:
    part = arrays[name]
    if part.ndim or part.dtype.kind not in "iub" or not low <= int(part) <= high:
        message = f"'{name}' of the resamples is not a whole number from {low} to {high:,}"
        raise wrong_table(message)
    return int(part)


def _check_parts(arrays: dict[str, Array]) -> None:
    parts = arrays["parts"]
    if parts.ndim != 2 or parts.size == 0:
        message = f"the part numbers have the shape {parts.shape}"
        raise wrong_table(message)
    k = _whole(arrays, "k", 1, int(parts.shape[1]))
    _check_numbers(parts, "a part number", 0, k)
    pairs = len(parts) * k * (k + 1) // 2 if str(arrays["class"]) == PairsOut.__name__ else 0
    if pairs > MOST_RESAMPLES:
        message = f"{pairs:,} resamples are more than can be"
        raise wrong_table(message)


def _check_held_out(arrays: dict[str, Array]) -> None:
    test = arrays["test"]
    size = _whole(arrays, "size", 1, 1 << 40)
    _check_numbers(test, "a test row", 0, size)
    if test.ndim != 2 or np.any(np.diff(test.astype(np.int64), axis=1) <= 0):
        message = "the test sets name a row twice or are out of order"
        raise wrong_table(message)


def _check_counts(arrays: dict[str, Array]) -> None:
    matrix = arrays["matrix"]
    _whole(arrays, "test_all", 0, 1)
    _whole(arrays, "redrawn", 0, 1 << 40)
    if matrix.ndim != 2 or matrix.dtype.kind not in "iuf":
        message = f"the training counts have the shape {matrix.shape} and type {matrix.dtype}"
        raise wrong_table(message)
    if not (np.isfinite(matrix) & (matrix >= 0) & (matrix <= MOST_COUNT)).all():
        message = f"a training count is not a number from 0 to {MOST_COUNT:,}"
        raise wrong_table(message)
    if matrix.size and matrix.sum(axis=1, dtype=np.float64).max() > MOST_DRAWN:
        message = f"a training set has more than {MOST_DRAWN:,} rows"
        raise wrong_table(message)
    _text(arrays, "origin")


def _check_lists(arrays: dict[str, Array]) -> None:
    size = _whole(arrays, "size", 1, 1 << 40)
    _whole(arrays, "overlap", 0, 1)
    count = arrays["train_sizes"].size
    for name in ("train", "test", "validation"):
        sizes, rows = arrays[f"{name}_sizes"], arrays[name]
        _check_numbers(sizes, f"a number of {name} rows", 0, max(rows.size, size) + 1)
        _check_numbers(rows, f"a {name} row", 0, size)
        if rows.ndim != 1 or sizes.ndim != 1 or int(sizes.sum()) != rows.size:
            message = f"the {name} sets do not add up to their rows"
            raise wrong_table(message)
        if sizes.size != count and not (name == "validation" and sizes.size == 0):
            message = f"there are {count} training sets and {sizes.size} {name} sets"
            raise wrong_table(message)
    _check_length(arrays["repeat"], count, "the repeats of the resamples")
    _check_numbers(arrays["repeat"], "a repeat", 0, max(count, 1))
    if arrays["tags"].size not in (0, count) or (arrays["tags"].size and arrays["tags"].dtype.kind != "U"):
        message = f"there are {count} resamples and {arrays['tags'].size} tags"
        raise wrong_table(message)
