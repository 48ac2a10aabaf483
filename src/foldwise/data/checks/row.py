"""Checks of what is known about the rows besides the features: groups, order, weights, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks.kinds import safe_text, shown
from foldwise.data.checks.target import check_magnitude
from foldwise.data.content import DateContent, NumericContent, TextContent, is_number
from foldwise.errors import InputError, several_targets
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data.content import Content

__all__ = [
    "check_complete",
    "check_content_told_apart",
    "check_costs",
    "check_length",
    "check_one_dimension",
    "check_order",
    "check_positive",
    "check_same_index",
    "check_weights",
    "written_alike",
]


def check_one_dimension(part: str, shape: tuple[int, ...]) -> None:
    """Refuse a table where one value per row was expected; a single column will do."""
    if part == "y" and len(shape) == 2 and shape[1] > 1:
        received = f"y has {shape[1]:,} columns"
        raise several_targets(received)
    if len(shape) != 1 and not (len(shape) == 2 and shape[1] == 1):
        message = f"{part} has shape {shape}, where one value per row was expected"
        raise InputError(message, hint="a one-dimensional array")


def check_length(part: str, length: int, n: int) -> None:
    """Refuse anything that has not one value per row."""
    if length != n:
        message = f"X has {count_of(n, 'row')} and {part} has {length}"
        raise InputError(message, hint="arrays of the same length")


def check_same_index(part: str, values: object, table: object, of: str = "X") -> None:
    """Refuse pandas values with the index of the table in another order: rows are matched by place, not by index."""
    ours, theirs = getattr(table, "index", None), getattr(values, "index", None)
    if not hasattr(table, "iloc") or not hasattr(values, "iloc") or ours is None or ours.equals(theirs):
        return
    if ours.is_unique and ours.symmetric_difference(theirs).empty:
        message = f"{of} and {part} have the same index in a different order, and rows are matched by place"
        raise InputError(message, hint=f"{part if part.isidentifier() else 'their values'}.loc[{of}.index]")


def check_complete(part: str, content: Content) -> None:
    """Refuse missing values."""
    if content.missing:
        unknown = content.codes < 0 if isinstance(content, TextContent) else np.isnan(content.values)
        message = f"{part} is missing in {content.missing:,} of {unknown.size:,} rows, the first of them row {int(np.argmax(unknown)) + 1:,}"
        raise InputError(message, hint=f"leaving these rows out, or filling {part} in")


def check_content_told_apart(part: str, content: Content) -> None:
    """Refuse values that are different and written alike, such as the number 1 and the text '1'."""
    if isinstance(content, TextContent) and content.merged:
        raise written_alike(part, content.merged)


def written_alike(part: str, text: str) -> InputError:
    """Say that two values of a column are written alike, so that their rows could not be told apart.

    Examples
    --------
    >>> print(written_alike("groups", "1"))
    groups has different values that are all written '1', as a number and a text may be; try one type for all of them
    """
    message = f"{part} has different values that are all written '{text}', as a number and a text may be"
    return InputError(message, hint="one type for all of them")


def check_order(content: Content) -> None:
    """Refuse texts that are no ISO dates: they would be sorted by alphabet."""
    if isinstance(content, TextContent):
        message = f"order holds texts, such as '{content.names[0]}', whose order in time is not known"
        raise InputError(message, hint="numbers, or dates written as 2026-11-15")


def check_weights(content: Content) -> Floats:
    """Refuse weights that are not numbers, negative, infinite or all zero."""
    if isinstance(content, TextContent) and content.labels.dtype.kind == "b":  # a mask: the rows that count
        content = NumericContent(content.labels.astype(np.float64)[content.codes])
    if not isinstance(content, NumericContent):
        what = "dates" if isinstance(content, DateContent) else f"texts, such as '{_no_number(content)}'"
        message = f"weights holds {what}"
        raise InputError(message, hint="one number per row, none negative")
    values = content.values
    if not np.isfinite(values).all():
        message = f"weights is infinite in row {int(np.argmin(np.isfinite(values))) + 1}"
        raise InputError(message, hint="weights that are finite")
    if (values < 0).any():
        row = int(np.argmax(values < 0))
        message = f"weights is negative in row {row + 1}: {values[row]:g}"
        raise InputError(message, hint="a weight of 0 for a row that must not count")
    if not values.any():
        message = "weights is zero in every row"
        raise InputError(message, hint="a weight above 0 for at least some rows")
    check_magnitude("weights", values)
    return values


def _no_number(content: TextContent) -> str:
    """The first text that is no number, or the first of all."""
    return next((name for name in content.names if not is_number(name)), content.names[0])


def check_costs(costs: object, classes: tuple[str, ...]) -> Floats:
    """Refuse costs that are no square table of finite numbers in the order of the classes."""
    if not classes:
        message = "costs are for classes, and the task is regression"
        raise InputError(message, hint="the call without costs=")
    try:
        table = np.asarray(costs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = "costs is not a table of numbers"
        raise InputError(message, hint=_costs_form(classes)) from error
    if table.shape != (len(classes), len(classes)):
        message = f"costs has shape {table.shape}, where {len(classes)} x {len(classes)} was expected"
        raise InputError(message, hint=_costs_form(classes))
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        message = f"the cost of predicting '{classes[column]}' for a row of '{classes[row]}' is {table[row, column]}"
        raise InputError(message, hint="a finite number, 0 where nothing is lost")
    check_magnitude("costs", table, small=False)
    return table


def _costs_form(classes: tuple[str, ...]) -> str:
    text = ", ".join(classes[:4]) + (", …" if len(classes) > 4 else "")
    return f"one line per true class and one column per predicted class, both in the order {text}"


def check_positive(positive: object, classes: tuple[str, ...]) -> None:
    """Refuse a positive class that does not occur."""
    if not classes:
        message = "positive is for classes, and the task is regression"
        raise InputError(message, hint="the call without positive=")
    if safe_text(positive, str) not in classes:
        message = f"the positive class {shown(positive)} is not a class of the target"
        raise InputError(message, hint=f"one of {', '.join(classes[:8])}")
