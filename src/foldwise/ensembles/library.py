"""The base models of a blend: what the user gave, or a few quick ones of different kinds."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import TYPE_CHECKING

from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.ensembles.members import seeded_clone
from foldwise.errors import InputError
from foldwise.phrases import unused_name

if TYPE_CHECKING:
    import numpy as np

    from foldwise.arrays import Array, Floats
    from foldwise.typing import Given

__all__ = ["fit_library", "library_of", "weight_argument"]


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
    for pair in pairs:
        name, model = pair if isinstance(pair, tuple) else (type(pair).__name__, pair)
        if not hasattr(model, "fit"):
            message = f"a base model is an estimator, alone or behind its name, not {pair!r:.60}"
            raise InputError(message, hint="[('a', LogisticRegression()), ('b', KNeighborsClassifier())]")
        named[unused_name(str(name), named)] = model
    if not named:
        message = "estimators names no base model"
        raise InputError(message, hint="estimators=None for a few quick ones")
    return named


def _default(*, classification: bool) -> dict[str, Given]:
    if classification:
        return {
            "logistic": LogisticRegression(max_iter=1000),
            "knn": KNeighborsClassifier(),
            "tree": DecisionTreeClassifier(min_samples_leaf=5),
            "gaussian-nb": GaussianNB(),
        }
    return {"ridge": Ridge(), "knn": KNeighborsRegressor(), "tree": DecisionTreeRegressor(min_samples_leaf=5)}


def fit_library(
    models: Mapping[str, Given], X: Given, y: Array, *, rng: np.random.RandomState, weights: Floats | None = None
) -> dict[str, Given]:
    """Fit a seeded clone of each base model to all rows, by their weights where these are given."""
    routed = {
        name: {} if weights is None else {weight_argument(name, model): weights} for name, model in models.items()
    }
    return {name: seeded_clone(model, rng).fit(X, y, **routed[name]) for name, model in models.items()}


def weight_argument(name: str, model: Given) -> str:
    """Name of the argument of `fit` that takes weights of rows; the last step of a pipeline takes its own.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> weight_argument("ridge", Ridge()), weight_argument("ridge", make_pipeline(Ridge()))
    ('sample_weight', 'ridge__sample_weight')
    """
    steps = getattr(model, "steps", None)
    place, last = steps[-1] if isinstance(steps, list) and steps else ("", model)
    known = signature(last.fit).parameters
    for argument in ("sample_weight", "row_weights"):
        if argument in known:
            return f"{place}__{argument}" if place else argument
    message = f"rows are weighted, but base model '{name}' ({type(last).__name__}) takes no sample_weight"
    raise InputError(message, hint="base models that take weights, or no weights")
