"""Why a fit failed, in words: what its training rows lack, where an error of a library does not say so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import is_sparse, take_rows
from foldwise.errors import FitError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.plans import Resamples
    from foldwise.predictions import Failure
    from foldwise.typing import Estimator

__all__ = ["explain_failure", "fit_error", "in_brief"]

INTERNAL = (IndexError, ArithmeticError, AttributeError, KeyError)
"""Errors that tell where the code of a library stood, not what was wrong with the rows."""
ABOUT_SETTINGS = (
    "InvalidParameterError",
    "NotImplementedError",
    "ModuleNotFoundError",
    "InputError",
    "UnknownNameError",
)
"""Errors that speak of the settings of a model, by name: its rows have nothing to do with them."""
ADVICE = re.compile(r" (For supervised learning, you might want|Alternatively, it is possible|See https?://).*")
"""What scikit-learn adds to its sentence about missing values: other estimators and addresses."""
ENCODE = "a named model such as 'logistic', which encodes texts, or make_pipeline(OneHotEncoder(handle_unknown='ignore'), model)"
IMPUTE = "make_pipeline(SimpleImputer(), model), which imputes missing values from the training rows of each resample"


def explain_failure(error: Exception, model: Estimator, dataset: Dataset, train: Codes) -> FitError | None:
    """Say what the training rows lack; None where nothing is known beyond the error.

    The model is the last step of what was fitted.
    """
    cause = "" if type(error).__name__ in ABOUT_SETTINGS else _cause(error, model, dataset, train)
    if not cause:
        return None
    said = in_brief(str(error)) if isinstance(error, FitError) else f"{type(error).__name__}: {in_brief(str(error))}"
    return FitError(cause if isinstance(error, INTERNAL) else f"{cause} ({said})")


def fit_error(failure: Failure, resamples: Resamples) -> FitError:
    """One sentence with model, resample and cause, and what the plan says of its draw where that may be why."""
    about = f"; {resamples.note}" if resamples.kind == "forward" and resamples.note else ""
    message = f"model '{failure.model}' failed on resample {failure.resample + 1} of {resamples.count}: {failure.cause.rstrip('.')}{about}"
    if "contains NaN" in failure.cause:
        return FitError(message, hint=IMPUTE)
    if "could not convert string to float" in failure.cause:
        return FitError(message, hint=ENCODE)
    return FitError(message, hint="on_failure='record' to go on without the fits that fail")


def in_brief(text: str) -> str:
    """An error in one line, without what a library recommends to those who fit by hand.

    Examples
    --------
    >>> in_brief("Input X contains NaN.  See https://scikit-learn.org")
    'Input X contains NaN.'
    """
    return ADVICE.sub("", " ".join(text.split()))


def _cause(error: Exception, model: Estimator, dataset: Dataset, train: Codes) -> str:
    if type(model).__name__ == "CategoricalNB" and isinstance(error, IndexError):
        return "rows to predict hold a category beyond those of its training rows, which min_categories= would announce"
    rows = count_of(train.size, "training row")
    if dataset.is_classification and train.size and np.unique(dataset.codes[train]).size == 1:
        name = dataset.classes[int(dataset.codes[train[0]])]
        return f"its {rows} {'is' if train.size == 1 else 'are all'} of class '{name}'"
    if train.size == 1:
        return f"it has {rows}"
    if _alike(dataset, train):
        return f"no feature varies in its {rows}"
    if dataset.is_classification and train.size:
        each = [train[dataset.codes[train] == code] for code in np.unique(dataset.codes[train])]
        if all(_alike(dataset, own) for own in each):
            return f"no feature varies within a class of its {rows}"
    return _spread(dataset, train, rows)


def _alike(dataset: Dataset, rows: Codes) -> bool:
    """Whether all rows have the same features; not looked for in sparse matrices."""
    if is_sparse(dataset.X) or not rows.size:
        return False
    part = take_rows(dataset.X, rows)
    if isinstance(part, np.ndarray):
        return bool((part == part[0]).all())
    import narwhals as nw

    return len(nw.from_native(part, eager_only=True).unique()) == 1


def _spread(dataset: Dataset, train: Codes, rows: str) -> str:
    """Say that the variances of the features are no numbers; not looked for in frames and sparse matrices."""
    if not isinstance(dataset.X, np.ndarray) or not train.size:
        return ""
    part = dataset.X[train]
    if (
        part.dtype.kind == "f" and np.isnan(part).any()
    ):  # a missing value has no variance either, and the error tells of it
        return ""
    with np.errstate(all="ignore"):
        variances = part.astype(np.float64).var(axis=0)
    if not np.isfinite(variances).all():
        return f"features of its {rows} are too large for their variances to be computed"
    small = not (variances > np.finfo(np.float64).tiny).any()
    return f"features of its {rows} differ by too little for their variances to be computed" if small else ""
