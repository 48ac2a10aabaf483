"""Whether values from a file are of the types that their fields are declared with, and within the range of what they count.

What a file says is anybody's: a probability of 3, a count below 0 and an interval that ends before it begins are no result.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Dataset
from foldwise.diagnoses import CurveModel
from foldwise.errors import InputError
from foldwise.measures import Measure
from foldwise.predictions import Predictions
from foldwise.reports.saved.kinds import ENUMS, VALUES

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["check_fields", "is_of"]

PLAIN: dict[str, type | tuple[type, ...]] = {
    **{one.__name__: one for one in (str, int, bool)},
    "float": (int, float),
    "None": type(None),
}
CLASSES: dict[str, type] = {
    **VALUES,
    **ENUMS,
    **{one.__name__: one for one in (Dataset, Measure, Predictions, CurveModel)},
}
ARRAYS = {"Floats": "f", "Codes": "iu", "Array": "biufU"}
"""Kinds of numpy's types that the names of arrays stand for."""
SHARES = frozenset({"p_value", "p_adjusted", "rise_p", "bend_p", "coverage", "share", "aic_weight", "probability"})
"""Fields between 0 and 1."""
COUNTS = frozenset(
    {
        *(
            "seed",
            "fits",
            "together",
            "undefined",
            "rows",
            "levels",
            "missing",
            "permutations",
            "as_good",
            "asked",
            "n",
        ),
        *("refused", "simulations", "dropped_rows", "folds", "models", "draws", "resamples", "searched", "stop_after"),
        *("standard_error", "scale", "width", "detectable", "repeats", "size", "df", "spread"),
    }
)
"""Fields that are never below 0."""
FINITE = frozenset({"rope", "seconds", "fit_seconds", "predict_seconds"})
"""Fields that are neither below 0 nor without end."""


def is_of(value: Given, kind: str) -> bool:
    """Whether a value is of the type that its field is declared with; types that are not known here are not looked at.

    Examples
    --------
    >>> is_of(None, "float | None"), is_of("0.5", "float | None"), is_of((1, 2), "tuple[float, ...]")
    (True, False, True)
    """
    first, _, others = kind.partition(" | ")
    if others and "[" not in first:
        return is_of(value, first) or is_of(value, others)
    if kind.startswith("tuple[") and kind.endswith(", ...]"):
        return isinstance(value, tuple) and all(is_of(one, kind[6:-6]) for one in value)
    if kind.startswith("Mapping[str, "):
        named = isinstance(value, Mapping) and all(isinstance(one, str) for one in value)
        return named and all(is_of(one, kind[13:-1]) for one in value.values())
    return _is_one(value, kind)


def _is_one(value: Given, kind: str) -> bool:
    """The same for a type without parts; a truth value is no number."""
    if kind in ARRAYS:
        return isinstance(value, np.ndarray) and value.dtype.kind in ARRAYS[kind]
    known = CLASSES.get(kind) or PLAIN.get(kind)
    if known is None:
        return True
    return isinstance(value, known) and (kind == "bool" or not isinstance(value, bool))


def check_fields(value: Given) -> None:
    """Refuse a value with a field out of its range, or with an interval that ends before it begins.

    Examples
    --------
    >>> from foldwise.comparisons import CochranQ
    >>> check_fields(CochranQ(2.5, 2, 0.3))
    >>> check_fields(CochranQ(2.5, 2, 1.3))
    Traceback (most recent call last):
        ...
    foldwise.errors.InputError: the p_value of the CochranQ is 1.3; try the file as result.save wrote it
    """
    for field in fields(value):
        told = getattr(value, field.name)
        if isinstance(told, int | float) and not isinstance(told, bool) and not _within(field.name, float(told)):
            message = f"the {field.name} of the {type(value).__name__} is {told:.6g}"
            raise InputError(message, hint="the file as result.save wrote it")
    low, high = getattr(value, "low", None), getattr(value, "high", None)
    if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
        message = f"the interval of the {type(value).__name__} ends at {high:.6g}, before its beginning {low:.6g}"
        raise InputError(message, hint="the file as result.save wrote it")


def _within(name: str, value: float) -> bool:
    """Whether a number can be the value of a field of that name; where a figure has no value it is not a number."""
    if name == "level":
        return 0 < value < 1
    if name in FINITE:
        return 0 <= value < math.inf
    if name in SHARES:
        return math.isnan(value) or 0 <= value <= 1
    return name not in COUNTS or math.isnan(value) or value >= 0
