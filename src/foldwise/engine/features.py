"""Features as families take them, made once per dataset; and preconditions: dense numbers, priors that fit the classes."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from foldwise.data import is_frame, is_pandas, is_sparse, largest_size
from foldwise.learners.table_encoding import TableEncoding

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.data import Dataset, Table
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator, Given

__all__ = [
    "dense_numbers",
    "features",
    "is_weighted",
    "per_dataset",
    "read_table",
    "refuse_discriminant",
    "refuse_features",
    "refuse_priors",
    "refuse_sizes",
    "refuse_task",
    "unless_refused",
]

P = ParamSpec("P")
T = TypeVar("T")
SMALLEST_SIZE, LARGEST_SIZE = 1e-120, 1e120
"""Sizes of the largest value of a column between which its squares, their sums and their inverses are doubles."""


def per_dataset(make: Callable[Concatenate[Dataset, P], T]) -> Callable[Concatenate[Dataset, P], T]:
    """Keep what a function makes of a dataset, by its other arguments, as long as the dataset exists."""
    cache: WeakKeyDictionary[Dataset, dict[str, T]] = WeakKeyDictionary()

    @wraps(make)
    def once(dataset: Dataset, /, *args: P.args, **kwargs: P.kwargs) -> T:
        known, key = cache.setdefault(dataset, {}), repr((args, kwargs)) if args or kwargs else ""
        if key not in known:
            known[key] = make(dataset, *args, **kwargs)
        return known[key]

    return once


def unless_refused(value: T | str) -> T:
    """What was made of a dataset; a `TypeError` where there is only a sentence that says why it was not."""
    if isinstance(value, str):
        raise TypeError(value)
    return value


@per_dataset
def read_table(dataset: Dataset, categorical: Given) -> tuple[TableEncoding, Floats]:
    """What the columns of a raw table hold, and its matrix (n, p), which is not to be written to.

    `categorical` names columns whose numbers are categories, by name, place or mask.
    """
    return TableEncoding.read(dataset.X, categorical)


def refuse_features(dataset: Dataset) -> str | None:
    """Say why the features cannot be a dense array of finite real numbers, or None where they can."""
    dense = _dense(dataset)
    return dense if isinstance(dense, str) else None


def features(dataset: Dataset) -> Floats:
    """Give the features as float64, row after row (n, p)."""
    return unless_refused(_dense(dataset))


def dense_numbers(dataset: Dataset) -> Array | str:
    """Give the features as a dense array of real numbers of their own type (n, p), or say why they are none.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> dense_numbers(Dataset(np.array([["a"], ["b"]]), np.array([0, 1]), Task.CLASSIFICATION))
    'the features are of type <U1'
    """
    table = dataset.X
    if is_sparse(table):
        return "the features are a sparse matrix"
    if is_frame(table):
        unfit = _unfit_columns(table)
        if unfit:
            return unfit
        table = table.to_numpy()
    array = np.asarray(table)
    return array if array.dtype.kind in "fiub" else f"the features are of type {array.dtype}"


@per_dataset
def _dense(dataset: Dataset) -> Floats | str:
    array = dense_numbers(dataset)
    if isinstance(array, str):
        return array
    if array.dtype in (np.float32, np.float16):
        return f"the features are {array.dtype}, which scikit-learn computes with fewer digits than float64"
    dense = np.ascontiguousarray(array, dtype=np.float64)
    largest = dataset.largest if dense is dataset.X else largest_size(dense)
    if not np.isfinite(largest):
        return "there are missing values"
    return _refuse_sizes(dense, largest) or dense


def refuse_sizes(numbers: Floats) -> str | None:
    """Say which values (n, p) have squares that no double holds, or None; what is missing has no size.

    Examples
    --------
    >>> refuse_sizes(np.array([[1.0, 2e160], [3.0, 1e160]]))
    'a column has values up to 2e+160, and no double holds their squares'
    """
    if not numbers.size:
        return None
    return _refuse_sizes(numbers, max(np.fmax.reduce(numbers, axis=None), -np.fmin.reduce(numbers, axis=None)))


def _refuse_sizes(numbers: Floats, largest: float) -> str | None:
    # Going through all numbers in a row is much faster than column by column, and nearly always enough.
    if largest <= LARGEST_SIZE and (np.abs(numbers[0]) >= SMALLEST_SIZE).all():
        return None
    sizes = np.maximum(np.fmax.reduce(numbers, axis=0), -np.fmin.reduce(numbers, axis=0))
    unfit = sizes[(sizes > LARGEST_SIZE) | ((sizes < SMALLEST_SIZE) & (sizes > 0))]
    return f"a column has values up to {unfit[0]:.0e}, and no double holds their squares" if unfit.size else None


def _unfit_columns(frame: Table) -> str:
    """Name the first column that is not numeric, or nothing."""
    import narwhals as nw

    if is_pandas(frame) and all(isinstance(kind, np.dtype) and kind.kind in "fiub" for kind in frame.dtypes.tolist()):
        return ""
    for name, kind in nw.from_native(frame).schema.items():
        if not (kind.is_numeric() or kind == nw.Boolean):
            return f"column '{name}' is not numeric"
    return ""


def refuse_task(model: Estimator, dataset: Dataset) -> str | None:
    """Say that an estimator that names its task, as a `…Classifier` does, is for the other one, or None."""
    title = type(model).__name__
    fits = dataset.is_classification == title.endswith("Classifier")
    return None if fits else f"{title} does not fit a {dataset.task} target"


def is_weighted(dataset: Dataset, resamples: Resamples) -> bool:
    """Whether a fit is given sample weights: those of the rows, or those of a weighted resample."""
    return dataset.weights is not None or (resamples.count > 0 and resamples.train_weights(0) is not None)


def refuse_discriminant(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Say why a discriminant, whatever its columns, is no function of means and covariances, or None."""
    if is_weighted(dataset, resamples):
        return f"the rows are weighted, and {type(model).__name__} takes no weights"
    reasons = {
        "covariance_estimator is a model of its own": model.covariance_estimator is not None,
        "shrinkage='auto' needs fourth moments of every training set": model.shrinkage == "auto",
        "solver='svd' takes no shrinkage": model.solver == "svd" and model.shrinkage is not None,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def refuse_priors(priors: Given, dataset: Dataset) -> str | None:
    """Say why given priors are better left to scikit-learn: it warns or raises about them."""
    if priors is None:
        return None
    given = np.asarray(priors)
    if given.shape != (len(dataset.labels),):
        return f"there are {given.size} priors for {len(dataset.labels)} classes"
    if given.dtype.kind not in "fiu" or not np.all(given > 0) or not np.isclose(given.sum(), 1):
        return "the priors are not positive numbers that add up to 1"
    return None
