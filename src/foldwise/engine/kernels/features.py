"""The features as one dense array of real numbers, and why some tables have no such form."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from foldwise.data.table import is_frame, is_sparse

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset
    from foldwise.data.table import Table
    from foldwise.plans import Resamples

__all__ = ["features", "is_weighted", "refuse_features"]

_SEEN: WeakKeyDictionary[Dataset, Floats | str] = WeakKeyDictionary()


def refuse_features(dataset: Dataset) -> str | None:
    """Say why the features cannot be a dense array of finite real numbers, or None where they can.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> refuse_features(Dataset(np.array([[1.0], [np.nan]]), np.array([0, 1]), Task.CLASSIFICATION))
    'there are missing values'
    """
    found = _look(dataset)
    return found if isinstance(found, str) else None


def features(dataset: Dataset) -> Floats:
    """Give the features as float64, row after row (n, p); made once per dataset and shared by all kernels."""
    found = _look(dataset)
    if isinstance(found, str):
        raise TypeError(found)
    return found


def _look(dataset: Dataset) -> Floats | str:
    found = _SEEN.get(dataset)
    if found is None:
        found = _SEEN[dataset] = _make(dataset)
    return found


def _make(dataset: Dataset) -> Floats | str:
    table = dataset.X
    if is_sparse(table):
        return "the features are a sparse matrix"
    if is_frame(table):
        unfit = _unfit_columns(table)
        if unfit:
            return unfit
        table = table.to_numpy()
    array = np.asarray(table)
    if array.dtype in (np.float32, np.float16):
        return f"the features are {array.dtype}, which scikit-learn computes with fewer digits than float64"
    if array.dtype.kind not in "fiub":
        return f"the features are of type {array.dtype}"
    dense = np.ascontiguousarray(array, dtype=np.float64)
    # One pass without a mask in memory: infinities and NaN survive a sum, and overflow is looked into.
    if not np.isfinite(dense.sum()) and not np.isfinite(dense).all():
        return "there are missing values"
    return dense


def _unfit_columns(frame: Table) -> str:
    """Name the first column that is not numeric, or nothing."""
    import narwhals as nw

    for name, kind in nw.from_native(frame).schema.items():
        if not (kind.is_numeric() or kind == nw.Boolean):
            return f"column '{name}' is not numeric"
    return ""


def is_weighted(dataset: Dataset, resamples: Resamples) -> bool:
    """Whether a fit is given sample weights: those of the rows, or those of a weighted resample."""
    return dataset.weights is not None or (resamples.count > 0 and resamples.train_weights(0) is not None)
