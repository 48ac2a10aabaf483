"""What is given to fit and to predict, checked and read into matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.utils import _safe_indexing
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_y,
    check_consistent_length,
    check_is_fitted,
)

from foldwise.errors import InputError
from foldwise.installed import check_array, check_sample_weight, validate_data
from foldwise.learners.table_encoding import TableEncoding

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.typing import Estimator, Given, Untyped

__all__ = ["TrainingRows", "allow_texts", "check_table", "class_priors", "new_rows", "training_rows"]


@final
@dataclass(frozen=True, eq=False)
class TrainingRows:
    """Training rows of positive weight.

    Parameters
    ----------
    encoding
        What the columns hold.
    matrix
        Numbers and places of levels (n, p), NaN where missing.
    codes
        Class of each row.
    weights
        Weight of each row, above 0.
    classes
        Labels of the classes.
    """

    encoding: TableEncoding
    matrix: Floats
    codes: Codes
    weights: Floats
    classes: Array

    @property
    def class_weights(self) -> Floats:
        """Summed weight of each class."""
        return np.bincount(self.codes, self.weights, self.classes.size).astype(np.float64)


def training_rows(
    estimator: Estimator,
    X: Given,
    y: Given,
    *,
    sample_weight: Given = None,
    categorical: Given = None,
) -> TrainingRows:
    """Check what was given to fit, and read it; rows of weight 0 are left out."""
    table = _table(estimator, X, reset=True, y=y)
    labels = _check_y(y, estimator=estimator)
    check_consistent_length(table, labels)
    check_classification_targets(labels)
    weights = check_sample_weight(sample_weight, np.empty((len(labels), 1)))
    classes, codes = np.unique(labels, return_inverse=True)
    if not (weights > 0).all():
        kept = np.flatnonzero(weights > 0)
        table, codes, weights = _safe_indexing(table, kept), codes[kept], weights[kept]
    return TrainingRows(*TableEncoding.read(table, categorical), codes, weights, classes)


def new_rows(estimator: Estimator, X: Given) -> Floats:
    """Check what was given to predict, and read it as the training rows were."""
    check_is_fitted(estimator)
    matrix: Floats = estimator.encoding_.encode(_table(estimator, X, reset=False))
    return matrix


def check_table(estimator: Estimator, X: Given, y: Given = None) -> Estimator:
    """Check a table: with labels for fit, without them for predict."""
    return _table(estimator, X, reset=True, y=y) if y is not None else _table(estimator, X, reset=False)


def _table(estimator: Estimator, X: Given, *, reset: bool, **more: Given) -> Estimator:
    """The dataframe itself, or an array; the estimator notes or compares the names and number of its columns."""
    if not hasattr(X, "columns"):
        given = X if hasattr(X, "dtype") or hasattr(X, "__array__") else _listed(X)
        X = check_array(given, dtype=None, ensure_all_finite=False, estimator=estimator)
    validate_data(estimator, X, reset=reset, skip_check_array=True, **more)
    if 0 in X.shape:
        message = f"Found array with {X.shape[0]} sample(s) and {X.shape[1]} feature(s)"
        raise InputError(message, hint="a table with at least one row and one column")
    return X


def _listed(X: Given) -> Given:
    """Lists whose numbers stay numbers beside texts."""
    return np.array(X, dtype=object) if np.asarray(X).dtype.kind in "US" else X


def class_priors(priors: Given, weights: Floats) -> Floats:
    """The given priors, if they are probabilities of the classes; else the shares of the classes."""
    if priors is None:
        return weights / weights.sum()
    given = np.asarray(priors, dtype=np.float64)
    if given.shape != weights.shape:
        message = f"there are {given.size} priors for {weights.size} classes"
        raise InputError(message, hint="one prior for each class, in sorted order, or priors=None for their shares")
    if not np.all(given >= 0) or not np.isclose(given.sum(), 1):
        message = f"priors are probabilities that add up to 1, not {given.tolist()}"
        raise InputError(message, hint="priors=None for the shares of the classes")
    return given


def allow_texts(tags: Given) -> Untyped:
    """Tell scikit-learn that texts, categories and missing values are taken."""
    tags.input_tags.string = tags.input_tags.categorical = tags.input_tags.allow_nan = True
    return tags
