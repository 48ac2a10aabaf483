"""Linear models without a penalty, and the rank of the columns that they are fitted to."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data import is_sparse

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.typing import Estimator

__all__ = ["UnpenalisedModel", "is_linear_or_kernel", "rank_of_columns", "unpenalised_model"]

SCALING_STEPS = frozenset(("StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler", "QuantileTransformer"))
"""Steps that add no column, so that few columns need not be counted after them."""
LINEAR_OR_KERNEL_PACKAGES = tuple(
    f"sklearn.{package}."
    for package in ("linear_model", "svm", "kernel_ridge", "gaussian_process", "cross_decomposition")
)
"""Packages of models that interpolate their training rows once there are enough columns, unlike trees and neighbours."""
MOST_COLUMNS, RANK_TOLERANCE = 1000, 1e-10
"""From so many columns on their number is taken for their rank; share of the largest eigenvalue that a column of its own has."""


@final
@dataclass(frozen=True)
class UnpenalisedModel:
    """Name of a model without a penalty, and the rank of the columns it is fitted to, or their number where they are few."""

    kind: str
    columns: int


def unpenalised_model(model: Estimator, dataset: Dataset, *, few: float = 0) -> UnpenalisedModel | None:
    """Find the model at the end of a pipeline and the rank of its columns; None where it has a penalty, or where steps fail.

    Of columns that are few it is enough to know their number, else their rank counts.

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> from sklearn.linear_model import LinearRegression, Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import PolynomialFeatures
    >>> rows = foldwise.read(np.random.default_rng(0).normal(size=(60, 8)), np.arange(60.0))
    >>> unpenalised_model(make_pipeline(PolynomialFeatures(2), LinearRegression()), rows)
    UnpenalisedModel(kind='least squares', columns=44)
    >>> unpenalised_model(Ridge(), rows)
    """
    steps, last = _steps_and_model(model)
    kind = _unpenalised_name(last)
    columns = _rank(steps, dataset, few) if kind else 0
    return UnpenalisedModel(kind, columns) if columns else None


def is_linear_or_kernel(model: Estimator) -> bool:
    """Whether the model at the end of pipelines is a linear one or one of kernels, with a penalty or without.

    Examples
    --------
    >>> from sklearn.linear_model import Lasso
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> from sklearn.pipeline import make_pipeline
    >>> is_linear_or_kernel(make_pipeline("passthrough", Lasso())), is_linear_or_kernel(KNeighborsRegressor())
    (True, False)
    """
    return f"{type(_steps_and_model(model)[1]).__module__}.".startswith(LINEAR_OR_KERNEL_PACKAGES)


def rank_of_columns(model: Estimator, dataset: Dataset, *, few: float = 0) -> int:
    """Rank of the columns that reach the model at the end of pipelines, or their number where they are few; 0 where steps fail."""
    return _rank(_steps_and_model(model)[0], dataset, few)


def _steps_and_model(model: Estimator) -> tuple[list[Any], Any]:
    """The preprocessing steps and the model that predicts, found within pipelines and transformed targets."""
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import Pipeline

    steps: list[Any] = []
    while isinstance(model, Pipeline | TransformedTargetRegressor):
        if isinstance(model, Pipeline):
            steps += [step for _, step in model.steps[:-1] if step not in ("passthrough", None)]
            model = model.steps[-1][1]
        else:
            model = LinearRegression() if model.regressor is None else model.regressor
    return steps, model


def _unpenalised_name(model: Estimator) -> str:
    """Name of a model without a penalty; empty for any other."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.linear_model import LinearRegression

    if isinstance(model, LinearRegression):
        return "" if model.positive else "least squares"
    if isinstance(model, LinearDiscriminantAnalysis):
        shrinks = model.shrinkage is not None or model.covariance_estimator is not None
        return "" if shrinks else "a linear discriminant"
    return ""


def _rank(steps: list[Any], dataset: Dataset, few: float) -> int:
    """Rank of the centred columns after the steps; their number where they are few or very many, 0 where a step fails."""
    from sklearn.base import clone

    if dataset.p <= few and all(type(step).__name__ in SCALING_STEPS for step in steps):
        return dataset.p
    X, y = dataset.X, dataset.truth
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for step in steps:
                X = clone(step).fit_transform(X, y)
            columns = int(X.shape[1])
            if columns <= few or columns >= min(dataset.n, MOST_COLUMNS):
                return columns
            table = np.asarray(X.toarray() if is_sparse(X) else X, dtype=np.float64)
    except Exception:  # noqa: BLE001 - a step that cannot be fitted to these rows tells nothing
        return 0
    if not np.isfinite(table).all():
        return 0
    spread = table.std(axis=0)
    scaled = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    spectrum = np.linalg.eigvalsh(scaled.T @ scaled)
    return int(np.count_nonzero(spectrum > RANK_TOLERANCE * spectrum[-1]))
