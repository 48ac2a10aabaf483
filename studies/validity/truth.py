"""The truth of a measure: the model fitted to all rows, or those of the only fit, asked about the points of its world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import FoldwiseError
from foldwise.measures import Outcomes
from foldwise.measures import measure as find_measure
from foldwise.predictions import ScoreKind
from studies.validity.cells import costs_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.arrays import Array, Floats
    from studies.validity.samples import Points, Sample, World


def make_model(name: str, *, regression: bool = False) -> Any:  # noqa: ANN401 - an estimator
    """Make a fresh estimator.

    Examples
    --------
    >>> make_model("5-nn", regression=True)
    KNeighborsRegressor()
    """
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from sklearn.dummy import DummyClassifier, DummyRegressor
    from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    k, _, kind = name.partition("-")
    if kind == "nn":
        return (KNeighborsRegressor if regression else KNeighborsClassifier)(int(k))
    if kind == "tree" or name == "tree":
        depth = int(k) if kind else 4
        return (DecisionTreeRegressor if regression else DecisionTreeClassifier)(max_depth=depth, random_state=0)
    makers = {
        "lda": LinearDiscriminantAnalysis,
        "qda": QuadraticDiscriminantAnalysis,
        "gaussian-nb": GaussianNB,
        "logistic": LogisticRegression,
        "linear": LinearRegression,
        "ridge": Ridge,
        "baseline": DummyRegressor if regression else DummyClassifier,
    }
    return makers[name]()


def fit(model: Any, sample: Sample) -> Any:  # noqa: ANN401
    """Fit to all rows, with their weights where there are any."""
    known = {} if sample.weights is None else {"sample_weight": sample.weights}
    return model.fit(sample.X, sample.y, **known)


def answers(model: Any, X: Floats, classes: int) -> tuple[Array, Floats | None]:  # noqa: ANN401
    """Predicted codes or values (m,), and probabilities of all classes (m, C)."""
    if hasattr(model, "kneighbors") and X.shape[1] <= 20:
        return near_answers(model, X, classes)
    if not classes:
        return np.ravel(model.predict(X)), None
    scores = np.asarray(model.predict_proba(X))
    # As scikit-learn decides, except that a score of exactly nothing between two classes is the first.
    return np.asarray(model.classes_)[np.argmax(scores, axis=1)], scores


def near_answers(model: Any, X: Floats, classes: int) -> tuple[Array, Floats | None]:  # noqa: ANN401
    """Answers of nearest neighbours; one search, by a tree that is quicker than scikit-learn's."""
    from scipy.spatial import cKDTree

    near = cKDTree(model._fit_X).query(X, k=[*range(1, model.n_neighbors + 1)])[1]
    if not classes:
        return model._y[near].mean(axis=1), None
    scores = np.stack([(model._y[near] == code).mean(axis=1) for code in range(classes)], axis=1)
    return np.argmax(scores, axis=1), scores


def outcomes_on(
    points: Points,
    model: Any,  # noqa: ANN401
    sample: Sample,
    classes: int,
    *,
    costs: Floats | None = None,
) -> Outcomes:
    """Answers beside the truths of the points."""
    output, scores = answers(model, points.X, classes)
    reference = None if classes else np.full(points.truth.size, np.average(sample.y, weights=sample.weights))
    return Outcomes(
        truth=points.truth,
        output=output[points.row],
        scores=None if scores is None else scores[points.row],
        score_kind=ScoreKind.NONE if scores is None else ScoreKind.PROBABILITY,
        classes=classes,
        weights=points.weights,
        costs=costs,
        reference=reference,
        names=tuple(str(code) for code in range(classes)),
    )


def true_values(world: World, model: str, sample: Sample, measures: Iterable[str]) -> dict[str, float]:
    """Value of every measure on infinitely many new rows, of the model fitted to the rows of the sample."""
    fitted = fit(make_model(model, regression=not world.classes), sample)
    asked = tuple(measures)
    costs = costs_for(asked, world.classes).get("costs")
    outcomes = outcomes_on(world.points(sample.size), fitted, sample, world.classes, costs=costs)
    found = {}
    for name in asked:
        try:
            found[name] = find_measure(name).value(outcomes)
        except FoldwiseError:
            found[name] = float("nan")
    return found
