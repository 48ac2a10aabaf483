"""Predictions from a confusion matrix: the rows behind its counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data.checks import shown
from foldwise.errors import InputError
from foldwise.predictions.external import build_predictions, class_names
from foldwise.predictions.labels import Coded, label_text
from foldwise.predictions.outputs import UNCLASSIFIED

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.predictions.predictions import Predictions
    from foldwise.typing import ArrayLike, CostsLike, Given, Label, Shaped

__all__ = ["MOST_ROWS", "expand_counts"]

MOST_ROWS = 20_000_000
"""More rows than this are not written out: a file of them can be read in pieces."""
COUNTS_HINT = "counts with a line for each true class and a column for each predicted class, such as [[50, 3], [7, 40]]"


def expand_counts(
    table: ArrayLike | Shaped,
    *,
    model: str,
    classes: ArrayLike | None = None,
    positive: Label = None,
    costs: CostsLike | None = None,
) -> Predictions:
    """Write out the rows of a confusion matrix; see `Predictions.from_counts`."""
    counts = _read(table)
    names = _named(table, len(counts)) if classes is None else class_names(classes)
    if len(names) != len(counts):
        message = f"the table has {len(counts)} lines, and there are {len(names)} classes"
        raise InputError(message, hint=COUNTS_HINT)
    true, column = np.indices(counts.shape)
    codes = (true, np.where(column == len(names), UNCLASSIFIED, column))
    truth, outputs = (Coded(np.repeat(code.ravel(), counts.ravel()), names) for code in codes)
    settings: dict[str, Any] = {"task": "classification", "positive": positive, "costs": costs}
    return build_predictions(
        truth, {model: outputs}, scores={}, parts=None, classes=names, weights=None, groups=None, **settings
    )


def _read(table: Given) -> Codes:
    """The counts (C, C), or (C, C + 1) with unclassified rows in the last column."""
    try:
        given = np.asarray(table, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = f"a confusion matrix holds counts, and this is {shown(table)}"
        raise InputError(message, hint=COUNTS_HINT) from error
    lines, columns = given.shape if given.ndim == 2 else (0, 0)
    if lines < 2 or columns - lines not in (0, 1):
        message = f"a confusion matrix has as many columns as lines, and one more for unclassified rows, not the shape {given.shape}"
        raise InputError(message, hint=COUNTS_HINT)
    odd = given[~(np.isfinite(given) & (given >= 0) & (given == np.round(given)))]
    if odd.size:
        message = f"a confusion matrix holds whole numbers from 0, and this one {odd[0]:g}"
        raise InputError(
            message, hint="the counts themselves, not shares of them; weighted rows go to score(…, weights=)"
        )
    if not 0 < given.sum() <= MOST_ROWS:
        message = f"the counts add up to {given.sum():,.0f} rows, and 1 to {MOST_ROWS:,} can be written out"
        raise InputError(message, hint="score(data=path) reads a file of any number of rows in pieces")
    return given.astype(np.intp)


def _named(table: Given, size: int) -> tuple[str, ...]:
    """Classes from the names of a dataframe's lines and columns, which must agree; else 0, 1, …."""
    lines, columns = (getattr(table, name, None) for name in ("index", "columns"))
    if lines is None or columns is None:
        return tuple(map(str, range(size)))
    names, across = (tuple(map(label_text, list(labels))) for labels in (lines, columns))
    if across[:size] != names:
        message = f"the lines of the table are {', '.join(names)}, and its columns {', '.join(across)}"
        raise InputError(message, hint="the classes in one order, table[list(table.index)]")
    return class_names(names)
