"""The base models of a blend: what the user gave, or a few quick ones of different kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.ensembles.members import seeded
from foldwise.errors import InputError

if TYPE_CHECKING:
    import numpy as np

    from foldwise.arrays import Array
    from foldwise.typing import Given

__all__ = ["fit_library", "library_of"]


def library_of(given: Given, *, classification: bool) -> dict[str, Given]:
    """Base models by name: a list of (name, model) pairs, ``{name: model}``, or a list of models.

    Examples
    --------
    >>> list(library_of(None, classification=True))
    ['logistic', 'knn', 'tree', 'gaussian-nb']
    >>> list(library_of([Ridge(), Ridge(10.0)], classification=False))
    ['Ridge', 'Ridge-2']
    """
    if given is None:
        return _default(classification=classification)
    pairs = list(given.items()) if isinstance(given, Mapping) else list(given)
    named: dict[str, Given] = {}
    for one in pairs:
        name, model = one if isinstance(one, tuple) else (type(one).__name__, one)
        if not hasattr(model, "fit"):
            message = f"a base model is an estimator, alone or behind its name, not {one!r:.60}"
            raise InputError(message, hint="[('a', LogisticRegression()), ('b', KNeighborsClassifier())]")
        named[_free(str(name), named)] = model
    if not named:
        message = "estimators names no base model"
        raise InputError(message, hint="estimators=None for a few quick ones")
    return named


def _free(name: str, taken: Mapping[str, Given]) -> str:
    at, free = 2, name
    while free in taken:
        at, free = at + 1, f"{name}-{at}"
    return free


def _default(*, classification: bool) -> dict[str, Given]:
    if classification:
        return {
            "logistic": LogisticRegression(max_iter=1000),
            "knn": KNeighborsClassifier(),
            "tree": DecisionTreeClassifier(min_samples_leaf=5),
            "gaussian-nb": GaussianNB(),
        }
    return {"ridge": Ridge(), "knn": KNeighborsRegressor(), "tree": DecisionTreeRegressor(min_samples_leaf=5)}


def fit_library(models: Mapping[str, Given], X: Given, y: Array, *, rng: np.random.RandomState) -> dict[str, Given]:
    """Fit a seeded clone of each base model to all rows."""
    return {name: seeded(model, rng).fit(X, y) for name, model in models.items()}
