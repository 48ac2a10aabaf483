"""Looking at a model: its last step, what kind it is, and how another estimator takes the place of that step."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.typing import Estimator, Given

__all__ = [
    "around",
    "has_probabilities",
    "is_ensemble",
    "is_linear",
    "is_tree",
    "last_step",
    "stand_in_for_weights",
    "takes_weights",
]

TREES = frozenset(
    ["C45Tree", "DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor"]
)
ENSEMBLE_PACKAGES = ("sklearn.ensemble.", "foldwise.ensembles.", "xgboost.", "lightgbm.", "catboost.")
"""Where ensembles live."""


def last_step(model: Estimator) -> Estimator:
    """The estimator at the end of a pipeline, or the model itself.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> last_step(make_pipeline(StandardScaler(), Ridge()))
    Ridge()
    """
    steps = getattr(model, "steps", None)
    return steps[-1][1] if isinstance(steps, list) and steps else model


def around(model: Estimator, wrap: Callable[[Estimator], Estimator]) -> Estimator:
    """Put another estimator in the place of the last step, so that the steps before it are fitted once for all members.

    Examples
    --------
    >>> from sklearn.ensemble import BaggingRegressor
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> around(make_pipeline(StandardScaler(), Ridge()), BaggingRegressor).steps[-1][1]
    BaggingRegressor(estimator=Ridge())
    """
    from sklearn.base import clone
    from sklearn.pipeline import Pipeline

    if not isinstance(getattr(model, "steps", None), list):
        return wrap(clone(model))
    copied = clone(model)
    return Pipeline([*copied.steps[:-1], (copied.steps[-1][0], _batched(wrap(copied.steps[-1][1])))])


def _batched(estimator: Estimator) -> Estimator:
    """The estimator of scikit-learn that predicts as one of ours, which the engine fits in batches within pipelines too."""
    ours = type(estimator).__module__.startswith("foldwise.ensembles.") and hasattr(estimator, "as_scikit_learn")
    found = estimator.as_scikit_learn() if ours else None
    return estimator if found is None else found


def stand_in_for_weights(estimator: Estimator) -> Estimator:
    """The estimator of scikit-learn that predicts as one of ours and takes weights; the estimator itself, if there is none."""
    found = _batched(estimator)
    return found if takes_weights(found) else estimator


def is_tree(model: Estimator) -> bool:
    """Whether a model is one decision tree, alone or behind preprocessing."""
    return type(last_step(model)).__name__ in TREES


def is_ensemble(model: Estimator) -> bool:
    """Whether a model combines several models already."""
    return f"{type(last_step(model)).__module__}.".startswith(ENSEMBLE_PACKAGES)


def is_linear(model: Estimator) -> bool:
    """Whether a model is linear in its columns.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> is_linear(Ridge())
    True
    """
    return type(last_step(model)).__module__.startswith("sklearn.linear_model.")


def has_probabilities(model: Estimator) -> bool:
    """Whether a classifier will give probabilities."""
    return hasattr(model, "predict_proba")


def takes_weights(model: Given) -> bool:
    """Whether a model, or the last step of a pipeline, takes weights of rows."""
    fit = getattr(last_step(model), "fit", None)
    return fit is not None and bool({"sample_weight", "row_weights"} & set(signature(fit).parameters))
