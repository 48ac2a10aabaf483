"""Models whose fits change gradually with their training rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.typing import Estimator

__all__ = ["are_steady", "is_steady"]

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


def are_steady(models: Iterable[Estimator]) -> bool:
    """Whether all models are such estimators themselves; pipelines, which `is_steady` looks into, are not.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> are_steady([GaussianNB()]), are_steady([GaussianNB(), DecisionTreeClassifier()])
    (True, False)
    """
    kinds = {type(model) for model in models}
    return STEADY_ESTIMATORS.issuperset(
        [kind.__name__ if kind.__module__.startswith(STEADY_PACKAGES) else "" for kind in kinds]
    )


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
    steps = _steps(model)
    if steps:
        return is_steady(steps[-1]) and not any(map(_selects, steps[:-1]))
    if type(model).__name__ == "TransformedTargetRegressor":
        return model.regressor is None or is_steady(model.regressor)
    return are_steady([model])


def _steps(model: Estimator) -> list[Estimator]:
    """What a pipeline consists of; nothing for any other model."""
    steps = getattr(model, "steps", None)
    return [step for _, step in steps] if isinstance(steps, list) else []


def _selects(step: Estimator) -> bool:
    """Whether a step chooses among the columns, or contains one that does."""
    return hasattr(step, "get_support") or any(map(_selects, _steps(step)))
