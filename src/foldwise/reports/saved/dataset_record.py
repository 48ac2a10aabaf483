"""A dataset without its features: what reports say about the rows, and the target that predictions are held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Dataset
from foldwise.reports.saved.field_checks import is_of

if TYPE_CHECKING:
    from foldwise.arrays import Array

__all__ = ["dataset_record", "restored_dataset"]

COUNTS = ("sealed", "dropped_rows", "features")
ARRAYS = ("weights", "costs", "segments")


def dataset_record(dataset: Dataset) -> dict[str, Any]:
    """Keep everything but the features; groups and times are kept as numbers."""
    return {
        "target": _plain(dataset.target),
        "features": dataset.p,
        "fingerprint": dataset.fingerprint,
        "task": dataset.task,
        "columns": dataset.columns,
        "name": dataset.name,
        "positive": None if dataset.positive is None else str(dataset.positive),
        "sealed": dataset.sealed,
        "dropped_rows": dataset.dropped_rows,
        "source": dataset.source,
        "reading": dict(dataset.reading),
        "groups": dataset.group_codes,
        "order": dataset.time_rank,
        **{name: None if getattr(dataset, name) is None else _plain(getattr(dataset, name)) for name in ARRAYS},
    }


def restored_dataset(record: dict[str, Any]) -> Dataset:
    """Make the dataset again, with an empty table of features and the fingerprint of the whole."""
    from scipy.sparse import csr_array

    target, features = record["target"], int(record["features"])
    rows = target.shape[0]
    parts = [record[name] for name in ("groups", "order", "weights", "segments")]
    if target.ndim != 1 or any(part is not None and part.shape != (rows,) for part in parts):
        message = "parts of different lengths"
        raise ValueError(message)
    _check_words(record, rows)
    named = {name: record[name] for name in ("task", "columns", "name", "positive", "sealed", "dropped_rows")}
    arrays = {name: record[name] for name in ("groups", "order", *ARRAYS)}
    named["source"] = str(record.get("source", ""))  # not in files of earlier versions
    named["reading"] = {str(name): value for name, value in record.get("reading", {}).items()}
    dataset = Dataset(csr_array((rows, features)), target, **named, **arrays)
    dataset.__dict__["fingerprint"] = str(record["fingerprint"])  # of the rows with their features
    return dataset


def _check_words(record: dict[str, Any], rows: int) -> None:
    """Refuse what is said about rows and columns where it is of another type, or where more values lack than there are."""
    kinds = {"task": "Task", "columns": "tuple[Column, ...]", "name": "str", **dict.fromkeys(COUNTS, "int")}
    if any(not is_of(record[name], kind) for name, kind in kinds.items()) or min(record[field] for field in COUNTS) < 0:
        raise TypeError
    if any(one.missing > rows + record["dropped_rows"] + record["sealed"] for one in record["columns"]):
        message = "a column with more missing values than rows"
        raise ValueError(message)


def _plain(values: Array) -> Array:
    """Numbers as they are, all else as texts."""
    array = np.asarray(values)
    return array if array.dtype.kind in "biufU" else array.astype(str)
