"""What differs between releases of scikit-learn, each written once: from 1.5 on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sklearn
from sklearn.utils import validation

if TYPE_CHECKING:
    from foldwise.typing import Estimator, Given, Untyped

__all__ = ["SKLEARN", "check_array", "validate_data"]

SKLEARN: tuple[int, int] = tuple(int(part) for part in sklearn.__version__.split(".")[:2])  # type: ignore[assignment]
"""Release of scikit-learn that is installed."""


def validate_data(estimator: Estimator, X: Given, y: Given = "no_validation", **checks: Given) -> Untyped:
    """Check rows as scikit-learn does in `fit` and `predict`; before 1.6 that was a method of the estimator.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> validate_data(GaussianNB(), [[1, 2], [3, 4]]).shape
    (2, 2)
    """
    given = checks if isinstance(y, str) and y == "no_validation" else {"y": y, **checks}
    if SKLEARN >= (1, 6):
        return validation.validate_data(estimator, X, **given)
    if checks.pop("skip_check_array", False):
        estimator._check_feature_names(X, reset=checks.get("reset", True))
        estimator._check_n_features(X, reset=checks.get("reset", True))
        return X if "y" not in given else (X, y)
    given.pop("skip_check_array", None)
    return estimator._validate_data(X, **_former(given))


def check_array(array: Given, **checks: Given) -> Untyped:
    """Check an array as scikit-learn does; before 1.6 one of the words was another."""
    return validation.check_array(array, **(checks if SKLEARN >= (1, 6) else _former(checks)))


def _former(checks: dict[str, Given]) -> dict[str, Given]:
    """Checks in the words of releases before 1.6."""
    names = {"ensure_all_finite": "force_all_finite"}
    return {names.get(name, name): value for name, value in checks.items()}
