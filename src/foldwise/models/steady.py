"""Models whose fits change gradually with their training rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import MOST_LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data import Dataset
    from foldwise.typing import Estimator

__all__ = ["follows_copies", "gradual_models", "is_steady"]

NEIGHBOURS = frozenset(("KNeighborsClassifier", "RadiusNeighborsClassifier"))
"""Classifiers that follow few rows: they change gradually unless these are some of many equal ones."""

NEAREST_ROWS = NEIGHBOURS | {"KNeighborsRegressor", "RadiusNeighborsRegressor"}
"""Estimators whose neighbours are fewer different rows where rows are repeated."""

STEADY_ESTIMATORS = frozenset(
    (
        *("DummyClassifier", "DummyRegressor"),
        *("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MixedNB", "MultinomialNB"),
        *("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis", "NearestCentroid"),
        *(
            "LinearRegression",
            "Ridge",
            "RidgeCV",
            "RidgeClassifier",
            "RidgeClassifierCV",
            "BayesianRidge",
            "HuberRegressor",
        ),
        *("LogisticRegression", "LogisticRegressionCV", "PoissonRegressor", "GammaRegressor", "TweedieRegressor"),
        *("LinearSVC", "LinearSVR", "SVC", "SVR", "NuSVC", "NuSVR", "KernelRidge"),
        *("GaussianProcessClassifier", "GaussianProcessRegressor", "PLSRegression"),
        *("KNeighborsClassifier", "KNeighborsRegressor", "RadiusNeighborsClassifier", "RadiusNeighborsRegressor"),
    )
)
"""Estimators of scikit-learn and of ours whose predictions are smooth in the training rows, or depend on a few rows near by."""
STEADY_PACKAGES = ("sklearn.", "foldwise.")
"""Packages whose classes of these names are the ones meant."""
SMOOTH_ESTIMATORS = STEADY_ESTIMATORS - NEIGHBOURS
EQUAL_ROWS_PER_NEIGHBOUR = 2
"""Where so many rows for each neighbour agree in all columns, which of them are asked is up to their order, and all predictions there change with it."""


def is_steady(model: Estimator) -> bool:
    """Whether a few training rows more or less change few predictions, not all of them together.

    A tree finds an interaction in some samples and misses it in others; a linear model does not change like that. Of a pipeline the
    last step decides, and a step that selects columns makes any model unsteady. What is not known is not taken for steady.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression, LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> is_steady(make_pipeline(StandardScaler(), LogisticRegression())), is_steady(DecisionTreeClassifier())
    (True, False)
    """
    kind = type(model)
    if kind.__name__ in STEADY_ESTIMATORS and kind.__module__.startswith(STEADY_PACKAGES):
        return True
    steps = _steps(model)
    if steps:
        return is_steady(steps[-1]) and not any(map(_selects, steps[:-1]))
    return kind.__name__ == "TransformedTargetRegressor" and (model.regressor is None or is_steady(model.regressor))


def follows_copies(model: Estimator) -> bool:
    """Whether a fit to rows of which some are repeated may differ from one to different rows, otherwise than by their weight.

    The k neighbours of nearest neighbours are fewer different rows then, and a search that sets rows aside to choose by them finds their copies
    among the others. What is not known is taken for such a model.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> follows_copies(GaussianNB()), follows_copies(make_pipeline(StandardScaler(), KNeighborsClassifier()))
    (False, True)
    """
    last = _last(model)
    while type(last).__name__ == "TransformedTargetRegressor" and last.regressor is not None:
        last = _last(last.regressor)
    return type(last).__name__ in NEAREST_ROWS or not is_steady(model)


def gradual_models(models: Mapping[str, Estimator], dataset: Dataset) -> frozenset[str]:
    """Names of the models of which fits to nearly all rows are nearly that to all rows (METHODS N.29).

    These are the steady ones, but for nearest neighbours where columns have so few values that many more rows are equal than neighbours are
    asked: the predictions for all of these change together.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> models = {"5-nn": KNeighborsClassifier(5), "tree": DecisionTreeClassifier()}
    >>> gradual_models(models, foldwise.sample("iris"))
    frozenset({'5-nn'})
    >>> gradual_models(models, foldwise.read([[0], [1]] * 20, [0, 1, 1, 0] * 10))
    frozenset()
    """
    found = []
    for name, model in models.items():
        kind = type(model)
        smooth = kind.__name__ in SMOOTH_ESTIMATORS and kind.__module__.startswith(STEADY_PACKAGES)
        if smooth or (is_steady(model) and not _asks_equal_rows(model, dataset)):
            found.append(name)
    return frozenset(found)


def _asks_equal_rows(model: Estimator, dataset: Dataset) -> bool:
    """Whether the model asks nearest neighbours of which many more are equal than it asks."""
    last = _last(model)
    if type(last).__name__ not in NEIGHBOURS or not 0 < max(dataset.levels, default=0) < MOST_LEVELS:
        return False
    combinations = float(np.prod(dataset.levels, dtype=np.float64))
    return combinations * EQUAL_ROWS_PER_NEIGHBOUR * getattr(last, "n_neighbors", 1) <= dataset.n


def _last(model: Estimator) -> Estimator:
    """The model at the end of pipelines, or the model itself."""
    while steps := _steps(model):
        model = steps[-1]
    return model


def _steps(model: Estimator) -> list[Estimator]:
    """What a pipeline consists of; nothing for any other model."""
    steps = getattr(model, "steps", None)
    return [step for _, step in steps] if isinstance(steps, list) else []


def _selects(step: Estimator) -> bool:
    """Whether a step chooses among the columns, or contains one that does."""
    return hasattr(step, "get_support") or any(map(_selects, _steps(step)))
