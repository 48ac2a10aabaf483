"""The Parzen classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from foldwise.errors import InputError
from foldwise.installed import BaseEstimator, check_sample_weight, validate_data
from foldwise.learners.parzen import check_parameters, local_sums

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["KernelDensityClassifier"]


class KernelDensityClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Predict the class whose density, estimated with a kernel from its training rows, is highest.

    P(c | x) ∝ π_c Σ K(|x - xᵢ| / h) / n_c, summed over the training rows of class c. Where no training row is within reach,
    the prior probabilities.

    Parameters
    ----------
    bandwidth
        The reach h of the kernel.
    kernel
        ``gaussian``, ``exponential``, ``tophat``, ``epanechnikov``, ``linear`` or ``cosine``.
    priors
        Prior probabilities π of the classes; by default their shares of the training rows.

    References
    ----------
    parzen1962; rosenblatt1956.

    Examples
    --------
    >>> model = KernelDensityClassifier(0.5).fit([[0.0], [0.4], [2.0]], ["a", "a", "b"])
    >>> model.predict([[1.0], [1.5]])
    array(['a', 'b'], dtype='<U1')
    """

    def __init__(self, bandwidth: float = 1.0, *, kernel: str = "gaussian", priors: Given = None) -> None:
        self.bandwidth = bandwidth
        self.kernel = kernel
        self.priors = priors

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Remember the training rows of each class.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        check_parameters(self.bandwidth, self.kernel)
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        weights = check_sample_weight(sample_weight, X)
        sums = np.zeros((len(X), self.classes_.size))
        sums[np.arange(len(X)), codes] = weights
        shares = sums.sum(axis=0)
        self.priors_ = shares / shares.sum() if self.priors is None else _checked(self.priors, self.classes_.size)
        self.X_ = X
        # Given priors stand in for the shares of the classes.
        factors = 1.0 if self.priors is None else self.priors_ / np.where(shares > 0, shares, 1.0)
        self.sums_ = sums * factors
        return self

    def predict_proba(self, X: Given) -> Floats:
        """Probabilities of the classes.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        sums = local_sums(X, self.X_, self.sums_, bandwidth=self.bandwidth, kernel=self.kernel)
        total = sums.sum(axis=1, keepdims=True)
        return np.where(total > 0, sums / np.where(total > 0, total, 1.0), self.priors_)

    def predict(self, X: Given) -> Array:
        """The most probable class.

        Parameters
        ----------
        X
            Features (N, p).
        """
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]


def _checked(priors: Given, classes: int) -> Floats:
    """The given priors, if they are probabilities of the classes."""
    given = np.asarray(priors, dtype=np.float64)
    if given.shape != (classes,):
        message = f"there are {given.size} priors for {classes} classes"
        raise InputError(message)
    if not np.all(given >= 0) or not np.isclose(given.sum(), 1):
        message = f"priors are probabilities that add up to 1, not {given.tolist()}"
        raise InputError(message)
    return given
