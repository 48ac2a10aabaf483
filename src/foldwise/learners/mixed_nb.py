"""Naive Bayes on raw tables."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Self

import numpy as np
from sklearn.base import ClassifierMixin

from foldwise.errors import InputError
from foldwise.installed import BaseEstimator
from foldwise.learners.column_densities import GaussianDensity, KernelDensities, KnownValues, LevelShares
from foldwise.learners.mdl_cuts import mdl_cuts
from foldwise.learners.rows import allow_texts, class_priors, new_rows, training_rows

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.learners.column_densities import ColumnDensity
    from foldwise.learners.rows import TrainingRows
    from foldwise.typing import Given, Untyped

__all__ = ["NUMERIC", "MixedNB", "check_parameters"]

NUMERIC = ("gaussian", "kernel", "discretised")
"""Ways to model a column of numbers."""


class MixedNB(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Naive Bayes of tables with numbers, categories and missing values, as they are.

    P(c | x) ∝ π_c Π_j P(x_j | c) over the columns whose value is known. Texts and truth values are categories. A missing value
    is left out of the product and of the counts; so is a category that no training row has. A column with a single value
    says nothing and is left out. A class without any known value in a column of numbers gets the density of the whole
    column.

    Parameters
    ----------
    numeric
        How numbers are modelled: ``gaussian``, a normal density per class; ``kernel``, normal kernels around the training
        values, with the range of the column by √n_c as standard deviation; ``discretised``, intervals between cut points found
        by minimum description length, counted like categories.
    alpha
        Pseudo-count of each category in each class; 1 is Laplace's.
    m
        Weight of the m-estimate, (n_cv + m p_v)/(n_c + m) with p_v the share of the category in all rows; used in place of
        `alpha` where it is given.
    variance_floor
        Least variance of a class, as a share of the variance of the column: a class with one value would else have a
        density without bound. The default lets no standard deviation be below 1 % of that of the column.
    priors
        Prior probabilities π of the classes; by default their shares of the training rows.
    categorical_features
        Columns whose numbers are categories: names, places, or a mask.

    References
    ----------
    john1995; fayyad1993; cestnik1990.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"length": [1.0, 1.2, None, 3.1], "colour": ["red", None, "blue", "blue"]})
    >>> model = MixedNB().fit(table, ["a", "a", "b", "b"])
    >>> model.predict_proba(pd.DataFrame({"length": [None, 3.0], "colour": ["red", "green"]})).round(3)
    array([[0.727, 0.273],
           [0.   , 1.   ]])
    """

    def __init__(
        self,
        numeric: str = "gaussian",
        *,
        alpha: float = 1.0,
        m: float | None = None,
        variance_floor: float = 1e-4,
        priors: Given = None,
        categorical_features: Given = None,
    ) -> None:
        self.numeric = numeric
        self.alpha = alpha
        self.m = m
        self.variance_floor = variance_floor
        self.priors = priors
        self.categorical_features = categorical_features

    def fit(self, X: Given, y: Given, sample_weight: Given = None) -> Self:
        """Model each column within each class.

        Parameters
        ----------
        X
            Features (n, p): a dataframe, or an array of numbers or of objects.
        y
            Class labels (n,).
        sample_weight
            Weight of each row.
        """
        check_parameters(self)
        rows = training_rows(self, X, y, sample_weight=sample_weight, categorical=self.categorical_features)
        self.classes_, self.encoding_ = rows.classes, rows.encoding
        self.class_prior_ = class_priors(self.priors, rows.class_weights)
        self.densities_ = [self._density(rows, column) for column in range(rows.matrix.shape[1])]
        return self

    def predict_log_proba(self, X: Given) -> Floats:
        """Logarithms of the probabilities of the classes.

        Parameters
        ----------
        X
            Features (N, p).
        """
        matrix = new_rows(self, X)
        with np.errstate(divide="ignore"):  # a class of prior 0
            joint = np.tile(np.log(self.class_prior_), (len(matrix), 1))
        for values, density in zip(matrix.T, self.densities_, strict=True):
            known = ~np.isnan(values)
            if density is not None and known.any():
                joint[known] += density.logs(values[known])
        joint -= joint.max(axis=1, keepdims=True)
        return np.asarray(joint - np.log(np.exp(joint).sum(axis=1, keepdims=True)))

    def predict_proba(self, X: Given) -> Floats:
        """Probabilities of the classes.

        Parameters
        ----------
        X
            Features (N, p).
        """
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Given) -> Array:
        """The most probable class; the first of several.

        Parameters
        ----------
        X
            Features (N, p).
        """
        logs = self.predict_log_proba(X)
        return self.classes_[logs.argmax(axis=1)]

    def _density(self, rows: TrainingRows, column: int) -> ColumnDensity | None:
        """Fit one column; None where it has one known value at most."""
        values = rows.matrix[:, column]
        known = ~np.isnan(values)
        chosen = KnownValues(values[known], rows.codes[known], rows.weights[known], rows.classes.size)
        if not known.any() or np.ptp(chosen.values) == 0:
            return None
        levels = rows.encoding.levels[column]
        if levels is not None:
            return LevelShares.of(chosen, levels=len(levels), alpha=self.alpha, m=self.m)
        if self.numeric == "gaussian":
            return GaussianDensity.of(chosen, floor=self.variance_floor)
        if self.numeric == "kernel":
            return KernelDensities.of(chosen)
        cuts = mdl_cuts(chosen.values, chosen.codes, chosen.weights)
        return LevelShares.of_intervals(chosen, cuts, alpha=self.alpha, m=self.m) if cuts.size else None

    def __sklearn_tags__(self) -> Untyped:
        """Tell scikit-learn that texts and missing values are taken."""
        return allow_texts(super().__sklearn_tags__())


def check_parameters(model: MixedNB) -> None:
    """Refuse parameters that are wrong.

    Examples
    --------
    >>> check_parameters(MixedNB(alpha=0.5))
    """
    if model.numeric not in NUMERIC:
        message = f"numeric is one of {', '.join(NUMERIC)}, not {model.numeric!r}"
        raise InputError(message, hint="numeric='gaussian'")
    for name in ("alpha", "m", "variance_floor"):
        given = getattr(model, name)
        if (given is None and name != "m") or (given is not None and not _is_amount(given)):
            message = f"{name} is a number from 0 up, not {given!r}"
            raise InputError(message, hint=f"{name}={MixedNB().get_params()[name]}")


def _is_amount(given: Given) -> bool:
    return isinstance(given, Real) and 0 <= float(given) < np.inf
