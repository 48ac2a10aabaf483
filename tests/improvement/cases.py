"""Rows and cases that the tests of variants share."""

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.data import read
from foldwise.improvement import ImprovementCase
from foldwise.measures import measure
from foldwise.reports import ErrorProfile

UNSTABLE = ErrorProfile(0.3, 0.2, 0.1, 0.0, "domingos", 30)
STABLE = ErrorProfile(0.3, 0.297, 0.003, 0.28, "domingos", 30)


def rows(n=60, seed=0, **facts):
    """Two classes that two of three columns tell apart, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = (X[:, 0] + X[:, 1] + rng.normal(size=n) > 0).astype(int)
    return read(X, y, task="classification", **facts)


def values(n=60, seed=0):
    """Values that depend on two of three columns, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return read(X, X[:, 0] + X[:, 1] ** 2 + 0.3 * rng.normal(size=n), task="regression")


def case_of(model=None, dataset=None, *, profile=UNSTABLE, goal=None, **more):
    """A tree on rows of two classes, unless another model or other rows are given."""
    dataset = rows() if dataset is None else dataset
    tree = DecisionTreeClassifier() if dataset.is_classification else DecisionTreeRegressor()
    model = tree if model is None else model
    others = (
        {"logistic": LogisticRegression(), "knn": KNeighborsClassifier()}
        if dataset.is_classification
        else {"ridge": Ridge(), "knn": KNeighborsRegressor()}
    )
    return ImprovementCase(
        name="mine",
        model=model,
        dataset=dataset,
        measure=measure(goal or ("error" if dataset.is_classification else "rmse")),
        library={"mine": model, **others},
        profile=profile,
        **more,
    )
