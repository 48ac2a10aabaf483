"""Kernel regression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from foldwise.installed import BaseEstimator, check_sample_weight, validate_data
from foldwise.learners.parzen import check_parameters, local_sums

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.typing import Given

__all__ = ["NadarayaWatson"]


class NadarayaWatson(RegressorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Predict the mean of the training values, weighted by a kernel of their distance.

    Σ K(|x - xᵢ| / h) yᵢ / Σ K(|x - xᵢ| / h). Where no training row is within reach, the mean of all of them.

    Parameters
    ----------
    bandwidth
        The reach h of the kernel.
    kernel
        ``gaussian``, ``exponential``, ``tophat``, ``epanechnikov``, ``linear`` or ``cosine``.

    References
    ----------
    nadaraya1964; watson1964.

    Examples
    --------
    >>> model = NadarayaWatson(0.5).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 4.0])
    >>> model.predict([[1.0]])
    array([1.21])
    """

    def __init__(self, bandwidth: float = 1.0, *, kernel: str = "gaussian") -> None:
        self.bandwidth = bandwidth
        self.kernel = kernel

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Remember the training rows.

        Parameters
        ----------
        X
            Features (n, p).
        y
            Values (n,).
        sample_weight
            Weight of each row.
        """
        check_parameters(self.bandwidth, self.kernel)
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        weights = check_sample_weight(sample_weight, X)
        self.X_ = X
        self.sums_ = np.stack([weights * y, weights], axis=1)
        self.mean_ = float(np.average(y, weights=weights))
        return self

    def predict(self, X: Given) -> Floats:
        """Average the values around each row.

        Parameters
        ----------
        X
            Features (N, p).
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        total, weight = local_sums(X, self.X_, self.sums_, bandwidth=self.bandwidth, kernel=self.kernel).T
        return np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), self.mean_)
