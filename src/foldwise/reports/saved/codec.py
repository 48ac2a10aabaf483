"""Values of results as plain data and back: listed classes only, arrays and predictions apart, nothing is executed."""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Dataset
from foldwise.diagnoses import CURVE_MODELS, CurveModel, curve_model
from foldwise.errors import FoldwiseError, InputError
from foldwise.measures import Measure
from foldwise.measures import measure as find_measure
from foldwise.predictions import Predictions
from foldwise.reports.saved.dataset_record import dataset_record, restored_dataset
from foldwise.reports.saved.field_checks import check_fields, is_of
from foldwise.reports.saved.kinds import ENUMS, LEFT_OUT, VALUES

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.typing import Given, Json

__all__ = ["Reader", "Writer"]

TAG = "$"
WORDS = ("number", "enum", "tuple", "list", "dict", "array", "predictions", "measure", "curve", "dataset", "value")
LATER_FIELDS = {"options", "origin"}
"""Fields that files of earlier versions do not have."""
NUMBERS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class Writer:
    """Turns values into plain data; arrays and predictions are collected beside, and referred to by number.

    Examples
    --------
    >>> writer = Writer()
    >>> writer.write((0.5, float("nan"), np.arange(2)))
    {'$': 'tuple', 'items': [0.5, {'$': 'number', 'value': 'nan'}, {'$': 'array', 'at': 0}]}
    >>> writer.arrays
    [array([0, 1])]
    """

    def __init__(self) -> None:
        self.arrays: list[Array] = []
        self.predictions: list[Predictions] = []

    def write(self, value: Given) -> Json:
        """Write any value of a result; what is not known is written as its text."""
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, Enum):
            return {TAG: "enum", "name": type(value).__name__, "value": value.value}
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else {TAG: "number", "value": repr(value)}
        if isinstance(value, tuple | list):
            kind = "tuple" if isinstance(value, tuple) else "list"
            return {TAG: kind, "items": [self.write(one) for one in value]}
        if isinstance(value, np.ndarray):
            return {TAG: "array", "at": _kept(self.arrays, value)}
        return self._object(value)

    def _object(self, value: Given) -> Json:
        if isinstance(value, Measure | CurveModel):
            return _measure_record(value) if isinstance(value, Measure) else _curve_record(value)
        if isinstance(value, Dataset):
            return {TAG: "dataset", "value": self.write(dataset_record(value))}
        if isinstance(value, Predictions):
            same = [at for at, prediction in enumerate(self.predictions) if prediction is value]
            self.predictions += [] if same else [value]
            return {TAG: "predictions", "at": same[0] if same else len(self.predictions) - 1}
        if is_dataclass(value) and type(value).__name__ in VALUES:
            name = type(value).__name__
            kept = {field.name for field in fields(value)} - LEFT_OUT.get(name, set())
            return {
                TAG: "value",
                "name": name,
                "fields": {one: self.write(getattr(value, one)) for one in sorted(kept)},
            }
        if hasattr(value, "items"):
            return {TAG: "dict", "items": [[self.write(key), self.write(one)] for key, one in value.items()]}
        return str(value)


def _kept(arrays: list[Array], value: Array) -> int:
    """Number of an array among those that are kept; objects are kept as texts."""
    arrays.append(value.astype(str) if value.dtype.kind not in "biufU" else value)
    return len(arrays) - 1


def _measure_record(measure: Measure) -> Json:
    """A measure by its name; one of the user's own cannot be found again."""
    for name in (measure.label, measure.name):
        try:
            if find_measure(name) == measure:
                return {TAG: "measure", "name": name}
        except FoldwiseError:
            continue
    message = f"a result with a measure of your own, '{measure.label}', cannot be saved: a file names it, and no other session would know the name"
    raise InputError(message, hint="result.predictions.save('x.npz') and result.to_json()")


def _curve_record(model: CurveModel) -> Json:
    """A model of learning curves by its name."""
    if model in CURVE_MODELS:
        return {TAG: "curve", "name": model.name}
    message = f"a learning curve with a model of your own, '{model.name}', cannot be saved: a file names it, and no other session would know the name"
    raise InputError(message, hint="result.to_json()")


class Reader:
    """Makes values of plain data that may be anybody's: only listed classes, with the fields that they have."""

    def __init__(self, arrays: list[Array], predictions: list[Predictions]) -> None:
        self.arrays = arrays
        self.predictions = predictions

    def read(self, record: Json) -> Given:
        """Read one value; what is not as it was written is a `ValueError`, `KeyError` or `TypeError`."""
        if not isinstance(record, dict):
            if isinstance(record, list):
                raise TypeError
            return record
        return getattr(self, f"_read_{_word(record[TAG])}")(record)

    def _read_number(self, record: dict[str, Any]) -> float:
        return NUMBERS[record["value"]]

    def _read_enum(self, record: dict[str, Any]) -> Given:
        return ENUMS[record["name"]](record["value"])

    def _read_tuple(self, record: dict[str, Any]) -> tuple[Given, ...]:
        return tuple(self.read(one) for one in record["items"])

    def _read_list(self, record: dict[str, Any]) -> list[Given]:
        return [self.read(one) for one in record["items"]]

    def _read_dict(self, record: dict[str, Any]) -> dict[Given, Given]:
        return {self.read(key): self.read(value) for key, value in record["items"]}

    def _read_array(self, record: dict[str, Any]) -> Array:
        return self.arrays[_place(record["at"])]

    def _read_predictions(self, record: dict[str, Any]) -> Predictions:
        return self.predictions[_place(record["at"])]

    def _read_measure(self, record: dict[str, Any]) -> Measure:
        return find_measure(str(record["name"]))

    def _read_curve(self, record: dict[str, Any]) -> CurveModel:
        return curve_model(str(record["name"]))

    def _read_dataset(self, record: dict[str, Any]) -> Dataset:
        return restored_dataset(self.read(record["value"]))

    def _read_value(self, record: dict[str, Any]) -> Given:
        kind = VALUES[record["name"]]
        known = {field.name for field in fields(kind)} - LEFT_OUT.get(record["name"], set())
        if not known - LATER_FIELDS <= set(record["fields"]) <= known:
            raise ValueError
        empty: dict[str, Any] = dict.fromkeys(LEFT_OUT.get(record["name"], ()))
        values = {name: self.read(one) for name, one in record["fields"].items()}
        for one in fields(kind):
            if one.name in values and not is_of(values[one.name], str(one.type)):
                raise TypeError
        made = kind(**empty, **values)
        check_fields(made)
        return made


def _word(kind: object) -> str:
    if kind not in WORDS:
        raise ValueError
    return str(kind)


def _place(at: object) -> int:
    if not isinstance(at, int) or isinstance(at, bool) or at < 0:
        raise TypeError
    return at
