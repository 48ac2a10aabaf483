"""What is given to fit and to predict: checked here, and handed to the members as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_y, check_consistent_length, check_is_fitted

from foldwise.errors import InputError
from foldwise.installed import check_array, get_tags, validate_data

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Given

__all__ = [
    "check_count",
    "check_option",
    "check_several",
    "fit_labels",
    "fit_values",
    "given_weights",
    "new_table",
    "with_tags_of",
]


def fit_labels(estimator: Given, X: Given, y: Given) -> tuple[Given, Array, Codes]:
    """Check training rows with class labels: the table, the labels, and the code of each; sets `classes_`."""
    table = _table(estimator, X, reset=True, y=y)
    labels = _check_y(y, estimator=estimator)
    check_consistent_length(table, labels)
    check_classification_targets(labels)
    estimator.classes_, codes = np.unique(labels, return_inverse=True)
    return table, labels, codes


def fit_values(estimator: Given, X: Given, y: Given) -> tuple[Given, Floats]:
    """Check training rows with numeric targets: the table and the values."""
    table = _table(estimator, X, reset=True, y=y)
    values = _check_y(y, y_numeric=True, estimator=estimator)
    check_consistent_length(table, values)
    return table, np.asarray(values, dtype=np.float64)


def given_weights(weights: Given, rows: int) -> Floats | None:
    """Weights of rows, if there are any: finite numbers from 0, one per row and not all 0.

    Examples
    --------
    >>> given_weights([1, 2], 2), given_weights(None, 2)
    (array([1., 2.]), None)
    """
    if weights is None:
        return None
    found = np.asarray(weights, dtype=np.float64)
    if found.shape != (rows,) or not np.isfinite(found).all() or (found < 0).any() or not (found > 0).any():
        message = f"weights are numbers from 0, one for each of {rows} rows and not all 0, not {weights!r:.60}"
        raise InputError(message, hint="no weights, or a weight above 0 for every row")
    return found


def new_table(estimator: Given, X: Given) -> Given:
    """Check rows to predict against those of `fit`."""
    check_is_fitted(estimator)
    return _table(estimator, X, reset=False)


def _table(estimator: Given, X: Given, *, reset: bool, **more: Given) -> Given:
    """The dataframe itself where members may look at names and texts, else an array."""
    taken = get_tags(estimator).input_tags
    if hasattr(X, "columns"):
        validate_data(estimator, X, reset=reset, skip_check_array=True, **more)
    if not hasattr(X, "columns") or (not taken.string and _is_numeric(X)):
        named = hasattr(X, "columns")
        X = check_array(
            X,
            accept_sparse="csr",
            dtype=None if taken.string else "numeric",
            ensure_all_finite=not taken.allow_nan,
            estimator=estimator,
        )
        if not named:
            validate_data(estimator, X, reset=reset, skip_check_array=True, **more)
    if 0 in X.shape:
        message = f"Found array with {X.shape[0]} sample(s) and {X.shape[1]} feature(s)"
        raise InputError(message, hint="a table with at least one row and one column")
    return X


def _is_numeric(frame: Given) -> bool:
    """Whether a dataframe holds nothing but plain numbers."""
    kinds = getattr(frame, "dtypes", [None])
    return all(
        kind.is_numeric() if hasattr(kind, "is_numeric") else getattr(kind, "kind", "O") in "fiu" for kind in kinds
    )


def check_count(estimator: Given, name: str, *, least: int = 1) -> int:
    """Refuse a parameter that is no whole number from `least` up."""
    given = getattr(estimator, name)
    if not isinstance(given, int | np.integer) or isinstance(given, bool) or given < least:
        message = f"{name} is a whole number from {least} up, not {given!r}"
        raise InputError(message, hint=f"{name}={max(least, 10)}")
    return int(given)


def check_option(estimator: Given, name: str, options: tuple[str, ...]) -> str:
    """Refuse a parameter that is none of a few words."""
    given = getattr(estimator, name)
    if given not in options:
        message = f"{name} is one of {', '.join(map(repr, options))}, not {given!r}"
        raise InputError(message, hint=f"{name}={options[0]!r}")
    return str(given)


def check_several(rows: int) -> None:
    """Refuse a training set that cannot be held out in parts."""
    if rows < 2:
        message = f"folds need two rows, and there is {rows} (n_samples={rows})"
        raise InputError(message, hint="more rows")


def with_tags_of(tags: Given, members: list[Given]) -> Given:
    """Take sparse matrices, texts and missing values where every member does; a model of models may take any of the latter."""
    for name in ("sparse", "allow_nan", "string", "categorical"):
        takes = [
            (name != "sparse" and _is_nested(member)) or getattr(get_tags(member).input_tags, name)
            for member in members
        ]
        setattr(tags.input_tags, name, bool(takes) and all(takes))
    return tags


def _is_nested(member: Given) -> bool:
    """Whether a model holds other estimators, such as a pipeline or a search."""
    return any(hasattr(value, "fit") for value in member.get_params(deep=True).values())
