"""What classifiers share that decide by the scores of another: it is fitted, and asked for probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from sklearn.base import ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted, column_or_1d

from foldwise.installed import BaseEstimator, get_tags

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["DecidingClassifier"]


class DecidingClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A classifier that decides otherwise than its `estimator`."""

    estimator: Given
    _required_parameters: ClassVar[list[str]] = ["estimator"]  # asked for by checks of scikit-learn before 1.6

    def _fitted(self, X: Given, y: Given, sample_weight: Given) -> tuple[Given, Array]:
        """The classifier, fitted, and the labels as an array."""
        labels = column_or_1d(y, warn=True)
        extra = {} if sample_weight is None else {"sample_weight": sample_weight}
        return clone(self.estimator).fit(X, labels, **extra), labels

    def _take(self, fitted: Given) -> None:
        """Take over a fitted classifier and what it knows of its training rows."""
        self.estimator_, self.classes_ = fitted, fitted.classes_
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(fitted, name):
                setattr(self, name, getattr(fitted, name))

    def predict_proba(self, X: Given) -> Floats:
        """Probabilities of the classifier.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)

    def __sklearn_tags__(self) -> Given:
        """Take what the classifier takes."""
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.estimator).input_tags
        return tags
