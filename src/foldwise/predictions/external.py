"""Build predictions from another tool's output; all checks of such input are made here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import smallest_unsigned
from foldwise.data import Task, read_costs
from foldwise.data.checks import check_kinds, check_magnitude, shown
from foldwise.errors import InputError, UnknownNameError, several_targets
from foldwise.phrases import count_of
from foldwise.plans import Partition, Resamples, RowLists
from foldwise.predictions.labels import Coded, factorise, label_text
from foldwise.predictions.outputs import UNCLASSIFIED, Outputs, Part, ScoreKind, widened
from foldwise.predictions.predictions import Predictions
from foldwise.predictions.score_kinds import as_probabilities, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import CostsLike, Given, Label

__all__ = [
    "FIXED_PLAN",
    "as_numbers",
    "build_predictions",
    "class_names",
    "encode",
    "guess_task",
    "order_labels",
    "plain_array",
    "positive_code",
    "task_of",
]

FIXED_PLAN = "fixed"
"""Plan text of predictions whose training sets are unknown: one fixed test set."""
YES_NO = {"True": "1", "False": "0", "1": "True", "0": "False"}
BINARY_LABELS = ({"0", "1"}, {"False", "True"})
NUMERIC_KINDS = "iuf"
NUMBER, DECIMAL = re.compile(r"[+-]?\d+(\.0*)?"), re.compile(r"[+-]?\d*\.\d+(e[+-]?\d+)?")
"""Whole numbers and others, as labels are written."""
CLASSES_NAMED = 20
"""Classes of which a message names all."""


def build_predictions(  # noqa: PLR0913 - see Predictions.build
    truth: Given,
    predicted: Given,
    *,
    scores: Given,
    parts: Given,
    classes: Given,
    task: str | None,
    positive: Label,
    weights: Given,
    groups: Given,
    costs: CostsLike | None = None,
) -> Predictions:
    """Check and encode; see `Predictions.build`."""
    check_kinds({"task": task})
    true = _column(truth, "truth")
    if predicted is None or (isinstance(predicted, Mapping) and not predicted):
        message = "no predictions were given"
        raise InputError(message, hint="predicted={'my model': [...]}")
    for what, given in (("predictions", predicted), ("scores", scores)):
        if not isinstance(given, Mapping):
            message = f"{what} are given as {type(given).__name__}, without the name of a model"
            raise InputError(message, hint="{'my model': [...]}")
    outputs = {name: _column(values, f"predictions of '{name}'", size=true.size) for name, values in predicted.items()}
    labelled = classes is not None and not task  # whoever names classes has some
    kind = Task.CLASSIFICATION if labelled else task_of(task) if task else guess_task(true)
    names = _classes(true, classes) if kind is Task.CLASSIFICATION else ()
    resamples = _resamples(parts, true.size)
    outputs = {
        name: _outputs(values, scores.get(name), names, resamples=resamples, what=name, positive=positive)
        for name, values in outputs.items()
    }
    stray = set(scores) - set(predicted)
    if stray:
        raise UnknownNameError.of("system with predictions", sorted(stray)[0], predicted)
    truth = encode(true, names, "truth") if names else as_numbers(true, "truth")
    if not names:
        check_magnitude("truth", truth)
    return Predictions(
        truth=truth,
        task=kind,
        outputs=outputs,
        resamples=resamples,
        classes=names,
        positive=positive_code(positive, names),
        weights=None if weights is None else _weights(weights, true.size),
        groups=None if groups is None else _groups(groups, true.size),
        costs=None if costs is None else read_costs(costs, names, positive_code(positive, names)),
    )


def task_of(name: str) -> Task:
    """Read the name of a task."""
    if name not in tuple(Task):
        raise UnknownNameError.of("task", name, tuple(Task))
    return Task(name)


def guess_task(truth: Array | Coded) -> Task:
    """Text, booleans and at most 20 whole numbers are classes; anything else is a value."""
    if isinstance(truth, Coded) or truth.dtype.kind in "OUSb":
        return Task.CLASSIFICATION
    if truth.dtype.kind not in NUMERIC_KINDS:
        what = {"M": "dates", "m": "spans of time"}.get(truth.dtype.kind, truth.dtype.name)
        message = f"truth holds {what}, which are neither labels nor numbers"
        raise InputError(message, hint="texts or numbers")
    known = truth[~np.isnan(truth)] if truth.dtype.kind == "f" else truth
    whole = bool(np.all(known == np.round(known)))
    return Task.CLASSIFICATION if whole and np.unique(known).size <= 20 else Task.REGRESSION


def _holds(what: str) -> str:
    """Subject and verb of a message about the labels of the truth, or of predictions."""
    return f"{what} {'hold' if what.startswith(('predictions', 'scores')) else 'holds'}"


def encode(values: Array | Coded, classes: tuple[str, ...], what: str) -> Codes:
    """Positions of the labels in `classes`; missing labels become `UNCLASSIFIED`."""
    places = {name: code for code, name in enumerate(classes)}
    coded = coded_column(values, what)
    coded = Coded(coded.codes, tuple(matching_label(label, classes) for label in coded.labels))
    used = np.bincount(coded.codes[coded.codes >= 0], minlength=len(coded.labels)) > 0
    for label, there in zip(coded.labels, used, strict=True):
        if there and label not in places:
            named = ", ".join(classes) if len(classes) <= CLASSES_NAMED else f"{', '.join(classes[:CLASSES_NAMED])}, …"
            message = f"{_holds(what)} the label '{label}', which is not one of the classes {named}"
            raise InputError(message, hint=_label_hint(label, coded.labels, classes))
    if coded.labels == classes:
        return coded.codes
    return np.array([*(places.get(label, UNCLASSIFIED) for label in coded.labels), UNCLASSIFIED], dtype=np.intp)[
        coded.codes
    ]


def _label_hint(label: str, labels: tuple[str, ...], classes: tuple[str, ...]) -> str:
    """What to try where a label is none of the classes: the column may hold values or scores, or a class may not occur in the truth."""
    hint = "classes=[...] with every label that may occur"
    if not any(map(NUMBER.fullmatch, classes)):
        scores = all(NUMBER.fullmatch(one) or DECIMAL.fullmatch(one) for one in labels)
        return f"scores=..., if these are scores or probabilities; or {hint}" if scores else hint
    if not all(map(NUMBER.fullmatch, classes)):
        return hint
    if not DECIMAL.fullmatch(label):
        return f"{hint}, or task='regression' if these are values" if len(classes) > CLASSES_NAMED else hint
    values = "task='regression', if these are values"
    probabilities = len(classes) == 2 and 0 <= float(label) <= 1
    return f"scores=..., if these are probabilities of '{classes[1]}'; or {values}" if probabilities else values


def matching_label(label: str, classes: tuple[str, ...]) -> str:
    """Write a label as the classes do: True is 1 among 0 and 1, and 1 is True among False and True.

    Examples
    --------
    >>> (
    ...     matching_label("True", ("0", "1")),
    ...     matching_label("0", ("False", "True")),
    ...     matching_label("True", ("0", "1", "2")),
    ... )
    ('1', 'False', 'True')
    """
    return YES_NO.get(label, label) if label not in classes and set(classes) in BINARY_LABELS else label


def order_labels(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels in the order of the classes: numbers by value, texts by letters.

    Examples
    --------
    >>> order_labels(["10", "9"]), order_labels(["b", "10", "a"])
    (('9', '10'), ('10', 'a', 'b'))
    """
    distinct = sorted(set(labels))
    try:
        return tuple(sorted(distinct, key=float))
    except ValueError:
        return tuple(distinct)


def _column(values: Given, what: str, size: int | None = None) -> Given:
    if isinstance(values, Coded):
        return values
    array = plain_array(values, what)
    if array.ndim == 2 and array.shape[1] > 1:
        received = f"{what} has {array.shape[1]:,} columns"
        raise several_targets(received, hint="one label or value for each row")
    if array.ndim != 1:
        message = f"{what} must be one column, not an array of shape {array.shape}"
        raise InputError(message)
    if size is not None and array.size != size:
        message = f"{what} has {count_of(array.size, 'row')} but truth has {size:,}"
        raise InputError(message, hint="one prediction for every true value")
    if array.size == 0:
        message = f"{what} is empty"
        raise InputError(message, hint="at least one row")
    return array


def plain_array(values: Given, what: str) -> Array:
    """Values as an array; masked and complex ones, and lists of different lengths, are refused."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        message = f"{what} is masked in {int(np.ma.getmaskarray(values).sum()):,} places"
        raise InputError(message, hint="dropping those rows")
    try:
        array = np.asarray(_to_numpy(values))
    except ValueError:
        if not what.startswith("scores"):
            received = f"{_holds(what)} lists of labels"
            raise several_targets(received, hint="one label or value for each row") from None
        message = f"{_holds(what)} lists of different lengths"
        raise InputError(message, hint="one value for every row") from None
    if array.dtype.kind == "c":
        message = f"{_holds(what)} complex numbers"
        raise InputError(message, hint="real numbers or labels")
    return array


def _to_numpy(values: Given) -> Given:
    """Values of a column of any library; arrow refuses to copy unless it is told to."""
    if type(values).__module__.partition(".")[0] == "pyarrow" and hasattr(values, "null_count"):
        return values.to_numpy() if hasattr(values, "chunks") else values.to_numpy(zero_copy_only=False)
    return values.to_numpy() if hasattr(values, "to_numpy") else values


def coded_column(values: Array | Coded, what: str) -> Coded:
    """The labels of a column as codes; what cannot be a label is refused."""
    try:
        coded = factorise(values)
    except TypeError:
        message = f"{_holds(what)} lists or other objects that are no labels"
        raise InputError(message, hint="texts or numbers") from None
    for label in coded.labels:
        if not label.isascii() and any("\ud800" <= letter <= "\udfff" for letter in label):
            message = f"{_holds(what)} the label {label!r:.50}, which has half a character"
            raise InputError(message, hint="reading the file again with its encoding")
    return coded


def _groups(groups: Given, size: int) -> Codes:
    codes = coded_column(_column(groups, "groups", size=size), "groups").codes
    if np.any(codes < 0):
        message = f"groups is missing in row {int(np.argmax(codes < 0)) + 1:,}"
        raise InputError(message, hint="dropping that row, or a group of its own")
    return codes


def as_numbers(values: Array | Coded, what: str, start: int = 0) -> Floats:
    """Read values as finite numbers; `start` is the number of the first row."""
    if isinstance(values, Coded):
        values = np.array([*values.labels, None], dtype=object)[values.codes]
    if np.asarray(values).dtype.kind in "Mm":
        message = f"{_holds(what)} {'dates' if np.asarray(values).dtype.kind == 'M' else 'spans of time'}, which are no numbers"
        raise InputError(message, hint="numbers, such as days since a day of yours")
    try:
        real = np.asarray(values).astype(np.float64, copy=False)
    except (TypeError, ValueError):
        message = f"{_holds(what)} text such as '{values[0]}', which is not a number"
        raise InputError(message, hint="numbers" if what == "weights" else "task='classification'") from None
    finite = np.isfinite(real)
    if not finite.all():
        at = int(np.argmin(finite))
        message = f"{_holds(what)} {real[at]} in row {start + at + 1:,}"
        raise InputError(message, hint="dropping or repairing that row")
    check_magnitude(what, real, small=False)
    return real


def _classes(truth: Array | Coded, classes: Given) -> tuple[str, ...]:
    coded = coded_column(truth, "truth")
    missing = coded.codes < 0
    if np.any(missing):
        rows = f"{int(missing.sum()):,} row{'s' if missing.sum() > 1 else ''}"
        message = f"truth is missing in {rows}, first in row {int(np.flatnonzero(missing)[0]) + 1:,}"
        raise InputError(message, hint="dropping those rows")
    names = order_labels(coded.labels) if classes is None else class_names(classes)
    if len(names) < 2:
        message = f"{'truth' if classes is None else 'classes'} holds one class only, {shown(names[0])}"
        raise InputError(message, hint="classes=[...] with every label that may occur")
    return names


def class_names(classes: Given) -> tuple[str, ...]:
    """Read the labels that may occur."""
    listed = None if isinstance(classes, str | bytes | Mapping) else plain_array(classes, "classes")
    if listed is None or listed.ndim != 1 or not listed.size:
        message = f"classes is {shown(classes)}, not a list of labels"
        raise InputError(message, hint="classes=['no', 'yes']")
    names = tuple(label_text(value) for value in listed.tolist())
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        message = f"the class '{twice[0]}' is listed twice"
        raise InputError(message, hint="each label once")
    return names


def positive_code(positive: Label, classes: tuple[str, ...]) -> int:
    """Code of the positive class; the last one where none is named."""
    if positive is None or not classes:
        return len(classes) - 1
    name = matching_label(label_text(positive), classes)
    if name not in classes:
        raise UnknownNameError.of("class", name, classes)
    return classes.index(name)


def _weights(weights: Given, size: int) -> Floats:
    values = as_numbers(_column(weights, "weights", size=size), "weights")
    if np.any(values < 0) or not np.any(values > 0):
        message = f"weights must not be negative nor all zero; the smallest is {values.min()}"
        raise InputError(message)
    check_magnitude("weights", values)
    return values


def _resamples(parts: Given, n: int) -> Resamples:
    if parts is None:
        return RowLists((np.zeros(0, dtype=np.intp),), (np.arange(n),), n, plan=FIXED_PLAN)
    column = _column(parts, "parts", size=n)
    missing = coded_column(column, "parts").codes < 0
    if np.any(missing):
        message = f"parts is missing in row {int(np.argmax(missing)) + 1:,}"
        raise InputError(message, hint="the part in which each row was tested")
    labels, codes = np.unique(_sortable(column), return_inverse=True)
    if labels.size < 2:
        message = f"parts holds one value only, '{labels[0]}'"
        raise InputError(message, hint="leaving parts out for a fixed test set")
    dtype = smallest_unsigned(labels.size)
    return Partition(codes.astype(dtype)[None, :], int(labels.size), plan=f"kfold({labels.size})")


def _sortable(column: Array) -> Array:
    """The values, or their texts where they are of several types."""
    kinds = {type(value) for value in column.tolist()} if column.dtype.kind == "O" else set()
    return column.astype(str) if len(kinds) > 1 else column


def _outputs(
    values: Array | Coded,
    scores: Given,
    classes: tuple[str, ...],
    *,
    resamples: Resamples,
    what: str,
    positive: Label,
) -> Outputs:
    label = f"predictions of '{what}'"
    coded = encode(values, classes, label) if classes else as_numbers(values, label)
    table = None if scores is None else _scores(scores, coded.size, classes, what=what, positive=positive)
    order = np.concatenate([resamples.test_rows(r) for r in range(resamples.count)])
    numbers = np.repeat(np.arange(resamples.count), resamples.test_sizes.astype(np.intp))
    kind = ScoreKind.NONE if table is None else kind_of(table)
    part = np.full(order.size, Part.TEST, dtype=np.uint8)
    return Outputs(numbers, order, coded[order], None if table is None else table[order], kind, part, "external")


def _scores(scores: Given, size: int, classes: tuple[str, ...], *, what: str, positive: Label) -> Floats:
    try:
        table = widened(plain_array(scores, f"scores of '{what}'"))
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        message = f"scores of '{what}' hold text, which is not a number"
        raise InputError(message, hint="the probabilities, not the labels") from None
    if not classes:
        message = f"scores of '{what}' were given, but a regression has values, not scores"
        raise InputError(message, hint="leaving them out, or task='classification'")
    if not np.all(np.isfinite(table)):
        at = int(np.flatnonzero(~np.isfinite(table).reshape(len(table), -1).all(axis=1))[0])
        message = f"scores of '{what}' are missing or not finite, first in row {at + 1:,}"
        raise InputError(message, hint="dropping those rows")
    table = as_probabilities(table)
    if table.shape == (size,) and len(classes) == 2:
        probability = bool(np.all((table >= 0) & (table <= 1)))
        pair = np.stack([1 - table if probability else -table, table], axis=1)
        return pair if positive_code(positive, classes) == 1 else pair[:, ::-1]
    if table.shape != (size, len(classes)):
        message = (
            f"scores of '{what}' have shape {table.shape}, but {size:,} rows and {len(classes)} classes were given"
        )
        raise InputError(message, hint=f"shape ({size}, {len(classes)})")
    return table
