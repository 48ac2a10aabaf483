"""`explain_engine`: whether a model runs batched or fit by fit, and why."""

from __future__ import annotations

from typing import Any

from foldwise.data import as_dataset
from foldwise.engine import choose
from foldwise.evaluation import column_roles, pick_plan
from foldwise.models import as_models
from foldwise.plans import draw

__all__ = ["explain_engine"]


def explain_engine(model: Any, X: Any, y: Any = None, *, plan: Any = None) -> str:  # noqa: ANN401
    """Say whether a model runs batched or fit by fit on these data, and why.

    Examples
    --------
    >>> import foldwise
    >>> from sklearn.dummy import DummyClassifier
    >>> foldwise.explain_engine(DummyClassifier(), foldwise.sample("iris"))
    'dummy: DummyClassifier has a batched kernel'
    """
    dataset = as_dataset(X, y, roles=column_roles(model, X, y))
    recipe, _ = pick_plan(plan, dataset)
    (estimator,) = as_models(model, dataset).values()
    route = choose(estimator, dataset, draw(recipe, dataset, 0))
    return f"{route.name}: {route.reason}"
