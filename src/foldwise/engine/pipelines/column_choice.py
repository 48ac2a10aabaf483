"""A first step that only keeps some columns: it learns nothing, so the rest of the pipeline is fitted to those columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.engine.pipelines.input_columns import InputColumns, UnfitStepError
from foldwise.engine.pipelines.pipeline import is_sklearn, steps_of
from foldwise.engine.pipelines.shared_columns import SharedColumns

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.typing import Estimator

__all__ = ["chosen_columns", "on_columns"]

KEPT, DROPPED = "passthrough", "drop"


def on_columns(models: list[Any], dataset: Dataset) -> tuple[list[Any], Dataset]:
    """Pipelines without a first step that only keeps columns, and the dataset with those columns; else both as they are.

    The models differ in their last step at most.
    """
    columns = chosen_columns(models[0], dataset)
    if columns is None:
        return models, dataset
    return [_rest(model) for model in models], replace(dataset, X=dataset.X[:, columns])


def _rest(model: Estimator) -> Estimator:
    """The pipeline after its first step that does anything."""
    from sklearn.pipeline import make_pipeline

    steps = steps_of(model)
    return make_pipeline(*steps.before[1:], steps.final) if len(steps.before) > 1 else steps.final


def chosen_columns(model: Estimator, dataset: Dataset) -> list[int] | None:
    """Columns of an array of numbers that the first step of a pipeline keeps, in its order; None where it does more.

    Examples
    --------
    >>> from sklearn.compose import ColumnTransformer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.pipeline import make_pipeline
    >>> from foldwise.data import Dataset, Task
    >>> rows = Dataset(np.eye(4), np.array([0, 1, 0, 1]), Task.CLASSIFICATION)
    >>> chosen_columns(make_pipeline(ColumnTransformer([("some", "passthrough", [2, 0])]), GaussianNB()), rows)
    [2, 0]
    """
    before = steps_of(model).before
    if not before or not is_sklearn(before[0]) or type(before[0]).__name__ != "ColumnTransformer":
        return None
    step, plain = before[0], isinstance(dataset.X, np.ndarray) and dataset.X.dtype.kind in "fiu"
    does = [step.remainder, *(one for _, one, _ in step.transformers)]
    if not plain or step.transformer_weights is not None or not all(_keeps_or_drops(doe) for doe in does):
        return None
    try:
        parts = _parts(step, InputColumns(dataset, SharedColumns(dataset.n)))
    except UnfitStepError:  # the way of other steps says what is wrong
        return None
    return [place for one, part in parts if one == KEPT for place in part.places] or None


def _keeps_or_drops(one: Estimator) -> bool:
    return isinstance(one, str) and one in (KEPT, DROPPED)


def _parts(step: Estimator, columns: InputColumns) -> list[tuple[str, InputColumns]]:
    """What is done to which columns, the remaining ones last."""
    parts = [(one, columns.part(chosen)) for _, one, chosen in step.transformers]
    return [*parts, (step.remainder, columns.without([part for _, part in parts]))]
