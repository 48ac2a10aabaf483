"""Checks of the target."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.content import DateContent, NumericContent, TextContent, unknown_rows
from foldwise.errors import InputError, several_targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.arrays import Floats
    from foldwise.data.content import Content

LARGEST_VALUE = 1e30
"""Largest value of a target; 1 / LARGEST_VALUE is the least that the largest may be. Eighth powers of it are computed."""
PLURAL_NAMES = ("costs", "predictions", "scores", "weights")
"""Names of values that are more than one."""

__all__ = [
    "check_classes_possible",
    "check_magnitude",
    "check_numbers_possible",
    "check_one_target",
    "check_target",
    "check_varies",
    "no_target",
]


def no_target(names: Sequence[str]) -> InputError:
    """Say that a target is needed."""
    hint = f"target='{names[-1]}', or the column that is to be predicted" if names else "an array of what is predicted"
    return InputError("no target was given", hint=hint)


def check_one_target(value: object, columns: Iterable[object]) -> None:
    """Refuse several targets for each row: names of several columns, a sparse indicator matrix, lists or sets of labels."""
    shape = getattr(value, "shape", None)
    if shape is not None and hasattr(value, "tocsr") and len(shape) == 2 and shape[1] > 1:
        received = f"y has {shape[1]:,} columns"
        raise several_targets(received)
    if not isinstance(value, list | tuple) or len(value) < 2:
        return
    known = {str(name) for name in columns}
    if known and all(isinstance(name, str) and name in known for name in value):
        received = f"y names {len(value):,} columns"
        raise several_targets(received, hint=f"y='{value[0]}'")
    if isinstance(value[0], set | frozenset) or (
        isinstance(value[0], list | tuple) and len({np.size(one) for one in value}) > 1
    ):
        received = f"y holds a {type(value[0]).__name__} of labels for each row"
        raise several_targets(received, hint="one label for each row")


def check_target(name: str, content: Content, task: str | None) -> None:
    """Refuse missing values, infinite values, dates, and mixtures that are not said to be classes."""
    if content.missing:
        raise _missing(name, content)
    if isinstance(content, DateContent):
        message = f"the target '{name}' is a date, which can be neither a class nor a value to predict"
        raise InputError(message, hint="another target, or the days until that date as a number")
    if isinstance(content, NumericContent) and np.isinf(content.values).any():
        message = f"the target '{name}' is infinite in row {int(np.argmax(np.isinf(content.values))) + 1}"
        raise InputError(message, hint="leaving that row out, or a value that is finite")
    mixture = content.mixture if isinstance(content, TextContent) else None
    if mixture is not None and mixture.numbers >= mixture.texts and task != "classification":
        message = f"the target '{name}' mixes {mixture}"
        raise InputError(message, hint="leaving rows out, or task='classification' if each of them is a class")


def _missing(name: str, content: Content) -> InputError:
    unknown = unknown_rows(content)
    some = (
        f"{content.missing:,} of {unknown.size:,} rows"
        if content.missing < unknown.size
        else f"all {unknown.size:,} rows"
    )
    message = f"the target '{name}' is missing in {some}, the first of them row {int(np.argmax(unknown)) + 1:,}"
    mended = "another target" if content.missing == unknown.size else "drop_missing_target=True, which leaves them out"
    return InputError(message, hint=mended)


def check_classes_possible(name: str, content: Content) -> None:
    """Refuse numbers with decimals as classes."""
    if isinstance(content, NumericContent) and not content.whole:
        example = content.values[content.values != np.floor(content.values)][0]
        message = f"the target '{name}' has values with decimals, such as {example:g}, which cannot be classes"
        raise InputError(message, hint="task='regression'")


def check_numbers_possible(name: str, content: Content) -> None:
    """Refuse texts as values."""
    if isinstance(content, TextContent) and content.labels.dtype.kind not in "biu":
        message = f"the target '{name}' has texts, such as '{content.names[0]}', which cannot be values of a regression"
        raise InputError(message, hint="task='classification'")


def check_magnitude(what: str, values: Floats, *, small: bool = True) -> None:
    """Refuse values so large, or with `small` all so small, that variances of squared errors are beyond numbers."""
    largest = float(np.abs(values).max(initial=0.0))
    if largest > LARGEST_VALUE or (small and 0 < largest < 1 / LARGEST_VALUE):
        size, end = (
            ("large", f"up to {LARGEST_VALUE:g}")
            if largest > LARGEST_VALUE
            else ("small", f"of {1 / LARGEST_VALUE:g} or more")
        )
        verb = "are" if what.startswith(PLURAL_NAMES) else "is"
        message = f"{what} {verb} too {size} for variances of squared errors to be computed: {largest:.3g}, not {end}"
        parts = what if what in ("weights", "costs") else "another unit: values and predictions"
        raise InputError(message, hint=f"{parts} divided by 1e{floor(log10(largest)):+03d}")


def check_varies(name: str, distinct: Sequence[object]) -> None:
    """Refuse a target that is the same in every row."""
    if len(distinct) == 1:
        message = f"the target '{name}' is '{distinct[0]}' in every row, so there is nothing to learn"
        raise InputError(message, hint="rows with at least two different values of the target")
