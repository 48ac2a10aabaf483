"""Fitting a classifier to labels of -1 and 1, also where all of them are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import FitError

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.typing import Model

__all__ = ["fitted_labels"]


def fitted_labels(model: Model, X: Floats, labels: Codes) -> Codes:
    """Predictions of a fresh copy of a model for the rows it was fitted to (n,).

    Labels of one class are given back: every family of rules that matters here has the constant ones, and many learners
    refuse to be fitted to one class.
    """
    from sklearn.base import clone

    if labels.min() == labels.max():
        return labels
    try:
        fitted = clone(model).fit(X, labels)
        predicted = np.asarray(fitted.predict(X))
    except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
        message = f"{type(model).__name__} could not be fitted to labels of these points: {error}"
        raise FitError(message) from error
    return predicted.astype(np.intp)
