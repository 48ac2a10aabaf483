"""What differs between releases of scikit-learn, each written once: from 1.5 on."""

from __future__ import annotations

from inspect import signature
from types import SimpleNamespace
from typing import TYPE_CHECKING

import sklearn
import sklearn.base
from sklearn.utils import validation

if TYPE_CHECKING:
    from foldwise.typing import Estimator, Given, Untyped

__all__ = ["SAMME", "SKLEARN", "BaseEstimator", "check_array", "check_sample_weight", "get_tags", "validate_data"]

SKLEARN: tuple[int, int] = tuple(int(part) for part in sklearn.__version__.split(".")[:2])  # type: ignore[assignment]
"""Release of scikit-learn that is installed."""
SAMME: dict[str, str] = {} if SKLEARN >= (1, 6) else {"algorithm": "SAMME"}
"""What makes `AdaBoostClassifier` the algorithm that it has been since 1.6; before, another was the default."""


if SKLEARN >= (1, 6):
    from sklearn.base import BaseEstimator
    from sklearn.utils import get_tags
else:

    class BaseEstimator(sklearn.base.BaseEstimator):  # type: ignore[misc,no-redef]
        """An estimator with tags as they are from 1.6 on; before, they were a dictionary under another name."""

        def __sklearn_tags__(self) -> Untyped:
            """Tell what rows are taken: numbers without gaps, unless a class says more."""
            return _tags({}, self)

        @property
        def _estimator_type(self) -> str | None:
            """Whether it is a classifier or a regressor, where a class says so by its tags alone."""
            kind: str | None = self.__sklearn_tags__().estimator_type
            return kind

        def _more_tags(self) -> dict[str, Given]:
            """The same in the words of this release."""
            tags = self.__sklearn_tags__()
            taken = tags.input_tags
            kinds = {"2darray": True, "sparse": taken.sparse, "string": taken.string, "categorical": taken.categorical}
            named = [kind for kind, holds in kinds.items() if holds]
            return {"allow_nan": taken.allow_nan, "X_types": named, "binary_only": not tags.classifier_tags.multi_class}

    def get_tags(estimator: Estimator) -> Untyped:
        """What an estimator says of itself."""
        from sklearn.utils._tags import _safe_tags

        own = getattr(estimator, "__sklearn_tags__", None)
        return _tags(_safe_tags(estimator), estimator) if own is None else own()


def _tags(former: dict[str, Given], estimator: Estimator) -> Untyped:
    """Tags in the words of 1.6, from those of releases before."""
    kinds = former.get("X_types", ())
    own = isinstance(estimator, BaseEstimator)  # whose type is read from its tags, unless a mixin has it
    kind = getattr(type(estimator) if own else estimator, "_estimator_type", None)
    return SimpleNamespace(
        input_tags=SimpleNamespace(
            sparse="sparse" in kinds,
            allow_nan=bool(former.get("allow_nan")),
            string="string" in kinds,
            categorical="categorical" in kinds,
        ),
        target_tags=SimpleNamespace(multi_output=bool(former.get("multioutput")), required=True),
        estimator_type=kind if isinstance(kind, str) else None,
        classifier_tags=SimpleNamespace(multi_class=True, poor_score=False),
        regressor_tags=SimpleNamespace(poor_score=False),
    )


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


def check_sample_weight(weights: Given, rows: Given) -> Untyped:
    """Check weights as scikit-learn does: one for each row, none below 0; 1 for all where there are none.

    Examples
    --------
    >>> check_sample_weight(None, [[0], [0]])
    array([1., 1.])
    """
    words = signature(validation._check_sample_weight).parameters
    word = "ensure_non_negative" if "ensure_non_negative" in words else "only_non_negative"
    checked = validation._check_sample_weight(weights, rows, dtype=float, **{word: True})
    if not checked.any():
        message = "Sample weights must contain at least one non-zero number."
        raise ValueError(message)
    return checked


def _former(checks: dict[str, Given]) -> dict[str, Given]:
    """Checks in the words of releases before 1.6."""
    names = {"ensure_all_finite": "force_all_finite"}
    return {names.get(name, name): value for name, value in checks.items()}
