"""What a model says about some rows, read as if it could be anything: rows, columns, types, range and sums are checked."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks import LARGEST_VALUE
from foldwise.errors import FitError, FoldwiseWarning
from foldwise.phrases import count_of
from foldwise.predictions import UNCLASSIFIED, ScoreKind, probability_fault, widened

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = [
    "code_labels",
    "in_order_of",
    "one_column_per_class",
    "read_codes",
    "read_column",
    "read_places",
    "read_scores",
    "read_values",
    "refuse_another_order",
    "without_scores",
]


def read_column(returned: Given, size: int) -> Array:
    """One value for each of so many rows, (size,); a single column is taken as such.

    Examples
    --------
    >>> read_column([[1], [2]], 2)
    array([1, 2])
    """
    values = _array(returned, "predictions")
    if values.ndim == 0:
        message = f"it predicted {returned!r:.50}, not one value for each of {size} rows"
        raise FitError(message)
    if values.shape[0] != size:
        message = f"it gave {values.shape[0]} predictions for {size} rows"
        raise FitError(message)
    if values.ndim > 1 and values.size != size:
        message = f"it gave predictions of shape {values.shape} for {size} rows"
        raise FitError(message)
    return values.reshape(-1)


def _array(returned: Given, what: str) -> Array:
    """What was returned as an array without masked or complex values."""
    if hasattr(returned, "toarray"):
        returned = returned.toarray()
    if isinstance(returned, np.ma.MaskedArray) and np.ma.getmaskarray(returned).any():
        message = f"{int(np.ma.getmaskarray(returned).sum())} of its {what} are masked"
        raise FitError(message)
    try:
        values = np.asarray(returned)
    except ValueError:
        message = f"its {what} are lists of different lengths, not a table"
        raise FitError(message) from None
    if values.dtype.kind in "cmMV":
        message = f"its {what} are of type {values.dtype}"
        raise FitError(message)
    return values


def refuse_another_order(returned: Given, features: Given) -> None:
    """Refuse a series or frame with the index of the rows in another order: predictions are taken by place."""
    index = getattr(returned, "index", None)
    if not hasattr(returned, "iloc") or index is None:
        return
    given = getattr(features, "index", None) if hasattr(features, "iloc") else None
    expected = np.arange(len(returned)) if given is None else np.asarray(given)
    numbers = np.asarray(index)
    if numbers.shape != expected.shape or np.array_equal(numbers, expected):
        return
    try:
        same = np.array_equal(np.sort(numbers), np.sort(expected))
    except TypeError:  # numbers and texts have no order
        return
    if same:
        message = "its predictions have the index of the rows in another order, and are taken by place"
        raise FitError(message)


def in_order_of(returned: Given, known: Given) -> Given:
    """Columns of a frame in the order of the classes, where it is labelled with them in another one.

    Examples
    --------
    >>> import pandas as pd
    >>> in_order_of(pd.DataFrame({"b": [0.25], "a": [0.75]}), ["a", "b"]).to_numpy().tolist()
    [[0.75, 0.25]]
    """
    columns = getattr(returned, "columns", None)
    if columns is None or not hasattr(returned, "iloc"):
        return returned
    labels, classes = list(columns), np.asarray(known).reshape(-1).tolist()
    if labels == classes or len(set(labels)) != len(labels) or set(labels) != set(classes):
        return returned
    return returned.iloc[:, [labels.index(label_class) for label_class in classes]]


def _numbers(values: Array, what: str) -> Floats:
    try:
        return values.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        shown = next((one for one in values.reshape(-1).tolist() if not isinstance(one, int | float)), "")
        message = f"its {what} hold {shown!r:.50}, which is not a number"
        raise FitError(message) from None


def read_values(returned: Given, size: int) -> Floats:
    """Read what a regressor said about so many rows."""
    values = _numbers(read_column(returned, size), "predictions")
    bad = int(np.sum(~np.isfinite(values)))
    if bad:
        message = f"it predicted NaN or infinity for {bad} of {size} rows"
        raise FitError(message)
    if (largest := float(np.abs(values).max(initial=0.0))) > LARGEST_VALUE:
        message = f"it predicted {largest:.3g}, whose square has no variance that can be written as a number"
        raise FitError(message)
    return values


def read_codes(returned: Given, size: int, labels: Array, present: Codes | None = None) -> Codes:
    """Read what a classifier said about so many rows, as positions among `labels`.

    With `present`, the model was trained on 0, 1, 2… that stand for these classes.
    """
    values = read_column(returned, size)
    if present is None:
        return code_labels(values, labels)
    numbers = _numbers(values, "predictions")
    wrong = ~((numbers >= 0) & (numbers < present.size) & (numbers == np.floor(numbers)))
    if wrong.any():
        message = f"it predicted the class {numbers[wrong][0]:g} of {present.size} that are numbered from 0"
        raise FitError(message)
    return present[numbers.astype(np.intp)]


def code_labels(values: Array, labels: Array) -> Codes:
    """Positions of predicted labels among the known ones; None is unclassified, anything else unknown an error."""
    none = np.array([value is None for value in values.tolist()]) if values.dtype == object else None
    if none is not None and none.any():
        codes = np.full(values.size, UNCLASSIFIED, dtype=np.intp)
        codes[~none] = code_labels(values[~none], labels) if not none.all() else 0
        return codes
    try:
        with np.errstate(invalid="ignore"):
            codes = np.searchsorted(labels, values.astype(labels.dtype) if values.dtype != labels.dtype else values)
        codes = np.minimum(codes, labels.size - 1)
        wrong = np.broadcast_to(np.asarray(labels[codes] != values, dtype=np.bool_), values.shape)
    except (TypeError, ValueError, OverflowError):
        wrong = np.ones(values.shape, dtype=np.bool_)
    if np.any(wrong):
        message = f"it predicted the label '{values[wrong][0]!s:.100}', which is not one of the classes"
        raise FitError(message)
    return codes


def read_places(known: Given, labels: Array) -> Codes:
    """Positions among `labels` of the classes a model says it knows."""
    classes = _array(known, "classes_")
    try:
        places = code_labels(classes.reshape(-1), labels)
    except FitError as error:
        message = f"its classes_ name a class that was not in training ({error.args[0]})"
        raise FitError(message) from None
    if np.unique(places).size != places.size or np.any(places < 0):
        message = f"its classes_ name one class twice: {', '.join(map(str, classes.reshape(-1).tolist())):.100}"
        raise FitError(message)
    return places


def read_scores(raw: Given, size: int, places: Codes, classes: int, kind: ScoreKind) -> Floats:  # noqa: PLR0917
    """Read the scores of so many rows for the classes at `places`, as one column per class of the dataset (N, C)."""
    what = "probabilities" if kind is ScoreKind.PROBABILITY else "decision values"
    given = _array(raw, what)
    table = widened(given) if given.dtype == np.float16 else _numbers(given, what)
    if table.ndim == 0 or table.ndim > 2:
        message = (
            f"its {what} have the shape {table.shape} for {size} rows and {count_of(places.size, 'class', 'classes')}"
        )
        raise FitError(message)
    if table.shape[0] != size:
        message = f"it gave {what} for {table.shape[0]} rows of {size}"
        raise FitError(message)
    columns = table.shape[1] if table.ndim == 2 else 1
    single = table.ndim == 1 and (places.size == 1 or (places.size == 2 and kind is ScoreKind.DECISION))
    if not single and (table.ndim == 1 or columns != places.size):
        message = f"it gave {count_of(columns, 'column')} of {what} for {count_of(places.size, 'class', 'classes')}"
        raise FitError(message)
    bad = int(np.sum(~np.isfinite(table).reshape(size, -1).all(axis=1)))
    if bad:
        message = f"it gave scores of NaN or infinity for {bad} of {size} rows"
        raise FitError(message)
    if kind is ScoreKind.PROBABILITY:
        table = _probabilities(table.reshape(size, -1))
    return one_column_per_class(table, places, classes, kind)


def _probabilities(table: Floats) -> Floats:
    fault = probability_fault(table)
    if fault:
        message = f"of its predict_proba, {fault}"
        raise FitError(message)
    return np.clip(table, 0, 1) if table.min(initial=0) < 0 or table.max(initial=1) > 1 else table


def one_column_per_class(table: Floats, places: Codes, classes: int, kind: ScoreKind) -> Floats:
    """Put the scores of the classes a model knows into one column per class of the dataset (N, C)."""
    if table.ndim == 1 and places.size == 2:
        table = np.stack([-table, table], axis=1)
    if table.ndim == 1:
        table = table[:, None]
    if places.size == classes and np.array_equal(places, np.arange(classes)):
        return table
    lowest = 0.0 if kind is ScoreKind.PROBABILITY else table.min(axis=1, keepdims=True) - 1
    whole = np.empty((len(table), classes))
    whole[:] = lowest
    whole[:, places] = table
    return whole


def without_scores(reason: str) -> None:
    """Say why scores that a model offers are not used."""
    warnings.warn(f"its scores are not used: {reason}", FoldwiseWarning, stacklevel=2)
